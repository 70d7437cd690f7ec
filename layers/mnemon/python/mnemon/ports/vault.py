"""The secrets of scopes: what makes erasure final."""

from __future__ import annotations

from typing import Protocol

from mnemon.model.rows import Box
from mnemon.model.scopes import ScopeKey


class Vault(Protocol):
    """One secret per scope, wrapped by KMS with (tid, sid) as context. A box is cached by (sid, epoch), so an erasure empties the cache."""

    def open(self, scope: ScopeKey, epoch: int) -> Box:
        """The scope's box, its secret unwrapped once per (sid, epoch) and container. Never makes a secret; the box raises Unreadable on
        use when there is none. Raises Unavailable."""
        ...

    def create(self, scope: ScopeKey, epoch: int) -> Box:
        """The scope's box, its secret made when there is none (at the scope's first write). Raises Unavailable."""
        ...

    def destroy(self, scope: ScopeKey) -> bool:
        """Destroys the secret for good; True when there was one. What it sealed is noise from then on."""
        ...

    def exists(self, scope: ScopeKey) -> bool: ...
