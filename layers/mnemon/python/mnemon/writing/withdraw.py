"""What a person's decision that a memory is wrong, or outdated, changes of it."""

from __future__ import annotations

from mnemon.model.instants import Instant
from mnemon.model.memory import Head
from mnemon.model.records import AttributeKey
from mnemon.ports.records import Delete, Operation, When
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.memory_keys import keys_of
from mnemon.tenant.views import View

from .adjudicate import Known, Lineage
from .commit import changes


def deleted(stores: TenantStores, view: View, head: Head, write: str, now: Instant) -> list[Operation]:
    """Softly: it can be restored. Its text and attribute are free for others meanwhile."""
    then = head.model_copy(update={"deleted_at": now})
    return _changed(stores, view, head, then, write, now, frees_attribute=True)


def ended(stores: TenantStores, view: View, head: Head, write: str, now: Instant) -> list[Operation]:
    """What it says is true no more, from now on; the next value of its attribute joins its lineage."""
    then = head.model_copy(update={"is_latest": False, "valid_to": now, "true_to": max(now, head.true_from)})
    return _changed(stores, view, head, then, write, now, frees_attribute=False)


def _changed(
    stores: TenantStores, view: View, head: Head, then: Head, write: str, now: Instant, *, frees_attribute: bool
) -> list[Operation]:
    wanted = {key.key(): key for key in keys_of(head, view.box)}
    rows = stores.records.get(list(wanted))
    holders = {wanted[key].digest: str(row.plain["memory"]) for key, row in rows.items() if not isinstance(wanted[key], AttributeKey)}
    others = {digest: memory for digest, memory in holders.items() if memory != head.ulid}
    before = Known({head.ulid: Lineage(head)}, holders, {})
    operations = changes(view, before, Known({head.ulid: Lineage(then)}, others, {}), write, now)
    if frees_attribute:
        freed = (key for key, row in rows.items() if isinstance(wanted[key], AttributeKey) and row.plain["memory"] == head.ulid)
        operations += [Delete(key, When(equals={"memory": head.ulid})) for key in freed]
    return operations
