"""The API: a request in, a response out, whatever happens in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Protocol

from mnemon.errors import Invalid
from mnemon.model.principal import Principal
from mnemon.tenant.idempotency import Answer, Idempotent

from . import principals
from .messages import Request, Response
from .problems import as_problem, problem, unexpected
from .routes import ROUTES
from .routing import Call, Route, Router
from .services import Services

MAX_KEY = 255
IDEMPOTENCY_KEY = "idempotency-key"
REPLAYED = "idempotency-replayed"


class Log(Protocol):
    """Ids, names of ours, numbers: never what was sent, nor an exception's message, which may quote it."""

    def __call__(self, event: str, /, **facts: str | int | float | None) -> None: ...


class Api:
    def __init__(self, services: Services, log: Log) -> None:
        self._services, self._log = services, log
        self._router = Router(ROUTES)

    @cached_property
    def _public(self) -> Mapping[tuple[str, str], Callable[[], Response]]:
        """What needs no token, and tells nothing of anybody."""
        return {("GET", "/health"): _health, ("GET", "/openapi.json"): _contract, ("GET", "/docs"): _docs}

    def __call__(self, request: Request) -> Response:
        """Never raises."""
        try:
            response = self._answer(request)
        except Exception as error:
            response = self._failed(error, request)
        return Response(response.status, response.body, {"x-request-id": request.id, "cache-control": "no-store", **response.headers})

    def _answer(self, request: Request) -> Response:
        public = self._public.get((request.method, f"/{request.path.strip('/')}"))
        if public is not None:
            return public()
        route, path = self._router.find(request.method, request.path)
        who = principals.decode(request.principal, self._services.clock.now())
        principals.require(who, route.permission)
        call = Call(who, request, self._services, path, route.max_body)
        if route.query is None and request.query:
            raise Invalid("unknown parameter", field=next(iter(request.query)))
        key = request.headers.get(IDEMPOTENCY_KEY)
        if key is None or request.method != "POST":
            return route.run(call)
        if not 0 < len(key) <= MAX_KEY or not key.isprintable():
            raise Invalid(f"has 1 to {MAX_KEY} printable characters", field="Idempotency-Key")
        return self._once(route, call, who, key) if route.replay == "stored" else route.run(call)

    def _once(self, route: Route, call: Call, who: Principal, key: str) -> Response:
        """The first call's answer, which holds ids only, is kept for a day under the caller's key."""
        tid = self._services.scopes.tid(who)
        kept = Idempotent(tid, self._services.tenancy.stores(tid).records, self._services.clock)
        request = call.request
        said = f"{request.method} {request.path}\n".encode() + request.body
        digest = self._services.pepper.caller(tid, who.subject, key)
        claim = kept.claim(digest, self._services.pepper.request(digest, said), self._services.ids.ulid())
        if isinstance(claim, Answer):
            again = route.again(call, claim.body) if route.again else Response.text(claim.body, claim.status)
            return Response(again.status, again.body, {**again.headers, REPLAYED: "true"})
        try:
            response = route.run(call._replace(work=claim.work))
        except Exception:
            kept.release(claim)
            raise
        kept.complete(claim, Answer(response.status, response.body if response.kept is None else response.kept))
        return response

    def _failed(self, error: Exception, request: Request) -> Response:
        known = as_problem(error)
        if known is None:
            self._log("unexpected", request_id=request.id, error=type(error).__name__, at=_place(error))
            return unexpected(request.id)
        if known.status >= 500:
            self._log("unavailable", request_id=request.id, error=type(error).__name__, cause=type(error.__cause__).__name__)
        return problem(known, request.id)


def _health() -> Response:
    return Response.json({"status": "ok"})


def _contract() -> Response:
    from .openapi import contract

    return Response.text(contract())


def _docs() -> Response:
    from .docs import page

    return page()


def _place(error: Exception) -> str:
    """Where it was raised: file and line, no values."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f"{trace.tb_frame.f_code.co_filename.rsplit('mnemon/', 1)[-1]}:{trace.tb_lineno}"
