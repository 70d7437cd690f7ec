"""Where a statement belongs among what a lineage already says: the world's time decides, never the order of arrival.

A lineage says, for one attribute, which value held when: its head and its older versions are spans that do not overlap. A statement
is a point in the world's time with a value. Whatever the order in which statements arrive, the spans come out as if they had arrived in
the world's order: runs of one value, each from its first statement to the first one of the next run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mnemon.model.instants import Instant
from mnemon.model.memory import MemoryRecord

Placement = Literal["confirms", "starts_earlier", "follows", "late", "splits"]


@dataclass(frozen=True, slots=True)
class Place:
    """What a statement is to a lineage.

    confirms: `span` says so already. starts_earlier: `span` says so from a later point on, and begins here now. follows: it is the newest;
    the head (`span`) ends here. late: a span of its own, from here `until`; `span`, if any, ends here. splits: like late, and `span` goes
    on `until` which it was stated again.
    """

    kind: Placement
    span: MemoryRecord | None = None
    until: Instant | None = None
    ends: MemoryRecord | None = None
    """For `starts_earlier`: the span that ends here."""


def place(spans: Sequence[MemoryRecord], at: Instant, same: Sequence[bool]) -> Place:
    """`same[i]` says whether `spans[i]` has the statement's value. The last span in time is the lineage's head."""
    order = sorted((i for i, span in enumerate(spans) if not is_void(span)), key=lambda i: (spans[i].true_from, spans[i].version))
    begun = [i for i in order if spans[i].true_from <= at]
    later = [i for i in order if spans[i].true_from > at]
    covering = next((i for i in reversed(begun) if holds(spans[i], at)), None)
    following = later[0] if later else None
    if covering is None:
        if following is None:
            return Place("follows", spans[order[-1]] if order else None)
        if same[following]:
            return Place("starts_earlier", spans[following])
        return Place("late", None, spans[following].true_from)
    span = spans[covering]
    if same[covering]:
        return Place("confirms", span)
    again = min((point for point in points(span) if point > at), default=None)
    if again is not None:
        return Place("splits", span, again)
    if following is None:
        return Place("follows", span)
    if same[following] and span.true_to == spans[following].true_from:
        return Place("starts_earlier", spans[following], ends=span)
    return Place("late", span, span.true_to)


def is_void(record: MemoryRecord) -> bool:
    """It holds at no time: it was corrected, or superseded at the very instant it began."""
    return record.true_to is not None and record.true_to <= record.true_from


def holds(record: MemoryRecord, at: Instant) -> bool:
    return record.true_from <= at and (record.true_to is None or at < record.true_to)


def points(record: MemoryRecord) -> list[Instant]:
    """The times for which it was stated."""
    return [ref.true_at for ref in record.sources if ref.true_at is not None]
