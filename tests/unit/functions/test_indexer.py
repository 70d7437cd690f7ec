from __future__ import annotations

from typing import Any

import pytest

from mnemon.maintenance.index_items import Signal
from mnemon.model import keys
from mnemon.model.rows import Key
from mnemon.ports.records import Unavailable
from tests.support.handlers import load
from tests.support.held import World


def record(event: str, key: Key, number: str) -> dict[str, Any]:
    change = {"Keys": {"PK": {"S": key.pk}, "SK": {"S": key.sk}}, "SequenceNumber": number, "StreamViewType": "KEYS_ONLY"}
    return {"eventID": "e", "eventName": event, "eventSource": "aws:dynamodb", "dynamodb": change}


def test_markers_and_removed_heads_are_served_and_all_else_is_passed_over() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("v1")
    handler = load("indexer", index_items=lambda: world.index_items).handler
    event = {
        "Records": [
            record("INSERT", Key("T#x", "SCOPE#y"), "1"),
            record("INSERT", Key("SYS#TENANTS", "NOW#x"), "1"),
            record("MODIFY", keys.state(held.key), "2"),
            record("INSERT", keys.state(held.key), "2"),
            record("INSERT", memory.key(), "3"),
            *(record("INSERT", key, f"4{n}") for n, key in enumerate(world.markers())),
            *(record("REMOVE", key, f"5{n}") for n, key in enumerate(world.markers())),
        ]
    }
    assert handler(event, None) == {"batchItemFailures": []}
    assert world.markers() == []
    assert len(world.index.documents()) == 1
    world.tenancy.records.delete_all([memory.key()])
    removed = {**record("REMOVE", memory.key(), "6"), "userIdentity": {"type": "Service", "principalId": "dynamodb.amazonaws.com"}}
    assert handler({"Records": [removed]}, None) == {"batchItemFailures": []}
    assert world.index.documents() == {}
    asked, gone = world.queues.of("expire")
    assert asked["summaries"] is True
    assert gone["ulid"] == memory.ulid


def test_what_a_retry_can_mend_is_returned_by_sequence_number() -> None:
    key = Key("T#t#S#s", "NOW#w#MEM#u")
    handler = load("indexer", index_items=lambda: lambda signals: [signals[1]]).handler
    event = {"Records": [record("INSERT", key, "7"), record("INSERT", key, "8")]}
    assert handler(event, None) == {"batchItemFailures": [{"itemIdentifier": "8"}]}


def test_an_engine_that_is_down_is_raised() -> None:
    def down(_: list[Signal]) -> list[Signal]:
        raise Unavailable("index: 503")

    handler = load("indexer", index_items=lambda: down).handler
    with pytest.raises(Unavailable):
        handler({"Records": [record("INSERT", Key("T#t#S#s", "NOW#w#MEM#u"), "1")]}, None)
