"""A memory is found by the next search, whatever the index has seen of it."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator

import pytest

from tests.e2e.world import Person, World, contents, eventually

HELD = {"index": {"refresh_interval": "-1"}}
AS_MADE = {"index": {"refresh_interval": None}}


@pytest.fixture
def held_refresh(world: World) -> Iterator[None]:
    """No refresh happens by itself: what is indexed is not searchable."""
    world.index("PUT", "/recall*/_settings", HELD)
    yield
    world.index("PUT", "/recall*/_settings", AS_MADE)
    world.index("POST", "/recall*/_refresh")


@pytest.mark.usefixtures("held_refresh")
def test_a_write_is_found_while_the_refresh_is_held_back(world: World, person: Person) -> None:
    person.write("Ana's locker has the number 4711.")
    assert person.found_memories("which locker does Ana have?") == ["Ana's locker has the number 4711."]
    assert not world.is_indexed(person.scope)
    assert world.documents(person.scope, refresh=False) == []

    person.say("My dentist is Doctor Okafor.")
    assert any("Okafor" in text for text in person.found("who is the dentist?"))

    world.index("POST", "/recall*/_refresh")
    world.index("PUT", "/recall*/_settings", AS_MADE)
    person.settle()
    assert person.found_memories("which locker does Ana have?")[0] == "Ana's locker has the number 4711."


@pytest.mark.usefixtures("held_refresh")
def test_a_correction_and_a_deletion_are_seen_while_the_refresh_is_held_back(world: World, person: Person) -> None:
    kept, gone = (result["id"] for result in person.write("Ana parks on level two.", "Ana rents a garage."))
    world.index("POST", "/recall*/_refresh")
    eventually(lambda: _refreshed(world, person))
    person.api.correct(kept, {"content": "Ana parks on level five."})
    person.api.delete(gone)
    found = person.found("where does Ana park, which garage?", limit=20)
    assert "Ana parks on level five." in found
    assert "Ana parks on level two." not in found
    assert "Ana rents a garage." not in found


def _refreshed(world: World, person: Person) -> bool:
    world.index("POST", "/recall*/_refresh")
    return world.is_indexed(person.scope)


def test_no_write_is_missed_while_refreshes_fall_between_the_reads(world: World, person: Person) -> None:
    """Refreshes all the time, so that some fall between the read of the newest and the search; each write is looked for at once."""
    ending = threading.Event()

    def refresh() -> None:
        for _ in itertools.takewhile(lambda _: not ending.is_set(), itertools.count()):
            world.index("POST", "/recall*/_refresh")

    refreshing = threading.Thread(target=refresh)
    refreshing.start()
    try:
        for number in range(40):
            text = f"Box {number:03d} holds {_THINGS[number % len(_THINGS)]}."
            person.write(text)
            for _ in range(2):
                assert text in person.found(f"what does box {number:03d} hold?", limit=100)
    finally:
        ending.set()
        refreshing.join()
    assert len(contents(person.memories(limit=100))) == 40


_THINGS = ("rope", "paint", "old letters", "a lamp", "winter coats")
