"""What waits for a person, or was decided, goes with the sources that it rests on and with the memory that it is about."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from mnemon.model import keys
from mnemon.model.approvals import Approval
from mnemon.model.ids import PublicId
from mnemon.model.rows import Key, Row, Unreadable
from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Put, Records, When
from mnemon.tenant.views import look

from .block import closed_by
from .erasures import Work
from .races import until_it_holds


def resting(records: Records, scope: ScopeKey, sources: Collection[str]) -> list[Row]:
    """The approvals that rest on any of these sources, by ULID. Raises Unavailable."""
    return [row for row in records.walk(scope.partition, keys.APPROVALS) if not _sources(row).isdisjoint(sources)]


def about(records: Records, scope: ScopeKey, memory: str) -> list[Key]:
    """What was thought of a memory, and the approvals that it came of or that are about it. Raises Unavailable."""
    approvals = [row.key for row in records.walk(scope.partition, keys.APPROVALS) if row.plain.get("memory") == memory]
    return [*approvals, *(row.key for row in records.walk(scope.partition, keys.feedback_on(memory)))]


def waits_on(records: Records, scope: ScopeKey, source: str) -> bool:
    """Whether a fact that rests on the source has still to be decided."""
    return any(row.plain.get("status") == "waiting" for row in resting(records, scope, [source]))


def going(records: Records, scope: ScopeKey, sources: Collection[str], memories: Collection[str]) -> set[Key]:
    """Those that rest on these sources alone, and all about these memories. Raises Unavailable."""
    alone = {row.key for row in resting(records, scope, sources) if _sources(row) <= set(sources)} if sources else set[Key]()
    return alone.union(*(about(records, scope, memory) for memory in memories))


def lose_sources(work: Work, scope: ScopeKey, erased: Collection[str]) -> None:
    """`erased`: public ids. What rests on another source too stays, resting on that. Raises Unavailable."""
    sources = {PublicId.parse(id, "src").ulid for id in erased}
    doomed: list[Key] = []
    for row in resting(work.stores.records, scope, sources):
        left = _sources(row) - sources
        if left and _keep(work, scope, row.key, left):
            continue
        doomed.append(row.key)
        if digest := row.plain.get("digest"):
            doomed.append(keys.waiting(scope, str(digest)))
    work.stores.records.delete_all(doomed)


def _keep(work: Work, scope: ScopeKey, key: Key, left: Collection[str]) -> bool:
    """False when it cannot be read any more."""

    def rewrite() -> bool:
        view = look(work.stores, scope, newest=0)
        row = work.stores.records.get([key]).get(key)
        if row is None:
            return False
        try:
            approval = Approval.from_row(row, view.box)
        except Unreadable:
            return False
        kept: dict[str, Any] = {"sources": [ulid for ulid in approval.sources if ulid in left]}
        if approval.fact is not None:
            ids = {str(PublicId("src", scope.sid, ulid)) for ulid in left}
            kept["fact"] = approval.fact.model_copy(update={"sources": tuple(ref for ref in approval.fact.sources if ref.id in ids)})
        changed = approval.model_copy(update=kept)
        work.stores.records.write(Put(changed.to_row(view.box), When(equals={"status": approval.status})), closed_by(work, scope))
        return True

    return until_it_holds(rewrite)


def _sources(row: Row) -> set[str]:
    value = row.plain.get("sources")
    return set(value) if isinstance(value, list) else set()
