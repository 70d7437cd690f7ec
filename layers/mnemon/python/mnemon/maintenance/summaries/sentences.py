"""From the current memories of one category to a few sentences: grouped by what they are about, the latest first, counted."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from mnemon.language.compare import names as words
from mnemon.language.patterns import Lazy
from mnemon.language.render import day
from mnemon.model.instants import Instant
from mnemon.model.memory import Head
from mnemon.model.summaries import Basis, Sentence
from mnemon.model.text import folded
from mnemon.tenant.fact_keys import DEFAULT_SUBJECT

MOST_SENTENCES = 12
LONGEST = 400
"""Characters of one sentence."""
_QUOTED = 5
"""Memories of one group that are told in their own words; the others are counted."""
_NEGATION = Lazy(r"\b(?:not|no|never|none|nothing|nobody|without|stopped|quit)\b|n['’]t\b", re.IGNORECASE)
_TOPIC_END = Lazy(r"\s*:|\s+(?:of|for|to|in|at|on|with|from|between)\b")


def when(head: Head) -> Instant:
    return head.event_at or head.true_from


def shortened(text: str, longest: int = LONGEST) -> str:
    """On one line; what is too long ends at a word, and says so."""
    text = " ".join(text.split())
    if len(text) <= longest:
        return text
    cut = text[: longest - 1]
    return (cut.rsplit(" ", 1)[0] if " " in cut else cut).rstrip(" ,;:") + "…"


def summarise(category: str, heads: Iterable[Head]) -> tuple[Sentence, ...]:
    """At most `MOST_SENTENCES`, pinned memories and then the most salient first. Pure: the same memories give the same sentences."""
    groups: defaultdict[tuple[str, ...], list[Head]] = defaultdict(list)
    for head in heads:
        groups[_group(category, head)].append(head)
    ordered = sorted((_latest_first(group) for group in groups.values()), key=_rank)
    chosen: list[list[Head]] = []
    for group in ordered:
        if len(chosen) < MOST_SENTENCES and not any(_tells(one, group) for one in chosen):
            chosen.append(group)
    return tuple(_sentence(category, group) for group in chosen)


def alone(head: Head, longest: int = LONGEST) -> Sentence:
    """One memory, in its own words."""
    return Sentence(text=shortened(head.content, longest), rests_on=(basis(head),), confidence=head.confidence, since=when(head))


def basis(head: Head) -> Basis:
    return Basis(ulid=head.ulid, version=head.version, rev=head.rev)


def _group(category: str, head: Head) -> tuple[str, ...]:
    """What happened is counted by year; what holds is told together by subject and topic. Neither is told apart: by itself."""
    namespace, subject = head.namespace or "", folded(head.subject or DEFAULT_SUBJECT)
    if head.attribute is not None and head.kind != "procedure":
        year = when(head)[:4] if head.kind == "episode" else ""
        return namespace, subject, _topic(head.attribute), year
    if head.kind == "episode" and head.event_at is not None and head.category is not None:
        return namespace, subject, folded(category), when(head)[:4]
    return namespace, subject, head.ulid


def _topic(attribute: str) -> str:
    """`trip to Rome` and `trip to Oslo` are trips."""
    end = _TOPIC_END.search(attribute)
    return folded(attribute[: end.start()] if end and end.start() else attribute)


def _latest_first(group: Sequence[Head]) -> list[Head]:
    return sorted(sorted(group, key=lambda head: head.ulid), key=when, reverse=True)


def _rank(group: Sequence[Head]) -> tuple[bool, float, str, str]:
    pinned, salience = any(head.pinned for head in group), max(head.salience for head in group)
    return not pinned, -salience, _descending(when(group[0])), group[0].ulid


def _descending(at: Instant) -> str:
    """Sorts later instants first."""
    return "".join(chr(0x7F - ord(character)) for character in at)


def _tells(one: Sequence[Head], other: Sequence[Head]) -> bool:
    """Whether a memory that stands alone says nothing that another one does not say, in whatever words."""
    if len(one) > 1 or len(other) > 1 or other[0].pinned:
        return False
    known, new = one[0], other[0]
    if (known.subject, known.namespace) != (new.subject, new.namespace) or bool(_NEGATION.search(known.content)) != bool(
        _NEGATION.search(new.content)
    ):
        return False
    return bool(words(new.content)) and words(new.content) <= words(known.content)


def _sentence(category: str, group: Sequence[Head]) -> Sentence:
    if len(group) == 1:
        return alone(group[0])
    return Sentence(
        text=shortened(_told_together(category, group)),
        rests_on=tuple(basis(head) for head in group),
        confidence=min(head.confidence for head in group),
        since=when(group[0]),
    )


def _told_together(category: str, group: Sequence[Head]) -> str:
    first = group[0]
    topic = _topic(first.attribute) if first.attribute is not None else folded(category)
    whose = "" if folded(first.subject or DEFAULT_SUBJECT) == DEFAULT_SUBJECT else f"{first.subject}: "
    counted = f"{whose}{len(group)} {_plural(topic)}"
    quoted = "; ".join(shortened(head.content, LONGEST // 2).rstrip(".") for head in group[:_QUOTED])
    if first.kind == "episode":
        return f"{counted} in {when(first)[:4]}, the latest on {day(when(first))}: {quoted}."
    return f"{counted}, the latest first: {quoted}."


def _plural(noun: str) -> str:
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun if noun.endswith("s") else f"{noun}es"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"
