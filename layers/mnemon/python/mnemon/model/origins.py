"""Who vouches for a text: how far it is trusted, and whether it may speak to an assistant at all."""

from __future__ import annotations

from typing import Literal

from .sources import Role

Origin = Literal["user", "assistant", "system", "direct", "event", "document", "tool", "web"]

TRUST: dict[Origin, int] = {"system": 4, "user": 4, "direct": 4, "event": 4, "assistant": 3, "document": 3, "tool": 2, "web": 1}
UNTRUSTED: frozenset[Origin] = frozenset({"document", "tool", "web"})
"""What these say may come from anybody: it is judged before anything is made of it."""


def of_role(role: Role) -> Origin:
    return role


def trust_of(role: Role, source: int) -> int:
    """Of a turn: no more than its source's."""
    return min(source, TRUST[of_role(role)])
