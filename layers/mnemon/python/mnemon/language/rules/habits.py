# ruff: noqa: E501 (patterns)
"""That something is done again and again: "these days", "usually", "every morning", "now" beside what people do from day to day."""

from __future__ import annotations

import re

from mnemon.language.patterns import Lazy

from .plans import OFTEN

_AGAIN = Lazy(
    rf"\b(?:usually|normally|typically|generally|regularly|these days|nowadays|most (?:days|mornings|afternoons|evenings|nights|weekends|weekdays)|{OFTEN})\b",
    re.IGNORECASE,
)
_DOES = r"(?:take|drink|eat|use|wear|drive|ride|cycle|bike|walk|commute|cook|bake|sleep|get up|wake up|work|read|buy|shop|order|put|skip|avoid|watch|listen|train|run|swim)s?"
_NOW = Lazy(
    rf"\bnow (?:also |only |mostly |even )?{_DOES}\b|\b(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey) (?:only |mostly )?{_DOES}\b[^,;]*\bnow[.!]*$"
)
_OVER = Lazy(
    r"\b(?:used to|was|were|did|didn't|had|went|took|got|ate|drank|rode|drove|ran|swam|wore|slept|woke|bought|\w{3,}ed)\b", re.IGNORECASE
)
_SAYS_LITTLE = Lazy(
    r"\b(?:hangs? out|says? (?:yes|no)|chats?|talks?|relax(?:es)?|chills?|it|them|this|that|those|there|something)\b", re.IGNORECASE
)


def is_habit(text: str) -> bool:
    """Of a clause about somebody: what they do from day to day, now."""
    often = _AGAIN.search(text) is not None or _NOW.search(text) is not None
    return often and _OVER.search(text) is None and _SAYS_LITTLE.search(text) is None
