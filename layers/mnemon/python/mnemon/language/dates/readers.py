"""What the named groups of a pattern mean, in a language's own words: each reader turns a match into the days meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from mnemon.language.patterns import Lazy

from . import feasts, spans
from .feasts import Feast
from .spans import Now, Span, Unit

Match = re.Match[str]
Reader = Callable[[Match, Now], Span]


@dataclass(frozen=True, slots=True)
class Rule:
    pattern: Lazy
    read: Reader
    relative: bool = True
    """Whether the words mean another day when they are said on another day."""
    words: tuple[str, ...] = ()
    """One of them, in lower case, stands in whatever the pattern finds; none are told where that is not known."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A language's words of time, in lower case."""

    days: Mapping[str, int]
    """Such as `tomorrow`: days from today."""
    which: Mapping[str, int]
    """Such as `last`: -1, this: 0, next: 1, the one after it: 2."""
    units: Mapping[str, Unit]
    weekdays: Mapping[str, int]
    """Monday is 0."""
    months: Mapping[str, int]
    numbers: Mapping[str, int]
    """Cardinal and ordinal."""
    seasons: Mapping[str, str] = field(default_factory=dict[str, str])
    feasts: Mapping[str, Feast] = field(default_factory=dict[str, Feast])
    day_first: bool = True
    """Whether 3/5 is the 3rd of May."""

    def number(self, text: str) -> int:
        digits = re.match(r"\d+", text)
        return int(digits[0]) if digits else self.numbers[" ".join(text.lower().replace("-", " ").split())]

    def month(self, text: str) -> int:
        return self.months[text.lower().rstrip(".")] if not text.isdigit() else int(text)


_TWO_YEARS = 24
"""Months."""


@dataclass(frozen=True, slots=True)
class Readers:
    """The groups are `number`, `unit`, `which`, `what`, `weekday`, `day`, `until` (a second day), `month`, `year`, `part`."""

    words: Lexicon

    def day_word(self, m: Match, now: Now) -> Span:
        return spans.one(now.day + timedelta(days=self.words.days[_plain(m["what"])]))

    def ago(self, m: Match, now: Now) -> Span:
        return spans.moved(now, -self.words.number(m["number"]), self._unit(m["unit"]))

    def from_now(self, m: Match, now: Now) -> Span:
        return spans.moved(now, self.words.number(m["number"]), self._unit(m["unit"]))

    def which(self, m: Match, now: Now) -> Span:
        """`last`, `this` or `next` of something."""
        step, what = self.words.which[_plain(m["which"])], _plain(m["what"]).rstrip(".")
        if what in self.words.units:
            return spans.next_to(now, step, self._unit(what))
        if what in self.words.seasons:
            return spans.season_near(self.words.seasons[what], now, step)
        if what in self.words.weekdays:
            return spans.one(spans.weekday_near(self.words.weekdays[what], now, step))
        return spans.month_near(self.words.months[what], now, step) if what in self.words.months else None

    def several(self, m: Match, now: Now) -> Span:
        """`the next three days`, `the past two weeks`: counted from today, which is not among them."""
        count, unit = self.words.number(m["number"]), self._unit(m["unit"])
        step = -1 if self.words.which[_plain(m["which"])] < 0 else 1
        far = _far(now.day, step * count, unit)
        if far is None:
            return None
        return spans.days(far, now.day - timedelta(days=1)) if step < 0 else spans.days(now.day + timedelta(days=1), far)

    def weekday_of_week(self, m: Match, now: Now) -> Span:
        """`Monday of next week`."""
        step, number = self.words.which[_plain(m["which"])], self.words.weekdays[_plain(m["weekday"]).rstrip(".")]
        return spans.one(now.monday + timedelta(days=number, weeks=step))

    def weekday(self, m: Match, now: Now) -> Span:
        return spans.one(spans.bare_weekday(self.words.weekdays[_plain(m["weekday"]).rstrip(".")], now))

    def weekdays_ago(self, m: Match, now: Now) -> Span:
        last = spans.weekday_near(self.words.weekdays[_plain(m["weekday"])], now, -1)
        return spans.one(last - timedelta(weeks=max(0, self.words.number(m["number"]) - 1)))

    def day_of_month(self, m: Match, now: Now) -> Span:
        month, day, year = self.words.month(m["month"]), self.words.number(m["day"]), m.groupdict().get("year")
        if year:
            return spans.day_of(spans.full_year(year), month, day)
        return spans.bare_day(month, day, now)

    def days_of_month(self, m: Match, now: Now) -> Span:
        """`from 4 to 22 January`."""
        last = self.words.number(m["until"])
        first = self.day_of_month(m, now)
        if first is None:
            return None
        until = spans.day_of(first[0].year, first[0].month, last)
        return spans.days(first[0], until[0]) if until else None

    def day_alone(self, m: Match, now: Now) -> Span:
        """`the 21st`: of this month, or of the one next to it in the direction in which the sentence looks."""
        number, first = self.words.number(m["day"]), now.day.replace(day=1)
        order = (0, 1, 2) if now.ahead else (0, -1, -2)
        for step in order:
            there = spans.shifted(first, step)
            found = spans.day_of(there.year, there.month, number)
            if found is not None and (found[0] >= now.day if now.ahead else found[0] <= now.day):
                return found
        return None

    def weekday_and_day(self, m: Match, now: Now) -> Span:
        """`Monday the 24th`: the nearest that is both, in the direction in which the sentence looks."""
        weekday, number = self.words.weekdays[_plain(m["weekday"])], self.words.number(m["day"])
        step = 1 if now.ahead else -1
        for months in range(_TWO_YEARS):
            there = spans.shifted(now.day.replace(day=1), step * months)
            found = spans.day_of(there.year, there.month, number)
            if found is not None and found[0].weekday() == weekday and (found[0] - now.day).days * step >= 0:
                return found
        return None

    def day_of_this(self, m: Match, now: Now) -> Span:
        """`the 21st of this month`."""
        there = spans.shifted(now.day.replace(day=1), self.words.which[_plain(m["which"])])
        return spans.day_of(there.year, there.month, self.words.number(m["day"]))

    def month_name(self, m: Match, now: Now) -> Span:
        month, year = self.words.month(m["month"]), m.groupdict().get("year")
        if year:
            return spans.month(spans.full_year(year), month)
        return spans.bare_month(month, now)

    def month_of(self, m: Match, now: Now) -> Span:
        """`June of last year`."""
        return spans.month(now.day.year + self.words.which[_plain(m["which"])], self.words.month(m["month"]))

    def numeric(self, m: Match, now: Now) -> Span:
        """`3/5/2018`: in the language's order, unless one of the two can be no month."""
        one, two, year = int(m["one"]), int(m["two"]), m.groupdict().get("year")
        day, month = (one, two) if (self.words.day_first or one > 12) and two <= 12 else (two, one)
        if month > 12:
            return None
        return spans.day_of(spans.full_year(year), month, day) if year else spans.bare_day(month, day, now)

    def unambiguous(self, m: Match, _: Now) -> Span:
        """Only where the order can be told: one of the two numbers is no month, or a dot stands between them."""
        one, two = int(m["one"]), int(m["two"])
        if (one > 12) == (two > 12) and one != two and m["mark"] != ".":
            return None
        day, month = (one, two) if one > 12 or m["mark"] == "." else (two, one)
        return spans.day_of(int(m["year"]), month, day)

    def season_of(self, m: Match, _: Now) -> Span:
        return spans.season(int(m["year"]), self.words.seasons[_plain(m["what"])])

    def quarter_of(self, m: Match, now: Now) -> Span:
        year = m.groupdict().get("year")
        return spans.quarter(spans.full_year(year) if year else now.day.year, self.words.number(m["number"]))

    def ordinal_of_year(self, m: Match, now: Now) -> Span:
        """`the second week of 2021`, `the third month of last year`; without a number it is the last one."""
        groups = m.groupdict()
        if groups.get("year"):
            outer = spans.year(int(m["year"]))
        elif groups.get("month"):
            outer = spans.bare_month(self.words.month(m["month"]), now)
        else:
            outer = spans.year(now.day.year + self.words.which[_plain(m["which"])])
        number = self.words.number(m["number"]) if groups.get("number") else -1
        return spans.within(outer, number, self._unit(m["unit"]))

    def feast(self, m: Match, now: Now) -> Span:
        feast, groups = self.words.feasts[_plain(m["what"]).replace("’", "'")], m.groupdict()
        if groups.get("year"):
            return spans.one(feast(spans.full_year(m["year"])))
        return spans.one(feasts.near(feast, now, self.words.which[_plain(m["which"])] if groups.get("which") else None))

    def same_day(self, _: Match, now: Now) -> Span:
        """Minutes and hours away: on the day of saying so."""
        return spans.one(now.day)

    def weekend(self, _: Match, now: Now) -> Span:
        """A weekend with no other word: this week's when the sentence looks ahead or it has begun, else the one before."""
        return spans.next_to(now, 0 if now.ahead or now.day.weekday() > 4 else -1, "weekend")

    def decade_of(self, m: Match, _: Now) -> Span:
        return spans.years(spans.full_year(m["year"]), 10)

    def _unit(self, text: str) -> Unit:
        return self.words.units[_plain(text)]


def iso(m: Match, _: Now) -> Span:
    return spans.day_of(int(m["year"]), int(m["month"]), int(m["day"]))


def year(m: Match, _: Now) -> Span:
    return spans.year(spans.full_year(m["year"]))


def _far(day: date, count: int, unit: Unit) -> date | None:
    match unit:
        case "day":
            return day + timedelta(days=count)
        case "week" | "fortnight":
            return day + timedelta(weeks=count * (2 if unit == "fortnight" else 1))
        case "month" | "quarter":
            return spans.shifted(day, count * (3 if unit == "quarter" else 1))
        case "year" | "decade":
            return spans.shifted(day, 12 * count * (10 if unit == "decade" else 1))
        case _:
            return None


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def listed(words: Mapping[Unit, str]) -> dict[str, Unit]:
    """From a unit's words, `|` between them, to a unit by word."""
    return {word: unit for unit, row in words.items() for word in row.split("|")}


def alternatives(words: Mapping[str, object]) -> str:
    """A pattern of all of them, longest first."""
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))
