"""The sample events: each is answered by its function, none is left for the dead letters, and none makes anything that is not there."""

from __future__ import annotations

import json

import pytest

from infra.local.invoke import function_name
from infra.local.layout import ROOT
from tests.e2e.world import World

EVENTS = ROOT / "events"
SAMPLES = sorted(path.relative_to(EVENTS) for path in EVENTS.glob("*/*.json") if path.parent.name != "tour" and "schema" not in path.name)
ANSWERED_ELSEWHERE = {"index_setup"}
"""Answers CloudFormation at an address that the sample only pretends to have."""


@pytest.mark.parametrize("sample", [path for path in SAMPLES if path.parent.name not in ANSWERED_ELSEWHERE], ids=str)
def test_a_sample_is_answered(world: World, sample: object) -> None:
    path = EVENTS / str(sample)
    name = function_name(world.outputs, path.parent.name)
    answer = world.aws("lambda").invoke(FunctionName=name, Payload=path.read_bytes())
    body = json.loads(answer["Payload"].read() or b"null")
    error = (body or {}).get("errorType") if isinstance(body, dict) else None
    # ids of a job that nobody asked for are refused by name; nothing else may go wrong
    assert error in (None, "NotFound", "Invalid"), body


def test_every_function_has_a_sample() -> None:
    functions = {path.name for path in (ROOT / "functions").iterdir() if (path / "handler.py").exists()}
    assert functions == {sample.parent.name for sample in SAMPLES}
