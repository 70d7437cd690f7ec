# ruff: noqa: E501, SIM905 (patterns and word lists)
"""Typed relations between entities: what (subject, attribute, value) and a plain English sentence say of two of them, and which of them a
question asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mnemon.model.entities import SAME, EntityType
from mnemon.model.memory import MAX_RELATIONS, FactRelation
from mnemon.model.records import Fact

from .aliases import SELF, Described, Named, form, named, relation
from .lexicon import ALONE, ITEMS, PETS, RELATIONS
from .patterns import Lazy
from .phrases import names, phrase, plain
from .tokens import bare, count, words

_ONE_OF_A_KIND = frozenset(
    map(relation, ALONE | PETS | {word for word in RELATIONS if "-in-law" in word or word.startswith(("step", "grand", "ex-"))})
) | frozenset("sister brother son daughter aunt uncle nephew niece".split())
"""Somebody described so and not named is taken for the one who was named before; one of many friends is not."""
_PARTNERS = frozenset("husband wife partner spouse girlfriend boyfriend fiance".split())
_CHILDREN = frozenset("child children twin twins".split())
_BY_ATTRIBUTE: dict[str, str] = {
    "employer": "works_at", "company": "works_at", "workplace": "works_at", "home": "lives_in", "home city": "lives_in", "city": "lives_in",
    "address": "lives_in", "birthplace": "born_in", "hometown": "comes_from", "school": "studies_at", "university": "studies_at",
    "location": "located_in", "headquarters": "located_in", "office": "located_in", "team": "member_of", "club": "member_of",
    "department": "member_of", "membership": "member_of", "band": "member_of", "tool": "uses", "editor": "uses", "database": "uses",
    "framework": "uses",
}  # fmt: skip
_RELATION_TO = Lazy(r"^relation to (?P<whom>.+)$")
_PET = Lazy(r"^pet (?P<kind>\w+) (?P<name>[A-ZÀ-ÖØ-Þ].*)$")
_VALUE_FIRST = {"owner": "owns", "maintainer": "maintains", "lead": "leads", "leader": "leads", "founder": "founded", "author": "wrote"}
"""Attributes whose value is the one who does it: the owner of X is Y, so Y owns X."""

_NAME = r"[A-ZÀ-ÖØ-Þ][\w-]*(?:['’](?!s\b)\w+)?(?: [A-ZÀ-ÖØ-Þ][\w-]*){0,2}"
_KIN = "|".join(sorted(RELATIONS, key=len, reverse=True))
_WHO = rf"(?:[Tt]he user|{_NAME})"
_OWNER = rf"(?:[Mm]y|[Oo]ur|{_WHO}['’]s?)"
_SOMEBODY = rf"(?:I|[Ww]e|{_WHO}|{_OWNER} (?:[a-z-]+ ){{0,2}}?(?:{_KIN})(?:,? {_NAME},?)?)"
_MENTIONED = Lazy(rf"\b(?P<owner>[Tt]heir|[Hh]is|[Hh]er|{_OWNER}) (?:[a-z-]+ ){{0,2}}?(?P<r>{_KIN})\b(?:,? (?P<n>{_NAME}))?")
_IS_KIN = Lazy(rf"^(?P<n>{_NAME}) (?:is|was) (?P<owner>{_OWNER}) (?:[a-z-]+ ){{0,2}}?(?P<r>{_KIN})\b")
_KIN_OF = Lazy(rf"^(?P<n>{_NAME}) (?:is|was) (?:the|an?) (?P<r>{_KIN}) of (?P<owner>{_WHO})\b")
_DOES = Lazy(
    rf"^(?P<s>{_SOMEBODY}) (?:now |also |still |currently )?(?P<v>owns?|runs?|leads?|heads?|manages?|founded|maintains?|uses?|wrote|joined|works? (?:at|for)|lives? in|(?:is|am) (?:now )?(?:a member of|part of|in charge of|responsible for|located in|based in|headquartered in)|belongs? to|depends? on) (?P<o>.+)$"
)
_DONE_BY = Lazy(rf"^(?P<o>.+?) (?:is|was) (?P<v>owned|run|led|managed|founded|maintained|used|written) by (?P<s>{_SOMEBODY})\b")
_ROLE_OF = Lazy(
    rf"^[Tt]he (?P<v>owner|maintainer|leader|lead|founder|author|manager) of (?P<o>.+?) (?:is|was) (?:now )?(?P<s>{_SOMEBODY})[.!]?$"
)
_VERBS: dict[str, str] = {
    "owns": "owns", "owned": "owns", "owner": "owns", "runs": "leads", "run": "leads", "leads": "leads", "led": "leads", "heads": "leads",
    "leader": "leads", "lead": "leads", "in charge of": "leads", "responsible for": "leads", "manages": "manages", "managed": "manages",
    "manager": "manages", "founded": "founded", "founder": "founded", "maintains": "maintains", "maintained": "maintains",
    "maintainer": "maintains", "uses": "uses", "used": "uses", "wrote": "wrote", "written": "wrote", "author": "wrote",
    "joined": "member_of", "a member of": "member_of", "part of": "member_of", "belongs to": "member_of", "works at": "works_at",
    "works for": "works_at", "lives in": "lives_in", "located in": "located_in", "based in": "located_in",
    "headquartered in": "located_in", "depends on": "depends_on",
}  # fmt: skip
_PLACED = Lazy(r"\b(?:based|located|headquartered)\b")
_LONGEST_NAME = 6
"""Words; more is a description, not a name."""

ROLES: dict[str, tuple[EntityType | None, EntityType | None]] = {
    "works_at": ("person", "organization"), "studies_at": ("person", "organization"), "lives_in": ("person", "place"),
    "born_in": ("person", "place"), "comes_from": ("person", "place"), "located_in": (None, "place"), "member_of": (None, "organization"),
    "pet_of": ("animal", "person"), "wrote": ("person", None),
}  # fmt: skip
"""Of what type the ends of a relation are, where it tells; `_of` between people goes without saying."""


def kin(word: str) -> str:
    """The type of the relation that a word such as `sister` names: Jana `sister_of` Maya."""
    said = relation(word)
    if said in PETS:
        return "pet_of"
    if said in _PARTNERS:
        return "partner_of"
    if said in _CHILDREN:
        return "child_of"
    if said == "parents":
        return "parent_of"
    return said.replace("-", "_") + "_of"


KINDS: tuple[str, ...] = tuple(
    sorted(
        {
            *_BY_ATTRIBUTE.values(),
            *_VALUE_FIRST.values(),
            *_VERBS.values(),
            *map(kin, RELATIONS),
            "sibling_of",
            "parent_of",
            "related_to",
            SAME,
        }
    )
)
"""The types that the rules know, and `related_to`, which stands for all others."""


def types_of(kind: str) -> tuple[EntityType | None, EntityType | None]:
    """Of the two ends of a relation, None where it does not tell."""
    return ROLES.get(kind) or (("person", "person") if kind.endswith("_of") else (None, None))


def with_relations(fact: Fact) -> Fact:
    """With the relations that can be read from it, when it has none and speaks English."""
    if fact.relations or fact.ends or fact.language != "en" or fact.procedure is not None:
        return fact
    found = relations_of(fact.content, fact.subject, fact.attribute, fact.value)
    return fact.model_copy(update={"relations": found}) if found else fact


def relations_of(content: str, subject: str | None, attribute: str | None, value: str | None) -> tuple[FactRelation, ...]:
    """Pure. `MAX_RELATIONS` at most, what the attribute says first."""
    told = [*_of_attribute(content, subject, attribute, value), *_of_sentence(content)]
    kept: dict[tuple[str, str, str], FactRelation] = {}
    for one in told:
        if form(one.subject) != form(one.object):
            kept.setdefault((form(one.subject), one.type, form(one.object)), one)
    return tuple(kept.values())[:MAX_RELATIONS]


def _of_attribute(content: str, subject: str | None, attribute: str | None, value: str | None) -> Iterator[FactRelation]:
    if attribute is None:
        return
    whom = named(subject or SELF)
    who = _called(whom)
    yield from _described(whom)
    if value is None:
        return
    if (other_of := _RELATION_TO.match(attribute)) and form(value) in RELATIONS:
        yield from _related(who, Described(_self(other_of["whom"]), relation(value)))
    elif (pet := _PET.match(attribute)) and (kind := pet["kind"].lower()) in PETS:
        yield from _related(pet["name"], Described(who, relation(kind)))
    elif attribute == "name":
        yield FactRelation(subject=value, type=SAME, object=who)
    elif attribute in RELATIONS:
        if other := _thing(value):
            yield from _related(other, Described(who, relation(attribute)))
    elif attribute in _VALUE_FIRST:
        if other := _thing(value):
            yield FactRelation(subject=other, type=_VALUE_FIRST[attribute], object=who)
    elif (kind := _BY_ATTRIBUTE.get(attribute)) and (other := _thing(value.split(",")[0])):
        is_thing = kind == "lives_in" and form(who) != SELF and whom.described is None and _PLACED.search(content)
        yield FactRelation(subject=who, type="located_in" if is_thing else kind, object=other)
    elif attribute in _KINDS_OF_ITEMS and (other := _thing(value)):
        yield FactRelation(subject=who, type="owns", object=other)


_KINDS_OF_ITEMS = frozenset(ITEMS.values())


def _of_sentence(content: str) -> Iterator[FactRelation]:
    text = content.rstrip(" .!")
    about = re.match(_WHO, text)
    for found in _MENTIONED.finditer(text):
        owner = found["owner"]
        if owner.lower() in ("their", "his", "her"):
            if about is None:
                continue
            owner = about[0]
        described = Described(_owner(owner), relation(found["r"]))
        if found["n"] and (other := _person(found["n"])):
            yield from _related(other, described)
        elif described.relation in _ONE_OF_A_KIND:
            yield from _described(Named(None, described))
    for pattern in (_IS_KIN, _KIN_OF):
        if (found := pattern.match(text)) and (other := _person(found["n"])):
            yield from _related(other, Described(_owner(found["owner"]), relation(found["r"])))
    if (found := _DOES.match(text)) or (found := _DONE_BY.match(text)) or (found := _ROLE_OF.match(text)):
        whom, other = named(re.sub(r"^(?:[Mm]y|[Oo]ur) ", f"{SELF}'s ", found["s"])), _thing(found["o"])
        verb = re.sub(r"^(?:is|am) (?:now )?", "", found["v"])
        if other is not None and (whom.name is None or _self(whom.name) == SELF or _person(whom.name)):
            yield from _described(whom)
            yield FactRelation(subject=_called(whom), type=_kind(verb), object=other)


def _kind(verb: str) -> str:
    first, _, rest = verb.partition(" ")
    return _VERBS.get(verb) or _VERBS[f"{first}s {rest}".strip()]


def _called(whom: Named) -> str:
    return _self(whom.name) if whom.name else str(whom.described)


def _self(name: str) -> str:
    return SELF if form(name) in (SELF, "i", "we") else name


def _owner(text: str) -> str:
    return SELF if text.lower() in ("my", "our") else _self(re.sub(r"['’]s?$", "", text))


def _described(whom: Named) -> Iterator[FactRelation]:
    """`user's sister Jana` says whose sister she is, and that both are one."""
    if whom.described is None:
        return
    if whom.name:
        yield from _related(whom.name, whom.described)
    else:
        yield FactRelation(subject=str(whom.described), type=kin(whom.described.relation), object=whom.described.owner)


def _related(name: str, described: Described) -> Iterator[FactRelation]:
    if described.relation in _ONE_OF_A_KIND:
        yield FactRelation(subject=name, type=SAME, object=str(described))
    yield FactRelation(subject=name, type=kin(described.relation), object=described.owner)


def _person(text: str) -> str | None:
    """A name at the start of a text, when it is one."""
    found = names(text)
    return found[0] if found and form(text).startswith(form(found[0])) else None


_PROPER = Lazy(r"(?:St\. )?[A-ZÀ-ÖØ-Þ][\w'’&.-]*(?: (?:(?:of|for|and|the|de|la|van|von|der|&|in) )*(?:[A-ZÀ-ÖØ-Þ]|\d)[\w'’&.-]*)*")
"""It ends where its capitals do, unless "of" and the like hold it together: "University of Oslo"."""


def _thing(text: str) -> str | None:
    """What an object of a sentence names: something with a proper name, or the one thing that `the` points at."""
    whole, short = phrase(text), phrase(text, prepositions=False)
    pointed = re.match(r"the ", short, re.IGNORECASE) is not None
    proper = _PROPER.match(re.sub(r"^[Tt]he ", "", whole))
    if proper is not None and (not pointed or len(proper[0]) >= len(plain(short))):
        text = proper[0]
    elif pointed:
        text = plain(short)
    elif found := names(short):
        text = found[0]
    else:
        return None
    text = re.sub(r"['’]s$", "", text.strip(" ,.")) if not re.match(r"St\. ", text) else text.strip(" ,.")
    return text if text and count(text) <= _LONGEST_NAME else None


_ASKED: dict[str, tuple[str, ...]] = {
    word: tuple(kinds.split())
    for listed, kinds in (
        ("own owns owned owner belongs", "owns"),
        ("work works worked working employer employed employs employ company workplace", "works_at"),
        ("live lives living lived home reside resides address", "lives_in located_in"),
        ("located based headquartered headquarters", "located_in lives_in"),
        ("born birthplace", "born_in"),
        ("hometown grew", "comes_from born_in"),
        ("study studies school university college attend attends", "studies_at"),
        ("member members joined team club group belong", "member_of"),
        ("uses use using", "uses"),
        ("lead leads leader leading runs charge responsible heads", "leads manages"),
        ("manages managing", "manages leads"),
        ("founded founder", "founded"),
        ("maintains maintainer maintain", "maintains"),
        ("wrote author", "wrote"),
        ("depends depend", "depends_on"),
        ("sibling siblings", "sibling_of sister_of brother_of"),
        ("parent parents", "parent_of mother_of father_of"),
        ("married", "partner_of"),
        ("pet pets", "pet_of"),
    )
    for word in listed.split()
}


_WHO_OR_WHERE = Lazy(r"\b(?:where|who|whom|whose|which|employ\w*|company|city|town|country)\b", re.IGNORECASE)
_ASKS_WHO = Lazy(r"\b(?:who|whom|whose|which|name|names|named|called|how many)\b|\b(?:do|does|did) .* have\b", re.IGNORECASE)
_VAGUE = frozenset("work works worked working live lives living lived".split())
"""They ask for a relation only where somebody or some place is asked for, or the next word says so: "work at", not "work on"."""
_LEADING = frozenset({"at", "for", "in"})
_TOPICS = frozenset("home school university college club team group company attend attends".split())
"""What a question may be about without asking for it."""
_BY_THE_WAY = 0.4


class Asked(NamedTuple):
    """`place` is that of the word that asks, `share` how much of what is asked it is: 1 where it is the answer."""

    place: int
    share: float


def asked(text: str) -> dict[str, Asked]:
    """The types of relations that a question asks for."""
    found: dict[str, Asked] = {}
    said = [bare(word) for word in words(text)]
    for place, word in enumerate(said):
        kinds = _ASKED.get(word) or ((kin(single),) if (single := _single(word)) in RELATIONS else ())
        share = _share(said, place, text) if kinds else 0.0
        for kind in kinds if share else ():
            found.setdefault(kind, Asked(place, share))
    return found


def _share(said: Sequence[str], place: int, text: str) -> float:
    word, before, after = said[place], said[place - 1] if place else "", said[place + 1] if place + 1 < len(said) else ""
    if word in _VAGUE:
        return 1.0 if after in _LEADING or _WHO_OR_WHERE.search(text) else 0.0
    if word in _TOPICS:
        return 1.0 if before in ("what", "which") or _WHO_OR_WHERE.match(text) else _BY_THE_WAY
    if word in _ASKED:
        return 1.0
    return 1.0 if _ASKS_WHO.search(text) else _BY_THE_WAY


def _single(word: str) -> str:
    return word[:-1] if word not in RELATIONS and word.endswith("s") else word
