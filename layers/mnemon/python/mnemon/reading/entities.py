"""Entities as the API lists and shows them: only what rests on memories that are current now, so that what was deleted or has ended is in
no name and no relation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mnemon.language.aliases import form
from mnemon.model import keys
from mnemon.model.entities import Entity, EntityType
from mnemon.model.instants import Instant
from mnemon.model.memory import Head
from mnemon.ports.flow import Clock
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.callers import Reader

from .facets import facets
from .filters import Filter
from .links import Relation, about_key, about_of, relations, spoken
from .owned import Opened, nothing, opened, opened_by_id, readable

_PAGE = 100
_LOOKED_AT = 100
"""Memories by which an entity's names are told, the newest that speak of it."""
_MOST_READ = 500
"""Entities, or memories of one, that a page looks at."""


class Position(NamedTuple):
    """Where a list goes on: in which of the reader's scopes, and after which sort key."""

    scope: int
    after: str


class EntityRequest(NamedTuple):
    """`prefix`: of any of its names, however it is written."""

    type: EntityType | None = None
    prefix: str | None = None
    limit: int = 20
    start: Position | None = None


class Known(NamedTuple):
    """An entity by the names that current memories use for it."""

    entity: Entity
    name: str
    aliases: tuple[str, ...]
    scope: str


class ListedEntities(NamedTuple):
    entities: tuple[Known, ...]
    next: Position | None


class Related(NamedTuple):
    """`outward`: the entity shown is the start of the relation."""

    type: str
    outward: bool
    other: str
    """Its public id."""
    name: str
    memories: tuple[Head, ...]


class Shown(NamedTuple):
    """`next` is where the memories go on."""

    known: Known
    relations: tuple[Related, ...]
    memories: tuple[Head, ...]
    next: str | None


class ListEntities:
    def __init__(self, tenancy: Tenancy, clock: Clock) -> None:
        self._tenancy, self._clock = tenancy, clock

    def __call__(self, reader: Reader, request: EntityRequest) -> ListedEntities:
        """Oldest first within a scope, the scopes in the reader's order. Raises Unavailable."""
        now = self._clock.now()
        found: list[Known] = []
        for looked, (position, scope, entity) in enumerate(self._entities(reader, request.start or Position(0, "")), 1):
            if _may_match(entity, request) and (known := _known(scope, entity, now)) and _matches(known, request):
                found.append(known)
            if len(found) == request.limit or looked == _MOST_READ:
                return ListedEntities(tuple(found), position)
        return ListedEntities(tuple(found), None)

    def _entities(self, reader: Reader, start: Position) -> Iterator[tuple[Position, Opened, Entity]]:
        for number, (_, key) in enumerate(reader.scopes[start.scope :], start.scope):
            scope = opened(self._tenancy, key)
            after = start.after or None if number == start.scope else None
            while scope is not None:
                page = scope.records.query(key.partition, keys.entities(), limit=_PAGE, after=after)
                for row in page.rows:
                    entity = readable(Entity, row, scope.box)
                    if entity is not None:
                        yield Position(number, row.key.sk), scope, entity
                after = page.after
                if after is None:
                    break


class GetEntity:
    def __init__(self, tenancy: Tenancy, clock: Clock) -> None:
        self._tenancy, self._clock = tenancy, clock

    def __call__(self, reader: Reader, entity_id: str, where: Filter | None = None, *, limit: int = 20, after: str | None = None) -> Shown:
        """With the memories about it, newest first; `where` is for these and for those behind its relations.

        Raises NotFound for what is absent, of a scope that the reader may not see, or what no current memory speaks of. Raises Unavailable.
        """
        scope, ulid = opened_by_id(self._tenancy, reader, entity_id, "ent", keys.entity)
        entity, now = scope.item(Entity, keys.entity(scope.scope, ulid)), self._clock.now()
        known = _known(scope, entity, now) if entity else None
        if known is None:
            raise nothing()
        memories, next = _memories(scope, ulid, where, now, limit, after)
        return Shown(known, _relations(scope, ulid, where, now), memories, next)


def _may_match(entity: Entity, request: EntityRequest) -> bool:
    return (request.type is None or entity.type == request.type) and _begins(entity.aliases, request.prefix)


def _matches(known: Known, request: EntityRequest) -> bool:
    return _begins(known.aliases, request.prefix)


def _begins(names: Iterable[str], prefix: str | None) -> bool:
    if prefix is None:
        return True
    wanted = form(prefix)
    return any(form(name).startswith(wanted) for name in names)


def _known(scope: Opened, entity: Entity, now: Instant) -> Known | None:
    """None when nothing that is current speaks of it."""
    used: set[str] = set()
    latest: Head | None = None
    for head, digests in _current(scope, entity.ulid, now, _LOOKED_AT):
        used |= digests
        latest = latest or head
    aliases = tuple(alias for digest, alias in zip(entity.digests, entity.aliases, strict=False) if digest in used)
    if latest is None or not aliases:
        return None
    return Known(entity, entity.name if entity.name in aliases else aliases[0], aliases, latest.scope)


def _current(scope: Opened, entity: str, now: Instant, most: int, after: str | None = None) -> Iterator[tuple[Head, set[str]]]:
    """The newest current memories that speak of it, each with the digests of the names that it uses."""
    found, _ = spoken(scope.records, scope.scope, entity, limit=most, after=after)
    heads = _heads(scope, [one.memory for one in found])
    for one in found:
        head = heads.get(one.memory)
        if head is not None and head.is_current(now) and (digests := one.about.spoken(head.version)):
            yield head, digests


def _memories(
    scope: Opened, entity: str, where: Filter | None, now: Instant, limit: int, after: str | None
) -> tuple[tuple[Head, ...], str | None]:
    memories: list[Head] = []
    looked = 0
    while looked < _MOST_READ:
        found, following = spoken(scope.records, scope.scope, entity, limit=_PAGE, after=after)
        heads = _heads(scope, [one.memory for one in found])
        for one in found:
            looked, after = looked + 1, one.about.key().sk
            head = heads.get(one.memory)
            if head is not None and one.about.spoken(head.version) and _is_seen(head, where, now):
                memories.append(head)
            if len(memories) == limit:
                return tuple(memories), after
        if following is None:
            return tuple(memories), None
    return tuple(memories), after


def _relations(scope: Opened, entity: str, where: Filter | None, now: Instant) -> tuple[Related, ...]:
    listed = relations(scope.records, scope.scope, entity)
    heads = _heads(scope, [ground.memory for one in listed for ground in one.grounds])
    standing = {
        one: tuple(
            head for ground in one.grounds
            if (head := heads.get(ground.memory)) is not None and head.version == ground.version and _is_seen(head, where, now)
        )
        for one in listed
    }  # fmt: skip
    names = _names(scope, {one: heads for one, heads in standing.items() if heads})
    return tuple(
        Related(one.kind, one.outward, f"ent_{scope.scope.sid}{one.other}", names[one], heads)
        for one, heads in standing.items()
        if heads and one in names
    )


def _names(scope: Opened, standing: Mapping[Relation, Sequence[Head]]) -> dict[Relation, str]:
    """Of the other ends: a name that the memory behind the relation uses itself."""
    entities = {one: keys.entity(scope.scope, one.other) for one in standing}
    links = {one: about_key(scope.scope, heads[0].ulid, one.other) for one, heads in standing.items()}
    rows = scope.records.get([*dict.fromkeys(entities.values()), *dict.fromkeys(links.values())]) if standing else {}
    found: dict[Relation, str] = {}
    for one, heads in standing.items():
        row, about = rows.get(entities[one]), about_of(rows.get(links[one]))
        entity = readable(Entity, row, scope.box) if row else None
        if entity is None or about is None:
            continue
        used = about.spoken(heads[0].version)
        names = [alias for digest, alias in zip(entity.digests, entity.aliases, strict=False) if digest in used]
        if names:
            found[one] = entity.name if entity.name in names else names[0]
    return found


def _heads(scope: Opened, ulids: Iterable[str]) -> dict[str, Head]:
    wanted = [keys.head(scope.scope, ulid) for ulid in dict.fromkeys(ulids)]
    rows = scope.records.get(wanted) if wanted else {}
    return {head.ulid: head for row in rows.values() if (head := readable(Head, row, scope.box)) is not None}


def _is_seen(head: Head, where: Filter | None, now: Instant) -> bool:
    return head.is_current(now) and (where is None or where.matches(facets(head)))
