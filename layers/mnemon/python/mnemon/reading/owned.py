"""From a public id to the scope that owns it, and to the box that opens what stands there."""

from __future__ import annotations

from dataclasses import dataclass

from mnemon.errors import NotFound
from mnemon.model.ids import IdKind, InvalidId, PublicId
from mnemon.model.rows import Box, Unreadable
from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Records
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.callers import Reader
from mnemon.tenant.views import look

_NOTHING = "there is no such record"


@dataclass(frozen=True, slots=True)
class Opened:
    """One scope, as it can be read now."""

    scope: ScopeKey
    records: Records
    box: Box
    epoch: int


def nothing() -> NotFound:
    return NotFound(_NOTHING, field="id")


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


def opened(tenancy: Tenancy, scope: ScopeKey) -> Opened | None:
    """None when nothing was ever written there, or all of it was erased."""
    stores = tenancy.stores(scope.tid)
    try:
        view = look(stores, scope, newest=0)
    except Unreadable:
        return None
    return None if view.is_new else Opened(scope, stores.records, view.box, view.state.epoch)


def opened_by_id(tenancy: Tenancy, reader: Reader, text: str, kind: IdKind) -> tuple[Opened, str]:
    """Raises NotFound."""
    scope, ulid = owned(reader, text, kind)
    found = opened(tenancy, scope)
    if found is None:
        raise nothing()
    return found, ulid
