"""Words of a text, as the index and the rules see them."""

from __future__ import annotations

import re

_MARKS = (
    r"\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8"
    r"\u06ea-\u06ed\u0900-\u0963\u0966-\u096f\u0971-\u0dff\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f71-\u0f84\u102b-\u103e"
    r"\u1056-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u17b4-\u17d3\u3099\u309a"
)
"""Vowel signs, tones and points that stand on a letter, from Arabic to Thai: `\\w` holds none of them, and a word does not end there."""
_WORD = re.compile(rf"[\w'’{_MARKS}]+")
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
