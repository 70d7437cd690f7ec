"""A person has let in what was held back: its turns and chunks are like all others from now on, and so is what stands beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mnemon.model import keys
from mnemon.model.instants import Instant
from mnemon.model.rows import Key, Row
from mnemon.model.sources import SessionTurn, Source
from mnemon.ports.flow import Ids
from mnemon.ports.records import Operation, Put, Update, When
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.batches import parts
from mnemon.tenant.views import View, mark, unerased

AT_ONCE = 8
"""Chunks of one transaction: each with four neighbours, and each of these with its marker."""
_TURNS = 40


def let_in(source: Source) -> Operation:
    """The part of the decision's transaction by which the turn step and extraction take its turns for ordinary ones."""
    return Update(source.key(), set={"quarantined": 0, "rev": source.rev + 1}, when=When(equals={"rev": source.rev}))


def release(stores: TenantStores, view: View, source: Source, ids: Ids, now: Instant) -> None:
    """After the decision; a repetition goes on where this one stopped, and one that finds nothing held back changes nothing.

    Raises Conflict when an erasure has begun or others write the same chunks, Unavailable.
    """
    rows = stores.records.walk(view.scope.partition, keys.chunk_prefix(source.ulid))
    for some in parts([row for row in rows if row.plain.get("quarantined")], AT_ONCE):
        stores.records.write(*_chunks(stores, view, some, ids.ulid(), now))
    for turns in parts(list(_conversation(stores, view, source)), _TURNS):
        stores.records.write(unerased(view), *turns)


def _chunks(stores: TenantStores, view: View, held: Sequence[Row], write: str, now: Instant) -> list[Operation]:
    """Their neighbours are indexed again: the words of what is let in are their context now."""
    freed = {row.key for row in held}
    near = {Key(view.scope.partition, sk) for row in held for side in ("before", "after") for sk in _names(row, side)} - freed
    beside = sorted(stores.records.get(list(near))) if near else []
    operations: list[Operation] = [unerased(view)]
    for key in sorted(freed):
        operations += (Update(key, set={"quarantined": False}, add={"rev": 1}), mark(view, write, key, now))
    for key in beside:
        operations += (Update(key, add={"rev": 1}), mark(view, write, key, now))
    return operations


def _conversation(stores: TenantStores, view: View, source: Source) -> Iterable[Operation]:
    """The same turns as conversation memory."""
    if source.session is None:
        return
    for row in stores.records.walk(view.scope.partition, keys.session_turns(source.session)):
        if row.plain.get("source") != source.ulid:
            continue
        said = SessionTurn.from_row(row, view.box)
        if said.turn.quarantined:
            freed = said.model_copy(update={"turn": said.turn.model_copy(update={"quarantined": False})})
            yield Put(freed.to_row(view.box), When(exists=True))


def _names(row: Row, side: str) -> list[str]:
    value = row.plain.get(side)
    return list(value) if isinstance(value, list) else []
