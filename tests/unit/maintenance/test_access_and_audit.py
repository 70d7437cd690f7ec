from __future__ import annotations

import json

import pytest

from mnemon.maintenance.access import Recalled, RecordAccess
from mnemon.maintenance.audit import RecordAudit
from mnemon.model import keys
from mnemon.model.records import Access
from mnemon.ports.records import Conflict
from tests.support.fakes import CountingIds, FixedClock, MemoryObjects
from tests.support.held import TID, Held, World

MESSAGE = {"tid": "t", "sid": "s", "ids": ["x"], "at": "2026-01-01"}


def counted(held: Held) -> dict[str, tuple[int, str]]:
    rows = held.stores.records.walk(held.key.partition, "ACC#")
    found = [Access.from_row(row, held.view().box) for row in rows]
    return {access.ulid: (access.count, access.last_at) for access in found}


def test_recalls_are_counted_in_batches_and_touch_no_memory() -> None:
    world = World()
    held = world.scope()
    memories = [held.memory(f"m{n}") for n in range(120)]
    before = [held.head(memory.ulid) for memory in memories]
    seq = held.view().state.seq
    later = world.clock.advance(seconds=9)
    record = RecordAccess(world.tenancy)
    world.tenancy.records.calls.clear()
    record(
        [Recalled(held.key, tuple(m.ulid for m in memories), later), Recalled(held.key, (memories[0].ulid,), "2026-01-01T00:00:00.000Z")]
    )
    assert world.tenancy.records.calls == ["write"] * 3
    assert counted(held)[memories[0].ulid] == (2, later)
    assert counted(held)[memories[1].ulid] == (1, later)
    record([Recalled(held.key, (memories[1].ulid,), later)])
    assert counted(held)[memories[1].ulid] == (2, later)
    assert [held.head(memory.ulid) for memory in memories] == before
    assert held.view().state.seq == seq
    assert {keys.marked(key) for key in world.markers()} == {memory.key() for memory in memories}


def test_a_count_never_outlives_its_memory() -> None:
    world = World()
    held = world.scope()
    stays, gone = held.memory("a"), held.memory("b")
    world.tenancy.records.delete_all([gone.key()])
    RecordAccess(world.tenancy)([Recalled(held.key, (stays.ulid, gone.ulid), world.clock.now())])
    assert set(counted(held)) == {stays.ulid}


def test_another_transaction_on_the_same_items_is_waited_for() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("a")
    tries: list[int] = []

    def busy(_: object) -> None:
        tries.append(1)
        if len(tries) < 3:
            raise Conflict([memory.key()])

    world.tenancy.records.before_write = busy
    RecordAccess(world.tenancy)([Recalled(held.key, (memory.ulid,), world.clock.now())])
    world.tenancy.records.before_write = None
    assert counted(held)[memory.ulid][0] == 1


@pytest.mark.parametrize(
    "message", [{}, {"tid": "t", "sid": "s", "ids": "x", "at": "2026-01-01"}, {"tid": "t", "sid": "s", "ids": [1], "at": "x"}]
)
def test_another_message_is_refused(message: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"message|time"):
        Recalled.read(message)


def test_audit_lines_of_a_call_are_one_object_per_tenant_and_hold_no_words() -> None:
    bucket = MemoryObjects()
    other = "b" * 26
    record = RecordAudit(lambda _: bucket, FixedClock(), CountingIds())
    record(
        [
            {"tid": TID, "action": "access.refused", "actor": "abc", "count": 2, "ok": True},
            {"tid": other, "action": "x"},
            {"tid": TID, "action": "said", "detail": "I live in Berlin", "nested": {"ids": ["mem_1", "two words"]}, "two words": 1},
        ]
    )
    first, second = bucket.keys()
    assert second.startswith(f"t/{TID}/2026-11-29/")
    assert second.endswith(".jsonl")
    assert first.startswith(f"t/{other}/")
    lines = [json.loads(text) for text in bucket.get(second).decode().splitlines()]
    assert lines == [
        {"at": "2026-11-29T12:00:00.000Z", "tid": TID, "action": "access.refused", "actor": "abc", "count": 2, "ok": True},
        {"at": "2026-11-29T12:00:00.000Z", "tid": TID, "action": "said", "detail": "(unfit)", "nested": {"ids": ["mem_1", "(unfit)"]}},
    ]


@pytest.mark.parametrize("tid", [None, "", "../x", "T" * 26])
def test_an_entry_without_a_tenant_is_refused(tid: object) -> None:
    with pytest.raises(ValueError, match="tenant"):
        RecordAudit(lambda _: MemoryObjects(), FixedClock(), CountingIds())([{"tid": tid, "action": "x"}])
