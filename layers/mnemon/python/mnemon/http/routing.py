"""The route table: one line a call, from which requests are dispatched and the contract is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from mnemon.errors import Invalid, NotFound
from mnemon.model.principal import Permission, Principal
from mnemon.tenant.work import Work

from .body import MAX_BODY, parse
from .messages import Request, Response
from .problems import MethodNotAllowed, from_validation
from .requests import Query

if TYPE_CHECKING:
    from .services import Services

M = TypeVar("M", bound=BaseModel)
Q = TypeVar("Q", bound=Query)
Replay = Literal["stored", "natural"]
"""How a POST can be repeated: its answer of ids is kept under the caller's key, or doing it again changes nothing."""


class Call(NamedTuple):
    """One request on its way to its route."""

    who: Principal
    request: Request
    services: Services
    path: Mapping[str, str] = MappingProxyType({})
    max_body: int = MAX_BODY
    work: Work | None = None
    """Under an idempotency key: what is made is made under its id, so that a repetition goes on with it."""

    def body(self, model: type[M]) -> M:
        """Raises TooLarge, Malformed, Invalid."""
        return _validated(model, parse(self.request.body, self.max_body))

    def query(self, model: type[Q]) -> Q:
        """Raises Invalid; a parameter that does not exist is one."""
        given: dict[str, object] = {}
        for name, values in self.request.query.items():
            if name in model.several:
                given[name] = values
            elif len(values) == 1:
                given[name] = values[0]
            else:
                raise Invalid("stands once", field=name)
        return _validated(model, given)

    @property
    def if_match(self) -> int | None:
        """The `rev` that the caller has seen. Raises Invalid."""
        text = self.request.headers.get("if-match", "").strip()
        if text in ("", "*"):
            return None
        text = text.removeprefix("W/").strip('"')
        if not (text.isascii() and text.isdigit() and len(text) < 16):
            raise Invalid("is an ETag of a memory", field="If-Match")
        return int(text)


class Route(NamedTuple):
    """`path` is without the version; `answer` is the model of the body on success."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    summary: str
    run: Callable[[Call], Response]
    permission: Permission
    answer: type[BaseModel] | None = None
    status: int = 200
    body: type[BaseModel] | None = None
    query: type[Query] | None = None
    replay: Replay | None = None
    again: Callable[[Call, str], Response] | None = None
    """Answers a repetition from what was kept of the first answer, where that is not all of it."""
    etag: bool = False
    if_match: bool = False
    if_none_match: bool = False
    max_body: int = MAX_BODY


class Router:
    def __init__(self, routes: Sequence[Route]) -> None:
        self._routes = [(route, tuple(route.path.strip("/").split("/"))) for route in routes]

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]]:
        """Raises NotFound, MethodNotAllowed."""
        parts = tuple(path.strip("/").split("/"))
        others: set[str] = set()
        for route, template in self._routes:
            params = _match(template, parts)
            if params is None:
                continue
            if route.method == method:
                return route, params
            others.add(route.method)
        if others:
            raise MethodNotAllowed(f"takes {', '.join(sorted(others))}")
        raise NotFound("there is nothing at this address")


def _match(template: tuple[str, ...], parts: tuple[str, ...]) -> dict[str, str] | None:
    if len(template) != len(parts):
        return None
    params: dict[str, str] = {}
    for wanted, part in zip(template, parts, strict=True):
        if wanted.startswith("{"):
            params[wanted.strip("{}")] = part
        elif wanted != part:
            return None
    return params


def _validated(model: type[M], value: object) -> M:
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise from_validation(error) from None
