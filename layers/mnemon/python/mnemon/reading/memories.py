"""Memories read from the table itself: one, a list, a lineage's history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from mnemon.model import keys
from mnemon.model.instants import Instant
from mnemon.model.memory import Head, MemoryRecord, Version
from mnemon.model.records import Access
from mnemon.ports.flow import Clock
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.callers import Reader

from .facets import facets
from .filters import Filter
from .owned import Opened, nothing, opened, opened_by_id, readable

Include = Literal["superseded", "deleted", "hidden"]
_PAGE = 100
_MOST_READ = 2_000
"""Items that one page of a list looks at, so that a filter that little passes cannot hold a request forever."""


class Remembered(NamedTuple):
    """A memory with how often it was recalled."""

    record: MemoryRecord
    access: Access | None = None


class Position(NamedTuple):
    """Where a list goes on: in which of the reader's scopes, and after which sort key."""

    scope: int
    after: str


class Listed(NamedTuple):
    memories: tuple[Remembered, ...]
    next: Position | None


class ListRequest(NamedTuple):
    """Newest first within a scope, the scopes in the reader's order."""

    where: Filter | None = None
    include: frozenset[Include] = frozenset()
    limit: int = 20
    start: Position | None = None


class GetMemory:
    def __init__(self, tenancy: Tenancy, clock: Clock) -> None:
        self.tenancy, self.clock = tenancy, clock

    def __call__(self, reader: Reader, memory_id: str) -> Remembered:
        """Raises NotFound for what is absent, deleted, hidden, expired or of a scope that the reader may not see."""
        scope, ulid = opened_by_id(self.tenancy, reader, memory_id, "mem", keys.head, keys.access)
        return Remembered(_alive(scope, ulid, self.clock.now()), scope.item(Access, keys.access(scope.scope, ulid)))


class MemoryHistory:
    def __init__(self, tenancy: Tenancy, clock: Clock) -> None:
        self.tenancy, self.clock = tenancy, clock

    def __call__(self, reader: Reader, memory_id: str) -> list[MemoryRecord]:
        """Every version, in the order in which they arrived. Raises NotFound as GetMemory does."""
        scope, ulid = opened_by_id(self.tenancy, reader, memory_id, "mem", keys.head)
        head = _alive(scope, ulid, self.clock.now())
        rows = scope.records.walk(scope.scope.partition, keys.version_prefix(ulid))
        older = [version for row in rows if (version := readable(Version, row, scope.box))]
        return sorted([*older, head], key=lambda record: record.version)


class ListMemories:
    def __init__(self, tenancy: Tenancy, clock: Clock) -> None:
        self.tenancy, self.clock = tenancy, clock

    def __call__(self, reader: Reader, request: ListRequest) -> Listed:
        now = self.clock.now()
        found: list[tuple[Opened, Head]] = []
        for looked, (position, scope, head) in enumerate(self._heads(reader, request.start or Position(0, "")), 1):
            if _is_listed(head, request, now):
                found.append((scope, head))
            if len(found) == request.limit or looked == _MOST_READ:
                return Listed(_with_access(found), position)
        return Listed(_with_access(found), None)

    def _heads(self, reader: Reader, start: Position) -> Iterator[tuple[Position, Opened, Head]]:
        for number, (_, key) in enumerate(reader.scopes[start.scope :], start.scope):
            scope = opened(self.tenancy, key)
            if scope is None:
                continue
            after = start.after or None if number == start.scope else None
            while True:
                page = scope.records.query(key.partition, keys.HEAD, descending=True, limit=_PAGE, after=after)
                for row in page.rows:
                    head = readable(Head, row, scope.box)
                    if head is not None:
                        yield Position(number, row.key.sk), scope, head
                after = page.after
                if after is None:
                    break


def _is_listed(head: Head, request: ListRequest, now: Instant) -> bool:
    asked = request.include
    if head.expires_at and head.expires_at <= now:
        return False
    if (head.deleted_at and "deleted" not in asked) or (head.hidden_at and "hidden" not in asked):
        return False
    if (not head.is_latest or head.valid_to is not None) and "superseded" not in asked:
        return False
    return request.where is None or request.where.matches(facets(head))


def _alive(scope: Opened, ulid: str, now: Instant) -> Head:
    head = scope.item(Head, keys.head(scope.scope, ulid))
    if head is None or not head.is_alive(now):
        raise nothing()
    return head


def _with_access(found: Sequence[tuple[Opened, Head]]) -> tuple[Remembered, ...]:
    if not found:
        return ()
    records = found[0][0].records  # one table, whichever scope
    rows = records.get([keys.access(scope.scope, head.ulid) for scope, head in found])
    return tuple(Remembered(head, scope._replace(rows=rows).item(Access, keys.access(scope.scope, head.ulid))) for scope, head in found)
