"""A batch of several transactions: read once, each written on what the one before left, and nothing of another writer's passed over."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mnemon.language.meaning import meaning, other_words
from mnemon.language.relation import relation
from mnemon.ports.records import Operation
from tests.unit.writing.test_adjudicate import Indexed, fact
from tests.unit.writing.world import World, contents

BOXES = [fact(f"The rent of box {n} is {n + 100} euros.", 2) for n in range(60)]


def test_what_a_batch_has_written_is_not_read_again() -> None:
    world = World()
    world.write(fact("Noor Haddad speaks Greek.", 1))
    calls = world.tenancy.records.calls
    calls.clear()
    assert {result.status for result in world.write(*BOXES)} == {"created"}
    assert calls.count("write") > 3
    assert calls.count("query") == 1
    assert calls.count("get") <= 2


def test_later_facts_of_a_batch_meet_what_its_earlier_transactions_have_written() -> None:
    world = World()
    earlier = [fact("The audit logs are kept for 30 days.", 4), fact("The audit logs are now kept for 60 days.", 9)]
    later = [
        fact("The retention of the audit logs is 45 days.", 6), fact("The audit logs are kept for 30 days.", 4),
        fact("The audit logs are now kept for 90 days.", 12),
    ]  # fmt: skip
    results = world.write(*earlier, *BOXES, *later)
    assert [result.status for result in (*results[:2], *results[-3:])] == ["created", "updated", "superseded_late", "confirmed", "updated"]
    assert len({result.id for result in (*results[:2], *results[-3:])}) == 1
    assert "The audit logs are now kept for 90 days." in contents(world.current())
    assert world.as_of("2025-01-07T00:00:00.000Z").count("The retention of the audit logs is 45 days.") == 1


def test_names_that_an_earlier_transaction_made_entities_are_those_of_later_ones() -> None:
    world = World()
    people = [fact(f"Person{n} Haddad signed paper {n}.", 2, entities=[f"Person{n} Haddad"]) for n in range(30)]
    again = [fact(f"Person{n} Haddad sold boat {n}.", 3, entities=[f"Person{n} Haddad"]) for n in range(30)]
    world.write(*people, *again)
    assert len(world.rows("ENT#")) == 30
    assert {int(str(row.plain["rev"])) for row in world.rows("ENT#")} == {2}


@pytest.mark.parametrize("nth", [2, 3, 4])
def test_who_writes_between_two_transactions_of_a_batch_is_seen(nth: int) -> None:
    world = Indexed()
    world.write(fact("The audit logs are kept for 30 days.", 1))
    seen: list[int] = []

    def race(operations: Sequence[Operation]) -> None:
        if any("MEM#" in operation.key.sk for operation in operations):
            seen.append(1)
            if len(seen) == nth:
                world.write(fact("The audit logs are now kept for 60 days.", 9))
                world.settle()

    world.tenancy.records.before_write = race
    results = world.write(*BOXES, fact("The retention of the audit logs is 45 days.", 6))
    assert results[-1].status == "superseded_late"
    assert [content for content in contents(world.current()) if "audit" in content] == ["The audit logs are now kept for 60 days."]


def test_what_is_said_in_words_that_only_mean_the_same_is_asked_for() -> None:
    held, said = "The price of the Brno flat is 300 euros.", "The Brno apartment costs 310 euros."
    assert relation(held, said) == "updates"
    assert {"price", "flat"} <= set(other_words(said))
    assert not set(other_words(said)) & {"apartment", "costs", "brno"}
    assert other_words("Qwxyz.") == ()
    assert meaning(said).whole >= meaning(said).topic
