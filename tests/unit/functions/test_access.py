from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mnemon.maintenance.access import Recalled, RecordAccess
from mnemon.maintenance.audit import RecordAudit
from mnemon.ports.records import Unavailable
from tests.support.fakes import CountingIds, FixedClock, MemoryObjects
from tests.support.handlers import load
from tests.support.held import TID, World


def message(id: str, body: Any) -> dict[str, str]:
    return {"messageId": id, "body": body if isinstance(body, str) else json.dumps(body)}


def test_counts_and_audit_lines_are_written_and_what_is_no_message_is_returned() -> None:
    world, bucket = World(), MemoryObjects()
    held = world.scope()
    memory = held.memory("x")
    audit = RecordAudit(lambda _: bucket, FixedClock(), CountingIds())
    handler = load("access", record_access=lambda: RecordAccess(world.tenancy), record_audit=lambda: audit).handler
    recalled = {"tid": TID, "sid": held.key.sid, "ids": [memory.ulid], "at": world.clock.now()}
    event = {
        "Records": [
            message("1", recalled),
            message("2", {"audit": {"tid": TID, "action": "memory.read"}}),
            message("3", {**recalled, "audit": {"tid": TID, "action": "search"}}),
            message("4", "{"),
            message("5", {"ids": 5}),
            message("6", {"audit": {"action": "of nobody"}}),
        ]
    }
    assert handler(event, None) == {"batchItemFailures": [{"itemIdentifier": id} for id in ("4", "5", "6")]}
    assert [row.plain["count"] for row in held.stores.records.walk(held.key.partition, "ACC#")] == [2]
    assert sum(data.count(b"\n") for data in bucket.all_bytes()) == 2


def test_a_store_that_is_down_brings_the_messages_again() -> None:
    def down(_: Sequence[Recalled]) -> None:
        raise Unavailable("throttled")

    handler = load("access", record_access=lambda: down, record_audit=lambda: down).handler
    recalled = {"tid": TID, "sid": "s", "ids": ["u"], "at": "2026-01-01T00:00:00.000Z"}
    event = {"Records": [message("1", recalled), message("2", {"audit": {"tid": TID}}), message("3", {})]}
    assert handler(event, None) == {"batchItemFailures": [{"itemIdentifier": "1"}, {"itemIdentifier": "2"}]}
