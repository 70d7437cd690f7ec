"""What ranking wants to know of a record beside its words (recall.md)."""

from __future__ import annotations

import re
from typing import NamedTuple

from .names import naming
from .patterns import Lazy
from .tokens import count

LONGEST_QUESTION = 25

_TIME = Lazy(
    r"\b(yesterday|today|tonight"
    r"|(last|next|this) (night|week|month|year|weekend|morning|evening|summer|winter|fall|spring|\w+day)"
    r"|(mon|tues|wednes|thurs|fri|satur|sun)day|ago"
    r"|in (january|february|march|april|may|june|july|august|september|october|november|december)"
    r"|recently|just|20\d\d|\d+ (days?|weeks?|months?|years?))\b",
    re.IGNORECASE,
)


class Flags(NamedTuple):
    n_words: int
    asks: bool
    has_time: bool
    names: int = 0
    """`language.names`: 0 nothing, 1 a name, 2 a title or a name of several words."""


def flags(text: str) -> Flags:
    """Of the bare words of a turn, a chunk or a memory."""
    n_words = count(text)
    asks = text.strip().endswith(("?", "？")) and n_words <= LONGEST_QUESTION
    return Flags(n_words, asks=asks, has_time=bool(_TIME.search(text)), names=naming(text))
