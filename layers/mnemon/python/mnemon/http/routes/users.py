"""The tenant's users."""

from __future__ import annotations

from mnemon.errors import Forbidden
from mnemon.http.messages import Response
from mnemon.http.requests import Paged
from mnemon.http.routing import Call, Route
from mnemon.model.instants import Instant
from mnemon.reading.view_models import View
from mnemon.tenant.callers import Reader


class UserView(View):
    user_id: str
    created_at: Instant
    """When something was first kept of this user."""


class UsersView(View):
    users: tuple[UserView, ...]
    next_token: str | None = None


def listed(call: Call) -> Response:
    if not call.who.service:
        raise Forbidden("only the tenant's own backend may list its users")
    asked, tid = call.query(Paged), call.services.scopes.tid(call.who)
    reader, bound = Reader(tid, (), call.who.subject), {"list": "users"}
    position = call.services.paging.position(asked.next_token, reader, bound)
    page = call.services.list_users(tid, limit=asked.limit, after=position[0] if position else None)
    token = call.services.paging.token([page.next], reader, bound) if page.next else None
    users = tuple(UserView(user_id=user.name, created_at=user.created_at) for user in page.users)
    return Response.text(UsersView(users=users, next_token=token).json_text())


ROUTES = (Route("GET", "/users", "The tenant's users, in no order", listed, "tenant:admin", query=Paged, answer=UsersView),)
