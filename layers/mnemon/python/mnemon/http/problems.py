"""What went wrong, as RFC 9457 says it: a stable code, the path of a bad field, never the value that was sent."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from mnemon.errors import Collision, Invalid, NotFound, Problem, TryAgain
from mnemon.model.ids import InvalidId
from mnemon.model.rows import Unreadable
from mnemon.model.scopes import InvalidScope
from mnemon.ports.records import Conflict, Unavailable

from .messages import Response, dumps
from .wording import told

if TYPE_CHECKING:
    from pydantic import ValidationError

PROBLEM_JSON = "application/problem+json"
MAX_PATH = 256
MAX_LISTED = 20
RETRY_AFTER = "2"
"""Seconds."""


class Unauthorized(Problem):
    status, code = 401, "unauthorized"


class MethodNotAllowed(Problem):
    status, code = 405, "method_not_allowed"


class InvalidFields(Invalid):
    """Several bad fields at once."""

    def __init__(self, errors: list[tuple[str, str]]) -> None:
        field, detail = errors[0]
        super().__init__(detail, field=field or None)
        self.errors = errors


def problem(error: Problem, request_id: str = "") -> Response:
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(error.status).phrase,
        "status": error.status,
        "code": error.code,
        "detail": error.detail,
    }
    if error.field is not None:
        body["field"] = error.field[:MAX_PATH]
    if isinstance(error, InvalidFields) and len(error.errors) > 1:
        body["errors"] = [{"field": field[:MAX_PATH], "detail": detail} for field, detail in error.errors[:MAX_LISTED]]
    if request_id:
        body["request_id"] = request_id
    headers = {"content-type": PROBLEM_JSON}
    if error.status in (409, 503) and isinstance(error, TryAgain):
        headers["retry-after"] = RETRY_AFTER
    return Response(error.status, dumps(body), headers)


def as_problem(error: Exception) -> Problem | None:
    """The problem that an exception of the inner layers stands for; None when it is a fault of ours."""
    match error:
        case Problem():
            return error
        case Unavailable():
            return TryAgain("something that this needs does not answer; nothing was half-written")
        case Conflict():
            return Collision("another request changed the same records meanwhile; read them and try again")
        case InvalidId():
            return NotFound("there is no such record", field="id")
        case InvalidScope():
            return Invalid("is no scope")
        case Unreadable():
            return TryAgain("what this needs is being erased")
        case _:
            return None


def unexpected(request_id: str) -> Response:
    """A fault of ours. Says which request it was and nothing more: a message may quote what was sent."""
    return problem(Problem("something went wrong on our side", field=None), request_id)


def from_validation(error: ValidationError) -> InvalidFields:
    """One error a field, in the words of JSON; what was sent is left out."""
    return InvalidFields(told(error.errors(include_input=False, include_url=False)))
