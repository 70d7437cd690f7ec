# ruff: noqa: E501 (patterns)
"""What a whole sentence takes back by naming both values: "it is not the 14th but the 17th", "I meant Lisbon, not Porto".

It is led back to what this speaker said to have the old value, and only where that is one thing: of two that are on the 14th, nobody can
tell which is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime

from mnemon.language import dates
from mnemon.language.clauses import Clause
from mnemon.language.compare import same_value
from mnemon.language.dates.english import NAMES_MONTH
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import phrase
from mnemon.language.readings import Reading
from mnemon.language.tokens import count
from mnemon.model.instants import instant

from .base import Said, Talk, shown

_REGRETS = r"(?:actually|correction|no|nope|wait|sorry|oops|scratch that|strike that|my (?:mistake|bad)|i was (?:wrong|mistaken)|i misspoke|to correct myself)"
_LEAD = rf"^\W*(?:(?:oh|ah|um|well|so|and|but|{_REGRETS})[\s,.:;!–—-]+)*"
_IT = r"(?:it|that|this|the (?:right |correct |actual )?(?:date|day|number|name|value|place|one|answer))"
_PREP = r"(?:(?:on|at|in|for)\s+)?"
_WORDS = r"(?:[^,;.!?]|(?<=\w)[,.](?=\w)){1,60}?"
_OLD, _NEW_ONE = rf"{_PREP}(?P<old>{_WORDS})", rf"{_PREP}(?P<new>{_WORDS})"
_NEW = rf"{_NEW_ONE}[.!]*$"
_IS_NOT = rf"(?:{_IT}\s?(?:['’]s not| is not| isn['’]t| was not| wasn['’]t)|not)"
_FORMS = tuple(
    Lazy(_LEAD + form, re.IGNORECASE)
    for form in (
        rf"{_IS_NOT} {_OLD},? but (?:rather |instead |actually )?{_NEW}",
        rf"{_IS_NOT} {_OLD},\s(?:but\s)?{_IT}(?:['’]s| is| was)(?: actually)? {_NEW}",
        rf"i said {_OLD},? but (?:i )?(?:meant|it['’]s|it is) {_NEW}",
        rf"(?:{_IT}(?:['’]s| is| was| should be)(?: actually| really)?|i meant|i mean|make (?:it|that)) {_NEW_ONE},? (?:and )?not {_OLD}[.!]*$",
        rf"(?<=[\s,.:;!–—-]){_NEW_ONE}, not {_OLD}[.!]*$",
    )
)
_TAKES_BACK = Lazy(rf"\bnot\b|n['’]t\b|^\W*{_REGRETS}\b|\bI (?:said|meant)\b", re.IGNORECASE)
_DAY = Lazy(r"^(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?$", re.IGNORECASE)
_ISO = Lazy(r"^\d{4}-\d\d-\d\d\b")
_LONGEST = 6


def names_both(sentence: str) -> bool:
    """Whether it takes one value back for another: where nobody can tell of what, nothing is corrected."""
    return _both(sentence) is not None


def _both(sentence: str) -> re.Match[str] | None:
    if _TAKES_BACK.search(sentence) is None:  # nearly all of them, told by one pattern
        return None
    return next((m for form in _FORMS if (m := form.match(sentence))), None)


def taken_back(clause: Clause, talk: Talk) -> Iterator[Said]:
    found = _both(clause.sentence)
    if found is None or max(count(found["old"]), count(found["new"])) > _LONGEST:
        return
    if talk.said and talk.said[-1].wording == clause.sentence:  # another clause of it told so
        return
    old, new = phrase(found["old"]), phrase(found["new"])
    meant = _meant(old, talk.said, clause) if old and new else None
    if meant is None or meant.subject is None or meant.attribute is None or meant.value is None:
        return
    told, day = new, _day(new, meant.value, clause) if _ISO.match(meant.value) else None
    if _ISO.match(meant.value):
        if day is None:
            return
        told = f"on {dates.Mention(0, 0, day, day, 'day', False).shown()}"
        new = day.isoformat() + meant.value[len("2026-01-01") :]
    yield Said(
        meant.subject,
        meant.attribute,
        new,
        meant.category or "fact",
        meant.kind,
        content=f"{shown(meant.subject, talk)}'s {meant.attribute} is {told}.",
        event_at=instant(datetime(day.year, day.month, day.day, tzinfo=UTC)) if day and meant.event_at else None,
    )


def _meant(old: str, said: Sequence[Reading], clause: Clause) -> Reading | None:
    """What has the value that is taken back: as it was said last, where it is one thing."""
    current: dict[tuple[str, str], Reading] = {}
    for reading in said:
        if reading.subject and reading.attribute and reading.value:
            current[reading.subject, reading.attribute] = reading
    having = [r for r in current.values() if not r.ends and _has(r, old, clause)]
    if len(having) != 1 or any(_is_of_that_day_too(other, having[0]) for other in said):
        return None
    return having[0]


def _is_of_that_day_too(other: Reading, meant: Reading) -> bool:
    """Another sentence, which no rule gave an attribute, tells of the very day that is taken back."""
    is_day = _ISO.match(meant.value or "") is not None
    return is_day and other.attribute is None and other.wording != meant.wording and (other.event_at or "")[:10] == (meant.value or "")[:10]


def _has(reading: Reading, old: str, clause: Clause) -> bool:
    value = reading.value or ""
    if not _ISO.match(value):
        return same_value(old, value, old, value)
    if bare := _DAY.match(old):
        return int(value[8:10]) == int(bare["day"])
    day = _day(old, value, clause)
    return day is not None and day.isoformat()[5:] == value[5:10]


def _day(text: str, near: str, clause: Clause) -> date | None:
    """`the 17th` is of the month of the day that it takes the place of."""
    if bare := _DAY.match(text):
        try:
            return date.fromisoformat(near[:10]).replace(day=int(bare["day"]))
        except ValueError:
            return None
    named = [mention for mention in dates.find(f"it is on {text}", clause.at) if mention.first == mention.last]
    if len(named) != 1:
        return None
    if not NAMES_MONTH.search(text):
        return named[0].first
    try:  # without a year it is of the same year
        return named[0].first.replace(year=date.fromisoformat(near[:10]).year)
    except ValueError:
        return None
