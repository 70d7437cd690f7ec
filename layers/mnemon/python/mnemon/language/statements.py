"""English statements, read by rules."""

from __future__ import annotations

from mnemon.model.instants import Instant

from .readings import Reading


def attribute_of(text: str, *, at: Instant) -> Reading | None:
    """The statement that a single sentence makes about an attribute, if it makes one."""
    del text, at
    return None
