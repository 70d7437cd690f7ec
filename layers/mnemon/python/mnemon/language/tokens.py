"""Words of a text, as the index and the rules see them."""

from __future__ import annotations

import re

_WORD = re.compile(r"[\w'’]+")
_POSSESSIVE = re.compile(r"['’]s?$")


def words(text: str) -> list[str]:
    """Lower-case words in order."""
    return _WORD.findall(text.lower())


def bare(word: str) -> str:
    """A word without a possessive or an apostrophe at its end."""
    return _POSSESSIVE.sub("", word)


def count(text: str) -> int:
    """Words between spaces: the measure of `n_words` and of the context's budget."""
    return len(text.split())
