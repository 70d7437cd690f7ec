"""The tenant's users: those scopes of it that are a user's, by the names that each scope keeps sealed with its own secret."""

from __future__ import annotations

from typing import NamedTuple

from mnemon.model import keys
from mnemon.model.instants import Instant
from mnemon.model.records import ScopeEntry
from mnemon.model.rows import Row
from mnemon.model.scopes import Scope, ScopeKey
from mnemon.ports.tenancy import Tenancy, TenantStores

from .owned import readable

_PAGE = 100
_MOST_READ = 500
"""Entries that one page looks at: each is opened with a secret of its own."""


class User(NamedTuple):
    name: str
    created_at: Instant
    """When something was first kept of it."""


class Users(NamedTuple):
    users: tuple[User, ...]
    next: str | None


class ListUsers:
    def __init__(self, tenancy: Tenancy) -> None:
        self.tenancy = tenancy

    def __call__(self, tid: str, *, limit: int, after: str | None = None) -> Users:
        """One page, in an order that says nothing. Who was erased, or is being erased, is not in it. Raises Unavailable."""
        stores = self.tenancy.stores(tid)
        found: list[User] = []
        looked = 0
        while True:
            page = stores.records.query(keys.tenant_partition(tid), keys.SCOPES, limit=min(_PAGE, limit), after=after)
            for row, epoch in _with_epochs(stores, page.rows):
                looked += 1
                after = row.key.sk
                user = None if epoch is None else _user(stores, row, epoch)
                if user is not None:
                    found.append(user)
                if len(found) == limit:
                    return Users(tuple(found), after)
            if page.after is None:
                return Users(tuple(found), None)
            after = page.after
            if looked >= _MOST_READ:
                return Users(tuple(found), after)


def _with_epochs(stores: TenantStores, rows: tuple[Row, ...]) -> list[tuple[Row, int | None]]:
    """None for a scope that holds nothing: an erasure has ended, or is about to."""
    states = {row.key: keys.state(_scope(row)) for row in rows}
    held = stores.records.get(list(states.values())) if states else {}
    found: list[tuple[Row, int | None]] = []
    for row in rows:
        state = held.get(states[row.key])
        is_open = state is not None and state.sealed is not None and not state.plain.get("erasing")
        found.append((row, int(str(state.plain["epoch"])) if state is not None and is_open else None))
    return found


def _user(stores: TenantStores, row: Row, epoch: int) -> User | None:
    box = stores.vault.open(_scope(row), epoch)
    entry = readable(ScopeEntry, row, box)
    if entry is None:
        return None
    scope = Scope.parse(entry.scope)
    return User(scope.name, entry.created_at) if scope.kind == "user" else None


def _scope(row: Row) -> ScopeKey:
    return ScopeKey(**ScopeEntry.identity(row.key))
