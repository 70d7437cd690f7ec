# ruff: noqa: E501 (patterns)
"""Who is with whom, who is whose, who was born and who has died."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.lexicon import PETS, RELATIONS
from mnemon.language.patterns import Lazy

from .base import ADV, BE, HAVE, NOT, RELATION, SUBJECT, Said, Talk, owner_of, whom
from .pets import PET, kind_of

_PARTNER = r"(?:girlfriend|boyfriend|partner|fiancée?|fiance|wife|husband|spouse|ex)"
_KIN = r"(?:(?:step|half-|god|grand|great-)?(?:son|daughter|brother|sister|father|mother|child|parent)|nephew|niece|cousin|uncle|aunt|twin)"
"""Whom somebody has for life: a friend or a boss may be another one tomorrow."""
_TOGETHER = Lazy(
    rf"\b{SUBJECT}(?:{BE}{ADV} (?:dating|seeing (?:someone|somebody|a (?:guy|girl|man|woman)|[A-Z]\w+)|in a (?:new |serious |long-distance )?relationship)|{HAVE}{ADV} (?:started (?:dating|seeing)|(?:got|have|has|met) an? (?:new )?(?:girlfriend|boyfriend|partner)))\b"
)
_APART = Lazy(
    rf"\b{SUBJECT}(?:(?: and (?:I|my {_PARTNER}|[A-Z]\w+))?{HAVE}{ADV} (?:broke up|broken up|split up|split with|called it quits|called off (?:the|our) (?:engagement|wedding)|ended (?:things|our relationship|my relationship)|parted ways with my {_PARTNER})|{BE} no longer (?:dating|together|in a relationship|engaged)|{HAVE} got(?:ten)? dumped)\b"
)
_DIVORCED = Lazy(
    rf"\b{SUBJECT}(?:(?: and (?:I|my {_PARTNER}|[A-Z]\w+))?{HAVE}{ADV} (?:divorced|got(?:ten)? (?:a divorce|divorced)|finali[sz]ed (?:my|our|the) divorce)|{BE}{ADV} divorced)\b"
)
_WED = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:(?:got|gotten|been|was|were) (?P<v>married|engaged)|(?P<v2>married) (?:my|[A-Z])|proposed to [\w ]+ and (?:she|he|they) said yes)\b"
)
_TWO = Lazy(r"^(?P<n>[A-Z][\w'-]+|[Mm]y \w+(?: [A-Z]\w+)?) and I(?P<rest> .+)$")
_EXPECTS = Lazy(rf"\b{SUBJECT}{BE}{ADV} (?:pregnant|expecting (?:a baby|a child|twins|our \w+ child|my \w+ child))\b")
_DIED = Lazy(
    rf"\b(?P<o>[Mm]y|[Oo]ur|[A-Z]\w+'s|[Hh]is|[Hh]er) (?:[a-z-]+ )?(?P<r>{RELATION})(?: [A-Z]\w+)?(?: has| just| sadly| recently)? (?:died|passed away)\b"
)
_APPOSED = Lazy(
    rf"\b(?:[Mm]y|[Oo]ur) (?:[a-z-]+ ){{0,2}}?(?P<r>{RELATION}|{PET}),? (?P<n>[A-Z][a-z][\w'-]*)\b(?!'s|,? (?:and|[A-Z]))|\b(?P<n2>[A-Z][a-z][\w'-]+), (?:my|our) (?:[a-z-]+ ){{0,2}}?(?P<r2>{RELATION}|{PET})\b(?! (?:and|'s))|^(?P<n3>[A-Z][a-z][\w'-]+) is (?:my|our) (?:[a-z-]+ ){{0,2}}?(?P<r3>{_KIN}|{PET})(?=[,.;!]|$)"
)
_EACH_NAMED = Lazy(
    rf"\b(?:I|[Ww]e){HAVE} (?:have|got|adopted|own) (?:two|three|four|2|3|4) (?:[a-z-]+ ){{0,2}}?(?P<k>{PET})s(?:,| named| called|:)+ (?P<all>[A-Z][a-z][\w-]*(?:, [A-Z][a-z][\w-]*)*,? and [A-Z][a-z][\w-]*)(?=[,.;!]|$)"
)
_NOT_NAMES = frozenset(
    [
        "I",
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
        "Christmas",
        "Easter",
        "Thanksgiving",
        "English",
        "French",
        "German",
        "Spanish",
        "Chinese",
        "God",
    ]
)


def relationship(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare = clause.bare
    if two := _TWO.match(bare):
        bare = f"We{two['rest']}"
    for pattern, status in ((_APART, "single"), (_DIVORCED, "divorced"), (_TOGETHER, "in a relationship")):
        if (
            (m := pattern.search(bare))
            and not re.search(rf"\b{NOT}\b|\bnot\b|n't", m[0].replace("no longer", ""))
            and (who := whom(m["s"], talk))
        ):
            yield Said(who, "marital status", status, "family")
            return
    if (m := _WED.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, "marital status", m["v"] or ("married" if m["v2"] else "engaged"), "family")
    elif (m := _EXPECTS.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, "expecting a child", "yes", "family", salience=0.8)
    elif (m := _DIED.search(bare)) and m["r"].lower() not in PETS:
        yield Said(f"{owner_of(m['o'], talk)}'s {m['r'].lower()}", "living", "no", "family", "episode")


def apposition(clause: Clause, talk: Talk) -> Iterator[Said]:
    """ "my guinea pig, Oscar": who somebody is, said in passing."""
    for m in _APPOSED.finditer(clause.bare):
        name, relation = m["n"] or m["n2"] or m["n3"], (m["r"] or m["r2"] or m["r3"]).lower()
        if name in _NOT_NAMES or name == talk.speaker.name or relation in ("kids", "children", "parents", "twins"):
            continue
        kind = relation if relation in RELATIONS and relation not in ("dog", "cat", "puppy", "kitten") else kind_of(relation)
        yield Said(
            name, f"relation to {talk.speaker.key}", kind, "family", salience=0.6, content=f"{name} is {talk.speaker.label}'s {relation}."
        )
    if several := _EACH_NAMED.search(clause.bare):
        kind = kind_of(several["k"])
        for name in re.findall(r"[A-Z][\w-]*", several["all"]):
            if name not in _NOT_NAMES and name != talk.speaker.name:
                told = f"{name} is {talk.speaker.label}'s {kind}."
                yield Said(name, f"relation to {talk.speaker.key}", kind, "family", salience=0.6, content=told)
