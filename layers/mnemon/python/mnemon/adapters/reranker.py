"""The built-in cross-encoder: MS MARCO MiniLM-L12, int8, on ONNX Runtime. It reads a question and a text together."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from mnemon.adapters.onnx import load
from mnemon.ports.records import Unavailable

from .embedder import cores

NAME = "ms-marco-minilm-l12-int8"
FOLDER = "reranker"
MAX_TOKENS = 320
_MAX_CHARACTERS = 40 * MAX_TOKENS


class OnnxReranker:
    """`ports.models.Reranker`. The model is loaded at the first question.

    One text at a time, spread over the cores that there are: its activations are quantised over the whole batch, so that in company the
    same text would have another score.
    """

    name = NAME

    def __init__(self, folder: str | Path, *, threads: int = 1) -> None:
        self._folder, self._threads = Path(folder) / FOLDER, threads
        self._lock = threading.Lock()
        self._model: _Model | None = None

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        try:
            model = self._loaded()
            asked, cut = query[:_MAX_CHARACTERS], [text[:_MAX_CHARACTERS] for text in texts]
            workers = min(cores(), len(cut))
            if workers <= 1:
                return [model.score(asked, text) for text in cut]
            with ThreadPoolExecutor(workers) as pool:
                return list(pool.map(partial(model.score, asked), cut))
        except Exception as error:  # the runtime has no common class of its own; recall does without
            raise Unavailable(f"the cross-encoder failed: {type(error).__name__}") from error

    def _loaded(self) -> _Model:
        with self._lock:
            if self._model is None:
                self._model = _Model(self._folder, self._threads)
            return self._model


class _Model:
    def __init__(self, folder: Path, threads: int) -> None:
        import numpy

        self._run, self._tokenizer = load(folder, threads)
        self._tokenizer.enable_truncation(MAX_TOKENS, strategy="longest_first")
        self._tokenizer.no_padding()
        self._numpy: Any = numpy

    def score(self, query: str, text: str) -> float:
        np = self._numpy
        tokens = self._tokenizer.encode(query, text)
        inputs = {"input_ids": tokens.ids, "attention_mask": tokens.attention_mask, "token_type_ids": tokens.type_ids}
        (logits, *_) = self._run(None, {name: np.array([values], np.int64) for name, values in inputs.items()})
        return float(logits[0, 0])
