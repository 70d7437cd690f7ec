# ruff: noqa: E501 (patterns)
"""Names, family, age, health."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.lexicon import DIETS, MARITAL, RELATIONS
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import head, phrase, plain

from .base import ADV, BE, HAVE, NOT_PEOPLE, RELATION, SUBJECT, Said, Talk, owner_of, whom
from .work import trade

_NAMED = Lazy(
    r"\b(?P<o>[Mm]y|[Oo]ur|[Tt]he user's|[A-Z][\w-]+'s|[Hh]is|[Hh]er) (?P<r>[a-z][a-z0-9 -]*?)(?:'s name)? (?:is|are|was) (?:called|named|nicknamed) (?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)"
)
_NAMES = Lazy(
    r"\b(?P<o>[Mm]y|[Oo]ur|[Tt]he user's|[A-Z][\w-]+'s|[Hh]is|[Hh]er) (?P<r>[a-z][a-z0-9 -]*?)'s name is (?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)"
)
_MY_NAME = Lazy(
    r"\b(?:[Mm]y (?:full |first |last |real )?name is|I(?:'m| am) called|I go by|[Tt]he user's name is|[Tt]he user is called|I(?:'m| am)(?= [A-Z][\w'-]+(?: [A-Z][\w'-]+)?, (?:an? |the |your |\d))) (?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)"
)
_KIN = Lazy(
    rf"\b(?P<o>[Mm]y|[Oo]ur|[Tt]he user's|[A-Z][\w-]+'s) (?:new )?(?P<r>{RELATION}) is (?:now )?(?P<v>(?:(?:Dr|Mr|Mrs|Ms|Prof)\. )?[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)(?=[,.;!]|$)"
)
_MARITAL = Lazy(
    rf"\b{SUBJECT}(?:{BE}{ADV}|{HAVE}{ADV} (?:got|been|gotten|get)) (?:(?:been|happily|recently|newly|now|still) )*(?P<v>{'|'.join(MARITAL)})\b(?! (?:in|about|with work))"
)
_DIET = Lazy(
    rf"\b{SUBJECT}(?:{BE}{ADV}|{HAVE}{ADV} (?:became|become|been|turned|went|gone|going|eat|follow)) (?:an? |strictly |mostly |a strict )?(?P<v>{'|'.join(sorted(DIETS, key=len, reverse=True))})\b"
)
_AGE = Lazy(
    rf"\b{SUBJECT}(?:(?:['’]m| am| is){ADV}|{HAVE}{ADV} (?:turned|turn)) (?P<v>\d{{1,3}})(?: years?[- ]old)?(?=[,.;!]|$| and\b| now\b)"
)
_BORN = Lazy(rf"\b{SUBJECT} (?:was|were) born (?:on|in) (?P<v>[^,;!?]*\d[^;!?]*)")
_WEIGHS = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:weighs?|weighed) (?:about |around )?(?P<v>\d[\d.,]* ?(?:kg|kilos?|pounds?|lbs?|stone))|\b{SUBJECT.replace('?P<s>', '?P<s2>')}{BE}{ADV} (?P<t>\d[\d.,'\" ]*(?:cm|m|feet|ft|foot)?(?: \d+)?)(?: tall)\b"
)
_TAKES = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:takes?|taking|started taking|been taking)|{BE}{ADV} (?:taking|on)) (?P<dose>\d[\d.,]* ?(?:mg|mcg|µg|g|ml|iu|units?)(?: of)? )?(?P<v>[A-Z]?[a-z]+(?:ine|in|ol|ide|ate|one|am|pril|sartan|mab|cillin|statin|prazole|vitamin \w|insulin|ibuprofen|aspirin))\b(?P<dose2> \d[\d.,]* ?(?:mg|mcg|µg|g|ml|iu|units?))?"
)
_SICK = Lazy(
    rf"\b{SUBJECT}(?:{BE}{ADV} (?:diagnosed with|suffering from|recovering from|treated for|being treated for)|{HAVE}{ADV} (?:been diagnosed with|was diagnosed with|were diagnosed with|suffers? from|have chronic|has chronic|got diagnosed with)) (?P<v>[^\s].*)"
)


def identity(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare = clause.bare
    if (m := _NAMED.search(bare)) or (m := _NAMES.search(bare)):
        relation = plain(m["r"]).lower()
        if relation == "name":
            yield Said(owner_of(m["o"], talk), "name", m["v"], "identity", salience=0.9)
        else:
            yield Said(f"{owner_of(m['o'], talk)}'s {relation}", "name", m["v"], "family" if head(relation) in RELATIONS else "identity")
    elif m := _MY_NAME.search(bare):
        if m["v"].split()[0] in NOT_PEOPLE or m["v"] == talk.speaker.name:
            return
        yield Said(talk.speaker.key, "name", m["v"], "identity", salience=0.9)
        yield from trade(bare, talk)
    elif m := _KIN.search(bare):
        yield Said(f"{owner_of(m['o'], talk)}'s {m['r']}", "name", m["v"], "family")
    else:
        yield from _traits(bare, talk)


def _traits(bare: str, talk: Talk) -> Iterator[Said]:
    for pattern, attribute, category in (
        (_MARITAL, "marital status", "family"), (_DIET, "diet", "preference"), (_AGE, "age", "identity"), (_BORN, "birthday", "identity"),
    ):  # fmt: skip
        if (m := pattern.search(bare)) and (who := whom(m["s"], talk)) and not re.search(r"\bnot\b|n't", m[0]):
            yield Said(who, attribute, phrase(m["v"]).lower() if attribute != "birthday" else m["v"].strip(" ."), category)
            if attribute == "age":
                yield from trade(bare, talk)
            return
    if m := _WEIGHS.search(bare):
        who = whom(m["s"] or m["s2"], talk)
        if who:
            yield Said(who, "weight" if m["v"] else "height", m["v"] or m["t"].strip(), "health")
    elif (m := _TAKES.search(bare)) and (who := whom(m["s"], talk)):
        dose = (m["dose"] or m["dose2"] or "").replace(" of", "").strip()
        yield Said(who, f"medication {m['v'].lower()}", dose or "yes", "health", salience=0.8)
    elif (m := _SICK.search(bare)) and (who := whom(m["s"], talk)) and (what := plain(phrase(m["v"])).lower()):
        yield Said(who, f"condition {what}", "yes", "health", salience=0.8)
