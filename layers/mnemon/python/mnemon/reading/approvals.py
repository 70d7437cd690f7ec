"""What waits for a person, and what was decided."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from mnemon.model import keys
from mnemon.model.approvals import Approval, ApprovalKind, ApprovalStatus
from mnemon.model.rows import Box, Key, Row
from mnemon.model.scopes import ScopeKey
from mnemon.ports.flow import Clock
from mnemon.ports.tenancy import Tenancy, TenantStores

from .listed import listed
from .owned import readable


class Approvals(NamedTuple):
    approvals: tuple[Approval, ...]
    next: str | None


class ListApprovals:
    def __init__(self, tenancy: Tenancy, clock: Clock) -> None:
        self.tenancy, self.clock = tenancy, clock

    def __call__(
        self,
        tid: str,
        *,
        sids: Collection[str] | None,
        status: ApprovalStatus = "waiting",
        kind: ApprovalKind | None = None,
        limit: int = 20,
        after: str | None = None,
    ) -> Approvals:
        """Newest first. `sids` are the scopes whose approvals may be seen; None: every scope of the tenant.

        The list is eventually consistent and names keys only; what is shown is read from the items themselves. What is over, or of a
        scope that was erased, is not in it. Raises Unavailable.
        """
        stores, now = self.tenancy.stores(tid), self.clock.now()

        def read(wanted: Collection[Key]) -> dict[Key, Approval]:
            def is_asked_for(one: Approval) -> bool:
                return not one.is_over(now) and one.status == status and kind in (None, one.kind)

            return {key: approval for key, approval in _read(stores, wanted).items() if is_asked_for(approval)}

        name = f"T#{tid}#APR"
        return Approvals(*listed(stores.records, name, sids=sids, read=read, where_of=lambda one: one.LSK, limit=limit, after=after))


def _read(stores: TenantStores, wanted: Collection[Key]) -> dict[Key, Approval]:
    """Strongly consistent, each with its scope as it is now."""
    if not wanted:
        return {}
    states = {keys.scope_of(key): keys.state(keys.scope_of(key)) for key in wanted}
    rows = stores.records.get([*states.values(), *wanted])
    boxes = {scope: box for scope, key in states.items() if (box := _box(stores, scope, rows.get(key))) is not None}
    found: dict[Key, Approval] = {}
    for key in wanted:
        box = boxes.get(keys.scope_of(key))
        approval = readable(Approval, rows[key], box) if key in rows and box is not None else None
        if approval is not None:
            found[key] = approval
    return found


def _box(stores: TenantStores, scope: ScopeKey, state: Row | None) -> Box | None:
    """None for a scope that holds nothing: it was erased, or is about to be."""
    if state is None or state.sealed is None:
        return None
    return stores.vault.open(scope, int(str(state.plain["epoch"])))
