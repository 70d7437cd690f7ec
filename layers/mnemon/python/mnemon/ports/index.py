"""The search index: it ranks, it never decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

IndexName = Literal["recall", "recall-past"]
GONE = 2**53 - 1
"""The external version of what is erased: no later write of the same id can pass it."""


@dataclass(frozen=True, slots=True)
class Search:
    """One search of an `_msearch`, built by `tenant.index_query` only. `routing` is the tenant's tid."""

    index: IndexName
    routing: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Hit:
    id: str
    score: float
    fields: Mapping[str, Any]
    """The document's stored flags that ranking needs (no text)."""


class Hits(list[Hit]):
    """One search's hits; `complete` is false where the engine did not get to the end of it."""

    def __init__(self, hits: Iterable[Hit] = (), *, complete: bool = True) -> None:
        super().__init__(hits)
        self.complete = complete


@dataclass(frozen=True, slots=True)
class Document:
    index: IndexName
    id: str
    routing: str
    version: int
    """External: `rev` of the item."""
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Removal:
    index: IndexName
    id: str
    routing: str
    version: int = GONE


@dataclass(frozen=True, slots=True)
class Outcome:
    id: str
    index: IndexName
    ok: bool
    """True also on a version conflict: the index holds something newer."""
    retriable: bool = False
    error: str = ""
    """The engine's error type; never its reason, which may quote content."""


class SearchIndex(Protocol):
    def search(self, searches: Sequence[Search], *, timeout_ms: int, partial: bool = False) -> list[Hits]:
        """One `_msearch`; hits per search, each of which may take `timeout_ms`.

        Raises Unavailable when the engine, or any of the searches, fails or times out; with `partial` what there is is returned, and
        Unavailable only raised when there is nothing of any.
        """
        ...

    def apply(self, changes: Sequence[Document | Removal], *, wait: bool = True) -> list[Outcome]:
        """One `_bulk`, an outcome per change in order; with `wait` it returns after the refresh.

        Raises Unavailable when the engine is down.
        """
        ...

    def erase(self, routing: str, sids: Sequence[str], *, sources: Sequence[str] = (), ids: Sequence[str] = ()) -> int:
        """Deletes by query within one tenant: whole scopes, or (with `sources` or `ids`) only those of them; both indices. Returns the
        number deleted; raises Unavailable."""
        ...

    def count(self, routing: str, sids: Sequence[str], *, sources: Sequence[str] = (), ids: Sequence[str] = ()) -> int:
        """How many documents `erase` would still find, after a refresh. Raises Unavailable."""
        ...

    def purge(self) -> None:
        """Flushes and force-merges, so that the text of deleted documents leaves the segments' files. Raises Unavailable."""
        ...
