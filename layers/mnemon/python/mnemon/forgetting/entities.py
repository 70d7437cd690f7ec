"""The graph loses what rested on a memory, or on some of its versions: relations, names, and entities of which nothing speaks any more.

The memory's own `about` links go last, so that a retry finds what is left. Whatever is removed or rewritten is so on the entity's `rev`,
which every commit that links to it raises.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from mnemon.model import keys
from mnemon.model.entities import ABOUT, About, Entity, Ground, Relates, Said, Told, entity_id
from mnemon.model.ids import PublicId
from mnemon.model.rows import Box, Key, Row, Unreadable
from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import MAX_OPERATIONS, Delete, Operation, Put, Records, When
from mnemon.tenant.batches import parts

from .leavings import far_end
from .races import until_it_holds


def unlink(records: Records, scope: ScopeKey, box: Box, memory: str, versions: Collection[int] | None = None) -> None:
    """`memory` is a ULID; without `versions` all of it goes. Raises Unavailable."""
    if versions is not None and not versions:
        return
    for about in list(_abouts(records, scope, memory)):
        said = [each for each in map(Said.parse, about.says) if versions is None or each.version in versions]
        told = [each for each in map(Told.parse, about.tells) if versions is None or each.version in versions]
        if not said and not told and versions is not None:
            continue
        for one in told:
            until_it_holds(lambda one=one: _loosen(records, scope, box, one, memory, versions))
        left = about.model_copy(
            update={
                "says": [text for text in about.says if Said.parse(text) not in said],
                "tells": [text for text in about.tells if Told.parse(text) not in told],
            }
        )
        until_it_holds(lambda left=left, said=said: _settle(records, scope, box, left, {each.digest for each in said}))
        for end in (left.turned, left):  # the memory's own last: by it a retry finds the other
            records.put_all([end.to_row(box)]) if left.says else records.delete_all([end.key()])


def going(records: Records, scope: ScopeKey, memories: Collection[str]) -> int:
    """How many entities nothing speaks of when these memories are gone. `memories`: ULIDs. Raises Unavailable."""
    doomed = {str(PublicId("mem", scope.sid, ulid)) for ulid in memories}
    entities = {about.end for ulid in memories for about in _abouts(records, scope, ulid)}
    return sum(all(_other(row.key) in doomed for row in _spoken_of(records, scope, entity)) for entity in entities)


def _abouts(records: Records, scope: ScopeKey, memory: str) -> Iterator[About]:
    prefix = f"{keys.edges_from(str(PublicId('mem', scope.sid, memory)))}{ABOUT}#"
    for row in records.walk(scope.partition, prefix):
        yield About.model_validate({**row.plain, **About.identity(row.key)})


def _spoken_of(records: Records, scope: ScopeKey, entity: str) -> Iterator[Row]:
    return records.walk(scope.partition, f"{keys.edges_from(entity)}~{ABOUT}#")


def _other(edge: Key) -> str:
    return edge.sk.rsplit("#", 1)[1]


def _loosen(records: Records, scope: ScopeKey, box: Box, told: Told, memory: str, versions: Collection[int] | None) -> None:
    """The relation rests on that memory no more."""
    start, end = entity_id(scope.sid, told.start), entity_id(scope.sid, told.end)
    key = keys.edge(scope, start, told.kind, end)
    row = records.get([key]).get(key)
    if row is None:
        return
    link = Relates.model_validate({**row.plain, **Relates.identity(key)})
    gone = {
        text
        for text in link.grounds
        if (ground := Ground.parse(text)).memory == memory and (versions is None or ground.version in versions)
    }
    if not gone:
        return
    left = link.model_copy(update={"grounds": [text for text in link.grounds if text not in gone]})
    unchanged = When(equals={"grounds": link.grounds})
    if left.grounds:
        records.write(*(Put(each.to_row(box), unchanged) for each in (left, left.turned)))
    else:
        records.write(*(Delete(each.key(), unchanged) for each in (left, left.turned)))


def _settle(records: Records, scope: ScopeKey, box: Box, about: About, lost: set[str]) -> None:
    """`about` is the link as it will be: names that only it used are forgotten, and the entity with its last link."""
    key = keys.entity(scope, PublicId.parse(about.end, "ent").ulid)
    row = records.get([key]).get(key)
    if row is None:
        return
    orphans = lost - {Said.parse(text).digest for text in about.says}
    spoken = bool(about.says)
    for other in _spoken_of(records, scope, about.end):
        if spoken and not orphans:
            return
        if _other(other.key) != about.start:
            spoken = True
            orphans -= {Said.parse(text).digest for text in _texts(other.plain.get("says"))}
    if not spoken:
        _remove(records, scope, row)
    elif orphans:
        _forget_names(records, scope, box, row, orphans)


def _remove(records: Records, scope: ScopeKey, row: Row) -> None:
    entity = Entity.identity(row.key)["ulid"]
    links = [
        each.key for each in records.walk(scope.partition, keys.edges_from(entity_id(scope.sid, entity))) if f"~{ABOUT}#" not in each.key.sk
    ]
    records.delete_all([*filter(None, (far_end(scope.tid, link) for link in links))])
    records.delete_all(links)
    freed = _freed(records, scope, entity, _texts(row.plain.get("digests")))
    _write_all(records, Delete(row.key, When(equals={"rev": row.plain["rev"]})), freed)


def _forget_names(records: Records, scope: ScopeKey, box: Box, row: Row, orphans: Collection[str]) -> None:
    try:
        entity = Entity.from_row(row, box)
    except Unreadable:
        return
    kept = [(digest, alias) for digest, alias in zip(entity.digests, entity.aliases, strict=False) if digest not in orphans]
    aliases = tuple(alias for _, alias in kept)
    name = entity.name if entity.name in aliases else next(iter(aliases), "")
    left = entity.model_copy(update={"digests": [digest for digest, _ in kept], "aliases": aliases, "name": name, "rev": entity.rev + 1})
    freed = _freed(records, scope, entity.ulid, sorted(orphans))
    _write_all(records, Put(left.to_row(box), When(equals={"rev": entity.rev})), freed)


def _freed(records: Records, scope: ScopeKey, entity: str, digests: Sequence[str]) -> list[Operation]:
    """Keys of its names, as far as they are its own."""
    rows = records.get([keys.alias(scope, digest) for digest in digests]) if digests else {}
    return [Delete(key, When(equals={"entity": entity})) for key, row in rows.items() if row.plain.get("entity") == entity]


def _write_all(records: Records, first: Operation, rest: Sequence[Operation]) -> None:
    """At most as many names as an entity has: one transaction as a rule."""
    for number, part in enumerate(parts([first, *rest], MAX_OPERATIONS)):
        records.write(*part) if number == 0 else records.delete_all([each.key for each in part])


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
