"""Stream mappings: partial batches, retries, bisection, the on-failure queue, a restart."""

import json
from pathlib import Path
from typing import Any

import pytest

from infra.local.gaps.dynamodb_streams import Outcome, Shard, after_failure, lowest_failed
from infra.local.ministack import ACCOUNT, REGION
from tests.local.emulators import Running, eventually, started

HANDLER = """
import boto3, time
seen = boto3.client("sqs")
def handler(event, context):
    failed = []
    for record in event["Records"]:
        key = record["dynamodb"]["Keys"]["SK"]["S"]
        if key.startswith("slow"):
            time.sleep(6)
        if key.startswith("raise"):
            raise ValueError(key)
        if key.startswith("bad"):
            failed.append({"itemIdentifier": record["dynamodb"]["SequenceNumber"]})
            break
        seen.send_message(QueueUrl="%s", MessageBody=key)
    return {"batchItemFailures": failed}
"""


def test_a_partial_response_moves_the_checkpoint_and_what_keeps_failing_is_described(emulator: Running) -> None:
    stream = Delivery(emulator, "partial", MaximumRetryAttempts=1, BisectBatchOnFunctionError=True)
    stream.write("one", "bad", "two")
    assert stream.delivered(2) == ["one", "two"]
    assert stream.failures() == [1]


def test_a_failing_batch_is_bisected_until_the_culprit_is_alone(emulator: Running) -> None:
    stream = Delivery(emulator, "bisected", MaximumRetryAttempts=1, BisectBatchOnFunctionError=True)
    stream.write("a", "b", "raise", "c")
    # what stood before the culprit in its batch is delivered again: at least once, as on AWS
    assert set(stream.delivered(5)) == {"a", "b", "c"}
    assert stream.failures() == [1]


def test_what_was_not_delivered_outlives_a_restart(cloud_python: Path, tmp_path: Path) -> None:
    with started(cloud_python, tmp_path, persist=True) as emulator:
        stream = Delivery(emulator, "kept")
        stream.write("first")
        assert stream.delivered(1) == ["first"]
        stream.pause()
        emulator.put("kept", "P", "second")
    with started(cloud_python, tmp_path, persist=True) as emulator:
        again = Delivery.found(emulator, "kept", stream.mapping)
        again.go_on()
        emulator.put("kept", "P", "third")
        assert again.delivered(2) == ["second", "third"]


def test_a_slow_function_holds_nobody_else_up(emulator: Running) -> None:
    slow, quick = Delivery(emulator, "slow"), Delivery(emulator, "quick")
    slow.write("slow")
    quick.write("x")
    assert quick.delivered(1, seconds=4) == ["x"]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (None, None),
        ({"batchItemFailures": []}, None),
        ({"batchItemFailures": [{"itemIdentifier": "3"}, {"itemIdentifier": "2"}]}, 1),
        ({"batchItemFailures": [{"itemIdentifier": "unknown"}]}, 0),
    ],
)
def test_the_lowest_failed_record_is_the_checkpoint(reply: Any, expected: int | None) -> None:
    assert lowest_failed(reply, ["1", "2", "3"]) == expected


def test_bisection_spends_no_retry_and_keeps_what_follows() -> None:
    shard = Shard(sizes=[5, 5])
    assert after_failure(shard, 5, {"BisectBatchOnFunctionError": True, "MaximumRetryAttempts": 0}, 0) == Outcome(0)
    assert (shard.sizes, shard.attempts) == ([2, 3, 5], 0)


def test_records_that_are_too_old_are_given_up() -> None:
    assert after_failure(Shard(), 3, {"MaximumRecordAgeInSeconds": 60, "MaximumRetryAttempts": -1}, 61) == Outcome(3, "RecordAgeExceeded")


class Delivery:
    """A table whose stream feeds a function that passes on the keys it could handle."""

    def __init__(self, emulator: Running, name: str, **settings: Any) -> None:
        self._emulator = emulator
        self._name = name
        queues = emulator.client("sqs")
        self._seen, failed = (queues.create_queue(QueueName=f"{name}-{kind}")["QueueUrl"] for kind in ("seen", "failed"))
        self._failed = failed
        table = emulator.table(name, StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"})
        emulator.function(name, HANDLER % self._seen)
        self._settings = {
            "FunctionName": name,
            "EventSourceArn": table["LatestStreamArn"],
            "StartingPosition": "TRIM_HORIZON",
            "FunctionResponseTypes": ["ReportBatchItemFailures"],
            "DestinationConfig": {"OnFailure": {"Destination": f"arn:aws:sqs:{REGION}:{ACCOUNT}:{name}-failed"}},
            **settings,
        }
        self.mapping = ""

    @classmethod
    def found(cls, emulator: Running, name: str, mapping: str) -> "Delivery":
        """One that an emulator kept over a restart."""
        self = cls.__new__(cls)
        self._emulator, self._name, self.mapping = emulator, name, mapping
        self._seen = emulator.client("sqs").get_queue_url(QueueName=f"{name}-seen")["QueueUrl"]
        return self

    def write(self, *keys: str) -> None:
        """Items in one go: the mapping is made after them, so that they come in one batch."""
        for key in keys:
            self._emulator.put(self._name, "P", key)
        self.mapping = self._emulator.functions.create_event_source_mapping(**self._settings)["UUID"]

    def pause(self) -> None:
        self._emulator.functions.update_event_source_mapping(UUID=self.mapping, Enabled=False)

    def go_on(self) -> None:
        self._emulator.functions.update_event_source_mapping(UUID=self.mapping, Enabled=True)

    def delivered(self, expected: int, seconds: float = 4) -> list[str]:
        keys: list[str] = []

        def enough() -> bool:
            keys.extend(message["Body"] for message in self._received(self._seen))
            return len(keys) >= expected

        eventually(enough, seconds)
        return keys

    def failures(self) -> list[int]:
        """The sizes of the batches that were given up."""
        messages = eventually(lambda: self._received(self._failed), 1)
        return [json.loads(message["Body"])["DDBStreamBatchInfo"]["batchSize"] for message in messages]

    def _received(self, queue: str) -> list[dict[str, Any]]:
        client = self._emulator.client("sqs")
        messages = client.receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get("Messages", [])
        for message in messages:
            client.delete_message(QueueUrl=queue, ReceiptHandle=message["ReceiptHandle"])
        return messages
