# ruff: noqa: E501 (patterns)
"""Birthdays and anniversaries: days of every year, so without the year in which they come next."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.patterns import Lazy
from mnemon.language.person import sentence, third_person
from mnemon.language.phrases import plain
from mnemon.language.render import MONTHS

from .base import RELATION, SUBJECT, Said, Talk, owner_of, whom

_DAY = Lazy(
    rf"^(?P<o>[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]he user's|[A-Z][\w-]+'s) (?:(?P<r>(?:[a-z-]+ ){{0,2}}?(?:{RELATION})(?: [A-Z]\w+)?)(?:'s|s') )?(?P<a>birthday|(?:wedding |work )?anniversary|name day) (?:is|falls)(?: always)?(?: on| in)?\b"
)
_BORN = Lazy(rf"^{SUBJECT} (?:was|were) born (?:on|in)\b")


def date_of_life(clause: Clause, talk: Talk) -> Iterator[Said]:
    """Only days that are named: "my birthday is next week" is of one year."""
    named = [
        m
        for m in clause.mentions
        if m.grain == "day" and re.search(rf"{'|'.join(month[:3] for month in MONTHS)}|\d", clause.said[m.start : m.end])
    ]
    if not named:
        return
    day = f"{named[0].first.day} {MONTHS[named[0].first.month - 1]}"
    if m := _DAY.match(clause.said):
        who = owner_of(m["o"], talk)
        subject = f"{who}'s {plain(m['r']).lower()}" if m["r"] else who
        yield Said(subject, m["a"], day, "identity", salience=0.8, content=sentence(third_person(clause.said, talk.speaker)))
    elif (m := _BORN.match(clause.said)) and (who := whom(m["s"], talk)):
        yield Said(who, "birthday", day, "identity", salience=0.8)
