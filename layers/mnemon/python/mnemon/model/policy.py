"""What a tenant wants done with what a text says about a person: a value, so that whoever keeps it can hand it to the gate."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .memory import Frozen

Treatment = Literal["allow", "mask", "refuse"]
PiiGroup = Literal["government", "payment", "contact", "network", "health", "business", "vehicle", "place"]

DEFAULT_GROUPS: dict[str, Treatment] = {"government": "mask", "payment": "mask"}
DEFAULT_SENSITIVE: frozenset[str] = frozenset()
LOW_CONFIDENCE = 0.3
APPROVAL_DAYS = 30


class Policy(Frozen):
    """`types` decides before `groups`; what neither names is allowed.

    Payment cards are secrets as well: they are masked whatever stands here, and refused where it says so.
    """

    types: dict[str, Treatment] = Field(default_factory=dict)
    """By the name of a type, such as `us_ssn` or `email_address`."""
    groups: dict[str, Treatment] = Field(default_factory=lambda: dict(DEFAULT_GROUPS))
    sensitive_allowed: frozenset[str] = DEFAULT_SENSITIVE
    """Sensitive classes, such as `health`, that need nobody's approval."""
    approve_below: float = LOW_CONFIDENCE
    """Facts in which there is less confidence than this wait for a person; 0: none do."""
    approval_days: int = APPROVAL_DAYS
    """How long something waits before it is given up."""

    def treats(self, type: str, group: str) -> Treatment:
        return self.types.get(type) or self.groups.get(group, "allow")


DEFAULT = Policy()
