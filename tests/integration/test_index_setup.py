"""The custom resource, as CloudFormation calls it."""

from __future__ import annotations

import importlib.util
import json
import sys
import threading
import uuid
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mnemon.adapters.engine import Engine, EngineError
from mnemon.adapters.index_admin import IndexAdmin
from tests.support.engine import RealEngine

FOLDER = Path(__file__).parents[2] / "functions" / "index_setup"


class CloudFormation:
    """Where the answers go."""

    def __init__(self) -> None:
        self.answers: list[dict[str, Any]] = []
        self.content_types: list[str | None] = []
        self.failures = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_PUT(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                failing, outer.failures = outer.failures > 0, max(0, outer.failures - 1)
                if not failing:
                    outer.answers.append(json.loads(body))
                    outer.content_types.append(self.headers.get("Content-Type"))
                self.send_response(503 if failing else 200)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/answer"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def cloudformation() -> Iterator[CloudFormation]:
    cloudformation = CloudFormation()
    yield cloudformation
    cloudformation.server.shutdown()
    cloudformation.server.server_close()


@pytest.fixture
def function(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    for name in ("composition", "handler"):
        spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
    return sys.modules["handler"]


class Context:
    def get_remaining_time_in_millis(self) -> int:
        return 2_000


class Stack:
    """One resource of one stack."""

    def __init__(self, function: ModuleType, cloudformation: CloudFormation, base: str) -> None:
        self.function, self.cloudformation, self.base = function, cloudformation, base

    def __call__(self, kind: str, **properties: Any) -> dict[str, Any]:
        given = {"IndexPrefix": self.base, "Dimension": "4", "EmbedderName": "test", "Roles": {}, "Revision": "1", **properties}
        event = {
            "RequestType": kind,
            "ResponseURL": self.cloudformation.url,
            "StackId": "stack",
            "RequestId": "request",
            "LogicalResourceId": "IndexReady",
            "ResourceProperties": {name: value for name, value in given.items() if value is not None},
            **({} if kind == "Create" else {"PhysicalResourceId": self.base}),
        }
        self.function.handler(event, Context())
        return self.cloudformation.answers[-1]


@pytest.fixture
def stack(opensearch: RealEngine, function: ModuleType, cloudformation: CloudFormation, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stack]:
    monkeypatch.setenv("MNEMON_OPENSEARCH_URL", opensearch.url)
    base = f"test-{uuid.uuid4().hex[:12]}"
    yield Stack(function, cloudformation, base)
    IndexAdmin(Engine(opensearch.url), base=base).remove()


@pytest.mark.engine
def test_create_update_delete(stack: Stack, opensearch: RealEngine, cloudformation: CloudFormation) -> None:
    created = stack("Create")
    assert created == {
        "Status": "SUCCESS",
        "PhysicalResourceId": stack.base,
        "StackId": "stack",
        "RequestId": "request",
        "LogicalResourceId": "IndexReady",
        "Data": {"recall": f"{stack.base}-v1", "recall-past": f"{stack.base}-past-v1"},
    }
    assert not cloudformation.content_types[0]
    assert stack("Create")["Data"] == created["Data"]
    assert stack("Update", Revision="2") == created
    engine = Engine(opensearch.url)
    assert stack("Delete")["Status"] == "SUCCESS"
    assert engine.request("GET", f"/{stack.base}")
    assert stack("Delete", Remove="true")["Status"] == "SUCCESS"
    with pytest.raises(EngineError, match="404"):
        engine.request("GET", f"/{stack.base}")


@pytest.mark.engine
def test_another_dimension_is_refused_with_both_numbers_until_a_rebuild_is_asked_for(stack: Stack) -> None:
    stack("Create")
    refused = stack("Update", Dimension="1024", EmbedderName="titan")
    assert refused["Status"] == "FAILED"
    assert "4 dimensions" in refused["Reason"]
    assert "1024" in refused["Reason"]
    assert "re-index" in refused["Reason"]
    assert stack("Update", Dimension="1024", EmbedderName="titan", Rebuild="512")["Status"] == "FAILED"
    assert stack("Update", Dimension="1024", EmbedderName="titan", Rebuild="1024")["Data"]["recall"] == f"{stack.base}-v2"


@pytest.mark.engine
def test_roles_are_told_to_the_security_plugin(stack: Stack) -> None:
    """The local engine has no security plugin: that the request is made and refused is what can be seen here."""
    answer = stack("Create", Roles={"reader": ["arn:aws:iam::123456789012:role/api"]})
    assert answer["Status"] == "FAILED"
    assert answer["Reason"].startswith("EngineError: index: 400")


@pytest.mark.parametrize(
    ("environment", "properties", "reason"),
    [
        ({}, {}, "Misconfigured: environment: MNEMON_OPENSEARCH_URL"),
        ({"MNEMON_OPENSEARCH_URL": "http://127.0.0.1:9"}, {}, "EngineError: index: 0"),
        ({"MNEMON_OPENSEARCH_URL": "http://127.0.0.1:9"}, {"Dimension": None}, "KeyError"),
        ({"MNEMON_OPENSEARCH_URL": "http://127.0.0.1:9"}, {"Dimension": "many"}, "ValueError"),
    ],
)
def test_whatever_goes_wrong_is_answered(
    function: ModuleType,
    cloudformation: CloudFormation,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    properties: dict[str, Any],
    reason: str,
) -> None:
    monkeypatch.delenv("MNEMON_OPENSEARCH_URL", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    answer = Stack(function, cloudformation, "base")("Create", **properties)
    assert answer["Status"] == "FAILED"
    assert answer["Reason"].startswith(reason)
    assert answer["PhysicalResourceId"] == "base"


def test_an_answer_that_is_not_taken_is_given_again(
    function: ModuleType, cloudformation: CloudFormation, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(function.time, "sleep", waited.append)
    cloudformation.failures = 2
    assert Stack(function, cloudformation, "base")("Create")["Status"] == "FAILED"
    assert waited == [1, 2]
