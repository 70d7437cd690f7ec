"""Turns that told only what has ended: with nothing in its place, no result would stand before them and say so.

What is over is no result, and is not in the index that is asked about now. So the index of the past is asked what it knows of the
question, only to judge the turns by it: the table says which of that has ended, and on which turns it rested.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from mnemon.language.clauses import clauses
from mnemon.model.instants import Instant
from mnemon.model.memory import Head, MemoryRecord
from mnemon.model.sources import Chunk

from .alike import says_no_more
from .citations import Ground, ground_of, grounds
from .refs import Ref
from .shelf import Shelf


class Over(NamedTuple):
    """By ground: what was told there and is true no more."""

    told: Mapping[Ground, Sequence[MemoryRecord]]

    def tells_all(self, chunk: Chunk) -> bool:
        """Whether all that a turn says is over. A memory of two things may have ended by one of them: of such a turn nobody knows."""
        records = self.told.get(ground_of(chunk), ())
        if not records or any(_things(record.content, record.true_from) > 1 for record in records):
            return False
        return says_no_more(chunk, (r.content for r in records)) and _things(chunk.words, chunk.at) <= len(records)


def ended(shelf: Shelf, refs: Iterable[Ref], now: Instant) -> list[Head]:
    """Of what was fetched: the lineages that have ended by now, and in whose place nothing stands."""
    heads = (shelf.head(ref) for ref in dict.fromkeys(refs) if not shelf.is_latest(ref))
    return [h for h in heads if h is not None and h.is_alive(now) and not h.is_latest and not h.superseded_by and _is_past(h, now)]


def over(heads: Sequence[Head], older: Mapping[str, Sequence[MemoryRecord]]) -> Over:
    """`older`: by a head's id what it had taken the place of."""
    told: dict[Ground, list[MemoryRecord]] = {}
    for head in heads:
        for record in (head, *older.get(head.id, ())):
            # what says that it has ended has no time for which it says it: that is true now
            stated = record.model_copy(update={"sources": tuple(ref for ref in record.sources if ref.true_at is not None)})
            for ground in grounds(stated):
                told.setdefault(ground, []).append(record)
    return Over(told)


def hidden(shelf: Shelf, chunks: Mapping[Ref, Chunk], known: Over, current: frozenset[Ground], now: Instant) -> frozenset[Ref]:
    """Those that tell only what is over. That nothing else which rests on them is true is read from the table, for the few of them that
    are left: their memories need not be among what was found. Raises Unavailable."""
    doubtful = {ref: chunk for ref, chunk in chunks.items() if ground_of(chunk) not in current and known.tells_all(chunk)}
    return frozenset(ref for ref, chunk in doubtful.items() if not _tells_something_true(shelf, chunk, now))


def _tells_something_true(shelf: Shelf, chunk: Chunk, now: Instant) -> bool:
    ground = ground_of(chunk)
    return any(head.is_current(now) and ground in grounds(head) for head in shelf.resting_on(chunk))


def _is_past(head: Head, now: Instant) -> bool:
    return head.true_to is None or head.true_to <= now


def _things(text: str, at: Instant) -> int:
    return sum(1 for _ in clauses(text, at))
