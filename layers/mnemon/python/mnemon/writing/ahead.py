"""Embeddings that are made while their writer goes on: a record waits for its own only when it is to be written."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from mnemon.model.vectors import PackedVector, pack
from mnemon.ports.models import Embedder

AT_ONCE = 32
"""Texts that are given to the embedder together: more than the first transaction needs, so that it waits for no others."""


class Ahead:
    """Embeds what it is asked for beside the thread that asks, in batches, in order. At its end what was not begun is left out, and what
    was is waited for: no work outlives the request."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="embed")
        self._batch = Batch()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def ask(self, text: str) -> Callable[[], PackedVector]:
        """What gives the text's embedding, and waits for it where it is not there yet: it raises Unavailable where the embedder does, and
        must not be called before `go`."""
        batch, place = self._batch, len(self._batch.texts)
        batch.texts.append(text)
        if len(batch.texts) == AT_ONCE:
            self.go()
        return lambda: batch.vectors()[place]

    def go(self) -> None:
        """All that was asked for is under way."""
        if self._batch.texts:
            self._batch.made = self._pool.submit(self._embed, self._batch.texts)
            self._batch = Batch()

    def _embed(self, texts: list[str]) -> list[PackedVector]:
        return [pack(vector) for vector in self._embedder.embed(texts)]


@dataclass
class Batch:
    """Texts that are embedded together."""

    texts: list[str] = field(default_factory=list[str])
    made: Future[list[PackedVector]] | None = None

    def vectors(self) -> list[PackedVector]:
        """Waits for them. Raises Unavailable."""
        assert self.made is not None
        return self.made.result()
