"""What a row of the tables of orders is."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from .patterns import Lazy

Does: TypeAlias = Literal["override", "mode", "addressed", "dictated", "exfiltration", "later", "action", "role", "authority", "task"]

CLAUSE = r"(?:^|[.!?:;>|(\[{#*/\"'`,\n-]|\\n)\s*"
"""Where a clause may begin."""


class Order(NamedTuple):
    does: Does
    weight: int
    needs: tuple[str, ...]
    """One of these must stand in the text, in lower case."""
    pattern: Lazy
    unless: Lazy | None = None
    """Found anywhere in the text, it makes the order an ordinary thing to say."""
