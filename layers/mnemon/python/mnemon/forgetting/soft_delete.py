"""Deleting a memory so that it can come back, and bringing it back. Its text and attribute are free for others meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mnemon.errors import Collision, NotFound, PreconditionFailed
from mnemon.model import keys
from mnemon.model.instants import Instant
from mnemon.model.memory import Head
from mnemon.model.records import TextKey
from mnemon.model.rows import Key, Row, Unreadable, Value
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.records import Delete, Operation, Put, Update, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.callers import Writer
from mnemon.tenant.derived import stale
from mnemon.tenant.views import View, advance, look, mark

from .fact_items import held_keys, is_held, keys_of
from .races import until_it_holds


@dataclass(frozen=True, slots=True)
class DeleteMemory:
    tenancy: Tenancy
    clock: Clock
    ids: Ids

    def __call__(self, who: Writer, memory_id: str, if_match: int | None = None) -> Head:
        """The head as deleted; deleting it again changes nothing. Raises NotFound, PreconditionFailed, Unavailable."""
        ulid = who.owned(memory_id, "mem", NotFound("there is no such memory"))
        return until_it_holds(lambda: self._delete(who, ulid, if_match))

    def _delete(self, who: Writer, ulid: str, if_match: int | None) -> Head:
        stores, now = self.tenancy.stores(who.tid), self.clock.now()
        view = look(stores, who.scope_key)
        head = _head(stores, view, ulid, now)
        _check(head, if_match)
        if head.deleted_at:
            return head
        deleted = head.model_copy(update={"deleted_at": now, "rev": head.rev + 1})
        rows = stores.records.get([key.key() for key in keys_of(head, view.box)])
        freed = [Delete(key, When(equals={"memory": ulid})) for key, row in rows.items() if row.plain.get("memory") == ulid]
        stores.records.write(_changed(head, {"deleted_at": now}), *freed, *_marked(self.ids, view, head, now))
        return deleted


@dataclass(frozen=True, slots=True)
class RestoreMemory:
    tenancy: Tenancy
    clock: Clock
    ids: Ids

    def __call__(self, who: Writer, memory_id: str, if_match: int | None = None) -> Head:
        """The head as it is again. Raises NotFound, PreconditionFailed, Collision when another memory says so by now, Unavailable."""
        ulid = who.owned(memory_id, "mem", NotFound("there is no such memory"))
        return until_it_holds(lambda: self._restore(who, ulid, if_match))

    def _restore(self, who: Writer, ulid: str, if_match: int | None) -> Head:
        stores, now = self.tenancy.stores(who.tid), self.clock.now()
        view = look(stores, who.scope_key)
        head = _head(stores, view, ulid, now)
        _check(head, if_match)
        if not head.deleted_at:
            return head
        restored = head.model_copy(update={"deleted_at": None, "rev": head.rev + 1})
        taken = self._taken(stores, view, restored, now)
        stores.records.write(_changed(head, {}, "deleted_at"), *taken, *_marked(self.ids, view, head, now))
        return restored

    def _taken(self, stores: TenantStores, view: View, head: Head, now: Instant) -> list[Operation]:
        """The keys that a memory which is back takes back, as they are free on this view."""
        wanted = held_keys(head, view.box, now)
        if is_held(stores, view, wanted, now):
            raise Collision("another memory says so, or is current for the same attribute, by now")
        rows = stores.records.get([key.key() for key in wanted])
        return [Put(key.to_row(view.box), _unchanged(rows, key)) for key in wanted]


def _head(stores: TenantStores, view: View, ulid: str, now: Instant) -> Head:
    key = keys.head(view.scope, ulid)
    row = stores.records.get([key]).get(key)
    if row is None:
        raise NotFound("there is no such memory")
    try:
        head = Head.from_row(row, view.box)
    except Unreadable as error:
        raise NotFound("there is no such memory") from error
    if head.expires_at and head.expires_at <= now:
        raise NotFound("there is no such memory")
    return head


def _check(head: Head, if_match: int | None) -> None:
    if if_match is not None and if_match != head.rev:
        raise PreconditionFailed("the memory has changed")


def _changed(head: Head, fields: Mapping[str, Value], *removed: str) -> Update:
    return Update(head.key(), set={**fields, "rev": head.rev + 1}, remove=removed, when=When(equals={"rev": head.rev}))


def _marked(ids: Ids, view: View, head: Head, now: Instant) -> Sequence[Operation]:
    write = ids.ulid()
    return mark(view, write, head.key(), now), stale(view, write, [head]), advance(view, now)


def _unchanged(rows: Mapping[Key, Row], key: TextKey) -> When:
    row = rows.get(key.key())
    return When(absent=True) if row is None else When(equals={"memory": row.plain["memory"]})
