"""What has failed starts again: a tenant's jobs by the API, dead letters by moving them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, cast

import boto3
import pytest

from infra.local import cli, redrive
from infra.local.client import Api, ApiProblem, NoAnswer
from infra.local.errors import LocalError
from tests.support.aws import in_process_aws

OUTPUTS = {
    "QueueIngest": "ingest", "QueueIngestDead": "ingest-dead", "QueueIdle": "idle", "QueueIdleDead": "idle-dead",
    "QueueUnindexable": "unindexable", "ApiUrl": "http://127.0.0.1:9/v1",
}  # fmt: skip


@pytest.fixture
def queues() -> Iterator[Any]:
    with in_process_aws():
        yield boto3.client("sqs")


class FailedJobs:
    """An API that knows jobs, failed ones unless told otherwise, and says of some that they cannot be started."""

    def __init__(self, jobs: dict[str, int], statuses: dict[str, str] | None = None, unchanged: Collection[str] = ()) -> None:
        self.jobs_left, self.statuses, self.unchanged = dict(jobs), statuses or {}, unchanged
        self.asked: list[str] = []

    def jobs(self, **query: object) -> Iterator[dict[str, Any]]:
        assert query == {}
        for id in list(self.jobs_left):
            assert not self.asked, "a list that is read while it changes misses some"
            yield {"id": id, "stage": "window", "status": self.statuses.get(id, "failed"), "attempt": 1}

    def redrive(self, id: str) -> dict[str, Any]:
        self.asked.append(id)
        if status := self.jobs_left.pop(id):
            raise ApiProblem(status, {"code": "some_code", "detail": "no"})
        return {"id": id, "attempt": 1 if id in self.unchanged else 2}


def bodies(queues: Any, url: str) -> list[str]:
    found: list[str] = []
    while messages := queues.receive_message(QueueUrl=url, MaxNumberOfMessages=10, MessageAttributeNames=["All"]).get("Messages"):
        found += [message["Body"] for message in messages]
    return sorted(found)


def test_all_failed_jobs_start_again_and_one_that_cannot_stops_no_other() -> None:
    api = FailedJobs({"a": 0, "b": 409, "c": 503, "d": 0})
    done = redrive.redrive_jobs(cast(Api, api))
    assert (done.started, done.left, list(done.refused)) == (["a", "d"], ["b"], ["c"])
    assert "some_code" in done.refused["c"]


def test_lost_jobs_start_again_and_those_that_really_wait_or_run_do_not() -> None:
    statuses = {"lost": "queued", "waits": "queued", "gone": "running", "runs": "running", "done": "succeeded"}
    api = FailedJobs({"failed": 0, "lost": 0, "waits": 0, "gone": 0, "runs": 409, "done": 0}, statuses, unchanged=["waits"])
    done = redrive.redrive_jobs(cast(Api, api))
    assert (done.started, done.left, done.refused) == (["failed", "lost", "gone"], ["waits", "runs"], {})
    assert "done" not in api.asked


def test_after_a_stop_lost_jobs_are_looked_at(queues: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    dead = queues.create_queue(QueueName="idle-dead")["QueueUrl"]
    queues.send_message(QueueUrl=dead, MessageBody="x")
    api = FailedJobs({"failed": 0, "lost": 0, "waits": 0}, {"lost": "running", "waits": "queued"}, unchanged=["waits"])
    monkeypatch.setattr(redrive, "_local", lambda _: ({"QueueIdleDead": dead, "QueueIdle": dead}, api))
    assert redrive.main(["--lost"]) == 0
    assert api.asked == ["lost", "waits"]
    assert "1 started again" in capsys.readouterr().out
    assert bodies(queues, dead) == ["x"]
    monkeypatch.setattr(redrive, "_local", lambda _: ({}, FailedJobs({"failed": 0})))
    assert redrive.main(["--lost"]) == 0
    assert capsys.readouterr().out == ""  # nothing was lost: nothing to tell


def test_queues_are_found_by_the_stacks_outputs() -> None:
    assert redrive.queue_pairs(OUTPUTS) == {"idle": ("idle-dead", "idle"), "ingest": ("ingest-dead", "ingest")}


def test_all_letters_go_back_as_they_were(queues: Any) -> None:
    dead, back = (queues.create_queue(QueueName=name)["QueueUrl"] for name in ("dead", "back"))
    sent = [json.dumps({"n": n, "text": "ü"}) for n in range(37)]
    for body in sent:
        queues.send_message(QueueUrl=dead, MessageBody=body)
    assert redrive.move(queues, dead, back) == 37
    assert bodies(queues, back) == sorted(sent)
    assert bodies(queues, dead) == []
    assert redrive.move(queues, dead, back) == 0


def test_attributes_go_back_too(queues: Any) -> None:
    dead, back = (queues.create_queue(QueueName=name)["QueueUrl"] for name in ("dead", "back"))
    attributes = {"ERROR_CODE": {"DataType": "String", "StringValue": "NO_PERMISSIONS"}}
    queues.send_message(QueueUrl=dead, MessageBody="x", MessageAttributes=attributes)
    redrive.move(queues, dead, back)
    (letter,) = queues.receive_message(QueueUrl=back, MessageAttributeNames=["All"])["Messages"]
    assert letter["MessageAttributes"] == attributes


def test_a_letter_is_not_lost_when_it_cannot_be_sent(queues: Any) -> None:
    dead = queues.create_queue(QueueName="dead", Attributes={"VisibilityTimeout": "0"})["QueueUrl"]
    queues.send_message(QueueUrl=dead, MessageBody="x")
    with pytest.raises(queues.exceptions.ClientError):
        redrive.move(queues, dead, dead.replace("dead", "absent"))
    assert queues.receive_message(QueueUrl=dead)["Messages"]


def test_it_ends_though_letters_come_back_at_once(queues: Any) -> None:
    dead = queues.create_queue(QueueName="dead")["QueueUrl"]
    queues.send_message(QueueUrl=dead, MessageBody="x")
    assert redrive.move(queues, dead, dead, most=25) == 25


def test_on_aws_the_stacks_are_asked(queues: Any) -> None:
    template = {
        "Resources": {"Dead": {"Type": "AWS::SQS::Queue"}, "Queue": {"Type": "AWS::SQS::Queue"}},
        "Outputs": {"QueueIdle": {"Value": {"Ref": "Queue"}}, "QueueIdleDead": {"Value": {"Ref": "Dead"}}},
    }
    stacks = boto3.client("cloudformation")
    for name in ("MnemonWorkflows", "OtherWorkflows"):
        stacks.create_stack(StackName=name, TemplateBody=json.dumps(template))
    outputs = redrive.outputs_on_aws("Mnemon")
    assert set(outputs) == {"QueueIdle", "QueueIdleDead"}
    queues.send_message(QueueUrl=outputs["QueueIdleDead"], MessageBody="x")
    for dead, back in redrive.queue_pairs(outputs).values():
        assert redrive.move(queues, dead, back) == 1
    with pytest.raises(LocalError, match="no stacks 'Nothing"):
        redrive.outputs_on_aws("Nothing")


def test_what_it_tells(queues: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = {name: queues.create_queue(QueueName=value)["QueueUrl"] for name, value in OUTPUTS.items() if name.startswith("Queue")}
    queues.send_message(QueueUrl=outputs["QueueIdleDead"], MessageBody="x")
    api = FailedJobs({"a": 0, "b": 409, "c": 404})
    monkeypatch.setattr(redrive, "_local", lambda tenant: (outputs, api) if tenant == "acme" else None)
    assert redrive.main(["--tenant", "acme"]) == 1
    told = capsys.readouterr().out
    for line in (
        "idle        1 dead letters",
        "ingest      0 dead letters",
        "jobs        1 started again",
        "1 left alone",
        "c: 404 some_code: no",
    ):
        assert line in told


def test_without_a_token_only_letters_move_on_aws(queues: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = {name: queues.create_queue(QueueName=value)["QueueUrl"] for name, value in OUTPUTS.items() if name.startswith("Queue")}
    monkeypatch.setattr(redrive, "outputs_on_aws", lambda _: outputs)
    monkeypatch.delenv(redrive.TOKEN, raising=False)
    assert redrive.main(["--aws"]) == 0
    assert "jobs        not looked at: MNEMON_TOKEN" in capsys.readouterr().out


@pytest.mark.usefixtures("queues")
def test_a_cloud_that_does_not_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def absent(_: object) -> None:
        raise NoAnswer("nothing answers")

    monkeypatch.setattr(redrive, "_local", absent)
    assert redrive.main([]) == 2
    assert "cannot redrive: nothing answers" in capsys.readouterr().err


def test_on_aws_the_command_has_the_callers_own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    called: list[tuple[list[Any], dict[str, str]]] = []

    def run(argv: list[Any], *, env: dict[str, str], check: bool) -> subprocess.CompletedProcess[str]:
        assert not check
        called.append((argv, env))
        return subprocess.CompletedProcess(argv, 0)

    monkeypatch.setenv("MNEMON_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("AWS_PROFILE", "mine")
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    monkeypatch.setattr(cli.PythonEnvs, "python", lambda *_: Path("/env/bin/python"))
    monkeypatch.setattr(cli.subprocess, "run", run)
    monkeypatch.setattr(cli.signal, "signal", lambda *_: None)
    assert cli.main(["redrive", "--aws", "--stacks", "Mine"]) == 0
    ((argv, env),) = called
    assert argv[-4:] == ["infra.local.redrive", "--aws", "--stacks", "Mine"]
    assert env["AWS_PROFILE"] == "mine"
    assert "AWS_ENDPOINT_URL" not in env
    assert cli.main(["redrive"]) == 1  # nothing runs here
