"""A job that always fails, through the deployed functions and state machines: it is retried, listed with its reason, and blocks nobody."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from mnemon.adapters.rules import RuleExtractor
from mnemon.model.records import Fact
from mnemon.ports.models import ExtractionFailed, Extractor, Passage
from mnemon.ports.records import Unavailable
from tests.support.faults.cloud import ANNA, BACKEND, BEN, Cloud
from tests.support.faults.lambdas import wired

POISON = "a turn that no model can read"


@dataclass
class Choking(Extractor):
    error: type[Exception] | None = ExtractionFailed
    rules: Extractor = field(default_factory=RuleExtractor)
    asked: int = 0

    @property
    def name(self) -> str:
        return self.rules.name

    def extract(self, passage: Passage) -> list[Fact]:
        if self.error is not None and any(turn.content == POISON for turn in passage.turns):
            self.asked += 1
            raise self.error("cannot")
        return self.rules.extract(passage)


def _say(cloud: Cloud, text: str, session: str, who=ANNA) -> str:
    body = {"session_id": session, "infer": "now", "messages": [{"role": "user", "content": text}]}
    return cloud.call("POST", "/events", body, who=who)["body"]["job_id"]


def _job(cloud: Cloud, id: str) -> dict:
    return cloud.call("GET", f"/jobs/{id}", who=BACKEND)["body"]


@pytest.mark.parametrize(("error", "tries"), [(ExtractionFailed, 1), (Unavailable, 7)])
def test_a_poisoned_job_blocks_no_other_and_is_listed_with_its_reason(error: type[Exception], tries: int) -> None:
    cloud = Cloud()
    choking = Choking(error)
    cloud.extractor = choking  # type: ignore[assignment]
    with wired(cloud):
        bad = _say(cloud, POISON, "bad")
        others = [_say(cloud, "I live in Ghent.", "good"), _say(cloud, "I live in Oslo.", "his", BEN)]
        cloud.settle()
        assert [_job(cloud, id)["status"] for id in others] == ["succeeded", "succeeded"]
        (failed,) = cloud.call("GET", "/jobs", who=BACKEND, status="failed")["body"]["jobs"]
        assert (failed["id"], failed["stage"], failed["error"], failed["attempt"]) == (bad, "window", error.__name__, 1)
        assert choking.asked == tries
        assert cloud.call("GET", "/jobs", who=BEN, status="failed")["body"]["jobs"] == []

        assert cloud.call("POST", f"/jobs/{bad}/redrive", {}, who=BACKEND)["status"] == 202
        cloud.settle()
        assert (_job(cloud, bad)["status"], _job(cloud, bad)["attempt"]) == ("failed", 2)
        _say(cloud, "I drive a Saab.", "good")
        cloud.settle()
        assert len(cloud.call("GET", "/memories", who=ANNA)["body"]["memories"]) == 2

        choking.error = None
        cloud.call("POST", f"/jobs/{bad}/redrive", {}, who=BACKEND)
        cloud.settle()
        assert _job(cloud, bad)["status"] == "succeeded"
        assert cloud.call("GET", "/jobs", who=BACKEND, status="failed")["body"]["jobs"] == []


def test_a_job_whose_workflow_is_gone_is_listed_as_failed() -> None:
    cloud = Cloud(stop_after=1)
    with wired(cloud):
        id = _say(cloud, "I live in Ghent.", "s")
        cloud.settle()
        assert cloud.call("GET", "/jobs", who=BACKEND, status="failed")["body"]["jobs"] == []
        cloud.clock.advance(hours=4)
        (listed,) = cloud.call("GET", "/jobs", who=BACKEND, status="failed")["body"]["jobs"]
        assert (listed["id"], listed["status"], listed["error"]) == (id, "failed", "Abandoned")
        assert _job(cloud, id)["status"] == "failed"
        cloud.recover()
        assert _job(cloud, id)["status"] == "succeeded"


def test_a_message_that_no_function_can_read_does_not_stop_those_beside_it() -> None:
    cloud = Cloud()
    with wired(cloud):
        for queue in ("idle", "ingest", "expire", "access"):
            cloud.send(queue, {"nothing": "of ours"})
        _say(cloud, "I live in Ghent.", "s")
        cloud.call("POST", "/search", {"query": "Ghent"}, who=ANNA)
        cloud.settle()
    assert {message.queue for message in cloud.dead_letters} <= {"idle", "ingest", "expire", "access"}
    assert not cloud.messages
