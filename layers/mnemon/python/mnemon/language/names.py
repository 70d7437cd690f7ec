"""Whether a text names something: a title in quotes, a proper name. By its capitals alone, which is how English and its kin write names."""

from __future__ import annotations

import re

from .patterns import Lazy
from .render import MONTHS

NOTHING, A_NAME, A_FULL_NAME = 0, 1, 2
"""Nothing; one capital within a sentence; a quoted title or a name of several words."""

_QUOTED = Lazy(r"[\"“«„][^\W_][^\"”»“\n]{1,60}[\"”»“]")
_SENTENCES = Lazy(r"(?<=[.!?…])\s+|\n")
_WORD = Lazy(r"[\w'’&-]+")
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NO_NAMES = frozenset((*(name.casefold() for name in MONTHS), *_DAYS, "i"))


def naming(text: str) -> int:
    """The most that any sentence of it names. How somebody is addressed ("Hey Mel!", "Thanks, John.") is no name in this sense: it says
    nothing of what the sentence is about."""
    if _QUOTED.search(text):
        return A_FULL_NAME
    return max(map(_of_sentence, _SENTENCES.split(text)), default=NOTHING)


def _of_sentence(sentence: str) -> int:
    words = list(_WORD.finditer(sentence))
    capitals = [_is_capital(word[0]) for word in words]
    found = NOTHING
    for place, (word, capital) in enumerate(zip(words, capitals, strict=True)):
        if place == 0 or not capital or _is_address(sentence, word, place, capitals):
            continue
        follows = place + 1 < len(words) and capitals[place + 1] and sentence[word.end() : words[place + 1].start()] == " "
        if follows:
            return A_FULL_NAME
        found = A_NAME
    return found


def _is_capital(word: str) -> bool:
    return word[:1].isupper() and len(word) > 1 and re.sub(r"['’]\w*$", "", word.casefold()) not in _NO_NAMES


def _is_address(sentence: str, word: re.Match[str], place: int, capitals: list[bool]) -> bool:
    before, after = sentence[: word.start()].rstrip(), sentence[word.end() :].lstrip()
    ends = not after or after[0] in "!?.,"
    return ends and (before.endswith(",") or (place == 1 and capitals[0]))
