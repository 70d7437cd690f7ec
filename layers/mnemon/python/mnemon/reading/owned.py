"""From a public id to the scope that owns it, and to the box that opens what stands there: one strongly consistent read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from mnemon.errors import NotFound
from mnemon.model import keys
from mnemon.model.ids import IdKind, InvalidId, PublicId
from mnemon.model.records import ScopeState
from mnemon.model.rows import Box, Key, Row, Stored, Unreadable
from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Records
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.callers import Reader

T = TypeVar("T", bound=Stored)


class Opened(NamedTuple):
    """One scope as it can be read now, and the items of it that were asked for."""

    scope: ScopeKey
    records: Records
    box: Box
    rows: Mapping[Key, Row]

    def item(self, model: type[T], key: Key) -> T | None:
        """None also for what an erasure made unreadable meanwhile."""
        row = self.rows.get(key)
        return None if row is None else readable(model, row, self.box)


def readable(model: type[T], row: Row, box: Box) -> T | None:
    """None for what was sealed with a secret that an erasure has destroyed: a copy of the table that was put back holds such items."""
    try:
        return model.from_row(row, box)
    except Unreadable:
        return None


def nothing() -> NotFound:
    return NotFound("there is no such record", field="id")


def owned(reader: Reader, text: str, kind: IdKind) -> tuple[ScopeKey, str]:
    """The scope and the ULID of an id. Raises NotFound also for an id of a scope that the reader may not see."""
    try:
        id = PublicId.parse(text, kind)
    except InvalidId:
        raise nothing() from None
    for _, key in reader.scopes:
        if key.sid == id.owner:
            return key, id.ulid
    raise nothing()


def opened(tenancy: Tenancy, scope: ScopeKey, wanted: Sequence[Key] = ()) -> Opened | None:
    """None when nothing was ever written there, or all of it was erased."""
    stores = tenancy.stores(scope.tid)
    rows = stores.records.get([keys.state(scope), *wanted])
    row = rows.get(keys.state(scope))
    if row is None:
        return None
    box = stores.vault.open(scope, int(str(row.plain["epoch"])))
    state = readable(ScopeState, row, box)
    return Opened(scope, stores.records, box, rows) if state and state.scope else None


def opened_by_id(tenancy: Tenancy, reader: Reader, text: str, kind: IdKind, *wanted: Callable[[ScopeKey, str], Key]) -> tuple[Opened, str]:
    """With the items that `wanted` make of the id. Raises NotFound."""
    scope, ulid = owned(reader, text, kind)
    found = opened(tenancy, scope, [make(scope, ulid) for make in wanted])
    if found is None:
        raise nothing()
    return found, ulid
