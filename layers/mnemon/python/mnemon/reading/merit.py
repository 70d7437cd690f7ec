"""What speaks for a record apart from the question: that it was used lately, matters, and was said more than once."""

from __future__ import annotations

import math
from typing import NamedTuple

from mnemon.model.instants import Instant, moment
from mnemon.model.memory import MemoryRecord
from mnemon.model.sources import Chunk

_DAY_SECONDS = 86_400
_MANY = 3.0
"""log2 of the independent mentions from which more of them add nothing."""


class MeritWeights(NamedTuple):
    """Small beside those of the fusion: of two that answer equally well they say which comes first. `told` and `session` were chosen on dev
    conversations: weights like them, chosen on four, won .004 to .021 of R@10 on the fifth; these very values have seen all five."""

    recency: float = 0.03
    half_life_days: float = 30.0
    """Days since the last access, or since it was stored, that halve the recency."""
    salience: float = 0.06
    mentions: float = 0.04
    told: float = 0.25
    """Of the lead of the best memory that rests on a turn: what was said and what was understood of it are two witnesses (`company`)."""
    session: float = 0.15
    """Of the lead of the best other record of the same session."""


class Merit(NamedTuple):
    recency: float
    salience: float
    mentions: float


def merit(record: MemoryRecord | Chunk, last_access: Instant, now: Instant, weights: MeritWeights) -> Merit:
    """`last_access` is empty where it was never returned. Of a turn only its age counts."""
    age = _days(max(record.created_at, last_access), now)
    recency = weights.recency * 0.5 ** (age / weights.half_life_days)
    if isinstance(record, Chunk):
        return Merit(recency, 0.0, 0.0)
    mentions = min(1.0, math.log2(max(1, record.source_count)) / _MANY)
    return Merit(recency, weights.salience * (record.salience - 0.5), weights.mentions * mentions)


def _days(then: Instant, now: Instant) -> float:
    return max(0.0, (moment(now) - moment(then)).total_seconds() / _DAY_SECONDS)
