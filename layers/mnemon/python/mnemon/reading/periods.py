"""The times that a question speaks of, and how near a record lies to them: a preference, never a filter."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from mnemon.language.dates import Mention, english, find
from mnemon.language.detect import language
from mnemon.model.instants import Instant, moment

WITHIN_DAYS = 7.0
"""What is told a week before or after the time asked for is still rather about it: people tell later what happened."""
_YEAR_DAYS = 365.2425
_MOST = 4


class Period(NamedTuple):
    """The days [first, last]. `every_year`: a month or a day named without a year, in a question that leaves open which."""

    first: int
    last: int
    every_year: bool = False


def periods(question: str, now: Instant) -> tuple[Period, ...]:
    """Of "in May 2023", "on 3 June", "last week": relative words are read from `now`."""
    return tuple(map(partial(_period, question), find(question, now, language(question))[:_MOST]))


def _period(question: str, mention: Mention) -> Period:
    said = question[mention.start : mention.end]
    open_year = mention.relative and mention.grain in ("day", "month") and english.NAMES_MONTH.search(said) is not None
    return Period(mention.first.toordinal(), mention.last.toordinal(), open_year)


def nearness(asked: Sequence[Period], at: Instant) -> float:
    """1 within one of the periods, less with every day outside it; 0 when no time is asked for."""
    if not asked or not at:
        return 0.0
    day = moment(at).toordinal()
    return max(math.exp(-_gap(period, day) / WITHIN_DAYS) for period in asked)


def _gap(period: Period, day: int) -> float:
    first, last = float(period.first), float(period.last)
    if period.every_year:
        years = round((day - (first + last) / 2) / _YEAR_DAYS) * _YEAR_DAYS
        first, last = first + years, last + years
    return max(0.0, first - day, day - last)
