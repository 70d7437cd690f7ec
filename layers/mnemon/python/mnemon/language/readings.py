"""What a sentence was read to say."""

from __future__ import annotations

from dataclasses import dataclass

from mnemon.model.instants import Instant
from mnemon.model.memory import Kind


@dataclass(frozen=True, slots=True)
class Reading:
    """One statement: self-contained, names for pronouns, dates beside relative words.

    (subject, attribute) is what makes a later statement an update of this one; without them it stands alone.
    """

    content: str
    kind: Kind = "fact"
    subject: str | None = None
    attribute: str | None = None
    value: str | None = None
    category: str | None = None
    entities: tuple[str, ...] = ()
    salience: float = 0.5
    confidence: float = 0.9
    event_at: Instant | None = None
    ends: bool = False
    wording: str = ""
    """The sentence as it was said."""
