"""Memories in the table, as an erasure of one of their sources, or of themselves, leaves them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from mnemon.model import keys
from mnemon.model.ids import InvalidId, PublicId
from mnemon.model.memory import Head, SourceRef, Version
from mnemon.model.records import Edge
from mnemon.model.rows import Key, Row, Unreadable
from mnemon.model.scopes import ScopeKey
from mnemon.model.sources import Source
from mnemon.ports.records import Delete, Operation, Put, When
from mnemon.tenant.batches import parts
from mnemon.tenant.document_ids import document_ids
from mnemon.tenant.views import View, advance, look, mark

from .block import closed_by
from .derived import forget_derived
from .entities import unlink
from .erasures import Work, plain
from .fact_items import keys_of
from .grounds import Verdict, without
from .leavings import far_end, free_keys, remove_leavings
from .races import until_it_holds
from .tombstones import try_to_lay

RESTS_ON = "rests_on"
_AT_ONCE = 40
"""Records of one transaction, each with its marker."""


@dataclass(frozen=True, slots=True)
class Lineage:
    head: Head
    versions: tuple[Version, ...]
    grounds: tuple[Edge, ...]
    """Its `rests_on` links, from its own end."""


def read(work: Work, view: View, ulid: str) -> Lineage | None:
    """None when there is no such memory, or its secret is gone. Raises Unavailable."""
    records, scope = work.stores.records, view.scope
    key = keys.head(scope, ulid)
    row = records.get([key]).get(key)
    if row is None:
        return None
    prefix = f"{keys.edges_from(str(PublicId('mem', scope.sid, ulid)))}{RESTS_ON}#"
    try:
        return Lineage(
            Head.from_row(row, view.box),
            tuple(Version.from_row(each, view.box) for each in records.walk(scope.partition, keys.version_prefix(ulid))),
            tuple(Edge.from_row(each, view.box) for each in records.walk(scope.partition, prefix)),
        )
    except Unreadable:
        return None


def judge(work: Work, view: View, lineage: Lineage, erased: Collection[str]) -> Verdict:
    return without(lineage.head, lineage.versions, erased, _unshown(work, view, lineage, erased), work.clock.now())


def lose_grounds(work: Work, scope: ScopeKey, ulid: str, erased: Collection[str]) -> None:
    """The memory stays on what it has left, or is planned to be removed. Raises Unavailable."""
    until_it_holds(lambda: _lose_grounds(work, scope, ulid, erased))


def lose_far_grounds(work: Work, edges: Iterable[Key]) -> None:
    """`edges`: `EDGE#<memory>#rests_on#<source>` in other scopes' partitions, whose sources are being erased."""
    erased: defaultdict[tuple[ScopeKey, str], set[str]] = defaultdict(set)
    for edge in edges:
        _, start, _, end = edge.sk.split("#")
        erased[keys.scope_of(edge), PublicId.parse(start).ulid].add(end)
    for (scope, ulid), sources in erased.items():
        lose_grounds(work, scope, ulid, sources)
        view = look(work.stores, scope, newest=0)
        lineage = read(work, view, ulid)
        if lineage and judge(work, view, lineage, sources).head is None:
            remove(work, scope, ulid)
    for scope in dict.fromkeys(scope for scope, _ in erased):
        forget_derived(work, scope)


def remove(work: Work, scope: ScopeKey, ulid: str) -> None:
    """The whole lineage and all that stands in the table because of it; the head last, so that a retry finds what is left.

    Raises Unavailable.
    """
    records = work.stores.records
    unlink(records, scope, look(work.stores, scope, newest=0).box, ulid)
    rest = remove_leavings(records, scope, [ulid])
    until_it_holds(lambda: _remove_head(work, scope, ulid))
    try_to_lay(work.index, scope.tid, document_ids([keys.head(scope, ulid), *rest]))


def _remove_head(work: Work, scope: ScopeKey, ulid: str) -> None:
    view, key = look(work.stores, scope, newest=0), keys.head(scope, ulid)
    row = work.stores.records.get([key]).get(key)
    if row is None:
        return
    freed = _freed(work, view, row)
    work.stores.records.write(Delete(key), *freed, _guard(work, view))


def _lose_grounds(work: Work, scope: ScopeKey, ulid: str, erased: Collection[str]) -> None:
    view = look(work.stores, scope, newest=0)
    lineage = read(work, view, ulid)
    if lineage is None:
        return
    verdict = judge(work, view, lineage, erased)
    if verdict.head is None:
        if scope == work.scope and not work.is_whole:
            work.stores.records.write(Put(plain(work.part("MEM", ulid, lineage.head.last_version))))
        return
    # Before the versions are gone: a retry comes to the same verdict until then.
    unlink(work.stores.records, scope, view.box, ulid, _unspoken(lineage, verdict))
    _rewrite(work, view, lineage, verdict)
    links = [edge.key() for edge in lineage.grounds if edge.end in erased]
    # The sources' ends last: by them another erasure finds the memory.
    work.stores.records.delete_all(links)
    work.stores.records.delete_all([*filter(None, (far_end(scope.tid, link) for link in links))])


def _unspoken(lineage: Lineage, verdict: Verdict) -> set[int]:
    """The versions whose words go."""
    assert verdict.head is not None
    gone = {version.version for version in verdict.removed} | {lineage.head.version}
    return gone - {verdict.head.version}


def _rewrite(work: Work, view: View, lineage: Lineage, verdict: Verdict) -> None:
    """Versions first: until the head is rewritten too, a retry comes to the same verdict."""
    old = {version.version: version for version in lineage.versions}
    changes: list[Operation] = [
        *(Put(each.to_row(view.box), When(equals={"rev": old[each.version].rev})) for each in verdict.changed),
        *(Delete(each.key()) for each in verdict.removed),
    ]
    head = verdict.head
    if head is not None and head != lineage.head:
        changes.append(Put(head.to_row(view.box), When(equals={"rev": lineage.head.rev})))
        if head.content != lineage.head.content:
            changes += _freed(work, view, lineage.head.to_row(view.box))
    for part in parts(changes, _AT_ONCE):
        _commit(work, view, part)


def _commit(work: Work, view: View, operations: Sequence[Operation]) -> None:
    now = work.clock.now()
    marked = [operation.key for operation in operations if document_ids([operation.key])]
    marks = [mark(view, work.ids.ulid(), key, now) for key in marked]
    fresh = look(work.stores, view.scope, newest=0)
    work.stores.records.write(*operations, *marks, _guard(work, fresh))


def _guard(work: Work, view: View) -> Operation:
    """In the scope that is being erased the erasure alone writes; in another it is a writer like all others."""
    if view.state.erasing == work.era.ulid:
        return closed_by(work, view.scope)
    return advance(view, work.clock.now())


def _freed(work: Work, view: View, row: Row) -> list[Operation]:
    """The keys by which the head's present words were found."""
    try:
        head = Head.from_row(row, view.box)
    except Unreadable:
        free_keys(work.stores.records, view.scope, [Head.identity(row.key)["ulid"]])
        return []
    rows = work.stores.records.get([key.key() for key in keys_of(head, view.box)])
    return [Delete(key, When(equals={"memory": head.ulid})) for key, held in rows.items() if held.plain.get("memory") == head.ulid]


def _unshown(work: Work, view: View, lineage: Lineage, erased: Collection[str]) -> list[SourceRef]:
    """Grounds that stay and that no record of the lineage shows, read from their links."""
    if lineage.head.source_count <= len(lineage.head.sources):
        return []
    shown = {source.id for record in (lineage.head, *lineage.versions) for source in record.sources}
    links = {edge.end: edge for edge in lineage.grounds if edge.end not in erased and edge.end not in shown}
    wanted = {end: key for end in links if (key := _source_key(view.scope, end))}
    rows = work.stores.records.get(list(wanted.values()))
    found: list[SourceRef] = []
    for end, key in wanted.items():
        if key not in rows:
            continue
        source, link = Source.from_row(rows[key], view.box), links[end]
        turns = tuple(int(turn) for turn in link.turns if turn.isdigit())
        ref = SourceRef(type=source.type, id=end, session=source.session_id, run=source.run_id, turns=turns, wording=link.wording)
        found.append(ref.model_copy(update={"at": source.created_at}))
    return found


def _source_key(scope: ScopeKey, id: str) -> Key | None:
    """Only of the same scope: another's words are sealed with another secret."""
    try:
        found = PublicId.parse(id, "src")
    except InvalidId:
        return None
    return keys.source(scope, found.ulid) if found.owner == scope.sid else None
