"""Which scopes a call may touch: from the token and what the call names, to the hashes that stand in keys."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from mnemon.errors import Forbidden, Invalid, NotFound
from mnemon.model.ids import IdKind, InvalidId, PublicId
from mnemon.model.principal import Principal
from mnemon.model.rows import Unreadable
from mnemon.model.scopes import InvalidScope, Pepper, Scope, ScopeKey
from mnemon.ports.flow import Clock, Queues
from mnemon.ports.records import Unavailable
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.callers import Reader, Writer
from mnemon.tenant.views import look

from .principals import require


class Scopes:
    """Of one deployment. Scopes are compared by equality; another user's is 403 and leaves a line in the audit trail."""

    def __init__(self, tenancy: Tenancy, pepper: Pepper, clock: Clock, queues: Queues) -> None:
        self._tenancy, self._pepper, self._clock, self._queues = tenancy, pepper, clock, queues

    def tid(self, who: Principal) -> str:
        return self._pepper.tenant(who.tenant)

    def reader(self, who: Principal, user_id: str | None = None, scopes: Sequence[str] | None = None) -> Reader:
        """Reads the scopes named, else all that the caller may see. A service names the user or the scopes.

        Raises Forbidden, Invalid.
        """
        user = self._user(who, user_id)
        if scopes is None:
            if user is None:
                raise Invalid("a service names the user", field="user_id")
            wanted = who.readable(user.name)
        else:
            wanted = tuple(dict.fromkeys(self._named(who, user, text, f"scopes.{i}") for i, text in enumerate(scopes)))
        tid = self.tid(who)
        return Reader(tid, tuple((scope, self._pepper.scope(tid, scope)) for scope in wanted), who.subject)

    def user(self, who: Principal, user_id: str | None = None) -> Reader:
        """Reads the user's own scope alone. Raises Forbidden, Invalid."""
        user = self._user(who, user_id)
        if user is None:
            raise Invalid("a service names the user", field="user_id")
        tid = self.tid(who)
        return Reader(tid, ((user, self._pepper.scope(tid, user)),), who.subject)

    def within(self, who: Principal, user_id: str | None = None, scope: str | None = None) -> Reader:
        """Reads the scope named alone, else the user's own. Raises Forbidden, Invalid."""
        if scope is None:
            return self.user(who, user_id)
        named, tid = self._named(who, self._user(who, user_id), scope, "scope"), self.tid(who)
        return Reader(tid, ((named, self._pepper.scope(tid, named)),), who.subject)

    def visible(self, who: Principal, user_id: str | None = None) -> Reader | None:
        """Reads what the caller may see; None for a service that names nobody: every scope of its tenant. Raises Forbidden, Invalid."""
        return None if who.service and user_id is None else self.reader(who, user_id)

    def writer(self, who: Principal, user_id: str | None = None, scope: str | None = None) -> Writer:
        """Writes into the scope named, else into the user's own. Raises Forbidden, Invalid."""
        user = self._user(who, user_id)
        if scope is not None:
            into = self._named(who, user, scope, "scope")
        elif user is None:
            raise Invalid("a service names the user", field="user_id")
        else:
            into = user
        return self._writer(who, into)

    def reader_of(self, who: Principal, text: str, kind: IdKind) -> Reader:
        """Reads the one scope that an id belongs to. Raises NotFound also for an id of a scope that the caller may not read."""
        scope, key = self._owner(who, _parsed(text, kind))
        return Reader(key.tid, ((scope, key),), who.subject)

    def writer_of(self, who: Principal, text: str, kind: IdKind) -> Writer:
        """Writes into the scope that an id belongs to. Raises NotFound, Forbidden."""
        return self._writer(who, self._owner(who, _parsed(text, kind))[0])

    def owner_of(self, who: Principal, text: str, kind: IdKind, field: str) -> tuple[Scope, ScopeKey]:
        """As above, for an id that stands in a body's field."""
        try:
            return self._owner(who, _parsed(text, kind))
        except NotFound as error:
            raise NotFound(error.detail, field=field) from None

    def _writer(self, who: Principal, scope: Scope) -> Writer:
        if scope.kind != "user":
            require(who, "memory:write:shared")
        tid = self.tid(who)
        return Writer(tid, scope, self._pepper.scope(tid, scope), who.subject)

    def _user(self, who: Principal, user_id: str | None) -> Scope | None:
        """The user that the call is about. An end user is only ever itself."""
        named = None if user_id is None else _user_scope(user_id, "user_id")
        if who.service:
            return named
        own = Scope.user(who.user or "")
        if named is not None and named != own:
            self._refuse(who, named, "user_id")
        return own

    def _named(self, who: Principal, user: Scope | None, text: str, field: str) -> Scope:
        try:
            scope = Scope.parse(text)
        except (InvalidScope, UnicodeError):
            raise Invalid("is one of org, team/<id>, user/<id>, agent/<id>, with ids percent-encoded", field=field) from None
        if not who.may_read(scope):
            self._refuse(who, scope, field)
        if user is not None and scope.kind == "user" and scope != user:
            raise Invalid("is another user than user_id", field=field)
        return scope

    def _owner(self, who: Principal, id: PublicId) -> tuple[Scope, ScopeKey]:
        tid = self.tid(who)
        if who.service:
            return self._stored(ScopeKey(tid=tid, sid=id.owner))
        for scope in who.readable():
            key = self._pepper.scope(tid, scope)
            if key.sid == id.owner:
                return scope, key
        raise NotFound("there is no such record", field="id")

    def _stored(self, key: ScopeKey) -> tuple[Scope, ScopeKey]:
        """The name of a scope of the tenant, which the scope itself keeps."""
        try:
            view = look(self._tenancy.stores(key.tid), key, newest=0)
        except Unreadable:
            raise NotFound("there is no such record", field="id") from None
        if view.is_new:
            raise NotFound("there is no such record", field="id")
        return Scope.parse(view.state.scope), key

    def _refuse(self, who: Principal, scope: Scope, field: str) -> NoReturn:
        """Raises Forbidden, after the attempt was written down."""
        tid = self.tid(who)
        entry = {
            "tid": tid,
            "action": "access.refused",
            "actor": self._pepper.actor(tid, who.subject),
            "scope": self._pepper.scope(tid, scope).sid,
            "kind": scope.kind,
            "at": self._clock.now(),
        }
        with suppress(Unavailable):
            self._queues.send("access", {"audit": entry})
        raise Forbidden("the token does not allow this scope", field=field)


def _user_scope(name: str, field: str) -> Scope:
    try:
        return Scope.user(name)
    except InvalidScope as error:
        raise Invalid(str(error), field=field) from None


def _parsed(text: str, kind: IdKind) -> PublicId:
    try:
        return PublicId.parse(text, kind)
    except InvalidId:
        raise NotFound("there is no such record", field="id") from None
