"""Lengths of time as ISO 8601 writes them, such as `P7D` or `PT12H`."""

from __future__ import annotations

import re
from datetime import timedelta

from .instants import Instant, instant, moment

Duration = str
"""As it was given, in capitals."""

SHORTEST = timedelta(minutes=1)
LONGEST = timedelta(days=36_500)

_DURATION = re.compile(
    r"P(?=.)(?:(?P<years>\d{1,3})Y)?(?:(?P<months>\d{1,4})M)?(?:(?P<weeks>\d{1,4})W)?(?:(?P<days>\d{1,5})D)?"
    r"(?:T(?=.)(?:(?P<hours>\d{1,6})H)?(?:(?P<minutes>\d{1,8})M)?(?:(?P<seconds>\d{1,10})S)?)?"
)
_LAST: Instant = "9999-12-31T23:59:59.999Z"
_DAYS = {"years": 365, "months": 30}


class InvalidDuration(ValueError):
    """The text is no length of time, or one out of bounds."""


def checked(text: str) -> Duration:
    """Raises InvalidDuration."""
    length(text)
    return text.strip().upper()


def length(duration: str) -> timedelta:
    """Whole numbers only; a year counts 365 days, a month 30. Raises InvalidDuration under a minute or over a hundred years."""
    found = _DURATION.fullmatch(duration.strip().upper())
    if found is None or not found[0].isascii():
        raise InvalidDuration("is an ISO 8601 duration in whole numbers, such as P7D or PT12H")
    parts = {name: int(value) for name, value in found.groupdict(default="0").items()}
    days = sum(parts.pop(name) * each for name, each in _DAYS.items())
    total = timedelta(**parts) + timedelta(days=days)
    if not SHORTEST <= total <= LONGEST:
        raise InvalidDuration("is from a minute (PT1M) to a hundred years (P36500D)")
    return total


def after(start: Instant, duration: Duration) -> Instant:
    """The last instant there is where that would be later."""
    try:
        return instant(moment(start) + length(duration))
    except OverflowError:
        return _LAST
