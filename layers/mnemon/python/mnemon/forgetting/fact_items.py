"""The items by which a fact is found without the index, seen from the memory that they name."""

from __future__ import annotations

from collections.abc import Sequence

from mnemon.model import keys
from mnemon.model.instants import Instant
from mnemon.model.memory import Head
from mnemon.model.records import AttributeKey, TextKey
from mnemon.model.rows import Box, Row, Unreadable
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.memory_keys import keys_of
from mnemon.tenant.views import View


def held_keys(head: Head, box: Box, now: Instant) -> list[TextKey]:
    """What a head holds: its text while it is current; its attribute also when its state has ended, so that the next value joins it."""
    return [key for key in keys_of(head, box) if _holds(head, key, now)]


def is_held(stores: TenantStores, view: View, keys_: Sequence[TextKey], now: Instant) -> bool:
    """Whether other memories hold any of these keys. A key that names an absent, deleted or expired memory, or one that another took
    the place of, is free."""
    rows = stores.records.get([key.key() for key in keys_])
    holders = stores.records.get([keys.head(view.scope, str(row.plain["memory"])) for row in rows.values()])
    heads = {head.ulid: head for row in holders.values() if (head := _read(row, view.box))}
    for key in keys_:
        row = rows.get(key.key())
        head = heads.get(str(row.plain["memory"])) if row else None
        if head is not None and head.ulid != key.memory and _holds(head, key, now):
            return True
    return False


def _holds(head: Head, key: TextKey, now: Instant) -> bool:
    if isinstance(key, AttributeKey):
        return head.is_alive(now) and not head.superseded_by
    return head.is_current(now)


def _read(row: Row, box: Box) -> Head | None:
    try:
        return Head.from_row(row, box)
    except Unreadable:
        return None
