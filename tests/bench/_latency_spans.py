"""When this process waits for the index, for emulated AWS, or embeds, whichever thread does it: what is left of a request is our own."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Literal, NamedTuple
from unittest import mock

from urllib3.connectionpool import HTTPConnectionPool

from mnemon.adapters.embedder import OnnxEmbedder

Kind = Literal["embed", "index", "aws"]


class Span(NamedTuple):
    kind: Kind
    start: float
    end: float

    @property
    def milliseconds(self) -> float:
        return (self.end - self.start) * 1_000


class Sent(NamedTuple):
    """A request to the index as it went out."""

    url: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Spans:
    """From sending a request to its answer's arrival: what the clients do before and after counts as our own."""

    spans: list[Span] = field(default_factory=list[Span])
    sent: list[Sent] = field(default_factory=list[Sent])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, span: Span, sent: Sent | None = None) -> None:
        with self._lock:
            self.spans.append(span)
            if sent is not None:
                self.sent.append(sent)

    def clear(self) -> None:
        with self._lock:
            self.spans.clear()
            self.sent.clear()

    def spent(self, kind: Kind) -> float:
        """Milliseconds in which at least one of the kind was under way."""
        return _covered(span for span in self.spans if span.kind == kind)

    def waited(self) -> float:
        """Milliseconds in which anything was under way."""
        return _covered(self.spans)

    def alone(self, kind: Kind) -> float:
        """Milliseconds in which one of the kind was under way, and nothing else."""
        return self.waited() - _covered(span for span in self.spans if span.kind != kind)

    def count(self, kind: Kind) -> int:
        return sum(span.kind == kind for span in self.spans)


def _covered(spans: Iterable[Span]) -> float:
    total, until = 0.0, 0.0
    for span in sorted(spans, key=lambda one: one.start):
        total += max(0.0, span.end - max(span.start, until))
        until = max(until, span.end)
    return total * 1_000


@contextmanager
def watched(index_port: int) -> Iterator[Spans]:
    spans = Spans()
    send: Any = HTTPConnectionPool.urlopen
    embed = OnnxEmbedder.embed_query

    def urlopen(self: Any, method: str, url: str, body: Any = None, headers: Any = None, *rest: Any, **more: Any) -> Any:
        is_index = self.port == index_port
        began = perf_counter()
        try:
            return send(self, method, url, body, headers, *rest, **more)
        finally:
            span = Span("index" if is_index else "aws", began, perf_counter())
            spans.add(span, Sent(url, dict(headers or {}), body) if is_index else None)

    def embed_query(self: OnnxEmbedder, text: str) -> list[float]:
        began = perf_counter()
        try:
            return embed(self, text)
        finally:
            spans.add(Span("embed", began, perf_counter()))

    with ExitStack() as patches:
        patches.enter_context(mock.patch.object(HTTPConnectionPool, "urlopen", urlopen))
        patches.enter_context(mock.patch.object(OnnxEmbedder, "embed_query", embed_query))
        yield spans
