"""The exact words that a memory rests on, and their hash: a citation can be checked against its source."""

from __future__ import annotations

import hashlib


def wording_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
