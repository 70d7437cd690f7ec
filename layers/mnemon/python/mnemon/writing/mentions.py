"""Whom and what one fact speaks of: its names, grouped into those that it says are one, and the relations between them. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from mnemon.language.aliases import SELF, Described, form, named
from mnemon.language.relations import types_of
from mnemon.model.entities import SAME, EntityType
from mnemon.model.memory import MAX_ALIASES, MAX_ENTITIES, MAX_RELATIONS, FactRelation

LONGEST_NAME = 256
"""Characters; more is no name."""


class Name(NamedTuple):
    """`form` is what makes it one name with others, `proper` tells a name from a description such as `user's sister`."""

    text: str
    form: str
    proper: bool


class Mention(NamedTuple):
    """One entity, by all the names that the fact gives it: proper names first."""

    names: tuple[Name, ...]
    type: EntityType | None
    is_self: bool
    """The person to whom the scope belongs."""


class Link(NamedTuple):
    """Between two mentions, by their places."""

    start: int
    kind: str
    end: int


class Spoken(NamedTuple):
    mentions: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()


class Excess(NamedTuple):
    """Which bound of one memory is passed, and by what number."""

    field: str
    most: int


def selves(scope: str, speakers: Sequence[str]) -> frozenset[str]:
    """By which names the scope's own person goes: a user's scope with one known speaker is that speaker's."""
    alone = form(speakers[0]) if len(speakers) == 1 and scope.startswith("user/") else SELF
    return frozenset({SELF, alone})


def spoken(entities: Sequence[str], relations: Sequence[FactRelation], own: Collection[str]) -> Spoken:
    """Within the bounds of one memory; what passes them is left out, relations before names that stand in none."""
    if not entities and not relations:
        return Spoken()
    relations = relations[:MAX_RELATIONS]
    groups, place = _grouped(entities, relations, own)
    kept = {number: n for n, number in enumerate(_bounded(groups, own))}
    types = _types(relations, place)
    mentions = tuple(_mention(groups[number], types.get(number), own) for number in kept)
    links = dict.fromkeys(
        Link(kept[start], relation.type, kept[end])
        for relation in relations
        if relation.type != SAME
        and (start := place.get(relation.subject, -1)) in kept
        and (end := place.get(relation.object, -1)) in kept
        and start != end
    )
    return Spoken(mentions, tuple(links))


def excess(entities: Sequence[str], relations: Sequence[FactRelation]) -> Excess | None:
    """What is too much for one memory; the scope's own person counts as none."""
    own = frozenset({SELF})
    groups, _ = _grouped(entities, relations, own)
    others = [group for group in groups if group and not _is_self(group, own)]
    if len(others) > MAX_ENTITIES:
        return Excess("relations" if len(entities) <= MAX_ENTITIES else "entities", MAX_ENTITIES)
    return Excess("relations", MAX_ALIASES) if sum(map(len, groups)) > MAX_ALIASES else None


def _grouped(entities: Sequence[str], relations: Sequence[FactRelation], own: Collection[str]) -> tuple[list[list[Name]], dict[str, int]]:
    """The groups in the order in which they are met, and the group of each text. A group that went into another is empty."""
    groups: list[list[Name]] = []
    of_form: dict[str, int] = {}
    place: dict[str, int] = {}
    for text in dict.fromkeys(_texts(entities, relations)):
        name = _name(text, own) if len(text) <= LONGEST_NAME else None
        if name is None or not name.form:
            continue
        if name.form not in of_form:
            of_form[name.form] = len(groups)
            groups.append([name])
        place[text] = of_form[name.form]
    for relation in relations:
        if relation.type != SAME or relation.subject not in place or relation.object not in place:
            continue
        first, second = sorted((place[relation.subject], place[relation.object]))
        if first != second:
            groups[first] += groups[second]
            groups[second] = []
            place = {text: first if number == second else number for text, number in place.items()}
    return groups, place


def _texts(entities: Sequence[str], relations: Sequence[FactRelation]) -> Iterator[str]:
    for relation in relations:
        yield relation.subject
        yield relation.object
    yield from entities


def _types(relations: Sequence[FactRelation], place: Mapping[str, int]) -> dict[int, EntityType]:
    found: dict[int, EntityType] = {}
    for relation in relations:
        for text, kind in zip((relation.subject, relation.object), types_of(relation.type), strict=True):
            if kind is not None and text in place:
                found.setdefault(place[text], kind)
    return found


def _name(text: str, own: Collection[str]) -> Name:
    """`user's sister Jana` is the name Jana: that she is a sister is a relation of its own."""
    said = named(text)
    if said.name is not None:
        return Name(SELF if form(said.name) == SELF else said.name, form(said.name), True)
    assert said.described is not None
    described = said.described
    if form(described.owner) in own:
        described = Described(SELF, described.relation)
    return Name(str(described), form(str(described)), False)


def _bounded(groups: Sequence[Sequence[Name]], own: Collection[str]) -> list[int]:
    kept: list[int] = []
    names = others = 0
    for number, group in enumerate(groups):
        is_self = _is_self(group, own)
        if not group or names + len(group) > MAX_ALIASES or (others >= MAX_ENTITIES and not is_self):
            continue
        kept.append(number)
        names += len(group)
        others += not is_self
    return kept


def _mention(group: Sequence[Name], type: EntityType | None, own: Collection[str]) -> Mention:
    is_self = _is_self(group, own)
    return Mention(tuple(sorted(group, key=lambda name: not name.proper)), "person" if is_self else type, is_self)


def _is_self(group: Sequence[Name], own: Collection[str]) -> bool:
    return any(name.form in own for name in group)
