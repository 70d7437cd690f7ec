from __future__ import annotations

import pytest

from mnemon.maintenance.index_items import Signal
from mnemon.maintenance.summary_requests import DELAY, AskRewriting
from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Unavailable
from tests.support.fakes import FixedClock, RecordedQueues
from tests.support.held import World

ADA, BEN = ScopeKey(tid="t", sid="a"), ScopeKey(tid="t", sid="b")


def test_one_request_serves_a_burst_and_each_scope_has_its_own() -> None:
    queues, clock = RecordedQueues(), FixedClock()
    ask = AskRewriting(queues, clock)
    for _ in range(5):
        ask([ADA, BEN, ADA])
        clock.advance(seconds=1)
    assert queues.sent == [("expire", {"tid": "t", "sid": sid, "summaries": True}, DELAY) for sid in ("a", "b")]
    clock.advance(seconds=DELAY)
    ask([ADA])
    assert len(queues.sent) == 3


def test_a_write_just_before_the_request_arrives_asks_again() -> None:
    queues, clock = RecordedQueues(), FixedClock()
    ask = AskRewriting(queues, clock)
    ask([ADA])
    clock.advance(seconds=DELAY - 1)
    ask([ADA])
    assert len(queues.sent) == 2


def test_what_could_not_be_asked_is_asked_again() -> None:
    queues = RecordedQueues(down=True)
    ask = AskRewriting(queues, FixedClock())
    with pytest.raises(Unavailable):
        ask([ADA])
    queues.down = False
    ask([ADA])
    assert len(queues.sent) == 1


def test_the_indexer_asks_after_memories_and_not_after_turns() -> None:
    world = World()
    held = world.scope()
    held.source(["one", "two"])
    world.serve()
    assert world.queues.of("expire") == []
    held.memory("a fact")
    indexer = world.index_items
    assert indexer([Signal("marked", key, "1") for key in world.markers()]) == []
    assert world.queues.of("expire") == [{"tid": held.key.tid, "sid": held.key.sid, "summaries": True}]
