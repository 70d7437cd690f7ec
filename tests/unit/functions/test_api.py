"""The function itself: the gateway's event in, its answer out."""

from __future__ import annotations

import base64
import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mnemon.http.principals import encode
from tests.unit.http.world import ANNA, FAR, ApiWorld

FOLDER = Path(__file__).parents[3] / "functions" / "api"


@pytest.fixture
def world() -> ApiWorld:
    return ApiWorld()


@pytest.fixture
def function(world: ApiWorld, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The handler as Lambda imports it, over stores in memory."""
    monkeypatch.syspath_prepend(str(FOLDER))
    for name in ("handler", "composition"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import handler  # type: ignore[import-not-found]

    module: ModuleType = handler
    monkeypatch.setattr(module, "api", lambda: world.api)
    yield module
    for name in ("handler", "composition"):
        sys.modules.pop(name, None)


def event(method: str, path: str, body: object = None, **more: Any) -> dict[str, Any]:
    """As API Gateway hands it to a proxy integration."""
    return {
        "resource": "/{proxy+}",
        "path": path,
        "httpMethod": method,
        "headers": {"Content-Type": "application/json", "Host": "x.example"},
        "multiValueHeaders": {},
        "queryStringParameters": None,
        "multiValueQueryStringParameters": None,
        "pathParameters": {"proxy": path.strip("/")},
        "requestContext": {
            "requestId": "r-1",
            "authorizer": {"principal": encode(ANNA, FAR), "principalId": "sub-anna"},
            "path": f"/v1{path}",
        },
        "body": None if body is None else json.dumps(body),
        "isBase64Encoded": False,
        **more,
    }


@pytest.mark.parametrize("prefix", ["", "/v1"])
def test_with_and_without_the_stage_in_the_path(function: ModuleType, prefix: str) -> None:
    answer = function.handler(event("POST", f"{prefix}/memories", {"memories": [{"content": "Anna owns a boat"}]}), None)
    assert answer["statusCode"] == 200
    answer = function.handler(event("POST", f"{prefix}/search", {"query": "boat"}), None)
    assert json.loads(answer["body"])["results"][0]["content"] == "Anna owns a boat"
    assert answer["headers"]["content-type"] == "application/json"
    assert answer["headers"]["x-request-id"] == "r-1"


def test_a_base64_body_and_several_values(function: ModuleType) -> None:
    body = base64.b64encode(json.dumps({"query": "boat"}).encode()).decode()
    assert function.handler({**event("POST", "/search"), "body": body, "isBase64Encoded": True}, None)["statusCode"] == 200
    several = {"scope": ["org", "user/anna%40example.org"], "limit": ["2"]}
    assert function.handler(event("GET", "/memories", multiValueQueryStringParameters=several), None)["statusCode"] == 200


def test_headers_in_any_case(function: ModuleType) -> None:
    body = {"memories": [{"content": "Anna owns a boat"}]}
    answers = [function.handler(event("POST", "/memories", body, headers={"IDEMPOTENCY-Key": "k"}), None) for _ in range(2)]
    assert answers[0]["body"] == answers[1]["body"]


@pytest.mark.parametrize("context", [{}, {"authorizer": None}, {"authorizer": {}}, {"authorizer": {"principal": "{}"}}])
def test_without_a_principal(function: ModuleType, context: dict[str, Any]) -> None:
    assert function.handler(event("GET", "/memories", requestContext=context), None)["statusCode"] == 401
    assert function.handler(event("GET", "/health", requestContext=context), None)["statusCode"] == 200


def test_the_log_holds_nothing_that_was_said(function: ModuleType, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    function.handler(event("POST", "/memories", {"memories": [{"content": "the canary sings"}]}), None)
    function.handler(event("POST", "/search", {"query": "canary", "unknown": "canary"}), None)
    function.handler(event("GET", "/memories", multiValueQueryStringParameters={"category": ["canary"]}), None)
    function.handler(event("GET", "/canary"), None)
    lines = [vars(record) for record in caplog.records]
    assert [line["status"] for line in lines] == [200, 422, 200, 404]
    assert "canary" not in str(lines)
    assert {line["request_id"] for line in lines} == {"r-1"}


def test_a_bare_event(function: ModuleType) -> None:
    assert function.handler({}, None)["statusCode"] == 404


@pytest.mark.usefixtures("function")
def test_the_composition_has_what_the_routes_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made without a network: clients wait until they are used."""
    for name in (
        "TABLE", "KEYS_TABLE", "RAW_BUCKET", "CONTENT_KEY", "TENANT_ROLE", "PEPPER_SECRET", "OPENSEARCH_URL", "EXTRACTION_MACHINE",
        "DROP_BUCKET", "ERASURE_MACHINE", "IDLE_QUEUE", "ACCESS_QUEUE",
    ):  # fmt: skip
        monkeypatch.setenv(f"MNEMON_{name}", "http://127.0.0.1:1" if name == "OPENSEARCH_URL" else name.lower())
    from composition import ApiSettings, Composition  # type: ignore[import-not-found]

    from mnemon.http.services import Services

    made = Composition(ApiSettings.load())
    object.__setattr__(made, "_secret", type("Known", (), {"pepper": ApiWorld().pepper})())
    for name in (name for name, value in vars(Services).items() if isinstance(value, property)):
        assert getattr(made, name) is not None
    assert (made.recall.reranks, made.reranker) == (False, None)
    assert made.tokens.name == "estimate"  # of a deployment without the models' files
    monkeypatch.setenv("MNEMON_RERANKER", "builtin")
    assert Composition(ApiSettings.load()).recall.reranks
