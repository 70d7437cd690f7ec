"""Who calls, and what the verified token lets them touch."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import Field

from .memory import Frozen
from .scopes import Scope

Permission = Literal["memory:read", "memory:write", "memory:write:shared", "memory:erase", "memory:approve", "memory:audit", "tenant:admin"]
PERMISSIONS: frozenset[str] = frozenset(get_args(Permission))


class Principal(Frozen):
    """A caller. A service (the tenant's own backend) names the user in each call; an end user is only ever itself.

    A token with neither `user_id` nor `actor_type: service` never becomes a principal: a forgotten claim means less power, not more.
    """

    tenant: str
    subject: str
    service: bool = False
    user: str | None = None
    teams: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    permissions: frozenset[str] = Field(default_factory=frozenset)

    def allows(self, permission: Permission) -> bool:
        return permission in self.permissions

    def may_read(self, scope: Scope) -> bool:
        """An end user: its own user scope, its teams' and agents', and the org's. A service: every scope of its tenant."""
        return self.service or scope in self.readable()

    def readable(self, user: str | None = None) -> tuple[Scope, ...]:
        """The explicit union that a search without `scopes` covers, the user's own first. `user` is for a service to name."""
        person = user if self.service else self.user
        own = (Scope.user(person),) if person else ()
        return (
            *own,
            *(Scope.of("team", t) for t in self.teams),
            *(Scope.of("agent", a) for a in self.agents),
            Scope.org(),
        )
