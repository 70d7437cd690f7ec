# ruff: noqa: E501, SIM905 (a word list)
"""Whether two wordings say the same: by what they name, not by how near they are."""

from __future__ import annotations

import re

from mnemon.model.text import folded

from .patterns import Lazy

_WORD = Lazy(r"[^\s,;!?\"“”()\[\]{}…。，！？、؟]+")
_EMPTY = frozenset(
    (
        "a an the and or but of to in on at by for from with as is are was were be been being am has have had do does did it its this that these those there here "
        "i my me mine we our us you your he his him she her they their them user user's users who which what when where will would shall can could should "
        "now currently still again also just really very so too already always then than not no yes about into onto over under up down out off since"
    ).split()
)
_ENDINGS = Lazy(r"(?<=[a-z]{3})(?:ies|ing|ed|es|s|e|y)$")


def names(text: str) -> frozenset[str]:
    """The words of a text that carry its meaning, without their endings."""
    return frozenset(
        _ENDINGS.sub("", w)
        for word in _WORD.findall(folded(text))
        if (w := re.sub(r"['’]s?$", "", word.strip(".:'’`*_-"))) and w not in _EMPTY
    )


def same_value(one: str | None, other: str | None, one_text: str, other_text: str) -> bool:
    """By the values that were read, when both were; else two texts are of one value when they carry the same words.

    A proper name stands for a longer form of itself: `Northwind` and `Northwind Logistics` are one employer. Values that carry no
    meaning but their own (`yes`, `no`) are the same only word for word.
    """
    if one is not None and other is not None:
        return _same_words(one, other) or _is_short_for(one, other) or _is_short_for(other, one)
    return _same_words(one_text, other_text)


def _same_words(one: str, other: str) -> bool:
    return folded(one) == folded(other) or (names(one) == names(other) != frozenset())


def _is_short_for(short: str, long: str) -> bool:
    words = _WORD.findall(short)
    return bool(words) and all(word[0].isupper() for word in words) and names(short) < names(long)


def adds_to(text: str, known: str) -> bool:
    """Whether `text` tells more than `known`: a number or two words that `known` does not hold."""
    new = names(text) - names(known)
    return len(new) >= 2 or any(any(c.isdigit() for c in word) for word in new)
