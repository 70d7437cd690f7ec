"""Everything that one tenant's request may touch, opened with that tenant's own credentials."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from mnemon.ports.objects import Objects
from mnemon.ports.records import Records
from mnemon.ports.vault import Vault


@dataclass(frozen=True, slots=True)
class TenantStores:
    """Bound to one tenant by a role session tagged with its `tid`."""

    tid: str
    records: Records
    vault: Vault
    raw: Objects
    drop: Objects | None = None


class Tenancy(Protocol):
    def stores(self, tid: str) -> TenantStores:
        """Credentials are cached per tenant. Raises Unavailable."""
        ...
