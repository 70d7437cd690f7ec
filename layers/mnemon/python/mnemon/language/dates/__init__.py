"""Words of time, resolved against the time at which they were said: "last week" of 2023 is a week of 2023. English, German, Spanish and
Chinese; other languages by the English rules' numerals only.

Own, narrow rules over the calendar of the standard library, one small table a language. `dateparser` was measured beside them
(`make bench-write ARGS="--only dates"`): it reads single phrases well, and in running text takes words such as "we" for days.
"""

from __future__ import annotations

import re
from calendar import isleap
from collections.abc import Sequence
from datetime import UTC, date, datetime
from types import ModuleType

from mnemon.model.instants import Instant, instant, moment

from . import chinese, english, german, spanish
from .readers import Rule
from .spans import Grain, Mention, Now, Span

__all__ = ["LANGUAGES", "Grain", "Mention", "annotate", "event_time", "find", "looks_ahead"]

_LONGEST_JOINT = 16

LANGUAGES: dict[str, ModuleType] = {"en": english, "de": german, "es": spanish, "zh": chinese}


def find(text: str, at: Instant, language: str = "en") -> list[Mention]:
    """The times that a sentence speaks of, in order, none overlapping another."""
    tongue = LANGUAGES.get(language)
    if tongue is None:
        return []
    now = Now(moment(at).date(), looks_ahead(text, language))
    found: list[Mention] = []
    spoken = _Spoken(text)
    for rule in tongue.RULES:
        if not spoken.may_hold(rule.words):
            continue
        if rule is english.LASTING and not english.LASTS.search(text):
            continue
        for match in rule.pattern.finditer(text):
            if tongue.EACH.search(text, 0, match.start()) or match[0].lower().startswith(("every ", "each ")):
                continue
            if any(match.start() < m.end and m.start < match.end() for m in found):
                continue
            span = _read(rule, match, now)
            if span is not None:
                lead = tongue.LEADING.match(match[0])
                found.append(Mention(match.start() + (lead.end() if lead else 0), match.end(), *span, rule.relative))
    return _joined(text, sorted(found, key=lambda mention: mention.start), tongue)


class _Spoken:
    """A text, asked for words before it is asked for patterns: most times of most rules are not in it."""

    def __init__(self, text: str) -> None:
        # among other letters a pattern that ignores case finds some that no lower case gives: the Kelvin sign is a k
        self._low = text.lower() if text.isascii() else None
        self._held: dict[tuple[str, ...], bool] = {}

    def may_hold(self, words: tuple[str, ...]) -> bool:
        low = self._low
        if low is None or not words:
            return True
        held = self._held.get(words)
        if held is None:
            held = self._held[words] = any(word in low for word in words)
        return held


def looks_ahead(text: str, language: str = "en") -> bool:
    """Whether a sentence speaks of what is to come, so that its Friday is the next one."""
    tongue = LANGUAGES.get(language, english)
    if tongue is english and english.MOVED_ON.search(text):
        return True
    said = english.ADMITS.sub("", text) if tongue is english else text
    return bool(tongue.AHEAD.search(text)) and not tongue.BEHIND.search(said)


def annotate(text: str, mentions: Sequence[Mention]) -> str:
    """An English text with an absolute date beside each relative word; a date or a month gets the year that it lacks."""
    for mention in reversed(mentions):
        if mention.relative:
            said = text[mention.start : mention.end]
            dated = (
                f"{said} {mention.first.year}"
                if english.NAMES_MONTH.search(said) and mention.grain in ("day", "month")
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


def _read(rule: Rule, match: re.Match[str], now: Now) -> Span:
    try:
        return rule.read(match, now)
    except (ValueError, OverflowError, KeyError):
        return None


def _joined(text: str, mentions: list[Mention], tongue: ModuleType) -> list[Mention]:
    """`from May to October 2020` is one stretch of time. `and` joins two only after `between`."""
    joined: list[Mention] = []
    for mention in mentions:
        before = joined[-1] if joined else None
        if before is not None and _is_stretch(text, before, mention, tongue):
            first, last = _ends(before, mention)
            if first <= last:
                joined[-1] = Mention(before.start, mention.end, first, last, mention.grain, before.relative or mention.relative)
                continue
        joined.append(mention)
    return joined


def _is_stretch(text: str, before: Mention, after: Mention, tongue: ModuleType) -> bool:
    between = text[before.end : after.start]
    if before.grain != after.grain or len(between) > _LONGEST_JOINT or not tongue.JOINS.fullmatch(between):
        return False
    return bool(tongue.BETWEEN.search(text, 0, before.start)) or not tongue.AND.search(between)


def _ends(before: Mention, after: Mention) -> tuple[date, date]:
    """What has no year of its own goes with the other: it begins before the end, and ends after the beginning."""
    first, last = before.first, after.last
    if before.relative and not after.relative:
        years = (last.year, last.year - 1)
        near = (_in_year(first, year) for year in years)
        first = next((day for day in near if day is not None and day <= after.first), first)
    elif after.relative and last < first:
        years = (first.year, first.year + 1)
        near = (_in_year(last, year) for year in years)
        last = next((day for day in near if day is not None and day >= first), last)
    return first, last


def _in_year(day: date, year: int) -> date | None:
    return None if (day.month, day.day) == (2, 29) and not isleap(year) else day.replace(year=year)
