"""Statements about what a tenant always keeps, where no rule reads them."""

from __future__ import annotations

from collections.abc import Sequence

from mnemon.model.instants import Instant

from .clauses import Clause, clauses
from .person import Speaker, sentence, third_person
from .phrases import names
from .readings import Reading
from .terms import Terms

_SALIENCE = 0.7


def kept(text: str, readings: Sequence[Reading], always: Terms, *, at: Instant, speaker: str | None = None) -> list[Reading]:
    """What `readings` lack of the text's statements that hold one of the phrases: a reading each, without an attribute.

    Questions, requests, guesses and small talk state nothing, and are not kept here either.
    """
    if not always.holds(text):
        return []
    found: list[Reading] = []
    told = {reading.wording for reading in readings if always.holds(reading.content)}
    for clause in clauses(text, at):
        if clause.sentence not in told and always.holds(clause.sentence):
            found.append(_reading(clause, always, Speaker(speaker)))
            told.add(clause.sentence)
    return found


def _reading(clause: Clause, always: Terms, speaker: Speaker) -> Reading:
    """The clause; the whole sentence where the phrase stands in another part of it."""
    said = clause.dated if always.holds(clause.dated) else clause.sentence
    content = sentence(third_person(said, speaker))
    return Reading(
        content=content,
        entities=names(content),
        salience=0.9 if clause.urgent else _SALIENCE,
        event_at=clause.event_at,
        wording=clause.sentence,
    )
