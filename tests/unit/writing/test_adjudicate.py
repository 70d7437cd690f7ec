"""What one statement updates without a key in common: found in the index and among the newest, judged by both texts in full."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemon.language.meaning import meaning
from mnemon.maintenance.index_items import IndexItems, Signal
from mnemon.model import keys
from mnemon.model.records import Edge
from mnemon.ports.index import Search
from mnemon.ports.records import Operation
from mnemon.tenant.views import look
from mnemon.writing.direct import WriteFacts
from mnemon.writing.requests import IncomingFact
from tests.support.fakes import MemoryIndex
from tests.unit.writing.world import QUICK, World, contents


def fact(content: str, day: int, **more: object) -> IncomingFact:
    return IncomingFact.model_validate({"content": content, "event_at": f"2025-01-{day:02d}T00:00:00.000Z", **more})


class Indexed(World):
    """With an index, and nothing left that only waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.index = MemoryIndex()

    @property
    def write_facts(self) -> WriteFacts:
        return WriteFacts(self.tenancy, self.embedder, self.clock, self.ids, attempts=QUICK, index=self.index)

    def settle(self) -> None:
        IndexItems(self.tenancy, self.index, self.queues, self.clock)([Signal("marked", row.key) for row in self.rows(keys.NOW)])
        assert not self.marked()


TOLD = [
    fact("The retention of the audit logs is 30 days.", 1),
    fact("The audit logs are kept for 30 days.", 2),
    fact("The audit logs are now kept for 45 days.", 9),
    fact("The retention of the audit logs is 60 days.", 17),
]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_event_time_decides_whatever_comes_first(order: Sequence[int]) -> None:
    world = World()
    for i in order:
        world.write(TOLD[i])
        world.clock.advance(seconds=1)
    assert contents(world.current()) == [TOLD[3].content]
    assert len(world.heads()) == 1
    assert world.as_of("2025-01-10T00:00:00.000Z") == [TOLD[2].content]


THINGS = ("audit", "billing", "search")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(THINGS), st.sampled_from([30, 45, 60]), st.booleans()), min_size=1, max_size=7),
    st.randoms(use_true_random=False),
)
def test_any_order_of_arrival_ends_with_the_newest_value_of_each_thing_once(told: list[tuple[str, int, bool]], rng: object) -> None:
    said = [
        fact(f"The {thing} logs are kept for {days} days." if plain else f"The retention of the {thing} logs is {days} days.", day)
        for day, (thing, days, plain) in enumerate(told, 1)
    ]
    right = {thing: days for thing, days, _ in told}
    said += said[:2]  # word for word again
    rng.shuffle(said)  # type: ignore[attr-defined]
    world = World()
    for one in said:
        world.write(one)
        world.clock.advance(seconds=1)
    current = {thing: [head.content for head in world.current() if thing in head.content] for thing in THINGS}
    assert {thing: len(held) for thing, held in current.items() if held} == dict.fromkeys(right, 1)
    assert all(str(days) in current[thing][0] for thing, days in right.items())


def test_a_restatement_adds_to_the_evidence_and_a_repetition_changes_nothing() -> None:
    world = World()
    (first,) = world.write(fact("The lead of the Atlas project is Maya.", 1))
    (again,) = world.write(fact("Maya leads the Atlas project.", 2))
    assert (again.status, again.id) == ("confirmed", first.id)
    (head,) = world.heads()
    assert (head.content, head.source_count) == ("The lead of the Atlas project is Maya.", 2)
    (once_more,) = world.write(fact("Maya leads the Atlas project.", 3))
    assert (once_more.status, once_more.id) == ("confirmed", first.id)


def test_unrelated_facts_of_one_name_both_stay() -> None:
    world = World()
    world.write(
        fact("Maya Berg leads the Atlas project.", 1), fact("Maya Berg speaks Finnish.", 2), fact("Maya Berg now lives in Oslo.", 3)
    )
    assert len(world.current()) == 3


def test_namespaces_never_meet() -> None:
    world = World()
    world.write(fact("The audit logs are kept for 30 days.", 1, namespace="acme"), fact("The audit logs are now kept for 45 days.", 2))
    assert len(world.current()) == 2


def test_more_detail_is_a_new_memory_that_extends_the_known_one() -> None:
    world = World()
    (first,) = world.write(fact("Tom Berg repaired the mill with Ana.", 1))
    (more,) = world.write(fact("Tom Berg repaired the mill with Ana on an old road in the park.", 2))
    assert (first.status, more.status) == ("created", "extended")
    assert len(world.current()) == 2
    edges = [Edge.from_row(row, world.view.box) for row in world.rows("EDGE#")]
    assert {(e.start, e.kind, e.end) for e in edges if e.kind.endswith("extends")} == {
        (more.id, "extends", first.id), (first.id, "~extends", more.id),
    }  # fmt: skip


def test_what_is_updated_is_found_in_the_index_when_nothing_waits_any_more() -> None:
    world = Indexed()
    world.write(fact("The audit logs are kept for 30 days.", 1), *(fact(f"Item {n} of the list is called {n}-{n}.", 1) for n in range(20)))
    world.settle()
    (result,) = world.write(fact("The retention of the audit logs is 45 days.", 2))
    assert result.status == "updated"


def test_the_markers_are_read_before_the_index_is_asked_and_all_facts_at_once() -> None:
    world = Indexed()
    world.write(fact("The audit logs are kept for 30 days.", 1))
    asked: list[int] = []

    def on_search(searches: Sequence[Search]) -> None:
        asked.append(len(searches))
        world.settle()  # the marker goes when the index has the record: whoever reads it afterwards finds none

    world.index.before_search = on_search
    (result, _) = world.write(fact("The retention of the audit logs is 45 days.", 2), fact("Noor speaks Greek.", 2))
    assert result.status == "updated"
    assert asked == [2]


def test_a_batch_of_many_transactions_is_searched_for_once() -> None:
    world = Indexed()
    world.write(fact("The audit logs are kept for 30 days.", 1))
    world.settle()
    asked: list[int] = []
    world.index.before_search = lambda searches: asked.append(len(searches))
    results = world.write(
        *(fact(f"The rent of box {n} is {n + 100} euros.", 2) for n in range(60)), fact("The audit logs are now kept for 9 days.", 3)
    )
    assert [result.status for result in results] == ["created"] * 60 + ["updated"]
    assert asked == [61]


def test_without_the_index_the_newest_and_the_keys_serve_and_the_write_goes_on() -> None:
    world = Indexed()
    world.write(fact("The audit logs are kept for 30 days.", 1))
    world.index.down = True
    (result,) = world.write(fact("The retention of the audit logs is 45 days.", 2))
    assert result.status == "updated"


def test_a_lost_race_that_changed_nothing_here_keeps_the_verdict() -> None:
    world = Indexed()
    world.write(fact("The audit logs are kept for 30 days.", 1))
    world.settle()
    raced: list[int] = []

    def race(operations: Sequence[Operation]) -> None:
        if len(raced) == 0 and any("MEM#" in op.key.sk for op in operations):
            raced.append(1)
            world.write("Greek is spoken by Noor Haddad")
            world.settle()

    world.tenancy.records.before_write = race
    before = world.ids.ulid()
    (result,) = world.write(fact("The retention of the audit logs is 45 days.", 2))
    assert raced
    assert result.status == "updated"
    assert len(world.current()) == 2
    assert before < world.ids.ulid()


def test_the_state_after_it_all_can_be_read() -> None:
    world = World()
    for one in TOLD:
        world.write(one)
    assert look(world.tenancy.stores(world.who.tid), world.scope).state.seq == len(TOLD)


def test_no_text_stays_in_the_process_after_a_commit() -> None:
    world = World()
    world.write(fact("The audit logs are kept for 30 days.", 1), fact("The audit logs are kept for 45 days.", 2))
    assert meaning.cache_info().currsize == 0
