"""Days, weeks, months and years around the day on which something was said: what words of time in any language come down to."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from mnemon.language.render import MONTHS

Grain = Literal["day", "weekend", "week", "month", "season", "year"]
Unit = Literal["day", "weekend", "week", "fortnight", "month", "quarter", "year", "decade", "century"]
Span = tuple[date, date, Grain] | None

SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
"""The months in which the meteorological seasons of the northern half begin."""


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
            case "day" if self.last != self.first:
                return f"{self.first.day} {name} {self.first.year} to {self.last.day} {MONTHS[self.last.month - 1]} {self.last.year}"
            case "day":
                return f"{self.first.day} {name} {self.first.year}"
            case "weekend":
                return f"weekend of {self.first.day} {name} {self.first.year}"
            case "week":
                return f"week of {self.first.day} {name} {self.first.year}"
            case "month" if (self.last.year, self.last.month) == (self.first.year, self.first.month):
                return f"{name} {self.first.year}"
            case "month" | "season":
                return f"{name} to {MONTHS[self.last.month - 1]} {self.last.year}"
            case "year" if self.last.year != self.first.year:
                return f"{self.first.year} to {self.last.year}"
            case "year":
                return str(self.first.year)


class Now:
    """The day on which something was said, and whether its words look ahead."""

    def __init__(self, day: date, ahead: bool) -> None:
        self.day, self.ahead = day, ahead
        self.monday = day - timedelta(days=day.weekday())


def one(day: date) -> Span:
    return day, day, "day"


def days(first: date, last: date) -> Span:
    return (first, last, "day") if first <= last else None


def day_of(year: int, month: int, number: int) -> Span:
    """None where the calendar has no such day."""
    try:
        return one(date(year, month, number))
    except ValueError:
        return None


def week(monday: date) -> Span:
    return monday, monday + timedelta(days=6), "week"


def weekend(saturday: date) -> Span:
    return saturday, saturday + timedelta(days=1), "weekend"


def month(year: int, number: int) -> Span:
    """`number` may lie outside 1 to 12: months before or after the year."""
    year, number = year + (number - 1) // 12, (number - 1) % 12 + 1
    return date(year, number, 1), date(year, number, calendar.monthrange(year, number)[1]), "month"


def months(year: int, first: int, count: int) -> Span:
    start, end = month(year, first), month(year, first + count - 1)
    assert start is not None
    assert end is not None
    return start[0], end[1], "month"


def quarter(year: int, number: int) -> Span:
    """`number` may lie outside 1 to 4."""
    return months(year, 3 * (number - 1) + 1, 3)


def half(year: int, number: int) -> Span:
    return months(year, 6 * (number - 1) + 1, 6)


def year(number: int) -> Span:
    return date(number, 1, 1), date(number, 12, 31), "year"


def years(first: int, count: int) -> Span:
    return date(first, 1, 1), date(first + count - 1, 12, 31), "year"


def season(number: int, name: str) -> Span:
    start = SEASONS[name]
    end_year, end_month = (number + 1, 2) if start == 12 else (number, start + 2)
    return date(number, start, 1), date(end_year, end_month, calendar.monthrange(end_year, end_month)[1]), "season"


def shifted(day: date, count: int) -> date:
    """The day of a month `count` months away, or that month's last."""
    number = day.year + (day.month - 1 + count) // 12
    there = (day.month - 1 + count) % 12 + 1
    return date(number, there, min(day.day, calendar.monthrange(number, there)[1]))


def moved(now: Now, count: int, unit: Unit) -> Span:
    """A number of units away: as coarse as the unit."""
    match unit:
        case "day":
            return one(now.day + timedelta(days=count))
        case "week":
            return week(now.monday + timedelta(weeks=count))
        case "fortnight":
            return week(now.monday + timedelta(weeks=2 * count))
        case "weekend":
            return weekend(now.monday + timedelta(weeks=count, days=5))
        case "month":
            there = shifted(now.day, count)
            return month(there.year, there.month)
        case "quarter":
            return quarter(now.day.year, (now.day.month - 1) // 3 + 1 + count)
        case "year":
            return year(now.day.year + count)
        case "decade":
            return years((now.day.year // 10 + count) * 10, 10)
        case "century":
            return years((now.day.year // 100 + count) * 100, 100)


def next_to(now: Now, step: int, unit: Unit) -> Span:
    """`last` (-1), `this` (0) or `next` (1) of a unit; the last weekend is the one that is over."""
    if unit == "weekend" and step < 0:
        return weekend(now.monday + timedelta(days=5, weeks=step))
    return moved(now, step, unit)


def weekday_near(number: int, now: Now, step: int) -> date:
    """Monday is 0. The last one is that of the past seven days; the next one is that of the next week."""
    if step < 0:
        return now.day - timedelta(days=(now.day.weekday() - number - 1) % 7 + 1)
    return now.monday + timedelta(days=number, weeks=step)


def bare_weekday(number: int, now: Now) -> date:
    """A weekday with no other word: the nearest in the direction in which the sentence looks."""
    if now.ahead:
        return now.day + timedelta(days=(number - now.day.weekday() - 1) % 7 + 1)
    return weekday_near(number, now, -1)


def month_near(number: int, now: Now, step: int) -> Span:
    if step == 0:
        return month(now.day.year, number)
    if step < 0:
        return month(now.day.year - (number >= now.day.month), number)
    return month(now.day.year + (number <= now.day.month), number)


def bare_month(number: int, now: Now) -> Span:
    """A month without its year: the nearest in the direction in which the sentence looks."""
    if now.ahead:
        return month(now.day.year + (number < now.day.month), number)
    return month(now.day.year - (number > now.day.month), number)


def bare_day(number_of_month: int, number: int, now: Now) -> Span:
    """A day of a month without its year, likewise; a 29 February is one of a year that has it."""
    order = range(9) if now.ahead else range(0, -9, -1)
    found = [span[0] for step in order if (span := day_of(now.day.year + step, number_of_month, number)) is not None]
    return one(next((d for d in found if (d >= now.day if now.ahead else d <= now.day)), found[0])) if found else None


def season_near(name: str, now: Now, step: int) -> Span:
    number = now.day.year
    around = [s for y in range(number - 2, number + 3) if (s := season(y, name)) is not None]
    if step < 0:
        return [s for s in around if s[1] < now.day][-1]
    if step > 0:
        return next(s for s in around if s[0] > now.day)
    return min(around, key=lambda s: 0 if s[0] <= now.day <= s[1] else min(abs((s[0] - now.day).days), abs((s[1] - now.day).days)))


def full_year(digits: str) -> int:
    """`87` is 1987, `07` is 2007: the pivot of POSIX strptime, 69."""
    number = int(digits)
    if len(digits) > 2:
        return number
    return number + (1900 if number >= 69 else 2000)


def within(outer: Span, number: int, unit: Unit) -> Span:
    """The first, second ... (or, counted from the end, -1st) unit of a longer span: the second week of 2021, the third month of a year.
    A week belongs to where its Thursday lies (ISO 8601)."""
    if outer is None:
        return None
    first, last, _ = outer
    if unit == "month":
        there = shifted(first.replace(day=1), number - 1) if number > 0 else shifted(last.replace(day=1), number + 1)
        return month(there.year, there.month)
    if unit == "quarter":
        return quarter(first.year, number if number > 0 else 5 + number)
    if unit == "week":
        opening = first - timedelta(days=first.weekday())
        if (first + timedelta(days=0)).weekday() > 3:
            opening += timedelta(weeks=1)
        closing = last - timedelta(days=last.weekday())
        if last.weekday() < 3:
            closing -= timedelta(weeks=1)
        return week(opening + timedelta(weeks=number - 1)) if number > 0 else week(closing + timedelta(weeks=number + 1))
    if unit == "day":
        return one(first + timedelta(days=number - 1)) if number > 0 else one(last + timedelta(days=number + 1))
    return None
