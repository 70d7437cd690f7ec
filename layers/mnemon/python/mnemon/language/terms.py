"""Words and phrases that somebody listed, looked for in texts as a reader sees them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
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


_BETWEEN = Lazy(r"([\s_·・-]+)")
_BETWEEN_IN_TEXT = r"(?:[\s_·・-]+|[./])"
_TWO_WORDS_IN_ONE = Lazy(r"(?<=[a-z0-9])(?=[A-Z])")
"""`ProjectNightingale`: two words, as a reader sees them, though there is nothing between them."""


class _Phrase:
    """A phrase and the ways in which it is written: `project nightingale`, `PROJECT-NIGHTINGALE`, `project_nightingale`; what has a hyphen
    may be written as one word too (`e-mail`, `email`), what has a space may not (`the rapist`)."""

    def __init__(self, form: str) -> None:
        parts = _BETWEEN.split(form)
        self.joined = len(parts) > 1 and all(parts)
        self._written = re.compile("".join(map(_written, parts)) if self.joined else re.escape(form))

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        found = self._written.search(text)
        while found is not None:
            yield found.span()
            found = self._written.search(text, found.start() + 1)


def _written(part: str) -> str:
    if not _BETWEEN.fullmatch(part):
        return re.escape(part)
    return _BETWEEN_IN_TEXT if part.isspace() else f"{_BETWEEN_IN_TEXT}?"


class Terms:
    """Finds each phrase as whole words: `class` is not in `classic`. Capitals, widths, invisible characters, kinds of spaces, hyphens and
    apostrophes make no difference, nor whether a space, a hyphen or an underscore stands between two words; accents and word forms do."""

    def __init__(self, phrases: Sequence[str]) -> None:
        self._phrases = [(number, _Phrase(form)) for number, phrase in enumerate(phrases) if (form := _form(phrase))]
        self._joined = any(phrase.joined for _, phrase in self._phrases)

    def first(self, text: str) -> int | None:
        """The number of the first of the phrases that the text holds."""
        if not self._phrases:
            return None
        shown = _form(text)
        apart = _form(_TWO_WORDS_IN_ONE.sub(" ", text)) if self._joined else shown
        return next((n for n, phrase in self._phrases if _holds(shown, phrase) or (phrase.joined and _holds(apart, phrase))), None)

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


def _holds(text: str, phrase: _Phrase) -> bool:
    return any(_stands_alone(text, start, end) for start, end in phrase.places(text))


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
