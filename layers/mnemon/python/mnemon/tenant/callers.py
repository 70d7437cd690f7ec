"""Who acts in which scopes, after the token was verified and the scopes were resolved to their hashes."""

from __future__ import annotations

from dataclasses import dataclass

from mnemon.model.scopes import Scope, ScopeKey


@dataclass(frozen=True, slots=True)
class Writer:
    """One caller writing into one scope. `actor` is the token's subject."""

    tid: str
    scope: Scope
    scope_key: ScopeKey
    actor: str


@dataclass(frozen=True, slots=True)
class Reader:
    """One caller reading an explicit union of scopes, the user's own first."""

    tid: str
    scopes: tuple[tuple[Scope, ScopeKey], ...]
    actor: str

    def may_see(self, sid: str) -> bool:
        return any(key.sid == sid for _, key in self.scopes)
