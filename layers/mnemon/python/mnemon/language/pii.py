"""Where a text holds what identifies a person: ids that states and banks hand out, addresses of mail and machines, telephone numbers.

Each type is a shape, the check digits of who issues it, and words that stand beside it. A find is `certain` when the shape and its check
leave little doubt, or such a word stands near: any number of nine digits passes somebody's check. Own rules: the libraries that know the
check digits weigh more than what is left of the layer, and the tests hold these against one of them. Names of people and places are not
looked for: that takes a model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import NamedTuple

from .patterns import Lazy
from .pii_types import TYPES, Type
from .shadow import Shadow, plain

_NEAR_BEFORE, _NEAR_AFTER = 60, 30
_SEPARATORS = Lazy(r"[\s./:\-()]+")
_DIGIT = Lazy(r"\d")
_DENSE = Lazy(
    r"\d(?:[A-Za-z ./:()+-]{0,4}\d){4}|[A-Za-z]\d{4}[A-Za-z]|(?<![A-Za-z0-9])(?:bc1|BC1|[13])[A-Za-z0-9]{25}|HR[AB] ?\d"
    r"|[A-Za-z]{2}\d{2}[ A-Za-z0-9-]{11}"
)
"""No id of a state or bank is without one of these."""
_MARKER = Lazy(r"\[(?:secret|pii):[a-z_]+:[a-z0-9]+\]")
_OURS = Lazy(r"(?:mem|src|ent|apr|job|era|exp)_[a-z2-7]{26}[0-9A-HJKMNP-TV-Z]{26}")


class Pii(NamedTuple):
    start: int
    end: int
    type: str
    group: str
    value: str
    """Without separators and tricks, in upper case: one id is one value however it is written."""
    certain: bool


def find(text: str, types: Collection[str] | None = None) -> list[Pii]:
    """In order; those of one type do not overlap. Only the types named, or all."""
    if len(text) < 4:
        return []
    shadow = plain(_without(text))
    lowered = shadow.text.lower()
    has_digit, is_dense = _DIGIT.search(shadow.text) is not None, _DENSE.search(shadow.text) is not None
    found: list[Pii] = []
    for type in TYPES if types is None else (t for t in TYPES if t.name in types):
        if (type.dense and not is_dense) or not (has_digit or type.no_digit) or (type.needs and type.needs not in shadow.text):
            continue
        found += _of_type(type, shadow, lowered)
    return sorted(found, key=lambda one: (one.start, -one.end))


def _of_type(type: Type, shadow: Shadow, lowered: str) -> Iterator[Pii]:
    check: Callable[[str], bool] | None = type.check
    for match in _compiled(type.pattern).finditer(shadow.text):
        end = match.end()
        value = _bare(type, match[0])
        while type.trims and check is not None and not check(value) and (cut := shadow.text.rfind(" ", match.start(), end)) > 0:
            end, value = cut, _bare(type, shadow.text[match.start() : cut])
        if check is not None and not check(value):
            continue
        near = _is_near(type.words, lowered, match.start(), end)
        certain = near if type.bare is None else near or _compiled(type.bare).search(match[0]) is not None
        yield Pii(*shadow.span(match.start(), end), type.name, type.group, value, certain)


def _bare(type: Type, said: str) -> str:
    return said if type.literal else _SEPARATORS.sub("", said).upper()


def _is_near(words: tuple[str, ...], lowered: str, start: int, end: int) -> bool:
    if not words:
        return False
    before, after = lowered[max(0, start - _NEAR_BEFORE) : start], lowered[end : end + _NEAR_AFTER]
    return any(_word(word).search(before) or _word(word).search(after) for word in words)


@cache
def _word(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_]){re.escape(word)}(?![^\W\d_])" if word.isascii() else re.escape(word))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _without(text: str) -> str:
    """Markers and our own ids are nobody's numbers."""
    return _OURS.sub(lambda m: "*" * len(m[0]), _MARKER.sub(lambda m: "*" * len(m[0]), text))
