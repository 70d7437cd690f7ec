"""The profile of a person: what is stable about them, in their own words. No episodes, no text that others vouch for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from mnemon.language.lexicon import RELATIONS
from mnemon.model.memory import Head
from mnemon.model.summaries import Sentence
from mnemon.model.text import folded
from mnemon.tenant.derived import is_ordinary, may_be_told
from mnemon.tenant.fact_keys import DEFAULT_SUBJECT

from .sentences import alone, when

MOST_SENTENCES = 20
MOST_CHARACTERS = 1_500
LONGEST = 300
_OF_ONE_SECTION = 5
"""Sentences before the other sections have had theirs."""

SECTIONS = ("identity", "instruction", "home", "work", "family", "health", "preference", "schedule")
"""In the order in which they are told."""
_BY_CATEGORY = {
    "identity": "identity", "personal": "identity", "name": "identity", "language": "identity",
    "instruction": "instruction", "instructions": "instruction",
    "home": "home", "location": "home",
    "work": "work", "job": "work", "career": "work", "study": "work", "education": "work",
    "family": "family", "relationship": "family", "relationships": "family", "pet": "family", "pets": "family",
    "health": "health", "allergy": "health", "allergies": "health",
    "preference": "preference", "preferences": "preference", "habit": "preference", "diet": "preference",
    "schedule": "schedule", "routine": "schedule",
}  # fmt: skip
_BY_ATTRIBUTE = {
    "name": "identity", "birthday": "identity", "age": "identity", "language": "identity", "timezone": "identity", "time zone": "identity",
    "pronouns": "identity", "nationality": "identity",
    "home": "home", "hometown": "home", "birthplace": "home",
    "employer": "work", "job": "work", "school": "work", "field of study": "work",
    "marital status": "family", "diet": "preference",
}  # fmt: skip
"""Categories and attributes of the built-in rules, and the usual names for the same in what is written directly."""


@dataclass(frozen=True, slots=True)
class Person:
    """Whom a profile is about: under which names facts speak of them."""

    names: Collection[str] = ()

    def section(self, head: Head) -> str | None:
        """Where a memory belongs; None: it is about somebody or something else, or not stable."""
        if head.kind not in ("fact", "preference"):
            return None
        subject = folded(head.subject or DEFAULT_SUBJECT)
        known = {DEFAULT_SUBJECT, *map(folded, self.names)}
        if subject not in known:
            owner, _, relation = subject.rpartition("'s ")
            related = owner in known and relation.split(" ", 1)[0] in RELATIONS
            return "family" if related and head.attribute in ("name", "job", "kind") else None
        named = _BY_ATTRIBUTE.get(folded(head.attribute)) if head.attribute else None
        return named or _BY_CATEGORY.get(folded(head.category or "")) or ("preference" if head.kind == "preference" else None)


@dataclass(frozen=True, slots=True)
class ProfileRules:
    """`sensitive_allowed`: classes of what is sensitive, such as `health`, that the tenant allows."""

    sensitive_allowed: frozenset[str] = field(default_factory=frozenset[str])

    def admits(self, head: Head) -> bool:
        """Whether a memory's words may stand in a profile, whatever they are about."""
        return may_be_told(head) and is_ordinary(head, self.sensitive_allowed)


def belongs(head: Head, person: Person, rules: ProfileRules) -> bool:
    return rules.admits(head) and (head.pinned or person.section(head) is not None)


def write_profile(heads: Iterable[Head], person: Person, rules: ProfileRules) -> tuple[Sentence, ...]:
    """Pinned memories first, then section by section, the most salient and latest first. Pure.

    `MOST_SENTENCES` and `MOST_CHARACTERS` at most; no section crowds out another.
    """
    sections: defaultdict[str, list[Head]] = defaultdict(list)
    for head in best_first(head for head in heads if belongs(head, person, rules)):
        sections["pinned" if head.pinned else person.section(head) or ""].append(head)
    wanted = [*sections["pinned"]]
    for start, end in ((0, _OF_ONE_SECTION), (_OF_ONE_SECTION, None)):
        wanted += [head for name in SECTIONS for head in sections[name][start:end]]
    chosen, left = set[str](), MOST_CHARACTERS
    for head in wanted:
        length = len(alone(head, LONGEST).text)
        if len(chosen) < MOST_SENTENCES and length <= left:
            chosen.add(head.ulid)
            left -= length
    return tuple(alone(head, LONGEST) for name in ("pinned", *SECTIONS) for head in sections[name] if head.ulid in chosen)


def best_first(heads: Iterable[Head]) -> list[Head]:
    """Pinned, then by salience, then the latest."""
    return sorted(heads, key=lambda head: (head.pinned, head.salience, when(head), head.ulid), reverse=True)
