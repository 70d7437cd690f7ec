"""Queues: encrypted, with somewhere for failures to go, and somebody told."""

from __future__ import annotations

from typing import Any

from tests.infra.assembly import Assembly, text

WORKED_OFF = {"IngestQueue", "IdleQueue", "AccessQueue", "ExpireQueue"}
UNGATED_SECONDS = 2 * 86_400


def _stem(logical: str) -> str:
    return logical[:-8]


def test_all_queues_are_encrypted_and_refuse_plain_http(either: Assembly) -> None:
    policies = either.all("AWS::SQS::QueuePolicy").values()
    denying = {
        queue["Ref"]
        for policy in policies
        for queue in policy["Properties"]["Queues"]
        if any(statement["Effect"] == "Deny" for statement in policy["Properties"]["PolicyDocument"]["Statement"])
    }
    queues = either.all("AWS::SQS::Queue")
    assert denying == set(queues)
    assert all(queue["Properties"]["SqsManagedSseEnabled"] for queue in queues.values())


def test_each_worked_off_queue_has_dead_letters_of_its_own(either: Assembly) -> None:
    queues = either.all("AWS::SQS::Queue")
    redriven = {
        _stem(name): text(queue["Properties"]["RedrivePolicy"]["deadLetterTargetArn"])
        for name, queue in queues.items()
        if "RedrivePolicy" in queue["Properties"]
    }
    assert set(redriven) == WORKED_OFF
    assert len(set(redriven.values())) == len(WORKED_OFF)


def test_every_queue_that_can_hold_a_failure_has_an_alarm(either: Assembly) -> None:
    failures = {name for name, queue in either.all("AWS::SQS::Queue").items() if "RedrivePolicy" not in queue["Properties"]}
    watched = {
        text(dimension["Value"])
        for alarm in either.all("AWS::CloudWatch::Alarm").values()
        for dimension in alarm["Properties"].get("Dimensions", [])
        if dimension["Name"] == "QueueName"
    }
    assert len(failures) == 6
    assert all(any(name in queue for queue in watched) for name in failures)


def test_what_has_not_passed_the_gate_stays_two_days_at_most(either: Assembly) -> None:
    attempts = [rule["Targets"][0]["RetryPolicy"]["MaximumEventAgeInSeconds"] for rule in _of_events(either)]
    queues = either.all("AWS::SQS::Queue")
    kept = [queue["Properties"]["MessageRetentionPeriod"] for name, queue in queues.items() if name.startswith("IngestQueue")]
    assert len(kept) == 2
    assert max(kept) + max(attempts) <= UNGATED_SECONDS


def test_a_batch_is_not_handed_out_twice_while_it_is_worked_on(either: Assembly) -> None:
    queues, functions = either.all("AWS::SQS::Queue"), either.all("AWS::Lambda::Function")
    mappings = either.all("AWS::Lambda::EventSourceMapping", "Workflows").values()
    assert len(mappings) == len(WORKED_OFF)
    for mapping in mappings:
        properties = mapping["Properties"]
        source = text(properties["EventSourceArn"])
        (queue,) = [each for name, each in queues.items() if name in source]
        timeout = functions[properties["FunctionName"]["Ref"]]["Properties"]["Timeout"]
        assert queue["Properties"]["VisibilityTimeout"] >= 6 * timeout
        assert properties["FunctionResponseTypes"] == ["ReportBatchItemFailures"]


def test_events_lead_to_the_gate_and_nowhere_else(either: Assembly) -> None:
    assert len(_of_events(either)) == 2
    for rule in _of_events(either):
        (target,) = rule["Targets"]
        assert text(target["Arn"]).startswith("<IngestQueue")
        assert "Dead" in text(target["DeadLetterConfig"]["Arn"])
    assert not either.all("AWS::Events::Archive")


def test_the_index_is_purged_nightly(either: Assembly) -> None:
    (rule,) = [each["Properties"] for each in either.all("AWS::Events::Rule").values() if "ScheduleExpression" in each["Properties"]]
    (target,) = rule["Targets"]
    assert text(target["Arn"]).startswith("<EraseFunction")
    assert target["Input"] == '{"step":"purge"}'


def _of_events(assembly: Assembly) -> list[dict[str, Any]]:
    rules = [each["Properties"] for each in assembly.all("AWS::Events::Rule").values()]
    return [rule for rule in rules if "EventPattern" in rule]
