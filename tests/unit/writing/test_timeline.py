"""Where a statement belongs is decided by the world's time: any order of arrival gives the same history."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemon.model.memory import Head, MemoryRecord
from mnemon.writing.requests import IncomingFact
from tests.unit.writing.world import World


def at(day: int) -> str:
    return f"2025-01-{day:02d}T00:00:00.000Z"


def feels(day: int, feeling: str) -> IncomingFact:
    return IncomingFact(content=f"Ada {feeling} sushi", event_at=at(day))


def history(world: World) -> list[tuple[str, str, str | None]]:
    """(content, since, until) of what held, runs of one value together."""
    (ulid,) = {head.ulid for head in world.heads()}
    spans = [r for r in world.lineage(ulid) if r.true_to is None or r.true_from < r.true_to]
    return [(r.content, r.true_from, r.true_to) for r in spans]


def check(world: World) -> None:
    """What must hold of every lineage, whatever happened."""
    for head in world.heads():
        records: Sequence[MemoryRecord] = world.lineage(head.ulid)
        live = [r for r in records if r.true_to is None or r.true_from < r.true_to]
        assert sum(r.is_latest for r in records) <= 1
        assert [r.version for r in records if isinstance(r, Head)] <= [head.last_version]
        assert len({r.version for r in records}) == len(records)
        for earlier, later in itertools.pairwise(live):
            assert earlier.true_to is not None
            assert earlier.true_to <= later.true_from
        for record in records:
            assert record is head or record.valid_to is not None or record == head
            assert record.sources


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_like_hate_like_gives_the_same_head_and_history_in_any_order(order: tuple[int, ...]) -> None:
    said = [feels(1, "likes"), feels(5, "hates"), feels(9, "likes")]
    world = World()
    for i in order:
        world.write(said[i])
        world.clock.advance(seconds=1)
    check(world)
    assert history(world) == [("Ada likes sushi", at(1), at(5)), ("Ada hates sushi", at(5), at(9)), ("Ada likes sushi", at(9), None)]
    (current,) = world.current()
    assert (current.content, current.true_from) == ("Ada likes sushi", at(9))


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_same_in_one_batch(order: tuple[int, ...]) -> None:
    said = [feels(1, "likes"), feels(5, "hates"), feels(9, "likes")]
    world = World()
    world.write(*(said[i] for i in order))
    check(world)
    assert [content for content, _, _ in history(world)] == ["Ada likes sushi", "Ada hates sushi", "Ada likes sushi"]


def runs(statements: dict[int, str]) -> list[tuple[str, str, str | None]]:
    """The history that is right: runs of one value, each until the next one begins."""
    found: list[tuple[str, str]] = []
    for day in sorted(statements):
        content = f"Ada {statements[day]} sushi"
        if not found or found[-1][0] != content:
            found.append((content, at(day)))
    ends = [start for _, start in found[1:]] + [None]
    return [(content, start, end) for (content, start), end in zip(found, ends, strict=True)]


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.integers(1, 28), st.sampled_from(["likes", "hates"]), min_size=1, max_size=7),
    st.randoms(use_true_random=False),
    st.booleans(),
)
def test_any_statements_in_any_order_give_the_history_of_the_worlds_order(statements: dict[int, str], rng: object, batched: bool) -> None:
    days = list(statements)
    rng.shuffle(days)  # type: ignore[attr-defined]
    world = World()
    said = [feels(day, statements[day]) for day in days]
    if batched:
        world.write(*said)
    else:
        for one in said:
            world.write(one)
            world.clock.advance(milliseconds=1)
    check(world)
    assert history(world) == runs(statements)
    assert [head.content for head in world.current()] == [runs(statements)[-1][0]]


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.integers(1, 28), st.sampled_from(["8080", "9090", "7070"]), min_size=2, max_size=6),
    st.randoms(use_true_random=False),
)
def test_as_of_a_moment_returns_exactly_what_held_then(statements: dict[int, str], rng: object) -> None:
    days = list(statements)
    rng.shuffle(days)  # type: ignore[attr-defined]
    world = World()
    for day in days:
        world.write(IncomingFact(content=f"The port is {statements[day]}", event_at=at(day)))
        world.clock.advance(milliseconds=1)
    for day in range(1, 29):
        known = [d for d in statements if d <= day]
        assert world.as_of(at(day)) == ([f"The port is {statements[max(known)]}"] if known else [])


def test_the_car_bought_in_march_and_another_in_november() -> None:
    world = World()
    world.write(
        IncomingFact(content="Ada bought a car, a red Honda Civic", event_at="2025-03-08"),
        IncomingFact(content="Ada bought a car, a blue Volvo", event_at="2025-11-14"),
    )
    assert world.as_of("2025-06-15T00:00:00.000Z") == ["Ada bought a car, a red Honda Civic"]
    assert [head.content for head in world.current()] == ["Ada bought a car, a blue Volvo"]
    assert world.as_of("2025-01-01T00:00:00.000Z") == []


def test_a_state_that_ends_is_not_current_and_was_true_until_then() -> None:
    world = World()
    world.write(IncomingFact(content="Ada works at Northwind Logistics", event_at=at(1)))
    world.write(IncomingFact(content="Ada no longer works at Northwind", event_at=at(10)))
    (head,) = [h for h in world.heads() if h.attribute == "employer"]
    assert (head.is_latest, head.true_to) == (False, at(10))
    assert head.valid_to is not None
    assert world.as_of(at(5)) == ["Ada works at Northwind Logistics"]
    assert world.as_of(at(12)) == []
    assert not any(row.key.sk.startswith("KEY#text#") for row in world.rows())


def test_an_end_of_something_else_ends_nothing() -> None:
    world = World()
    world.write(IncomingFact(content="Ada works at Tata Steel", event_at=at(5)))
    world.write(IncomingFact(content="Ada no longer works at Northwind", event_at=at(10)))
    assert "Ada works at Tata Steel" in [head.content for head in world.current()]


def test_after_an_end_a_new_value_goes_on_in_the_same_lineage() -> None:
    world = World()
    world.write(IncomingFact(content="Ada works at Northwind", event_at=at(1)))
    world.write(IncomingFact(content="Ada no longer works at Northwind", event_at=at(10)))
    world.write(IncomingFact(content="Ada works at Tata Steel", event_at=at(20)))
    check(world)
    assert history(world) == [("Ada works at Northwind", at(1), at(10)), ("Ada works at Tata Steel", at(20), None)]


def test_the_same_end_again_changes_nothing() -> None:
    world = World()
    world.write(IncomingFact(content="Ada works at Northwind", event_at=at(1)))
    for _ in range(2):
        world.write(IncomingFact(content="Ada no longer works at Northwind", event_at=at(10)))
    check(world)
    assert len(world.heads()) == 1
