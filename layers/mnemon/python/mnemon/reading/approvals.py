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

from .owned import readable

_PAGE = 100
_MOST_READ = 1_000
"""Of the tenant's approvals, for one page of those that the caller may see."""


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
        found: list[Approval] = []
        looked = 0
        while True:
            page = stores.records.list(f"T#{tid}#APR", limit=min(_PAGE, _MOST_READ - looked), after=after)
            wanted = [key for key in page.keys if sids is None or keys.scope_of(key).sid in sids]
            read = _read(stores, wanted)
            for key in page.keys:
                looked += 1
                approval = read.get(key)
                if approval is None or approval.is_over(now) or approval.status != status or kind not in (None, approval.kind):
                    continue
                found.append(approval)
                if len(found) == limit:
                    return Approvals(tuple(found), approval.LSK)
            after = page.after
            if after is None or looked >= _MOST_READ:
                return Approvals(tuple(found), after)


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
