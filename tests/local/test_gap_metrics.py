"""Metrics that alarms stand on."""

import json
from datetime import UTC, datetime, timedelta

from infra.local.gaps.metrics import embedded_metrics
from tests.local.emulators import ROLE, Running, eventually

DOCUMENT = {
    "_aws": {"CloudWatchMetrics": [{"Namespace": "Test", "Dimensions": [["service"]], "Metrics": [{"Name": "Found", "Unit": "Count"}]}]},
    "service": "search",
    "Found": [3, 4],
}
DONE = json.dumps({"StartAt": "Done", "States": {"Done": {"Type": "Succeed"}}})


def test_embedded_metrics_in_a_log_become_metrics(emulator: Running) -> None:
    emulator.function("measured", f"def handler(e, c): print({json.dumps(DOCUMENT)!r})")
    emulator.call("measured")
    assert eventually(lambda: _sum(emulator, "Test", "Found", service="search"), 2) == 7


def test_a_queue_reports_its_depth(emulator: Running) -> None:
    queues = emulator.client("sqs")
    url = queues.create_queue(QueueName="deep")["QueueUrl"]
    queues.send_message(QueueUrl=url, MessageBody="x")
    assert eventually(lambda: _sum(emulator, "AWS/SQS", "ApproximateNumberOfMessagesVisible", QueueName="deep"), 2) > 0


def test_a_state_machine_reports_its_outcomes(emulator: Running) -> None:
    machines = emulator.client("stepfunctions")
    machine = machines.create_state_machine(name="done", definition=DONE, roleArn=ROLE)["stateMachineArn"]
    machines.start_execution(stateMachineArn=machine)
    assert eventually(lambda: _sum(emulator, "AWS/States", "ExecutionsSucceeded", StateMachineArn=machine), 2) == 1


def test_a_line_that_only_looks_like_metrics_is_passed_over() -> None:
    assert list(embedded_metrics('{"_aws": 1}')) == []
    assert list(embedded_metrics("plain")) == []


def _sum(emulator: Running, namespace: str, name: str, **dimensions: str) -> float:
    now = datetime.now(UTC)
    points = emulator.client("cloudwatch").get_metric_statistics(
        Namespace=namespace, MetricName=name, Statistics=["Sum"], Period=60,
        Dimensions=[{"Name": key, "Value": value} for key, value in dimensions.items()],
        StartTime=now - timedelta(minutes=5), EndTime=now + timedelta(minutes=5),
    )["Datapoints"]  # fmt: skip
    return sum(point["Sum"] for point in points)
