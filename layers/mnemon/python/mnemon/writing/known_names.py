"""What one name says of what is known under another: `Paul` of `user's brother Paul`, `Pixel` of the dog that the user has.

A name alone is nobody's until the scope knows whose it is, and only where it has known one of that name: then what is said of the name
belongs to what is known of the one so called, and that the one so called is dead or gone ends that the user has them. A state that
begins or ends as it was planned ends the plan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mnemon.language.ahead import plan_of, without_day
from mnemon.language.compare import same_value
from mnemon.language.rules.endings import GONE, LIVING
from mnemon.language.rules.pets import KINDS
from mnemon.language.synonyms import PLANNED
from mnemon.model.instants import Instant
from mnemon.model.memory import Head
from mnemon.model.records import Fact
from mnemon.model.rows import Box
from mnemon.tenant.fact_keys import DEFAULT_SUBJECT, attribute_digest

from .adjudicate import Known, Setting, Statement, adjudicate

_NAME = re.compile(r"[A-Z][\w-]+")
_PETS = tuple(sorted(set(KINDS.values())))
_NAMED_PET = re.compile(rf"pet (?P<k>{'|'.join(_PETS)}) (?P<n>[A-Z][\w'-]+)")
_RELATION_TO = "relation to "


@dataclass(frozen=True, slots=True)
class Named:
    """Keys that a statement bears on beside its own: whose the name is, and the states that it ends with it."""

    relations: tuple[tuple[str, str], ...] = ()
    """Digest of what the name is to somebody, and to whom."""
    ends: tuple[Statement, ...] = ()


def named(box: Box, statement: Statement, owners: Sequence[str]) -> Named:
    """`owners`: by which names the scope's own person goes."""
    fact = statement.fact
    ends = tuple(_statement(box, statement, end) for end in _ends_with(fact, owners))
    if not _is_name(fact) or str(fact.attribute).startswith(_RELATION_TO) or fact.subject in owners:
        return Named((), ends)
    return Named(tuple((attribute_digest(box, str(fact.subject), _RELATION_TO + one, fact.namespace), one) for one in owners), ends)


def other_key(box: Box, known: Known, statement: Statement, of_name: Named, now: Instant) -> str | None:
    """The key of the same attribute under the name by which the scope knows the one person who is called so; None where there is none."""
    fact = statement.fact
    held = [(owner, head) for digest, owner in of_name.relations if (head := _current(known, digest, now)) is not None]
    if len(held) != 1 or held[0][1].last_version != 1 or not held[0][1].value:
        return None
    owner, head = held[0]
    return attribute_digest(box, f"{owner}'s {head.value} {fact.subject}", str(fact.attribute), fact.namespace)


def end_with(known: Known, of_name: Named, setting: Setting) -> Known:
    """What is known once all that ends with the statement has ended. What nobody knows of does not."""
    for each in of_name.ends:
        head = _current(known, str(each.attribute), setting.now)
        if head is None or head.true_from > each.fact.true_from:
            continue
        if each.fact.value is not None and not _says(head, each.fact):
            continue
        known = adjudicate(known, _in_its_words(each, head), setting)[0]
    return known


def _says(head: Head, end: Fact) -> bool:
    value = without_day(head.value) if head.value and _is_plan(end) else head.value
    return bool(value) and same_value(end.value, value, end.content, head.content)


def _in_its_words(end: Statement, head: Head) -> Statement:
    """A plan's value has its day in it, which what has come about does not tell."""
    return replace(end, fact=end.fact.model_copy(update={"value": head.value})) if _is_plan(end.fact) else end


def _is_plan(fact: Fact) -> bool:
    return str(fact.attribute).startswith(PLANNED)


def _statement(box: Box, statement: Statement, end: Fact) -> Statement:
    """Found by its attribute alone: its text is the statement's own, which is kept as another memory."""
    digest = attribute_digest(box, str(end.subject), str(end.attribute), end.namespace)
    return replace(statement, fact=end, text=digest, attribute=digest, told={})


def _current(known: Known, digest: str, now: Instant) -> Head | None:
    lineage = known.lineages.get(known.attributes.get(digest, ""))
    if lineage is None or not lineage.head.is_latest or not lineage.head.is_alive(now) or lineage.head.superseded_by:
        return None
    return lineage.head


def _is_name(fact: Fact) -> bool:
    return fact.attribute is not None and fact.subject is not None and _NAME.fullmatch(fact.subject) is not None


def _ends_with(fact: Fact, owners: Sequence[str]) -> Iterator[Fact]:
    subject, attribute = fact.subject or "", fact.attribute or ""
    if fact.value and (plan := plan_of(attribute, ends=fact.ends)):
        yield _end(fact, subject or DEFAULT_SUBJECT, plan, fact.value)
    if _is_name(fact) and ((attribute == LIVING and fact.value == "no") or (attribute == GONE and fact.value == "gone")):
        for owner in owners:
            yield from _pet_of(fact, owner, subject)
    elif fact.ends and subject in owners and (pet := _NAMED_PET.fullmatch(attribute)):
        yield _end(fact, pet["n"], _RELATION_TO + subject, pet["k"])
    elif fact.ends and attribute == "name" and fact.value and "'s " in subject:
        owner, relation = subject.rsplit("'s ", 1)
        yield _end(fact, fact.value, _RELATION_TO + owner, relation)


def _pet_of(fact: Fact, owner: str, name: str) -> Iterator[Fact]:
    for kind in _PETS:
        yield _end(fact, owner, f"pet {kind} {name}", "yes")
        yield _end(fact, name, _RELATION_TO + owner, kind)
        yield _end(fact, f"{owner}'s {kind}", "name", name)


def _end(fact: Fact, subject: str, attribute: str, value: str) -> Fact:
    return fact.model_copy(update={"subject": subject, "attribute": attribute, "value": value, "ends": True, "relations": ()})
