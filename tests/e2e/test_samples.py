"""The sample events: each is answered by its function, none is left for the dead letters, and none makes anything that is not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from infra.local.invoke import function_name
from infra.local.layout import ROOT
from tests.e2e.world import World

EVENTS = ROOT / "events"
SAMPLES = sorted(path.relative_to(EVENTS) for path in EVENTS.glob("*/*.json") if path.parent.name != "tour" and "schema" not in path.name)
NOT_CALLED = {"index_setup", "pre_token"}
"""One answers CloudFormation, at an address that the sample only pretends to have; the other is deployed with a user pool only."""
REFUSED = {"authorizer": "Exception", "erase": "NoSuchErasure"}
"""The sample's token is no good (the gateway knows that refusal by its words); nobody asked for the sample's erasure."""


@pytest.mark.parametrize("sample", [path for path in SAMPLES if path.parent.name not in NOT_CALLED], ids=str)
def test_a_sample_is_answered(world: World, sample: Path) -> None:
    name = function_name(world.outputs, sample.parent.name)
    answer = world.aws("lambda").invoke(FunctionName=name, Payload=(EVENTS / sample).read_bytes())
    body = json.loads(answer["Payload"].read() or b"null")
    error = body.get("errorType") if isinstance(body, dict) else None
    assert error == REFUSED.get(sample.parent.name), body
    if sample.parent.name == "api":
        assert body["statusCode"] == STATUSES.get(sample.stem, 200), body


STATUSES = {
    "append_turns": 202,
    "hand_over_document": 202,
    "read_memory": 404,
    "correct_memory": 404,
    "bad_filter": 422,
    "erase_user": 202,
    "redrive_job": 404,
}


def test_every_function_has_a_sample() -> None:
    functions = {path.name for path in (ROOT / "functions").iterdir() if (path / "handler.py").exists()}
    assert functions == {sample.parent.name for sample in SAMPLES}
