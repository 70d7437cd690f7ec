"""One source leaves the table: its turns, its place in its session, and what rests on it alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.rows import Key, Row, Value
from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Operation, Records, Update, When
from mnemon.tenant.batches import parts
from mnemon.tenant.document_ids import document_ids
from mnemon.tenant.views import look, mark

from .approvals import lose_sources
from .block import closed_by
from .erasures import Work
from .leavings import far_end
from .memories import RESTS_ON, lose_far_grounds, lose_grounds
from .races import until_it_holds
from .tombstones import try_to_lay

Side = Literal["before", "after"]
SIDES: tuple[Side, Side] = ("before", "after")
NEIGHBOURS = 2
_AT_ONCE = 40


@dataclass(frozen=True, slots=True)
class Relinked:
    key: Key
    rev: int
    links: dict[Side, list[str]]


def dependents(records: Records, scope: ScopeKey, source: str) -> list[Key]:
    """The far ends `EDGE#<memory>#rests_on#<source>` of the memories that rest on a source."""
    prefix = f"{keys.edges_from(str(PublicId('src', scope.sid, source)))}~{RESTS_ON}#"
    return [end for row in records.walk(scope.partition, prefix) if (end := far_end(scope.tid, row.key))]


def remove_source(work: Work, scope: ScopeKey, source: str, erased: Collection[str], *, with_session: bool) -> None:
    """`erased`: public ids of all sources that go with this one. The source's own item goes last, so that a retry finds what is left.

    Raises Unavailable.
    """
    records, key = work.stores.records, keys.source(scope, source)
    row = records.get([key]).get(key)
    if row is None:
        return
    chunks = [each.key for each in records.walk(scope.partition, keys.chunk_prefix(source))]
    digest = str(row.plain.get("session") or "")
    if digest and not with_session:
        _close_the_gap(work, scope, source, digest)
    _take_the_ground(work, scope, source, erased)
    lose_sources(work, scope, erased)
    edges = [each.key for each in records.walk(scope.partition, keys.edges_from(str(PublicId("src", scope.sid, source))))]
    far = [end for edge in edges if (end := far_end(scope.tid, edge))]
    records.delete_all([*chunks, *edges, *far, *_of_jobs(records, scope, source, digest)])
    if digest:
        records.delete_all(_of_session(records, scope, source, digest))
    try_to_lay(work.index, scope.tid, document_ids(chunks))
    records.delete_all([key])


def remove_session(work: Work, scope: ScopeKey, digest: str) -> None:
    """What is left of a session of which no source is left."""
    key = keys.session(scope, digest)
    work.stores.records.delete_all([key, *(row.key for row in work.stores.records.walk(scope.partition, f"{key.sk}#"))])


def _take_the_ground(work: Work, scope: ScopeKey, source: str, erased: Collection[str]) -> None:
    far: list[Key] = []
    for link in dependents(work.stores.records, scope, source):
        if link.pk != scope.partition:
            far.append(link)
            continue
        lose_grounds(work, scope, PublicId.parse(link.sk.split("#")[1]).ulid, erased)
    lose_far_grounds(work, far)


def _of_session(records: Records, scope: ScopeKey, source: str, digest: str) -> list[Key]:
    """The source's place in its session and its turns; the whole session with its last source."""
    place = keys.session_source(scope, digest, source)
    others = [row.key for row in records.walk(scope.partition, keys.session_sources(digest)) if row.key != place]
    turns = [row for row in records.walk(scope.partition, keys.session_turns(digest)) if not others or _is_of(row, source)]
    return [*(row.key for row in turns), place, *([] if others else [keys.session(scope, digest)])]


def _of_jobs(records: Records, scope: ScopeKey, source: str, digest: str) -> list[Key]:
    """The source's jobs, and candidates of all jobs of its session: a window holds turns of several sources. What has not been
    committed is extracted again from the turns that are left."""
    rows = list(records.walk(scope.partition, "JOB#"))
    jobs = {row.key.sk.split("#")[1]: row for row in rows if "#CAND#" not in row.key.sk}
    own = {ulid for ulid, row in jobs.items() if _is_of(row, source)}
    touched = own | {ulid for ulid, row in jobs.items() if digest and row.plain.get("session") == digest}
    return [row.key for row in rows if (row.key.sk.split("#")[1] in (touched if "#CAND#" in row.key.sk else own))]


def _is_of(row: Row, source: str) -> bool:
    return str(row.plain.get("source", "")).endswith(source)


def _close_the_gap(work: Work, scope: ScopeKey, source: str, digest: str) -> None:
    """Turns on both sides of those that go become neighbours, and are indexed again: their context held the words that go."""
    until_it_holds(lambda: _relink(work, scope, source, digest))


def _relink(work: Work, scope: ScopeKey, source: str, digest: str) -> None:
    records, chain = work.stores.records, Chain(work.stores.records, scope, keys.chunk_prefix(source))
    view, now = look(work.stores, scope, newest=0), work.clock.now()
    for part in parts(chain.gaps(), _AT_ONCE):
        operations: list[Operation] = []
        for each in part:
            changes: dict[str, Value] = {**each.links, "rev": each.rev + 1}
            operations.append(Update(each.key, set=changes, when=When(equals={"rev": each.rev})))
            operations.append(mark(view, work.ids.ulid(), each.key, now))
        records.write(*operations, closed_by(work, scope))
    session = keys.session(scope, digest)
    row = records.get([session]).get(session)
    newest = _names(row, "last_chunks") if row else []
    if row and any(chain.goes(sk) for sk in newest):
        records.write(Update(session, set={"last_chunks": chain.left(newest, "before")}), closed_by(work, scope))


class Chain:
    """The turns of a session, each linked to the two before and after it; some of them go."""

    def __init__(self, records: Records, scope: ScopeKey, going: str) -> None:
        self._records = records
        self._scope = scope
        self._going = going
        """What the sort keys of those that go begin with."""
        self._rows: dict[str, Row | None] = {}

    def goes(self, sk: str) -> bool:
        return sk.startswith(self._going)

    def gaps(self) -> list[Relinked]:
        """The turns that stay and have a neighbour that goes, with the neighbours that they have then."""
        doomed = list(self._records.walk(self._scope.partition, self._going))
        self._rows |= {row.key.sk: row for row in doomed}
        beside = dict.fromkeys(sk for row in doomed for side in SIDES for sk in _names(row, side) if not self.goes(sk))
        found: list[Relinked] = []
        for sk in beside:
            row = self._row(sk)
            if row is None:
                continue
            links: dict[Side, list[str]] = {side: self.left(_names(row, side), side) for side in SIDES}
            if any(links[side] != _names(row, side) for side in SIDES):
                found.append(Relinked(row.key, int(str(row.plain["rev"])), links))
        return found

    def left(self, names: Sequence[str], side: Side) -> list[str]:
        """The nearest two that stay, going on from turn to turn."""
        found: list[str] = []
        ahead = list(names[:1])
        while ahead and len(found) < NEIGHBOURS:
            sk = ahead.pop()
            row = self._row(sk)
            if row is None:
                break
            if not self.goes(sk):
                found.append(sk)
            ahead = _names(row, side)[:1]
        return found

    def _row(self, sk: str) -> Row | None:
        if sk not in self._rows:
            key = Key(self._scope.partition, sk)
            self._rows[sk] = self._records.get([key]).get(key)
        return self._rows[sk]


def _names(row: Row, name: str) -> list[str]:
    value = row.plain.get(name)
    return list(value) if isinstance(value, list) else []
