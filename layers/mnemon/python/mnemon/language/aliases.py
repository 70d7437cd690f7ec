"""Names of people, places and things: the form in which two of them are one name, and what a name says of whom it names."""

from __future__ import annotations

import re
from typing import NamedTuple

from mnemon.model.text import folded

from .lexicon import RELATIONS
from .patterns import Lazy
from .tokens import bare, words

SELF = "user"
"""Whoever the scope belongs to, as the rules call them."""
LONGEST = 3
"""Words of a name by which a question can find it."""

_RELATION = "|".join(sorted(RELATIONS, key=len, reverse=True))
_DESCRIBED = Lazy(
    rf"^(?P<owner>.+?)['’]s? (?:(?:new|old|little|big|older|younger|elder|late|best|oldest|youngest|twin|half) )*(?P<relation>{_RELATION})(?:,? (?P<name>[^\W\d_].*))?$",  # noqa: E501
    re.IGNORECASE,
)
_ARTICLES = frozenset({"the", "a", "an"})
_SPELLINGS = {
    "mom": "mother", "mum": "mother", "dad": "father", "kid": "child", "kids": "children", "neighbor": "neighbour", "fiancé": "fiance",
    "fiancée": "fiance", "fiancee": "fiance", "grandma": "grandmother", "grandpa": "grandfather", "coworker": "colleague",
    "boss": "manager", "roommate": "flatmate",
}  # fmt: skip


class Named(NamedTuple):
    """What one way of naming somebody says: a name, a description such as `user's sister`, or both."""

    name: str | None
    described: Described | None


class Described(NamedTuple):
    """`owner` is itself a name or a description."""

    owner: str
    relation: str

    def __str__(self) -> str:
        return f"{self.owner}'s {self.relation}"


def form(name: str) -> str:
    """Case, width, spacing, punctuation, articles and a possessive at the end do not make another name."""
    text = folded(name).replace("’", "'")
    said = words(text)
    while len(said) > 1 and said[0] in _ARTICLES:
        said = said[1:]
    if not said:
        return text
    return " ".join([*said[:-1], bare(said[-1])])


def named(text: str) -> Named:
    """`user's sister Jana` is Jana, and the user's sister; `user's sister` is a description alone."""
    text = text.strip(" ,.")
    found = _DESCRIBED.match(text)
    if found is None:
        return Named(text, None)
    name = found["name"]
    return Named(name.strip(" ,.") if name else None, Described(self_or(found["owner"]), relation(found["relation"])))


def self_or(owner: str) -> str:
    return SELF if form(owner) == SELF else owner.strip()


def relation(word: str) -> str:
    """One spelling of each word for a relation between people."""
    low = word.lower()
    return _SPELLINGS.get(low, low)


def first_name(name: str) -> str | None:
    """Of a person's name in several words."""
    said = words(folded(name))
    return said[0] if len(said) > 1 and len(said[0]) > 1 else None
