"""A model's file and its tokenizer's on ONNX Runtime, as the embedder and the reranker run theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple


class Onnx(NamedTuple):
    """`run` is that of the runtime's session; `tokenizer` cuts nothing off yet."""

    run: Any
    tokenizer: Any


def load(folder: Path, threads: int) -> Onnx:
    """`model.onnx` and `tokenizer.json`, on the processor, with so many threads to a run."""
    import onnxruntime
    import tokenizers

    runtime: Any = onnxruntime
    options = runtime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = runtime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
    return Onnx(session.run, tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json")))
