"""The built-in embedder: bge-small-en-v1.5, int8, on ONNX Runtime. No service, no key."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from mnemon.adapters.onnx import load
from mnemon.settings import Misconfigured

NAME = "bge-small-en-v1.5-int8"
DIMENSION = 384
MAX_TOKENS = 384
FEW = 4
"""Texts that are not worth a thread."""
_MOST_CORES = 4
_MAX_CHARACTERS = 40 * MAX_TOKENS
"""More than the tokens can hold: a hundred thousand characters are not cut into tokens for nothing."""


class OnnxEmbedder:
    """`ports.models.Embedder`. The model is loaded at the first text.

    One text at a time: its activations are quantised over the whole batch, so that in company the same text would be another vector
    (cosine .99, and a worse recall), and on one core a batch is no faster. Several texts are spread over the cores that there are.
    """

    name = NAME
    dimension = DIMENSION

    def __init__(self, folder: str | Path, *, threads: int = 1) -> None:
        self._folder = Path(folder)
        self._threads = threads
        self._lock = threading.Lock()
        self._model: _Model | None = None

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        model, cut = self._loaded(), [text[:_MAX_CHARACTERS] for text in texts]
        workers = min(cores(), len(cut))
        if workers <= 1 or len(cut) < FEW:
            return [model.vector(text) for text in cut]
        with ThreadPoolExecutor(workers) as pool:  # the runtime lets go of the interpreter's lock while it computes
            return list(pool.map(model.vector, cut))

    def embed_query(self, text: str) -> list[float]:
        # the query instruction that the model's card recommends measured worse on conversations
        return self.embed([text])[0]

    def load(self) -> None:
        """Loads the model now, for who has time before the first text."""
        self._loaded()

    def _loaded(self) -> _Model:
        with self._lock:
            if self._model is None:
                self._model = _Model(self._files(), self._threads)
            return self._model

    def _files(self) -> Path:
        for folder in (self._folder / NAME, self._folder):
            if (folder / "model.onnx").is_file():
                return folder
        raise Misconfigured("model_dir: no model.onnx is there")


def cores() -> int:
    """Those that this process may use."""
    try:
        return min(_MOST_CORES, len(os.sched_getaffinity(0)))
    except AttributeError:  # not on every system
        return min(_MOST_CORES, os.cpu_count() or 1)


class _Model:
    def __init__(self, folder: Path, threads: int) -> None:
        import numpy

        self._run, self._tokenizer = load(folder, threads)
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._numpy: Any = numpy

    def vector(self, text: str) -> list[float]:
        np = self._numpy
        tokens = self._tokenizer.encode(text)
        inputs = {"input_ids": tokens.ids, "attention_mask": tokens.attention_mask, "token_type_ids": tokens.type_ids}
        (hidden, *_) = self._run(None, {name: np.array([values], np.int64) for name, values in inputs.items()})
        first = hidden[0, 0]
        return (first / np.linalg.norm(first)).tolist()
