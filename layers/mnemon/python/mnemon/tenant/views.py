"""A scope as it is at one moment: its state, its box, and what is not yet searchable. Every decision is made on one view."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from mnemon.model import keys
from mnemon.model.instants import Instant
from mnemon.model.records import Marker, ScopeEntry, ScopeState
from mnemon.model.rows import Box, Key, Row, Unreadable
from mnemon.model.scopes import Scope, ScopeKey
from mnemon.ports.records import Check, Conflict, Put, Unavailable, Update, When
from mnemon.ports.tenancy import TenantStores

NEWEST = 200
"""How many markers a read looks at (architecture, "Answers just after a write"); more says `degraded`."""


@dataclass(frozen=True, slots=True)
class View:
    scope: ScopeKey
    state: ScopeState
    box: Box
    pending: tuple[Marker, ...] = ()
    """Newest first, `NEWEST` at most."""
    truncated: bool = False

    @property
    def is_new(self) -> bool:
        """Nothing was ever written here, or an erasure left only the counters."""
        return not self.state.scope

    @property
    def pending_keys(self) -> tuple[Key, ...]:
        """The items that the markers name, each once, newest first."""
        return tuple(dict.fromkeys(Key(self.scope.partition, marker.target) for marker in self.pending))


def look(stores: TenantStores, scope: ScopeKey, *, newest: int = NEWEST) -> View:
    """One strongly consistent query: the state and the newest markers. Raises Unavailable."""
    page = stores.records.query(scope.partition, keys.NOW, until=keys.STATE, descending=True, limit=newest + 1)
    rows = list(page.rows)
    empty = ScopeState(tid=scope.tid, sid=scope.sid)
    if not rows or rows[0].key.sk != keys.STATE:
        return View(scope, empty, stores.vault.open(scope, 0))
    box = stores.vault.open(scope, int(str(rows[0].plain["epoch"])))
    state = _state(scope, rows[0], box)
    pending = tuple(Marker.from_row(row, box) for row in rows[1:])
    return View(scope, state, box, pending, truncated=page.after is not None)


def _state(scope: ScopeKey, row: Row, box: Box) -> ScopeState:
    """Of a state that cannot be opened only the counters count: it is from before an erasure, in a copy of the table that was put back."""
    try:
        return ScopeState.from_row(row, box)
    except Unreadable:
        return ScopeState.model_validate({**row.plain, "tid": scope.tid, "sid": scope.sid})


def enter(stores: TenantStores, scope: Scope, key: ScopeKey, now: Instant, *, newest: int = 0) -> View:
    """The view of a scope that is about to be written: makes its secret and state at the scope's first write.

    Raises Unavailable, also while an erasure is under way, and Conflict when one ran meanwhile.
    """
    view = _open(look(stores, key, newest=newest))
    if not view.is_new:
        return view
    box = stores.vault.create(key, view.state.epoch)
    state = view.state.model_copy(update={"scope": str(scope)})
    unchanged = When(equals={"epoch": view.state.epoch, "seq": view.state.seq}, or_absent=True)
    entry = ScopeEntry(tid=key.tid, sid=key.sid, created_at=now, scope=str(scope))
    with contextlib.suppress(Conflict):  # another writer was first; what it wrote is looked at below
        stores.records.write(Put(state.to_row(box), unchanged), Put(entry.to_row(box)))
    view = look(stores, key, newest=0)
    if view.is_new:
        raise Conflict([keys.state(key)])
    return view


def unerased(view: View) -> Check:
    """The condition of every write that does not raise `seq`: no erasure has begun since the view was taken.

    Raises Unavailable when one was under way then.
    """
    _open(view)
    return Check(keys.state(view.scope), When(equals={"epoch": view.state.epoch}))


def advance(view: View, now: Instant) -> Update:
    """Raises `seq` by one, on the view's epoch and seq: the decision made on this view is the next one of the scope, or none.

    Raises Unavailable when an erasure was under way then.
    """
    _open(view)
    day = now[:10]
    return Update(
        keys.state(view.scope),
        set={"seq": view.state.seq + 1, "day": day, "LPK": f"T#{view.scope.tid}#DAY#{day}", "LSK": view.scope.sid},
        when=When(equals={"epoch": view.state.epoch, "seq": view.state.seq}),
    )


def mark(view: View, write: str, target: Key, now: Instant) -> Put:
    """The marker that stands in the transaction of every write that changes what the index should hold."""
    marker = Marker(tid=view.scope.tid, sid=view.scope.sid, write=write, target=target.sk, created_at=now)
    return Put(marker.to_row(view.box))


def _open(view: View) -> View:
    """What is written while a scope is erased would go with it, or be sealed with a secret that is about to be destroyed."""
    if view.state.erasing:
        raise Unavailable("the scope is being erased")
    return view
