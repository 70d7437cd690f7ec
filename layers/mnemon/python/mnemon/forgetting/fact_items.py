"""The items by which a fact is found without the index, seen from the memory that they name."""

from __future__ import annotations

from collections.abc import Sequence

from mnemon.model import keys
from mnemon.model.instants import Instant
from mnemon.model.memory import Head, MemoryRecord
from mnemon.model.records import AttributeKey, TextKey
from mnemon.model.rows import Box, Row, Unreadable
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.fact_keys import attribute_digest, text_digest
from mnemon.tenant.views import View


def keys_of(record: MemoryRecord, box: Box) -> list[TextKey]:
    """What a current memory holds: its text, and the attribute that it is the value of."""
    common = {"tid": record.tid, "sid": record.sid, "memory": record.ulid}
    found = [TextKey(digest=text_digest(box, record.content, record.namespace), **common)]
    if record.subject and record.attribute:
        found.append(AttributeKey(digest=attribute_digest(box, record.subject, record.attribute, record.namespace), **common))
    return found


def held_by(stores: TenantStores, view: View, rows: Sequence[Row], now: Instant) -> list[str]:
    """Of the memories that `KEY#` items name, those that hold them: one that is absent or no longer current holds nothing."""
    named = {str(row.plain["memory"]) for row in rows}
    heads = stores.records.get([keys.head(view.scope, ulid) for ulid in named])
    return [head.ulid for row in heads.values() if (head := _read(row, view.box)) and head.is_current(now)]


def _read(row: Row, box: Box) -> Head | None:
    try:
        return Head.from_row(row, box)
    except Unreadable:
        return None
