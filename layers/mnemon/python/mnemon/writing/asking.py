"""Approvals that no other transaction carries are requested by transactions of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mnemon.model.memory import WrittenBy
from mnemon.model.scopes import ScopeKey
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.records import Conflict
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.batches import parts
from mnemon.tenant.views import View, advance

from .commit import Busy, open_view
from .waiting import Asked, Waiting, ask

AT_ONCE = 10
"""Of one transaction, beside whatever else it writes: half a megabyte at most."""


@dataclass(frozen=True, slots=True)
class RequestApprovals:
    clock: Clock
    ids: Ids
    attempts: Attempts = field(default_factory=Attempts)

    def on(self, stores: TenantStores, view: View, facts: Sequence[Waiting], author: WrittenBy, days: int) -> Asked:
        """For a transaction of the caller's, which advances the view."""
        return ask(stores, view, facts, author, new_ulid=self.ids.ulid, now=self.clock.now(), days=days)

    def __call__(
        self, stores: TenantStores, scope: ScopeKey, facts: Sequence[Waiting], author: WrittenBy, days: int, *, epoch: int
    ) -> list[str]:
        """The ids of the approvals, in order; what waits already is found again. Raises Erased, Busy, Unavailable."""
        return [id for part in parts(facts, AT_ONCE) for id in self._request(stores, scope, part, author, days, epoch)]

    def _request(
        self, stores: TenantStores, scope: ScopeKey, facts: Sequence[Waiting], author: WrittenBy, days: int, epoch: int
    ) -> Sequence[str]:
        for _ in self.attempts:
            view = open_view(stores, scope, epoch)
            asked = self.on(stores, view, facts, author, days)
            if not asked.operations:
                return asked.ids
            try:
                stores.records.write(advance(view, self.clock.now()), *asked.operations)
                return asked.ids
            except Conflict:
                continue
        raise Busy(())
