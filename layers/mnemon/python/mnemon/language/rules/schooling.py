# ruff: noqa: E501 (patterns)
"""Degrees, and schools that were finished, left or got into."""

from __future__ import annotations

from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import phrase, plain
from mnemon.language.tokens import count

from .base import ADV, HAVE, SUBJECT, Said, Talk, owner_of, whom

_LEVEL = r"(?:(?:bachelor|master|associate)(?:'?s)?(?: of (?:arts|science|engineering|business administration|laws|education))?(?: degree)?|doctorate|ph\.?d|mba|m\.?d|b\.?sc?|m\.?sc?|law degree|medical degree|degree|diploma|certificate|certification|minor|major)"
_DEGREE = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:have|has|got|earned|received|completed|finished|hold|holds|did|obtained) (?:an? |my |his |her |their )?(?P<l>(?:[A-Z]?[a-z]+ )?(?i:{_LEVEL})) (?:in|of) (?P<v>[^,.;]+)"
)
_IS_IN = Lazy(rf"\b(?P<o>[Mm]y|[Hh]is|[Hh]er|[A-Z]\w+'s) (?P<l>(?i:{_LEVEL})) (?:is|was) in (?P<v>[^,.;]+)")
_GRADUATED = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} graduated(?: \w+)?(?: from (?P<v>(?:the )?[A-Z][^,.;]*?))?(?: with (?:an? |my )?(?P<l>[^,.;]+?))?(?= in \d|[,.;!]|$)"
)
_ADMITTED = Lazy(rf"\b{SUBJECT}{HAVE}{ADV} (?:got|been|was|were) (?:accepted|admitted) (?:to|into|by|at) (?P<v>(?:the )?[A-Z][^,.;]*)")
_LEFT = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:dropped out of|withdrew from|left|transferred (?:out of|away from)) (?P<v>(?:the )?[A-Z][\w.&' -]*?(?:University|College|School|Academy|Institute)(?: of [A-Z]\w+)?|(?P<s2>college|school|university|uni|high school))\b"
)


def schooling(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare = clause.bare
    if (m := _DEGREE.search(bare)) and (who := whom(m["s"], talk)):
        yield from _degree(who, m["l"], m["v"])
    elif m := _IS_IN.search(bare):
        yield from _degree(owner_of(m["o"], talk), m["l"], m["v"])
    elif (m := _LEFT.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, "school", None if m["s2"] else phrase(m["v"]), "study", ends=True)
    elif (m := _GRADUATED.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, "graduated from" if m["v"] else None, phrase(m["v"]) if m["v"] else None, "study", "episode", salience=0.7)
    elif (m := _ADMITTED.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, f"admission to {phrase(m['v'])}", "accepted", "study", "episode")


def _degree(who: str, level: str, subject: str) -> Iterator[Said]:
    field = plain(phrase(subject, prepositions=False))
    if field and count(field) <= 5:
        kind = "certificate" if "certif" in level.lower() or "diploma" in level.lower() else "degree"
        yield Said(who, f"{kind} in {field.lower()}", plain(level).lower(), "study")
