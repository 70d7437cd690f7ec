"""Of two that adjudication has linked, the later stands first, whatever the ranking says."""

from __future__ import annotations

from mnemon.model.memory import Relation
from tests.unit.reading.world import World, contents

ASKED = "what is the travel budget of the Oslo trip?"


def test_a_turn_that_still_tells_something_else_stands_behind_what_took_the_place_of_its_other_part() -> None:
    world = World()
    old = world.turn("the travel budget of the Oslo trip is 1200 euros and Anna flies with Ben, what is the rest of the trip like")
    new = world.turn("raised to 1500")
    head = world.head("It was raised to 1500 euros", version=2, last_version=2, sources=(world.ref(new),))
    before = world.version_of(
        head, "The travel budget of the Oslo trip is 1200 euros", sources=(world.ref(old).model_copy(update={"wording": "x"}),)
    )
    other = world.head("Anna flies with Ben", sources=(world.ref(old).model_copy(update={"wording": "Anna flies with Ben"}),))
    world.store(old, new, head, before, other)
    world.index_all(old, new, head, other, versions=[before])
    found = contents(world.search(ASKED))
    assert old.words in found
    assert found.index(head.content) < found.index(old.words)


def test_what_rests_on_another_memory_that_was_updated_is_outdated_too() -> None:
    world = World()
    old = world.turn("the travel budget of the Oslo trip is 1200 euros")
    head = world.head("The budget of the trip is 1500 euros now")
    gone = world.head(
        "The travel budget of the Oslo trip is 1200 euros",
        is_latest=False,
        valid_to=world.clock.now(),
        superseded_by=head.id,
        sources=(world.ref(old),),
    )
    head = head.model_copy(update={"relations": (Relation(type="updates", memory_id=gone.id, version=1),)})
    world.store(old, head, gone)
    world.index_all(old, head)
    assert contents(world.search(ASKED)) == [head.content]


def test_a_turn_that_says_much_more_than_what_was_updated_stands_behind_the_update() -> None:
    world = World()
    old = world.turn("The travel budget of the Oslo trip is 1200 euros, so which quiet hotels near the harbour with breakfast do you like")
    new = world.turn("raised to 1500")
    head = world.head("The travel budget of the trip was raised to 1500 euros", version=2, last_version=2, sources=(world.ref(new),))
    # the words that a memory was read from are its whole sentence, of which it tells a part
    told = world.ref(old).model_copy(update={"wording": old.words})
    before = world.version_of(head, "The travel budget of the Oslo trip is 1200 euros", sources=(told,))
    world.store(old, new, head, before)
    world.index_all(old, new, head, versions=[before])
    found = contents(world.search(ASKED))
    assert found.index(head.content) < found.index(old.words)
