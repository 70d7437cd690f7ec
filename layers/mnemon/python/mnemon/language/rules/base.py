# ruff: noqa: E501, SIM905 (patterns and word lists)
"""What all rules share: what a rule says, whom a subject means, and the pieces of their patterns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from mnemon.language.clauses import Clause
from mnemon.language.lexicon import ALONE, RELATIONS
from mnemon.language.patterns import Lazy
from mnemon.language.person import Speaker
from mnemon.language.readings import Reading
from mnemon.model.instants import Instant
from mnemon.model.memory import Kind


@dataclass
class Talk:
    """What earlier clauses of the same turn were about: whom "she" and what "one" means."""

    speaker: Speaker
    person: str | None = None
    item: str | None = None
    people: frozenset[str] = frozenset()
    """Names that stand where no sentence begins: only there a capital tells a name from any other word."""
    said: list[Reading] = field(default_factory=list[Reading])
    """What was read so far, newest last."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a rule read. `content` is for a second statement of one clause, which needs words of its own."""

    subject: str
    attribute: str | None
    value: str | None
    category: str
    kind: Kind = "fact"
    ends: bool = False
    salience: float = 0.7
    content: str | None = None
    event_at: Instant | None = None
    """Where the clause's own times do not tell it."""


RELATION = "|".join(sorted(RELATIONS, key=len, reverse=True))
ADV = r"(?:\s+(?:just|also|now|still|already|always|often|both|even|sometimes|then|all|once|quite|so|\w+ly)\b){0,4}"
"""No word in two ways, and a few at most: a pattern that could be matched in many ways would take forever not to match."""
SELF = r"(?:I|[Ww]e|[Tt]he user)"
HAVE = r"(?:['’]ve| have| has)?"
BE = r"(?:['’]m|['’]re|(?<=\b[Hh]e)['’]s|(?<=\b[Ss]he)['’]s| am| are| is| was| were)"
NOT = r"(?:don't|do not|doesn't|does not|didn't|did not|no longer|can't|cannot|never)"
SUBJECT = (
    rf"(?P<s>I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Tt]he user|(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Tt]he user's|[A-Z][\w-]+'s) (?:[a-z-]+ ){{0,2}}?(?:{RELATION})(?:,? [A-Z][\w-]+,?)?"
    rf"|[A-Z][\w.-]+(?: [A-Z][\w.-]+)?)"
)
DATE_WORDS = Lazy(
    r"\b(?:every|each|daily|weekly|monthly|(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:on )?week(?:days|ends)|twice a|once a|times a)\b",
    re.IGNORECASE,
)

Rule = Callable[[Clause, Talk], Iterable[Said]]


JOB_LIKE = Lazy(
    r"(?:er|or|ist|ian|ant|ent|man|woman|nurse|chef|cook|clerk|judge|pilot|coach|guide|agent|athlete|ceo|cto|cfo|vp|intern|freelancer|chief|head|lead|medic|surgeon|attorney|scientist|analyst|doctor|vet|nanny|bartender|barista|architect|mechanic|secretary|apprentice|trainee|assistant|student|founder|owner|priest|monk|soldier|officer|captain|model|poet|smith|wright|expert|specialist|tutor)$"
)


NOT_PEOPLE = frozenset(
    """Sounds Looks Feels Seems Smells Tastes Thanks Just Really Glad Happy Sorry Good Great Nice Cool Wow Hope Love Like Hate Enjoy Can Will Would Should Could May
    Might Must Do Does Did Is Are Was Were Has Have Had Not No Yes Now Then Here There Where When What Who How Why Which If As At In On To Of For From By With And But Or So
    Almost Nearly Kinda Mostly Besides Plus Anyway Thought More Much Such Same The A An Things Life Everyone Everything Something Nothing Nobody Someone Anyone People Everybody Most Some Many All Both Each Every Any Another Other One Two Three First Second Last Next
    Their Our Your His Her My This That These Those It Its Today Yesterday Tomorrow Tonight Recently Lately Maybe Perhaps Also Even Still Only Please Let Got Get Been Being Since After Before During
    While Because Although Though Until Once Sometimes Usually Often Always Never Right Well Ok Okay Oh Ah Absolutely Definitely Totally Exactly Honestly Actually""".split()
)


def with_time(day: str, text: str) -> str:
    clock = re.search(r"\b\d{1,2}(?::\d\d)? ?(?:[ap]\.?m\.?|o'clock)|\b\d{1,2}:\d\d\b", text, re.IGNORECASE)
    return f"{day} {clock[0].lower()}" if clock else day


def whom(words: str, talk: Talk) -> str | None:
    """The key of whom a subject means; None when it cannot be told."""
    low = words.lower().strip(" ,")
    if low in ("i", "we", "the user"):
        return talk.speaker.key
    if low in ("he", "she", "they"):
        return talk.person
    if low in ("it", "this", "that", "there", "you", "what", "who"):
        return None
    owner = re.match(
        rf"(?:my|our|the user's|(?P<o>\S+)'s|(?P<p>his|her|their)) (?:[a-z-]+ ){{0,2}}?(?P<r>{RELATION})(?:,? (?P<n>[A-Z][\w-]+))?",
        words,
        re.IGNORECASE,
    )
    if owner is not None:
        whose = owner["o"] or (talk.person if owner["p"] else talk.speaker.key)
        if whose is None:
            return None
        relation = owner["r"].lower() if owner["r"].lower() in ALONE or not owner["n"] else f"{owner['r'].lower()} {owner['n']}"
        return f"{whose}'s {relation}"
    if talk.speaker.name and low == talk.speaker.name.lower():
        return talk.speaker.key
    name = words.strip(" ,")
    return name if name[:1].isupper() and name.split()[0] not in NOT_PEOPLE and not re.match(r"\w+ing\b", name) else None


def owner_of(determiner: str, talk: Talk) -> str:
    low = determiner.lower().strip()
    if low in ("my", "our", "the user's", "the", "its"):
        return talk.speaker.key
    if low in ("his", "her", "their"):
        return talk.person or talk.speaker.key
    name = re.sub(r"(?:'s|')$", "", determiner.strip())
    return talk.speaker.key if talk.speaker.name and name.lower() == talk.speaker.name.lower() else name


def shown(who: str, talk: Talk) -> str:
    return capital(talk.speaker) if who == talk.speaker.key else ("The " + who if who.startswith("user's") else who)


def capital(speaker: Speaker) -> str:
    return speaker.label[0].upper() + speaker.label[1:]
