# ruff: noqa: E501, SIM905 (patterns and word lists)
"""Whether two values are of one thing, by the clauses in which they stand.

"I recorded two more tracks, so my album has 11 songs now" says of the album what "My album has 9 songs" says of it, whatever else it
tells. What is said behind a value ("for a one-bedroom", "on the site") may be left out; what stands before it may not.
"""

from __future__ import annotations

import re
from itertools import pairwise

from .meaning import Meaning, words
from .patterns import Lazy
from .stems import FUNCTION, stem
from .values import Value

_BORDER = Lazy(
    r",(?!\d)\s|;\s|\s(?:so|because|which|but|while|now that)\s|\s(?:and|after|since) (?=(?:they|he|she|it|I|we|their|his|her|my|our|the user)\b)",
    re.IGNORECASE,
)
_SO_FAR = Lazy(r"\b(?:so far|at the moment|right now|for now|at present|at the last|at my last|to date|as of)\b", re.IGNORECASE)
_LITTLE = frozenset(stem(word) for word in "moment far last check present date right".split())
"""Words of phrases that say "until now"."""

_DOING = frozenset(stem(word) for word in "run host organize organise hold plan prepare manage".split())
"""What somebody does with a thing whose figure is told: "I'm running a study with 16 participants"."""
_WHICH = frozenset("main old specific different important".split())
"""They say which one is meant where the other text says so too, and little else."""
_OF_WHEN = tuple(
    frozenset(words.split())
    for words in (
        "morning afternoon evening night lunch",
        "daily weekly monthly quarterly yearly annual",
        "summer winter spring autumn fall",
    )
)
"""They tell two apart that recur: the morning class, the weekly limit."""
_WHICH_STATE = frozenset(
    "new newer old older first last next previous current initial latest updated revised final original recent past".split()
)
"""Of one thing at another time: its old value and its new one."""


def is_open(m: Meaning) -> bool:
    """Whether a text says of its own value that it holds until further notice."""
    return _SO_FAR.search(m.text) is not None


_HOLDS = Lazy(
    r"^There (?:are|is) (?:now |currently |already |about |around )?\d|^(?:The user(?: and others)?|(?:The user's|The|[A-Z][\w-]*'s)(?: [\w-]+){1,3}?) (?:(?:now |currently |already )?(?:has|have|owns?) (?:about |around )?\d|(?:has|have) been \w+ing\b|(?!is\b|was\b|has\b)[a-z]+s \d)"
)
_HAPPENED = Lazy(
    r"^(?:The user(?: and others)?|[A-Z][\w-]+) (?:just |also )?(?:bought|ordered|ate|drank|baked|cooked|planted|caught|picked|sent|ran|walked|drove|swam|hiked|biked|cycled|donated|gave away) (?:about |around )?\d"
)


def holds(m: Meaning) -> bool:
    """Whether a text says what somebody has or does now, so that a later figure of it is how it stands then."""
    return _HOLDS.match(m.text) is not None


def happened(m: Meaning) -> bool:
    """Whether a text tells how much was done once: the next time takes the place of nothing."""
    return _HAPPENED.match(m.text) is not None


def are_two(a: Meaning, b: Meaning) -> bool:
    """Whether the same word is told apart in both by the word before it: the main plan is not the inner plan."""
    before, later = _told_apart(a), _told_apart(b)
    said, heard = ({word for word, _ in pairs} for pairs in (before, later))
    return any(
        noun == other and _tell_apart({one, two}) and one not in heard and two not in said
        for one, noun in before for two, other in later
    )  # fmt: skip


def _tell_apart(both: set[str]) -> bool:
    return any(both <= times for times in _OF_WHEN) or not (both <= _WHICH_STATE or both.isdisjoint(_WHICH))


def _told_apart(m: Meaning) -> list[tuple[str, str]]:
    """Words that say which, each with the stem of what follows it."""
    said = [word.lower() for word, _ in words(m.text)]
    return [(one, noun) for one, noun in ((one, stem(two)) for one, two in pairwise(said)) if noun in m.whole and _names(one)]


def _names(word: str) -> bool:
    return word.isalpha() and word not in FUNCTION


def of_one_thing(a: Meaning, x: Value, b: Meaning, y: Value, neutral: frozenset[str], weak: frozenset[str]) -> bool:
    """`neutral`: what may stand beside a value of this kind or not. `weak`: words that are too common to tell things apart alone."""
    (before, behind), (earlier, later) = _around(a, x), _around(b, y)
    ones, others = before | behind, earlier | later
    shared = ones & others
    left, right = ones - others - neutral - _LITTLE - _DOING, others - ones - neutral - _LITTLE - _DOING
    if not shared - a.names - b.names or (not shared - weak and (left or right or len(shared) < 2)):
        return False
    return left <= behind - before and right <= later - earlier and not (left and right)


def _around(m: Meaning, value: Value) -> tuple[frozenset[str], frozenset[str]]:
    """What the clause of a value is about: before it, and at it or behind it."""
    start, end = 0, len(m.text)
    for border in _BORDER.finditer(m.text):
        if border.end() <= value.start:
            start = border.end()
        elif border.start() >= value.end:
            end = border.start()
            break
    before: set[str] = set()
    behind = {value.unit, *value.about} if value.kind in ("count", "label") else set[str]()
    for word, at in words(m.text):
        said = stem(word.lower())
        if start <= at < end and said in m.whole and not value.start <= at < value.end:
            (before if at < value.start else behind).add(said)
    return frozenset(before), frozenset(behind)
