"""Erasures: hard deletion, its progress and its receipt."""

from __future__ import annotations

from mnemon.errors import Invalid, NotFound
from mnemon.forgetting.request import ErasureRequest
from mnemon.http.messages import Response
from mnemon.http.principals import require
from mnemon.http.requests import ErasureBody
from mnemon.http.routing import Call, Route
from mnemon.model.ids import IdKind, InvalidId, PublicId
from mnemon.model.scopes import ScopeKey
from mnemon.reading.view_models import ErasureView

_NOTHING = "there is no such record"


def create(call: Call) -> Response:
    body = call.body(ErasureBody)
    named = {"memory_id": body.memory_id, "source_id": body.source_id, "session_id": body.session_id, "tenant": body.tenant or None}
    given = [name for name, value in named.items() if value is not None]
    if len(given) > 1:
        raise Invalid("name one thing to forget: a memory, a source, a session, a user or the tenant", field=given[1])
    if not given and body.user_id is None:
        raise Invalid("name what to forget: nothing is forgotten by default", field="user_id")
    return _begun(call, _tenant(call, body) if body.tenant else _in_scope(call, body))


def erase_source(call: Call) -> Response:
    sid = _owner(call, "src", call.path["id"], "id", None)
    return _begun(call, ErasureRequest(target="source", sid=sid, source_id=call.path["id"]))


def get(call: Call) -> Response:
    """An end user sees the erasures of its own scopes."""
    try:
        id = PublicId.parse(call.path["id"], "era")
    except InvalidId:
        raise NotFound(_NOTHING, field="id") from None
    if id.owner != call.services.scopes.tid(call.who):
        raise NotFound(_NOTHING, field="id")
    erasure = call.services.get_erasure(id.owner, str(id))
    if not call.who.service and not call.services.scopes.reader(call.who).may_see(erasure.sid):
        raise NotFound(_NOTHING, field="id")
    return Response.text(ErasureView.of(erasure).json_text())


def _tenant(call: Call, body: ErasureBody) -> ErasureRequest:
    require(call.who, "tenant:admin")
    if body.user_id is not None:
        raise Invalid("a tenant is forgotten with all its users", field="user_id")
    return ErasureRequest(target="tenant", sid="", dry_run=body.dry_run)


def _in_scope(call: Call, body: ErasureBody) -> ErasureRequest:
    named = None if body.user_id is None else call.services.scopes.user(call.who, body.user_id).scopes[0][1]
    if body.memory_id is not None:
        sid = _owner(call, "mem", body.memory_id, "memory_id", named)
        return ErasureRequest(target="memory", sid=sid, memory_id=body.memory_id, dry_run=body.dry_run)
    if body.source_id is not None:
        sid = _owner(call, "src", body.source_id, "source_id", named)
        return ErasureRequest(target="source", sid=sid, source_id=body.source_id, dry_run=body.dry_run)
    scope, user = call.services.scopes.user(call.who, body.user_id).scopes[0]
    if body.session_id is not None:
        return ErasureRequest(target="session", sid=user.sid, session_id=body.session_id, dry_run=body.dry_run)
    return ErasureRequest(target="user", sid=user.sid, scope=scope, dry_run=body.dry_run)


def _owner(call: Call, kind: IdKind, text: str, field: str, named: ScopeKey | None) -> str:
    """The sid of an id's scope. Raises NotFound, also when the call names another user than the id's."""
    scope, key = call.services.scopes.owner_of(call.who, text, kind, field)
    if named is not None and named != key:
        raise NotFound(_NOTHING, field=field)
    if scope.kind != "user":
        require(call.who, "memory:write:shared")
    return key.sid


def _begun(call: Call, request: ErasureRequest) -> Response:
    tid = call.services.scopes.tid(call.who)
    erasure = call.services.request_erasure(tid, request, call.who.subject, call.work)
    return Response.text(ErasureView.of(erasure).json_text(), 202)


ROUTES = (
    Route(
        "POST", "/erasures", "Forget for good: a user, a session, a source, a memory, or the whole tenant", create, "memory:erase",
        body=ErasureBody, answer=ErasureView, status=202, replay="stored",
    ),
    Route("GET", "/erasures/{id}", "How far it has come, and its signed receipt", get, "memory:erase", answer=ErasureView),
)  # fmt: skip
