"""What stands in the table because of one memory, apart from its head."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mnemon.model import keys
from mnemon.model.ids import InvalidId, PublicId
from mnemon.model.rows import Key
from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import MAX_OPERATIONS, Delete, Records, When
from mnemon.tenant.batches import parts

from .approvals import about
from .races import until_it_holds

_KEYS = "KEY#"


def leavings(records: Records, scope: ScopeKey, ulid: str) -> list[Key]:
    """Its versions, its count of recalls, what was thought of it, and its edges, from both ends."""
    versions = [row.key for row in records.walk(scope.partition, keys.version_prefix(ulid))]
    edges = [row.key for row in records.walk(scope.partition, keys.edges_from(str(PublicId("mem", scope.sid, ulid))))]
    far = [end for edge in edges if (end := far_end(scope.tid, edge))]
    return [*versions, keys.access(scope, ulid), *about(records, scope, ulid), *far, *edges]


def remove_leavings(records: Records, scope: ScopeKey, memories: Collection[str]) -> list[Key]:
    """What was removed. The far ends of links go first: a retry finds those that are left by the near ones. Raises Unavailable."""
    gone = [key for ulid in memories for key in leavings(records, scope, ulid)]
    near = {key for ulid in memories for key in gone if key.sk.startswith(keys.edges_from(str(PublicId("mem", scope.sid, ulid))))}
    records.delete_all([key for key in gone if key not in near])
    records.delete_all([key for key in gone if key in near])
    return gone


def far_end(tid: str, edge: Key) -> Key | None:
    """The other item of a link: `EDGE#<from>#<type>#<to>` and `EDGE#<to>#~<type>#<from>`, each in its own end's partition."""
    _, start, kind, end = edge.sk.split("#")
    try:
        scope = ScopeKey(tid=tid, sid=PublicId.parse(end).owner)
    except InvalidId:
        return None
    return keys.edge(scope, end, kind.removeprefix("~") if kind.startswith("~") else f"~{kind}", start)


def free_keys(records: Records, scope: ScopeKey, memories: Collection[str]) -> int:
    """Removes the `KEY#` items that name memories whose words are no longer known: a walk over the scope's. The number removed.

    Raises Unavailable.
    """
    held = [(row.key, str(row.plain["memory"])) for row in records.walk(scope.partition, _KEYS) if row.plain.get("memory") in memories]
    for part in parts(held, MAX_OPERATIONS):
        until_it_holds(lambda part=part: _free(records, part))
    return len(held)


def _free(records: Records, held: Iterable[tuple[Key, str]]) -> None:
    """A key that a living memory has taken since is left to it."""
    now = records.get([key for key, _ in held])
    still = [(key, memory) for key, memory in held if key in now and now[key].plain.get("memory") == memory]
    if still:
        records.write(*[Delete(key, When(equals={"memory": memory}, or_absent=True)) for key, memory in still])
