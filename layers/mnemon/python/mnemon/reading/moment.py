"""Which version is asked for: rule 9 of the architecture, in one place. The table's answer is final; the clauses only narrow the index."""

from __future__ import annotations

from typing import Any, NamedTuple

from mnemon.model.instants import Instant
from mnemon.model.memory import Head, MemoryRecord
from mnemon.model.sources import Chunk


class Moment(NamedTuple):
    """`as_of` is the world's time, `known_at` the store's. Of a `known_at` that lies ahead nothing more is known than now.

    `known_at` alone asks what was current in the store then. With `as_of` it asks what was then believed of that day: a value that had been
    superseded by then is still what was believed of the days on which it held.
    """

    now: Instant
    as_of: Instant | None = None
    known_at: Instant | None = None
    include_superseded: bool = False

    @property
    def looks_back(self) -> bool:
        """Older versions and superseded heads are asked for too."""
        return self.include_superseded or self.as_of is not None or self.known_at is not None

    def admits(self, record: MemoryRecord, head: Head) -> bool:
        """`head` is the record's own head, read with it: it decides for its whole lineage."""
        if not head.is_alive(self.now):
            return False
        if not self.looks_back:
            return record.is_latest and record.valid_to is None
        return self._was_believed(record) and self._was_true(record)

    def admits_chunk(self, chunk: Chunk) -> bool:
        """What was said later is no evidence of an earlier moment; what was stored later was not known."""
        said = self.as_of is None or chunk.at <= self.as_of
        return said and (self.known_at is None or chunk.created_at <= self.known_at)

    def _was_believed(self, record: MemoryRecord) -> bool:
        k = self.known_at
        if k is None or record.valid_from > k:
            return k is None
        return self.as_of is not None or record.valid_to is None or k < record.valid_to

    def _was_true(self, record: MemoryRecord) -> bool:
        t, k = self.as_of, self.known_at
        if t is None:
            return True
        end = record.true_to
        if k is not None and record.valid_to is not None and record.valid_to > k:
            end = None  # the end was set when the record was superseded: after k, so it was not known
        return record.true_from <= t and (end is None or t < end)

    def clauses(self) -> list[dict[str, Any]]:
        """Each only excludes what the rules above exclude too; a document without the field passes."""
        excluded: list[dict[str, Any]] = [{"range": {"expires_at": {"lte": self.now}}}]
        if self.known_at is not None:
            excluded.append({"range": {"valid_from": {"gt": self.known_at}}})
            if self.as_of is None:
                excluded.append({"range": {"valid_to": {"lte": self.known_at}}})
        if self.as_of is not None:
            excluded.append({"range": {"true_from": {"gt": self.as_of}}})
            if self.known_at is None:
                excluded.append({"range": {"true_to": {"lte": self.as_of}}})
        return [{"bool": {"must_not": excluded}}]
