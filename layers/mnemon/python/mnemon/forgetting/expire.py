"""After TTL removed a head: the rest of the memory goes too. TTL is a broom, not a rule; this sweeps behind it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from mnemon.model import keys
from mnemon.model.scopes import ScopeKey
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.views import look

from .entities import unlink
from .leavings import free_keys, remove_leavings


@dataclass(frozen=True, slots=True)
class ExpireMemories:
    tenancy: Tenancy

    def __call__(self, scope: ScopeKey, memories: Collection[str]) -> list[str]:
        """The ULIDs of those that were swept up: a memory whose head is there is left alone. The index has already been served.

        Raises Unavailable.
        """
        stores = self.tenancy.stores(scope.tid)
        records = stores.records
        heads = records.get([keys.head(scope, ulid) for ulid in memories])
        gone = [ulid for ulid in dict.fromkeys(memories) if keys.head(scope, ulid) not in heads]
        if not gone:
            return []
        free_keys(records, scope, gone)
        box = look(stores, scope, newest=0).box
        for ulid in gone:
            unlink(records, scope, box, ulid)
        remove_leavings(records, scope, gone)
        return gone
