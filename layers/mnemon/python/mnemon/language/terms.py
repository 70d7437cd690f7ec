"""Words and phrases that somebody listed, looked for in texts as a reader sees them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from .patterns import Lazy

_APOSTROPHES = dict.fromkeys(map(ord, "‘’ʼ"), "'") | dict.fromkeys(map(ord, "‐‑‒–—−"), "-")
_SPACELESS = Lazy(
    r"[\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff"  # Thai, Lao, Tibetan, Burmese, Khmer
    r"\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)
"""Scripts that set no spaces between words: there a phrase is found inside a run of characters."""
_HANGUL = Lazy(r"[\u1100-\u11ff\uac00-\ud7af]")
"""Words stand apart and take their particles behind them."""


class Terms:
    """Finds each phrase as whole words: `class` is not in `classic`. Capitals, widths, invisible characters, kinds of spaces, hyphens and
    apostrophes make no difference; accents and word forms do."""

    def __init__(self, phrases: Sequence[str]) -> None:
        self._phrases = [(number, form) for number, phrase in enumerate(phrases) if (form := _form(phrase))]

    def first(self, text: str) -> int | None:
        """The number of the first of the phrases that the text holds."""
        if not self._phrases:
            return None
        shown = _form(text)
        return next((number for number, phrase in self._phrases if _holds(shown, phrase)), None)

    def holds(self, text: str) -> bool:
        return self.first(text) is not None


@lru_cache(maxsize=256)
def terms(phrases: tuple[str, ...]) -> Terms:
    """The same for the same phrases, so that they are prepared once."""
    return Terms(phrases)


def _form(text: str) -> str:
    if not text.isascii():
        text = "".join(c for c in text if unicodedata.category(c) != "Cf")
        text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).translate(_APOSTROPHES)
    return " ".join(text.casefold().split())


def _holds(text: str, phrase: str) -> bool:
    start = text.find(phrase)
    while start >= 0:
        if _stands_alone(text, start, start + len(phrase)):
            return True
        start = text.find(phrase, start + 1)
    return False


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether it neither begins nor ends inside a word, nor cuts a letter from its marks."""
    if start and _in_word(text[start]) and _in_word(text[start - 1]):
        return False
    if end == len(text):
        return True
    if unicodedata.combining(text[end]) or unicodedata.category(text[end])[0] == "M":
        return False
    if _HANGUL.match(text[end - 1]) and _HANGUL.match(text[end]):
        return True
    return not (_in_word(text[end - 1]) and _in_word(text[end]))


def _in_word(character: str) -> bool:
    return (character.isalnum() or character == "_" or unicodedata.category(character)[0] == "M") and not _SPACELESS.match(character)
