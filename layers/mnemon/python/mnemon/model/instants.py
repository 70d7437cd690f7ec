"""Instants: UTC, ISO 8601, millisecond, `Z`. The width is fixed, so text order is time order."""

from __future__ import annotations

import calendar
from datetime import UTC, datetime

Instant = str
"""Such as `2026-11-29T22:41:00.000Z`."""

NO_TIME = "must be an ISO 8601 time, such as 2026-03-01T09:00:00Z"


class InvalidInstant(ValueError):
    """The text is not an ISO 8601 date or time."""


def instant(moment: datetime) -> Instant:
    """Raises InvalidInstant for a datetime without a zone: a guess would move a fact in time."""
    if moment.tzinfo is None:
        raise InvalidInstant("a time needs a zone")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse(text: str) -> Instant:
    """An instant from ISO 8601. A zone that is missing is UTC; a date alone is its midnight. Raises InvalidInstant."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return instant(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError) as error:
        raise InvalidInstant(NO_TIME) from error


def moment(value: Instant) -> datetime:
    return datetime.fromisoformat(value)


def epoch_seconds(value: Instant) -> int:
    """For the TTL attribute only."""
    return calendar.timegm(moment(value).utctimetuple())
