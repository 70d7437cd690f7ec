"""Every call of the API: the gateway's event in, its answer out."""

from __future__ import annotations

import base64
import gc
import os
from collections.abc import Mapping
from functools import cache
from time import perf_counter
from typing import Any, cast

from aws_lambda_powertools import Logger
from composition import ApiSettings, Composition

from mnemon.http.messages import Request, Response
from mnemon.http.service import Api
from mnemon.http.services import Services

STAGE = "/v1"
log = Logger(service=os.environ.get("POWERTOOLS_SERVICE_NAME", "api"))


@cache
def api() -> Api:
    # The type checker does not see a cached property as the property that the protocol asks for; a test compares them.
    services = cast(Services, Composition(ApiSettings.load()))
    return Api(services, lambda event, **facts: log.error(event, extra=facts))


def handler(event: Mapping[str, Any], context: object) -> dict[str, Any]:  # noqa: ARG001
    start = perf_counter()
    request = parse(event)
    response = api()(request)
    # Nothing of path, query or body: they hold callers' words. The gateway's own log has the resource.
    log.info(
        "answered", request_id=request.id, method=request.method, status=response.status, ms=round((perf_counter() - start) * 1_000, 2)
    )
    keep()
    return answer(response)


@cache
def keep() -> None:
    """What the first call has made lives as long as the process: the collector need not walk through it in the middle of every other."""
    gc.freeze()


def parse(event: Mapping[str, Any]) -> Request:
    """Of a REST API's proxy event. The stage is a part of the path only where the gateway was called by its stage's name."""
    context = _part(event, "requestContext")
    path = str(event.get("path") or "/")
    body = str(event.get("body") or "")
    return Request(
        method=str(event.get("httpMethod") or "GET").upper(),
        path=path.removeprefix(STAGE) if path == STAGE or path.startswith(f"{STAGE}/") else path,
        headers={name.lower(): str(value) for name, value in _part(event, "headers").items()},
        query={name: tuple(map(str, values)) for name, values in _part(event, "multiValueQueryStringParameters").items()},
        body=base64.b64decode(body) if event.get("isBase64Encoded") else body.encode("utf-8", "surrogatepass"),
        principal=_part(context, "authorizer").get("principal"),
        id=str(context.get("requestId") or ""),
    )


def _part(event: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The gateway says null for what is empty."""
    return event.get(name) or {}


def answer(response: Response) -> dict[str, Any]:
    return {"statusCode": response.status, "headers": dict(response.headers), "body": response.body}
