"""Who acts in which scopes, after the token was verified and the scopes were resolved to their hashes."""

from __future__ import annotations

from dataclasses import dataclass

from mnemon.errors import NotFound
from mnemon.model.ids import IdKind, InvalidId, PublicId
from mnemon.model.scopes import Scope, ScopeKey


@dataclass(frozen=True, slots=True)
class Writer:
    """One caller writing into one scope. `actor` is the token's subject."""

    tid: str
    scope: Scope
    scope_key: ScopeKey
    actor: str

    def owned(self, text: str, kind: IdKind, missing: NotFound) -> str:
        """The ULID of an id of this scope. Raises `missing` for any other: which scopes there are is nobody's business."""
        try:
            found = PublicId.parse(text, kind)
        except InvalidId:
            raise missing from None
        if found.owner != self.scope_key.sid:
            raise missing
        return found.ulid


@dataclass(frozen=True, slots=True)
class Reader:
    """One caller reading an explicit union of scopes, the user's own first."""

    tid: str
    scopes: tuple[tuple[Scope, ScopeKey], ...]
    actor: str

    def may_see(self, sid: str) -> bool:
        return any(key.sid == sid for _, key in self.scopes)
