"""Playbooks and instructions that are handed over as structured JSON: kept as they are, and told as text where they are searched."""

from __future__ import annotations

import hashlib
import json

from mnemon.language.outline import outline

from .requests import MAX_NAME, IncomingFact

SUBJECT = "procedure"


def told(fact: IncomingFact) -> str:
    """The content of the memory: the title that was given, and under it the procedure line by line."""
    return fact.content if fact.procedure is None else f"{fact.content}\n{outline(fact.procedure)}"


def lineage(fact: IncomingFact) -> tuple[str | None, str | None]:
    """(subject, attribute): a procedure is the value of its title, so that the next one of that title takes its place."""
    if fact.attribute is not None:
        return fact.subject, fact.attribute
    return (fact.subject or SUBJECT, fact.content) if len(fact.content) <= MAX_NAME else (fact.subject, None)


def value_of(fact: IncomingFact) -> str:
    """Two procedures are one when they are equal as JSON, whatever the order of their names. Sealed with the memory."""
    return hashlib.sha256(json.dumps(fact.procedure, sort_keys=True).encode()).hexdigest()
