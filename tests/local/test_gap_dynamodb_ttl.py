"""Expired items go, and the stream says who removed them."""

import time
from typing import Any

import pytest

from infra.local.gaps.dynamodb_ttl import is_expired
from tests.local.emulators import Running, eventually

# called by the stream it remembers the removals, called by hand it tells them
REMOVALS = """
removed = []
def handler(event, context):
    for record in (event or {}).get("Records", []):
        if record["eventName"] == "REMOVE":
            removed.append([record["dynamodb"]["Keys"]["SK"]["S"], record.get("userIdentity")])
    return removed
"""
NOW = 1_800_000_000.0


def test_expiry_writes_the_record_that_aws_writes(emulator: Running) -> None:
    table = emulator.table("expiring", StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"})
    tables = emulator.client("dynamodb")
    tables.update_time_to_live(TableName="expiring", TimeToLiveSpecification={"Enabled": True, "AttributeName": "ttl"})
    emulator.function("removals", REMOVALS)
    mapping = {"FunctionName": "removals", "EventSourceArn": table["LatestStreamArn"], "StartingPosition": "TRIM_HORIZON"}
    emulator.functions.create_event_source_mapping(**mapping)
    emulator.put("expiring", "P", "gone", ttl={"N": str(int(time.time()) - 1)})
    emulator.put("expiring", "P", "stays", ttl={"N": str(int(time.time()) + 3600)})

    assert eventually(lambda: emulator.call("removals"), 3) == [["gone", {"type": "Service", "principalId": "dynamodb.amazonaws.com"}]]
    assert [item["SK"]["S"] for item in tables.scan(TableName="expiring")["Items"]] == ["stays"]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ({"ttl": {"N": str(NOW - 1)}}, True),
        ({"ttl": {"N": str(NOW + 1)}}, False),
        ({"ttl": {"N": str(NOW - 6 * 365 * 86400)}}, False),
        ({"ttl": {"S": "1"}}, False),
        ({}, False),
    ],
)
def test_what_counts_as_expired(item: dict[str, Any], expected: bool) -> None:
    assert is_expired(item, "ttl", NOW) is expected
