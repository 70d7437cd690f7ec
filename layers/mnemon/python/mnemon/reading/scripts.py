"""How much of a question is in letters that the index's words and an English embedder know nothing of."""

from __future__ import annotations

import re

_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile(r"[a-zA-Z\u00aa\u00ba\u00c0-\u024f\u1e00-\u1eff]")
_READ_LATIN_ONLY = frozenset({"bge-small-en-v1.5-int8"})
"""Embedders to which text in another script is characters of no meaning. One that is not named is taken to read them all."""


def foreign(text: str) -> float:
    """The share of a text's letters that are not Latin ones, 0 to 1."""
    letters = len(_LETTER.findall(text))
    return 1.0 - len(_LATIN.findall(text)) / letters if letters else 0.0


def is_read(embedder: str) -> bool:
    """Whether vectors of an embedder mean something for text in other scripts than Latin too."""
    return embedder not in _READ_LATIN_ONLY
