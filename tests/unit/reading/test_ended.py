"""A turn that told only what has ended is no answer to a question about now."""

from __future__ import annotations

from typing import Any

import pytest

from mnemon.model.records import Edge
from mnemon.model.sources import Chunk
from mnemon.ports.records import Put
from tests.bench._inprocess import Parts
from tests.support.fakes import HashEmbedder
from tests.unit.reading.world import World

DAYS = [f"2026-11-{day}T09:00:00.000Z" for day in range(10, 28)]
MEETING = (
    "My meeting with the bank is on 10 December.",
    "The meeting with the bank was moved to 17 December.",
    "The meeting with the bank is cancelled.",
)
ASKED = "when is my meeting with the bank?"


def _world(*said: str, indexed: bool = True) -> Parts:
    world = Parts(HashEmbedder())
    for number, text in enumerate(said):
        world.say([{"role": "user", "content": text, "timestamp": DAYS[number]}], f"s{number}")
    if indexed:
        world.index_pending()
    return world


def _found(world: Parts, query: str, **request: Any) -> list[str]:
    records = (one.record for one in world.search(query, **request))
    return [record.words if isinstance(record, Chunk) else record.content for record in records]


@pytest.mark.parametrize("indexed", [True, False])
@pytest.mark.parametrize(
    ("said", "asked"),
    [(MEETING, ASKED), (("I'm vegetarian.", "I'm not vegetarian any more."), "am I vegetarian?")],
)
def test_only_that_it_has_ended_is_told(said: tuple[str, ...], asked: str, indexed: bool) -> None:
    assert _found(_world(*said, indexed=indexed), asked) == [said[-1]]


@pytest.mark.parametrize(
    "request_", [{"as_of": "2026-11-11T08:00:00.000Z"}, {"known_at": "2099-01-01T00:00:00.000Z"}, {"include_superseded": True}]
)
def test_who_looks_back_finds_it(request_: dict[str, str | bool]) -> None:
    assert any("10 December" in text for text in _found(_world(*MEETING), ASKED, **request_))


def test_what_was_taken_up_again_is_told() -> None:
    world = _world("I'm vegetarian.", "I'm not vegetarian any more.", "I'm vegetarian again.")
    assert any("again" in text for text in _found(world, "am I vegetarian?"))


@pytest.mark.parametrize("types", [(), ("turn",)])
def test_a_turn_that_tells_something_that_is_still_true_stays(types: tuple[str, ...]) -> None:
    """Or its memory tells it in its stead. With `types` that is not among what is found: the turn's links lead to it."""
    said = "I'm vegetarian. My flat is in Porto."
    world = _world(said, "I'm not vegetarian any more.")
    assert [head.content for head in world.heads() if head.is_current(world.clock.now())]
    assert {said, "The user's flat is in Porto."} & set(_found(world, "am I vegetarian?", types=types))


def test_a_turn_whose_memory_told_two_things_stays() -> None:
    said = "I'm vegetarian and I live in Porto."
    assert said in _found(_world(said, "I'm not vegetarian any more."), "where do I live?")


def test_a_turn_that_says_much_more_stays() -> None:
    said = "I'm vegetarian, so which quiet restaurants near the harbour with a terrace and live music would you book?"
    assert said in _found(_world(said, "I'm not vegetarian any more."), "am I vegetarian?")


@pytest.mark.parametrize("is_true", [True, False])
def test_what_else_rests_on_a_turn_is_read_from_its_links(is_true: bool) -> None:
    """Its other memory, in words of its own, is not among what is found for the question."""
    world = World()
    turn = world.turn("I am vegetarian for health")
    ref = world.ref(turn).model_copy(update={"true_at": DAYS[0]})
    over = {"is_latest": False, "valid_to": world.clock.now(), "true_to": world.clock.now()}
    gone = world.head("The user is vegetarian for health", sources=(ref,), **over)
    other = world.head("Doctors worry", sources=(ref,), **({} if is_true else over))
    world.store(turn, gone, other)
    world.index_all(turn, gone, other)
    box = world.view().box
    for head in (gone, other):
        edge = Edge(tid=head.tid, sid=head.sid, start=head.id, kind="rests_on", end=turn.source_id, created_at=DAYS[0], turns=["1"])
        world.tenancy.records.write(Put(edge.turned.to_row(box)))
    world.unmark()
    found = [one.record for one in world.search("is she vegetarian?", types=("turn",)).results]
    assert found == ([turn] if is_true else [])
