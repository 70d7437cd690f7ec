"""English statements, read by rules about the language: who has, works, lives, likes, plans, is called, is set to what.

A rule reads one clause. Where it can it says (subject, attribute, value): that is what makes a later statement an update. What no rule
knows but a person says of themselves is kept as it stands, without an attribute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.model.instants import Instant

from .clauses import Clause, clauses
from .lexicon import ITEMS
from .patterns import Lazy
from .person import Speaker, sentence, third_person
from .phrases import names
from .readings import Reading
from .rules.base import RELATION, SUBJECT, Rule, Said, Talk, spelled, whom
from .rules.home import home
from .rules.identity import identity
from .rules.instructions import instruction
from .rules.leftover import leftover
from .rules.plans import plan, quantity, schedule
from .rules.possession import possession
from .rules.preference import preference
from .rules.settings import is_something, setting
from .rules.work import study, work


def read(text: str, *, at: Instant, speaker: str | None = None) -> list[Reading]:
    """The statements of a turn, each with content that stands by itself. `at` is when it was said."""
    talk = Talk(Speaker(speaker))
    return [reading for clause in clauses(text, at) for reading in _read(clause, talk)]


def attribute_of(text: str, *, at: Instant) -> Reading | None:
    """The one statement that a text makes about an attribute, whoever speaks; None when it makes none, or several."""
    found = [r for r in read(text, at=at) if r.attribute is not None]
    if not found or any(r.wording != found[0].wording for r in found):
        return None
    return found[0]


def _read(clause: Clause, talk: Talk) -> Iterator[Reading]:
    if talk.person is None and _POINTS_BACK.match(clause.bare):  # of whom, nobody can tell
        return
    told = False
    for rule in _RULES:
        for said in rule(clause, talk):
            told = True
            yield _reading(clause, talk, said)
        if told:
            break
    if not told and (said := leftover(clause, talk)) is not None:
        yield _reading(clause, talk, said)
    _remember(clause, talk)


def _reading(clause: Clause, talk: Talk, said: Said) -> Reading:
    content = said.content or sentence(_named(third_person(clause.dated, talk.speaker), talk))
    return Reading(
        content=content,
        kind=said.kind,
        subject=said.subject if said.attribute is not None else None,
        attribute=spelled(said.attribute) if said.attribute is not None else None,
        value=said.value,
        category=said.category,
        entities=names(content),
        salience=0.9 if clause.urgent else said.salience,
        event_at=clause.event_at,
        ends=said.ends,
        wording=clause.sentence,
    )


def _named(content: str, talk: Talk) -> str:
    """A sentence about "she" names her, when an earlier one said who she is."""
    if talk.person is None:
        return content
    who = f"the {talk.person}" if talk.person.startswith("user's") else talk.person
    content = re.sub(r"^(?:[Hh]e|[Ss]he)(?P<tail>['’]s)?\b", lambda m: who + (" is" if m["tail"] else ""), content)
    return re.sub(r"^(?:[Hh]is|[Hh]er)(?= \w)", f"{who}'s", content)


def _remember(clause: Clause, talk: Talk) -> None:
    subject = re.match(SUBJECT, clause.bare)
    if subject is not None and (who := whom(subject["s"], talk)) is not None and who != talk.speaker.key:
        talk.person = who
    elif mentioned := re.search(rf"\b[Mm]y (?:[a-z-]+ )?(?P<r>{RELATION})\b(?: (?P<n>[A-Z][\w-]+))?", clause.bare):
        talk.person = talk.speaker.relative(" ".join(filter(None, (mentioned["r"], mentioned["n"]))))
    kinds = [kind for word in re.findall(r"[\w-]+", clause.bare.lower()) if (kind := ITEMS.get(word))]
    if kinds:
        talk.item = kinds[-1]


_POINTS_BACK = Lazy(r"(?:he|she|they|his|her|their)\b", re.IGNORECASE)
_RULES: tuple[Rule, ...] = (
    instruction,
    identity,
    work,
    home,
    study,
    possession,
    preference,
    plan,
    schedule,
    quantity,
    setting,
    is_something,
)
