"""Closing a scope for the time of an erasure. A raised epoch ends every write that is under way and empties every cache."""

from __future__ import annotations

from datetime import timedelta

from mnemon.model import keys
from mnemon.model.instants import moment
from mnemon.model.rows import Row
from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Check, Delete, Operation, Put, Unavailable, Update, When

from .erasures import NoSuchErasure, Work, load
from .races import until_it_holds

ABANDONED = timedelta(days=2)
"""An erasure that has come no further for so long has no workflow any more: no step is retried for that long."""


def close(work: Work, scope: ScopeKey) -> None:
    """Raises the epoch once per erasure, and lets nobody write until `open_again`.

    Raises Unavailable, also while another erasure of the scope is under way.
    """
    until_it_holds(lambda: _close(work, scope))


def _close(work: Work, scope: ScopeKey) -> None:
    records, key = work.stores.records, keys.state(scope)
    row = records.get([key]).get(key)
    if row is None:
        return records.write(Put(Row(key, {"epoch": 1, "seq": 0, "erasing": work.era.ulid}), When(absent=True)))
    holder, epoch = row.plain.get("erasing"), int(str(row.plain["epoch"]))
    if holder == work.era.ulid:
        return None
    if isinstance(holder, str) and _is_under_way(work, holder):
        raise Unavailable("another erasure of the scope is under way")
    unchanged = When(equals={"epoch": epoch, "erasing": holder}) if holder else When(equals={"epoch": epoch}, missing=("erasing",))
    return records.write(Update(key, set={"epoch": epoch + 1, "erasing": work.era.ulid}, when=unchanged))


def _is_under_way(work: Work, ulid: str) -> bool:
    try:
        other = load(work.stores, ulid)
    except NoSuchErasure:
        return False
    return other.status in ("queued", "running") and moment(work.clock.now()) - moment(other.updated_at) < ABANDONED


def closed_by(work: Work, scope: ScopeKey) -> Check:
    """The condition of what an erasure itself writes: the scope is still its own."""
    return Check(keys.state(scope), When(equals={"erasing": work.era.ulid}))


def blank(work: Work, scope: ScopeKey) -> None:
    """Leaves only the counters of a scope's state."""
    key = keys.state(scope)
    row = work.stores.records.get([key])[key]
    counters = {name: row.plain[name] for name in ("epoch", "seq")}
    unchanged = When(equals={"epoch": counters["epoch"], "erasing": work.era.ulid})
    work.stores.records.write(Put(Row(key, {**counters, "erasing": work.era.ulid}), unchanged))


def open_again(work: Work, scope: ScopeKey, *operations: Operation) -> None:
    """Lets writers in, at a raised epoch: whatever was cached while the scope was closed, its old secret too, is stale by it.

    `operations` happen in the same transaction, so that they are not done twice. Once it is open, does nothing.
    """
    until_it_holds(lambda: _open_again(work, scope, *operations))


def _open_again(work: Work, scope: ScopeKey, *operations: Operation) -> None:
    records, key = work.stores.records, keys.state(scope)
    row = records.get([key]).get(key)
    if row is None or row.plain.get("erasing") != work.era.ulid:
        return
    epoch = int(str(row.plain["epoch"]))
    ours = When(equals={"epoch": epoch, "erasing": work.era.ulid})
    records.write(Update(key, set={"epoch": epoch + 1}, remove=("erasing",), when=ours), *operations)


def forget_entry(scope: ScopeKey) -> Delete:
    """The scope is no longer one of its tenant's."""
    return Delete(keys.scope_entry(scope))
