from __future__ import annotations

import pytest

from mnemon.errors import Invalid
from mnemon.forgetting.request import ErasureRequest
from mnemon.forgetting.steps import STEPS
from tests.support.handlers import load
from tests.support.held import TID, World


def test_the_steps_of_the_workflow_forget_a_person() -> None:
    world = World()
    held = world.scope()
    held.memory("x", [held.source(["x"])])
    era = world.request(ErasureRequest("user", held.key.sid))
    (ids,) = world.workflows.of("erasure")
    handler = load("erase", erasure_steps=lambda: world.erasure_steps, index=lambda: world.index).handler
    answers = {step: handler({**ids, "step": step}, None) for step in STEPS if step != "fail"}
    assert answers["sweep"] == {"more": False}
    assert answers["verify"] == {"clean": True}
    assert world.erasure(era).status == "succeeded"
    assert held.sort_keys() == ["NOW~"]


def test_a_failure_is_written_down_by_stage_and_class() -> None:
    world = World()
    era = world.request(ErasureRequest("user", world.scope().key.sid))
    handler = load("erase", erasure_steps=lambda: world.erasure_steps, index=lambda: world.index).handler
    handler({"step": "fail", "tid": TID, "job": era.ulid, "stage": "index", "error": "Unavailable"}, None)
    failed = world.erasure(era)
    assert (failed.status, failed.stage, failed.error) == ("failed", "index", "Unavailable")


def test_a_purge_of_the_indexs_files_is_asked_for_by_itself() -> None:
    world = World()
    handler = load("erase", erasure_steps=lambda: world.erasure_steps, index=lambda: world.index).handler
    assert handler({"step": "purge"}, None) == {}
    assert world.index.purges == 1


def test_another_step_is_refused() -> None:
    handler = load("erase", erasure_steps=None, index=None).handler
    with pytest.raises(Invalid):
        handler({"step": "everything", "tid": "t", "job": "j"}, None)
