"""Every call of the API: the gateway's event in, its answer out."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping
from functools import cache
from time import perf_counter
from typing import Any

from aws_lambda_powertools import Logger
from composition import ApiSettings, Composition

from mnemon.http.messages import Request, Response
from mnemon.http.service import Api

STAGE = "/v1"
log = Logger(service=os.environ.get("POWERTOOLS_SERVICE_NAME", "api"))


@cache
def api() -> Api:
    return Api(Composition(ApiSettings.load()), lambda event, **facts: log.error(event, **facts))


def handler(event: Mapping[str, Any], context: object) -> dict[str, Any]:  # noqa: ARG001
    start = perf_counter()
    request = parse(event)
    response = api()(request)
    # Nothing of path, query or body: they hold callers' words. The gateway's own log has the resource.
    log.info(
        "answered", request_id=request.id, method=request.method, status=response.status, ms=round((perf_counter() - start) * 1_000, 2)
    )
    return answer(response)


def parse(event: Mapping[str, Any]) -> Request:
    """Of a REST API's proxy event. The stage is a part of the path only where the gateway was called by its stage's name."""
    context = event.get("requestContext") or {}
    path = str(event.get("path") or "/")
    body = event.get("body") or ""
    return Request(
        method=str(event.get("httpMethod") or "GET").upper(),
        path=path.removeprefix(STAGE) if path == STAGE or path.startswith(f"{STAGE}/") else path,
        headers={name.lower(): str(value) for name, value in (event.get("headers") or {}).items()},
        query={name: tuple(map(str, values)) for name, values in (event.get("multiValueQueryStringParameters") or {}).items()},
        body=base64.b64decode(body) if event.get("isBase64Encoded") else str(body).encode("utf-8", "surrogatepass"),
        principal=(context.get("authorizer") or {}).get("principal"),
        id=str(context.get("requestId") or ""),
    )


def answer(response: Response) -> dict[str, Any]:
    return {"statusCode": response.status, "headers": dict(response.headers), "body": response.body}
