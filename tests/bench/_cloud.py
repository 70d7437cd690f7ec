"""A local cloud for one benchmark, and a deployed function's handler in this process."""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from infra.local.issuer import Caller
from infra.local.layout import ROOT
from infra.local.local_cloud import LocalCloud, Options
from infra.local.ports import Ports
from tests.e2e.world import World

Handler = Callable[[dict[str, Any], Any], dict[str, Any]]


@contextmanager
def world() -> Iterator[World]:
    """The one that MNEMON_TEST_CLOUD names, else one of its own, taken down at the end."""
    name = os.environ.get("MNEMON_TEST_CLOUD")
    if name:
        cloud = LocalCloud(Options(name=name))
        try:
            yield World(cloud)
        finally:
            cloud.set_iam(True)
        return
    with LocalCloud(Options(name="bench", ports=Ports.free(), persist=False, idle_seconds=2)).running() as cloud:
        yield World(cloud)


class Context:
    """What Lambda hands to a handler beside the event."""

    function_name = "bench"
    function_version = "$LATEST"
    memory_limit_in_mb = "1769"
    invoked_function_arn = "arn:aws:lambda:us-east-1:000000000000:function:bench"
    aws_request_id = "bench"

    def get_remaining_time_in_millis(self) -> int:
        return 29_000


def handler(world: World, name: str) -> Handler:
    """A function's handler with the environment that the stack gave it. One function a process: the environment is the process's."""
    # this process is not the function, so the tenants' roles do not trust it
    world.cloud.set_iam(False)
    deployed = world.aws("lambda").get_function_configuration(FunctionName=world.outputs[f"Function{name.capitalize()}"])
    os.environ.update(deployed["Environment"]["Variables"])
    os.environ.update({key: value for key, value in world.cloud.client_env().items() if key.startswith("AWS_")})
    os.environ["POWERTOOLS_LOG_LEVEL"] = "ERROR"  # on Lambda a line of log costs a write to a pipe, here a line on the screen
    folder = ROOT / "functions" / name
    sys.path.insert(0, str(folder))
    spec = importlib.util.spec_from_file_location("handler", folder / "handler.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["handler"] = module
    spec.loader.exec_module(module)
    return module.handler


def authorizer_context(world: World, caller: Caller) -> Mapping[str, Any]:
    """What the deployed authorizer says of a caller."""
    event = {
        "type": "TOKEN",
        "authorizationToken": f"Bearer {world.issuer.token(caller)}",
        "methodArn": "arn:aws:execute-api:x:y:z/v1/GET/",
    }
    answer, failed = world.invoke("Authorizer", event)
    assert failed is None, answer
    return answer["context"]


def request(method: str, path: str, body: object, context: Mapping[str, Any]) -> dict[str, Any]:
    """As API Gateway hands it over (REST, payload 1.0)."""
    text = None if body is None else json.dumps(body)
    return {
        "resource": "/{proxy+}", "path": path, "httpMethod": method, "pathParameters": {"proxy": path.strip("/")},
        "headers": {"Content-Type": "application/json"}, "multiValueHeaders": {"Content-Type": ["application/json"]},
        "queryStringParameters": None, "multiValueQueryStringParameters": None, "stageVariables": None,
        "requestContext": {
            "authorizer": dict(context), "stage": "v1", "path": f"/v1{path}", "httpMethod": method, "requestId": "bench",
            "resourcePath": "/{proxy+}", "identity": {"sourceIp": "127.0.0.1"},
        },
        "body": text, "isBase64Encoded": False,
    }  # fmt: skip


def answer(reply: Mapping[str, Any]) -> Any:
    text = reply.get("body") or "null"
    return json.loads(base64.b64decode(text) if reply.get("isBase64Encoded") else text)
