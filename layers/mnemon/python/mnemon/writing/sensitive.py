"""Facts about what is delicate carry its level; which of them a person has to see first is the tenant's policy."""

from __future__ import annotations

from mnemon.language import sensitivity
from mnemon.model.policy import Policy
from mnemon.model.records import Fact


def graded(fact: Fact) -> Fact:
    """With the level of what it says, or its own where that is higher."""
    level = sensitivity.level(fact.content)
    return fact if level <= fact.sensitivity else fact.model_copy(update={"sensitivity": level})


def waits(fact: Fact, policy: Policy) -> frozenset[str]:
    """The sensitive classes for which this fact needs a person's approval; empty: it may be committed.

    The seam for the approval queue: whoever commits facts asks here, after `graded`.
    """
    return frozenset(sensitivity.classes(fact.content)) - policy.sensitive_allowed
