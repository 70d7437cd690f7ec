"""The index is down: nothing is lost, answers come from the newest records and say so, and nobody has to mend anything afterwards."""

from __future__ import annotations

import time

from tests.e2e.world import World, contents


def test_writes_are_accepted_search_is_degraded_and_all_is_found_when_it_is_back(world: World) -> None:
    person = world.person()
    person.write("Before the outage Ana planted tulips.")
    person.settle()
    world.cloud.stop_server("opensearch")
    try:
        person.write("During the outage Ana bought a canoe.", "During the outage Ana sold her piano.")
        person.say("My neighbour is called Farid.")
        began = time.monotonic()
        answer = person.search("what about the canoe?")
        seconds = time.monotonic() - began
        assert answer["degraded"]
        assert "During the outage Ana bought a canoe." in [result["content"] for result in answer["results"]]
        assert seconds < 10
        assert any("Farid" in result["content"] for result in person.search("who is the neighbour?")["results"])
        assert len(contents(person.memories())) == 4
        health = person.api.call("GET", "/health").json
        assert health
    finally:
        world.cloud.start_server("opensearch")
    person.settle(120)
    for words, text in (
        ("tulips", "Before the outage Ana planted tulips."),
        ("canoe", "During the outage Ana bought a canoe."),
        ("piano", "During the outage Ana sold her piano."),
    ):
        answer = person.search(f"what about the {words}?")
        assert not answer["degraded"]
        assert text in [result["content"] for result in answer["results"]]
    indexed = {str(hit["_source"].get("text", "")) for hit in world.documents(person.scope)}
    assert any("canoe" in text for text in indexed)
