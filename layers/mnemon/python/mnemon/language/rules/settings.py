# ruff: noqa: E501, SIM905 (patterns and word lists)
"""Values of settings, and whatever else "is" something."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.lexicon import COLOURS, FEELINGS, ITEMS, PETS, RELATIONS, VAGUE
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import head, item, phrase, plain
from mnemon.language.synonyms import attribute_name
from mnemon.language.tokens import count

from .base import ADV, BE, HAVE, JOB_LIKE, SELF, Said, Talk, owner_of, with_time

_SET = Lazy(
    rf"\b(?:{SELF}|[A-Z]\w+){HAVE}{ADV} (?:changed|updated|set|increased|decreased|raised|lowered|moved|reduced|bumped|extended|postponed|rescheduled|pushed|adjusted|switched|renamed|shortened|cut|upgraded|downgraded) (?P<d>the|my|our|its|his|her) (?P<a>[\w' /-]+?)(?: from (?P<from>[^,;]+?))? (?:to|by|until|at) (?P<v>(?:[^,;]|,(?=\d))+)"
)
_WAS_SET = Lazy(
    r"^(?P<d>[Tt]he|[Mm]y|[Oo]ur|[Ii]ts|[A-Z][\w.-]+'s) (?P<a>[\w' /-]+?) (?:(?:has|have) (?:now )?(?:been )?|was |were |is now |got |have now )(?:changed|updated|set|increased|decreased|raised|lowered|moved|reduced|bumped|extended|postponed|rescheduled|pushed|adjusted|switched|renamed|shortened|cut|improved|grown|dropped|risen)(?: back| up| down| out)?(?: from (?P<from>[^,;]+?))? (?:to|until|at) (?P<v>(?:[^,;]|,(?=\d))+)"
)
_COPULA = Lazy(
    r"^(?:(?P<d>[Tt]he user's|[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|[Tt]heir|(?:[A-Z][\w.-]* ){0,2}[A-Z][\w.-]*'s|[A-Z][\w.-]*s') )?(?P<a>[A-Za-z][\w'’ ./-]*?)(?:\s*(?:=|:=)\s*| (?:is|are|runs on|listens on|uses|equals|costs?|lives at|points to|starts at|starts on|is at|is on|expires on|ends on|opens at|closes at|leaves at|leaves on|will be|is set to|is due|is due on|is scheduled for|is called|takes place on)(?: now| currently| still| actually| always)? )(?P<v>[^\s].*)$"
)
_IS_WHOM = Lazy(
    r"^(?P<v>(?:(?:[Mm]y|[Oo]ur) [a-z]+ )?[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}) (?:is|will be|became|has become)(?: now)? (?P<d>my|our) (?:new )?(?P<a>(?!(?:best|favou?rite|first|old|dear|only|biggest)\b)[a-z][\w /-]*?(?: (?:for|of|on|at) (?:the|my|our) [\w' -]+?)?)(?: now| from now on| these days)?[.!]?$"
)
"""`Tobias Werner is my editor for the manuscript now`."""
_OF = Lazy(r"^(?P<a>[\w /-]+?) (?:of|for) (?P<o>(?:the |my |our |this )?[\w' ./-]+)$", re.IGNORECASE)
_USES_FOR = Lazy(
    rf"\b(?:{SELF}){ADV} (?:use|uses|are using|'re using|am using|'m using|run|switched to|moved to|migrated to|chose|went with) (?P<v>[A-Z][\w.+#/-]*(?: [\w.+#-]+){{0,2}}?) (?:for|as) (?:our |the |my )?(?P<a>[\w -]+)"
)
_MADE_WITH = Lazy(
    rf"\b(?:{SELF})(?:{BE}|{HAVE}){ADV} (?:ended up )?(?:(?:re)?(?:build(?:ing)?|built|writing|wrote|written|coding|coded|implementing|implemented)|developing|developed"
    r"|(?P<to>migrat(?:ed|ing)|port(?:ed|ing)|convert(?:ed|ing)))"
    r" (?P<d>the|my|our) (?P<a>[\w' -]+?)(?: from [A-Z][\w.+#/-]*)? (?(to)to|in) (?P<v>[A-Z][\w.+#/-]*(?: [\w.+#-]+){0,2}?)(?=[,;.]|$| (?:now|instead|and|because|since|for|so)\b)"
)
_KEPT = Lazy(
    rf"\b(?:{SELF}){ADV} (?:keep|store|host|park|hold) (?P<d>my|our) (?P<a>[\w' -]+?) (?:at|in|with|on) (?P<v>[A-Z][\w.&+-]*(?: [A-Z][\w.&+-]*){{0,3}})(?=[,;.]|$| (?:now|because|since|for|so)\b)"
)
_VALUE = Lazy(
    r"^(?:an? |the )?(?:[\w-]+\.[\w.-]+|\S*\d\S*|[A-Z][\w.+#/-]*|\"[^\"]+\"|'[^']+'|`[^`]+`|[\w.-]+@[\w.-]+|https?://\S+|/\S+|true|false|on|off|enabled|disabled|monthly|weekly|daily|none)\b"
)
_IDENTIFIERS = frozenset(
    """port host hostname url endpoint address email version deadline budget password name id number code region timeout limit branch database db server
    timezone zone locale size plan tier price cost salary rate fee password phone birthday anniversary ssid model colour color theme schedule due date
    start end time due username handle nickname account bank dentist doctor gym capital currency language""".split()
)  # fmt: skip


_VERDICTS = Lazy(
    r"(?:awesome|amazing|cute|fun|cool|lovely|beautiful|gorgeous|adorable|incredible|fantastic|wonderful|terrible|horrible|awful|nice|perfect|important|special|crazy|wild|hectic|tough|hard|easy|interesting|boring|huge|great|inspiring|delicious|priceless|endless|everything|incomparable|impressive|strong|weak|messy|hilarious|comfy|cozy|legit|key|unreal|limited|similar|different)$"
)
_NO_VALUES = frozenset(
    """almost so very too such just like more less all full quite pretty still always never my our your their his her because when how what why whether to
    one part much one's here there gone back out up down off over done ready""".split()
)
_WHERE = frozenset("in on at about for with from under near behind of by".split())


def setting(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare, said = clause.bare, clause.said
    if (m := _WAS_SET.match(said) or _SET.search(said)) and (value := phrase(m["v"])) and head(m["a"]) not in VAGUE:
        when = clause.mentions[-1].first.isoformat() if clause.mentions else None
        yield _attribute(m["d"], m["a"], with_time(when, value) if when else value, talk)
    elif (m := _USES_FOR.search(bare)) and head(m["a"]) not in VAGUE:
        yield Said(talk.speaker.key, phrase(m["a"]).lower(), phrase(m["v"]), "setting")
    elif (m := _MADE_WITH.search(bare)) and head(m["a"]) not in VAGUE:
        yield _attribute(m["d"], f"{m['a']} technology", phrase(m["v"]), talk)
    elif ((m := _KEPT.search(bare)) and head(m["a"]) not in VAGUE) or (
        (m := _IS_WHOM.match(bare)) and JOB_LIKE.search(head(_OF.sub(r"\g<a>", m["a"]))) and head(m["a"]) not in RELATIONS
    ):
        yield _attribute(m["d"], m["a"], m["v"], talk)


def is_something(clause: Clause, talk: Talk) -> Iterator[Said]:
    """`my X is Y`, `the X of Y is Z`, `Ana's X is Y`: the most general rule, so the last one."""
    bare, said = clause.bare, clause.said
    if (m := _COPULA.match(said)) is None or (
        " " in said
        and re.match(r"(?:I|You|He|She|They|We|It|This|That|There|Here|What|Who|How|Where|When|Which|Everything|Nothing)\b", said)
    ):
        return
    name, value = m["a"].strip(), phrase(m["v"])
    own = (m["d"] or "").lower() in ("my", "our", "the user's", "his", "her", "their") or (m["d"] or "").endswith(("'s", "s'"))
    if not value or count(name) > 6 or count(value) > 14 or head(name) in VAGUE or not name:
        return
    if (m["d"] is None and re.match(r"\w{2,}ing\b", name)) or re.search(r"\b(?:my|our|your|him|her|them|it)sel(?:f|ves)\b", name):
        return
    first = value.split()[0].lower()
    if first in FEELINGS or re.match(r"(?:going|\w+ing|not)\b", value) or first.endswith("n't"):
        return
    ahead = list(clause.mentions)
    when = ahead[0].first.isoformat() if ahead and m.start("v") <= ahead[-1].end else None
    solid = bool(_VALUE.match(value)) or when is not None
    whose = _OF.match(name)
    if not own and not (m["d"] or whose or re.match(r"[A-Z_]{3,}$|\w+[._]\w+", name)):
        return
    if not own and not (solid or (whose and first in ("a", "an", "the"))) and head(name) not in _IDENTIFIERS:
        return
    if not own and not solid and count(value) == 1:
        return
    if (
        first in _NO_VALUES
        or first.endswith("ly")
        or first in ("about", "for", "with", "like")
        or (first in _WHERE and when is None and head(name) not in _IDENTIFIERS)
    ):
        return
    if own and (thing := ITEMS.get(head(name))) and not whose and count(plain(name)) <= 2:
        if first in COLOURS and count(value) <= 2 and not item(value):
            yield Said(f"{owner_of(m['d'], talk)}'s {thing}", "colour", value, "possession")
        elif thing == "phone" and re.fullmatch(r"\+?[\d ()/.-]{6,}", value):
            yield Said(owner_of(m["d"], talk), "phone number", value, "identity")
        elif solid or item(value) or first in ("a", "an", "the"):
            yield Said(owner_of(m["d"], talk), thing, plain(phrase(value, prepositions=False)), "possession")
        return
    if own and head(name) in RELATIONS and re.match(r"(?:an?|the) ", value):
        subject = f"{owner_of(m['d'], talk)}'s {plain(name).lower()}"
        attribute = "kind" if head(name) in PETS else "job"
        if JOB_LIKE.search(head(plain(value))) or attribute == "kind":
            yield Said(subject, attribute, plain(phrase(value, prepositions=False)), "family")
        return
    if (
        own
        and not solid
        and not re.match(r"(?:an?|the|my|on|in|at|for)\s", value)
        and count(value) == 1
        and value.islower()
        and head(name) not in _IDENTIFIERS
    ):
        colour = first in COLOURS
        if not colour and _VERDICTS.match(first):
            return
        yield Said(f"{owner_of(m['d'], talk)}'s {plain(name).lower()}", "colour" if colour else None, value, "fact", salience=0.5)
        return
    yield _attribute(m["d"], name, with_time(when, bare) if when else value, talk, plan=when is not None and when >= clause.at[:10])


def _attribute(determiner: str | None, name: str, value: str, talk: Talk, *, plan: bool = False) -> Said:
    """`the port of the staging server`, `the staging server's port` and `staging server port` lead to one key each."""
    subject = owner_of(determiner, talk) if determiner else talk.speaker.key
    name = plain(name.strip())
    if owner := re.match(r"(?P<o>.+?)'s (?P<a>.+)$", name):
        subject, name = _deeper(subject, determiner, owner["o"], talk), owner["a"]
    elif of := _OF.match(name):
        subject, name = _deeper(subject, None, re.sub(r"^(?:the|my|our|this) ", "", of["o"]), talk), of["a"]
    somebodys = (determiner or "").lower() in ("my", "the user's", "his", "her") or bool(re.fullmatch(r"[A-Z]\w+'s", determiner or ""))
    attribute = attribute_name(plain(name).lower(), of_person=somebodys and owner is None)
    if attribute in ITEMS:
        value = plain(value)
    return Said(subject, attribute, value, "plan" if plan else "setting", "episode" if plan else "fact")


def _deeper(subject: str, determiner: str | None, owner: str, talk: Talk) -> str:
    owned = (determiner or "").lower() in ("my", "our", "the user's", "his", "her")
    return (
        f"{subject}'s {plain(owner).lower()}"
        if (owned and subject != talk.speaker.key) or head(owner) in RELATIONS
        else plain(owner)
        if owner[:1].isupper()
        else plain(owner).lower()
    )
