# ruff: noqa: E501 (patterns)
"""English words of time, resolved against the time at which they were said: "last week" of 2023 is a week of 2023.

Own, narrow rules over the calendar of the standard library. The known libraries were weighed: `dateparser` (1.2 MB zipped with `regex`, 60 ms of
import) reads "next Friday" and spans inside a sentence badly, and the recognizers' Python port has not been kept since 2019.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from mnemon.model.instants import Instant, instant, moment

from .patterns import Lazy
from .render import MONTHS

Grain = Literal["day", "weekend", "week", "month", "season", "year"]
Match = re.Match[str]


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a text speaks of a time: the days [first, last] that it means."""

    start: int
    end: int
    first: date
    last: date
    grain: Grain
    relative: bool
    """Whether the words mean another day when they are said on another day."""

    def shown(self) -> str:
        """Such as `8 May 2023`, `6-7 May 2023`, `week of 1 May 2023`, `May 2023`, `2023`."""
        name = MONTHS[self.first.month - 1]
        match self.grain:
            case "day":
                return f"{self.first.day} {name} {self.first.year}"
            case "weekend":
                return f"weekend of {self.first.day} {name} {self.first.year}"
            case "week":
                return f"week of {self.first.day} {name} {self.first.year}"
            case "month":
                return f"{name} {self.first.year}"
            case "season":
                return f"{name} to {MONTHS[self.last.month - 1]} {self.last.year}"
            case "year":
                return str(self.first.year)


_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT_DAYS = {"mon": 0, "tue": 1, "tues": 1, "wed": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6}
_DAY_NUMBER = {**{name: i for i, name in enumerate(_DAYS)}, **_SHORT_DAYS}
_MONTH_NUMBER = (
    {name.lower(): i for i, name in enumerate(MONTHS, 1)} | {name[:3].lower(): i for i, name in enumerate(MONTHS, 1)} | {"sept": 9}
)
_NUMBERS = {
    word: number
    for number, words in enumerate(
        ("", "a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    )
    for word in words.split()
} | {"couple of": 2, "a couple of": 2, "a couple": 2, "few": 3, "a few": 3, "several": 4, "half a": 0}
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}

_DAY = rf"(?:{'|'.join(_DAYS)})"
_MONTH = rf"(?:{'|'.join(MONTHS)}|(?:{'|'.join(sorted({*(m[:3] for m in MONTHS), 'Sept'}, key=len, reverse=True))})\b\.?)"
_NUMBER = rf"(?:\d{{1,3}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_ORDINAL = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_UNIT = r"(?P<unit>day|week|weekend|month|year|decade)s?"


class _Now:
    """The day on which something was said, and whether its words look ahead."""

    def __init__(self, day: date, ahead: bool) -> None:
        self.day, self.ahead = day, ahead
        self.monday = day - timedelta(days=day.weekday())


Span = tuple[date, date, Grain] | None


def _one(day: date) -> Span:
    return day, day, "day"


def _week(monday: date) -> Span:
    return monday, monday + timedelta(days=6), "week"


def _weekend(saturday: date) -> Span:
    return saturday, saturday + timedelta(days=1), "weekend"


def _month(year: int, month: int) -> Span:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]), "month"


def _year(year: int) -> Span:
    return date(year, 1, 1), date(year, 12, 31), "year"


def _season(year: int, name: str) -> Span:
    month = _SEASONS[name]
    end_year, end_month = (year + 1, 2) if month == 12 else (year, month + 2)
    return date(year, month, 1), date(end_year, end_month, calendar.monthrange(end_year, end_month)[1]), "season"


def _shifted(day: date, months: int) -> date:
    year, month = day.year + (day.month - 1 + months) // 12, (day.month - 1 + months) % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def _count(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[" ".join(text.lower().split())]


def _day_word(m: Match, now: _Now) -> Span:
    word = " ".join(m[0].lower().split())
    if "before yesterday" in word:
        return _one(now.day - timedelta(days=2))
    if "after tomorrow" in word:
        return _one(now.day + timedelta(days=2))
    if "yesterday" in word or word == "last night":
        return _one(now.day - timedelta(days=1))
    return _one(now.day + timedelta(days=1)) if "tomorrow" in word else _one(now.day)


def _ago(m: Match, now: _Now) -> Span:
    return _moved(m, now, -1)


def _from_now(m: Match, now: _Now) -> Span:
    return _moved(m, now, 1)


def _moved(m: Match, now: _Now, sign: int) -> Span:
    """A number of units away: as coarse as the unit, and for years and many months no finer than a month."""
    number, unit = sign * _count(m["number"]), m["unit"].lower()
    match unit:
        case "day":
            return _one(now.day + timedelta(days=number))
        case "week":
            return _week(now.monday + timedelta(weeks=number))
        case "weekend":
            return _weekend(now.monday + timedelta(weeks=number, days=5))
        case "month":
            there = _shifted(now.day, number)
            return _month(there.year, there.month)
        case "year":
            return _year(now.day.year + number)
        case _:
            return _year(now.day.year + 10 * number)


def _which(m: Match, now: _Now) -> Span:
    """`last`, `this` or `next` of something."""
    step = {"last": -1, "past": -1, "previous": -1, "this": 0, "current": 0, "next": 1, "coming": 1, "following": 1, "upcoming": 1}[
        m["which"].lower()
    ]
    unit = m["what"].lower().rstrip(".")
    if unit == "week":
        return _week(now.monday + timedelta(weeks=step))
    if unit == "weekend":
        saturday = now.monday + timedelta(days=5)
        if step < 0:
            return _weekend(saturday - timedelta(weeks=1))
        return _weekend(saturday + timedelta(weeks=step))
    if unit == "month":
        return _month(now.day.year, now.day.month + step)
    if unit == "year":
        return _year(now.day.year + step)
    if unit in _SEASONS:
        return _season_near(unit, now, step)
    if unit in _DAY_NUMBER:
        return _one(_weekday_near(_DAY_NUMBER[unit], now, step))
    if unit in _MONTH_NUMBER:
        return _month_near(_MONTH_NUMBER[unit], now, step)
    return None


def _weekday_near(number: int, now: _Now, step: int) -> date:
    if step < 0:
        return now.day - timedelta(days=(now.day.weekday() - number - 1) % 7 + 1)
    return now.monday + timedelta(days=number, weeks=step)


def _month_near(month: int, now: _Now, step: int) -> Span:
    if step == 0:
        return _month(now.day.year, month)
    if step < 0:
        return _month(now.day.year - (month >= now.day.month), month)
    return _month(now.day.year + (month <= now.day.month), month)


def _season_near(name: str, now: _Now, step: int) -> Span:
    year = now.day.year
    seasons = [s for y in range(year - 2, year + 3) if (s := _season(y, name)) is not None]
    if step < 0:
        return [s for s in seasons if s[1] < now.day][-1]
    if step > 0:
        return next(s for s in seasons if s[0] > now.day)
    return min(seasons, key=lambda s: 0 if s[0] <= now.day <= s[1] else min(abs((s[0] - now.day).days), abs((s[1] - now.day).days)))


def _before_last(m: Match, now: _Now) -> Span:
    unit = m["unit"].lower()
    if unit == "week":
        return _week(now.monday - timedelta(weeks=2))
    if unit == "weekend":
        return _weekend(now.monday - timedelta(weeks=1, days=2))
    return _month(now.day.year, now.day.month - 2) if unit == "month" else _year(now.day.year - 2)


def _some_days_ago(m: Match, now: _Now) -> Span:
    last = _weekday_near(_DAY_NUMBER[m["dayname"].lower()], now, -1)
    return _one(last - timedelta(weeks=max(0, _count(m["number"]) - 1)))


def _bare_weekday(m: Match, now: _Now) -> Span:
    number = _DAY_NUMBER[m["dayname"].lower()]
    if now.ahead:
        return _one(now.day + timedelta(days=(number - now.day.weekday() - 1) % 7 + 1))
    return _one(_weekday_near(number, now, -1))


def _full_date(m: Match, now: _Now) -> Span:
    month, day = _MONTH_NUMBER[m["month"].lower().rstrip(".")], int(m["day"])
    year = m.groupdict().get("year")
    try:
        if year:
            return _one(date(int(year), month, day))
        years = (now.day.year, now.day.year + 1) if now.ahead else (now.day.year, now.day.year - 1)
        days = [date(y, month, day) for y in years]
    except ValueError:
        return None
    return _one(next((d for d in days if (d >= now.day if now.ahead else d <= now.day)), days[0]))


def _month_name(m: Match, now: _Now) -> Span:
    month = _MONTH_NUMBER[m["month"].lower().rstrip(".")]
    year = m.groupdict().get("year")
    if year:
        return _month(int(year), month)
    if now.ahead:
        return _month(now.day.year + (month < now.day.month), month)
    return _month(now.day.year - (month > now.day.month), month)


def _iso(m: Match, _: _Now) -> Span:
    try:
        return _one(date(int(m["year"]), int(m["month"]), int(m["day"])))
    except ValueError:
        return None


def _slashes(m: Match, _: _Now) -> Span:
    """Only where the order can be told: one of the two numbers is no month."""
    first, second, year = int(m["first"]), int(m["second"]), int(m["year"])
    if (first > 12) == (second > 12) and first != second:
        return None
    month, day = (second, first) if first > 12 or m["mark"] == "." else (first, second)
    try:
        return _one(date(year, month, day))
    except ValueError:
        return None


def _season_of(m: Match, _: _Now) -> Span:
    return _season(int(m["year"]), m["what"].lower())


def _plain_year(m: Match, _: _Now) -> Span:
    return _year(int(m["year"]))


def _since_long(m: Match, now: _Now) -> Span:
    """`for five years` of what goes on still: it began then."""
    return _moved(m, now, -1)


_RULES: tuple[tuple[Lazy, Callable[[Match, _Now], Span], bool], ...] = tuple(
    (Lazy(pattern, re.IGNORECASE), read, relative)
    for pattern, read, relative in (
        (r"\b(?:the )?day (?:before yesterday|after tomorrow)\b|\b(?:yesterday|tomorrow)(?: (?:morning|afternoon|evening|night))?\b|\blast night\b"
         r"|\b(?:today|tonight|this (?:morning|afternoon|evening)|earlier today|right now)\b", _day_word, True),
        (rf"\b(?P<number>{_NUMBER})\s+{_UNIT}\s+(?:ago|earlier|back)\b", _ago, True),
        (rf"\b(?:in|within)\s+(?:about\s+)?(?P<number>{_NUMBER})\s+{_UNIT}(?:['’]s? time)?\b", _from_now, True),
        (rf"\b(?P<number>{_NUMBER})\s+{_UNIT}\s+from (?:now|today)\b", _from_now, True),
        (rf"\b(?P<which>last|past|previous|this|current|next|coming|following|upcoming)\s+(?P<what>week(?:end)?|month|year|spring|summer|autumn|fall|winter|{_DAY}|{_MONTH}(?=\W|$))\b", _which, True),
        (r"\b(?:the )?(?P<unit>weekend|week|month|year) before last\b", _before_last, True),
        (rf"\b(?P<number>{_NUMBER})\s+(?P<dayname>{_DAY})s?\s+ago\b", _some_days_ago, True),
        (rf"\b(?:the )?{_ORDINAL}\s+(?:of\s+)?(?P<month>{_MONTH}),?\s+{_YEAR}\b", _full_date, False),
        (rf"\b(?P<month>{_MONTH})\s+(?:the )?{_ORDINAL},?\s+{_YEAR}\b", _full_date, False),
        (rf"\b(?:the )?{_ORDINAL}\s+(?:of\s+)?(?P<month>{_MONTH})(?=\W|$)", _full_date, True),
        (rf"\b(?P<month>{_MONTH})\s+(?:the )?{_ORDINAL}\b(?!\s*(?:%|:\d))", _full_date, True),
        (rf"\b(?P<month>{_MONTH})(?:\s+of)?,?\s+{_YEAR}\b", _month_name, False),
        (rf"\b(?:in|since|by|until|during|from|of)(?: early| late| mid)? (?P<month>{_MONTH})(?=\W|$)", _month_name, True),
        (r"\b(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])\b", _iso, False),
        (r"\b(?P<first>\d{1,2})(?P<mark>[/.])(?P<second>\d{1,2})(?P=mark)(?P<year>(?:19|20)\d\d)\b", _slashes, False),
        (rf"\b(?P<what>spring|summer|autumn|fall|winter)(?: of)? {_YEAR}\b", _season_of, False),
        (r"\b(?:in|since|until|from|by|during|back in|of) (?P<year>(?:19|20)\d\d)\b(?!\s*-\d)", _plain_year, False),
        (rf"\b(?:on |by |until |since |every )?(?P<dayname>{_DAY})\b(?!s)", _bare_weekday, True),
        (rf"\bfor (?:about |over |almost |nearly |more than |the (?:past|last) )?(?P<number>{_NUMBER})\s+(?P<unit>week|month|year)s?(?: now)?\b", _since_long, True),
    )
)  # fmt: skip

_AHEAD = Lazy(
    r"\b(?:will|won't|'ll|going to|gonna|plan(?:s|ning)?(?: to| on)?|tomorrow|upcoming|deadline|due|appointment|scheduled|booked|by|until|hope to|want to|intend to"
    r"|(?:am|'m|is|are|'re)(?: \w+ly)? (?:on|at|in|\w+ing)|(?:my|our|the)(?: [\w']+){1,4} (?:is|are) (?:on|at|in)|starts?|begins?|leaves?|ends?|expires?|flies|next)\b",
    re.IGNORECASE,
)
_BEHIND = Lazy(
    r"\b(?:was|were|did|had|went|bought|(?<!'ve )(?<!have )(?<!has )got|came|saw|took|made|moved|started|began|finished|ended|left|quit|met|\w{2,}ed)\b",
    re.IGNORECASE,
)
_ADMITS = Lazy(r"\b(?:was|were) (?:wrong|mistaken|confused|off)\b", re.IGNORECASE)
"""Of what was said before, not of when anything happens."""
_MOVED_ON = Lazy(r"\b(?:rescheduled|postponed|pushed(?: back)?|(?:been|was|is|were) moved) (?:to|until|for)\b", re.IGNORECASE)
_LASTS = Lazy(r"\b(?:have|has|'ve|'s|had) (?:been|\w+ed|known|had|lived|owned|worked)\b|\bbeen\b", re.IGNORECASE)
_NAMES_MONTH = Lazy(
    rf"^(?:(?:early|late|mid) )?(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?)?{_MONTH}(?: (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)?$",
    re.IGNORECASE,
)
_REGULAR = Lazy(r"\b(?:every|each)\s*$", re.IGNORECASE)


def find(text: str, at: Instant) -> list[Mention]:
    """The times that a sentence speaks of, in order, none overlapping another."""
    now = _Now(moment(at).date(), looks_ahead(text))
    found: list[Mention] = []
    for pattern, read, relative in _RULES:
        if read is _since_long and not _LASTS.search(text):
            continue
        for match in pattern.finditer(text):
            if _REGULAR.search(text, 0, match.start()) or match[0].lower().startswith(("every ", "each ")):
                continue
            span = _read(match, read, now)
            if span is not None and not any(match.start() < m.end and m.start < match.end() for m in found):
                start = match.start() + (
                    len(match[0]) - len(re.sub(r"^(?:on|by|until|since|of|from|in|during) ", "", match[0], flags=re.IGNORECASE))
                )
                found.append(Mention(start, match.end(), *span, relative))
    return sorted(found, key=lambda mention: mention.start)


def looks_ahead(text: str) -> bool:
    """Whether a sentence speaks of what is to come, so that its Friday is the next one."""
    return bool(_MOVED_ON.search(text)) or (bool(_AHEAD.search(text)) and not _BEHIND.search(_ADMITS.sub("", text)))


def annotate(text: str, mentions: Sequence[Mention]) -> str:
    """The text with an absolute date beside each relative word; a date or a month gets the year that it lacks."""
    for mention in reversed(mentions):
        if mention.relative:
            said = text[mention.start : mention.end]
            dated = (
                f"{said} {mention.first.year}"
                if _NAMES_MONTH.search(said) and mention.grain in ("day", "month")
                else f"{said} ({mention.shown()})"
            )
            text = text[: mention.start] + dated + text[mention.end :]
    return text


def event_time(mentions: Sequence[Mention], at: Instant) -> Instant | None:
    """When what was said happened: the first time that it speaks of. What is of the very day of saying so happened then."""
    if not mentions:
        return None
    today = moment(at).date()
    past = [m for m in mentions if m.first <= today]
    chosen = (past or mentions)[0]
    if chosen.first <= today <= chosen.last:
        return at
    return instant(datetime(chosen.first.year, chosen.first.month, chosen.first.day, tzinfo=UTC))


def _read(match: Match, read: Callable[[Match, _Now], Span], now: _Now) -> Span:
    try:
        return read(match, now)
    except (ValueError, OverflowError):
        return None
