"""What else was found for a question speaks for a record."""

from __future__ import annotations

import pytest

from mnemon.model.memory import MemoryRecord
from mnemon.model.sources import Chunk
from mnemon.reading.company import Companions, Company
from mnemon.reading.merit import MeritWeights
from mnemon.reading.refs import Ref
from tests.unit.reading.world import World

WEIGHTS = MeritWeights(told=0.5, session=0.1)


@pytest.fixture
def world() -> World:
    return World()


def companies(records: dict[str, MemoryRecord | Chunk], leads: dict[str, float]) -> dict[str, Company]:
    companions = Companions(
        {Ref.of(record): record for record in records.values()}, {Ref.of(records[name]): lead for name, lead in leads.items()}, WEIGHTS
    )
    return {name: companions.of(Ref.of(record)) for name, record in records.items()}


class TestAMemoryThatRestsOnATurn:
    def test_it_speaks_for_the_turn_by_its_lead(self, world: World) -> None:
        turn = world.turn("I got the Golf at last", session_id="s1")
        memory = world.head("Anna owns a Golf", sources=(world.ref(turn),))
        found = companies({"turn": turn, "memory": memory}, {"turn": 0.2, "memory": 0.6})
        assert found == {"turn": Company(told=0.3), "memory": Company()}

    def test_the_best_of_several_counts(self, world: World) -> None:
        turn = world.turn("I got the Golf at last")
        better, worse = (world.head(text, sources=(world.ref(turn),)) for text in ("Anna owns a Golf", "Anna is glad"))
        assert companies({"t": turn, "w": worse, "b": better}, {"w": 0.2, "b": 0.4})["t"] == Company(told=0.2)

    def test_one_that_stands_lower_than_the_middle_says_nothing(self, world: World) -> None:
        turn = world.turn("I got the Golf at last")
        memory = world.head("Anna owns a Golf", sources=(world.ref(turn),))
        assert companies({"t": turn, "m": memory}, {"t": 0.2, "m": -0.3})["t"] == Company()

    def test_one_that_rests_on_another_turn_says_nothing(self, world: World) -> None:
        turn, other = world.turn("I got the Golf at last"), world.turn("I like tea", session_id="s2")
        memory = world.head("Anna likes tea", sources=(world.ref(other),))
        assert companies({"t": turn, "m": memory}, {"t": 0.2, "m": 0.6})["t"] == Company()

    def test_an_exact_match_says_no_more_than_a_very_good_answer(self, world: World) -> None:
        turn = world.turn("I got the Golf at last")
        memory = world.head("Anna owns a Golf", sources=(world.ref(turn),))
        exact, good = (companies({"t": turn, "m": memory}, {"m": lead})["t"].told for lead in (7.0, 1.5))
        assert exact == good


class TestTheSameSession:
    def test_the_best_other_turn_speaks_for_each(self, world: World) -> None:
        turns = {
            name: world.turn(name, session_id="s1" if name != "elsewhere" else "s2") for name in ("first", "second", "third", "elsewhere")
        }
        found = companies(dict(turns), {"first": 0.6, "second": 0.4, "third": -0.2, "elsewhere": 0.9})
        assert {name: one.session for name, one in found.items()} == pytest.approx(
            {"first": 0.04, "second": 0.06, "third": 0.06, "elsewhere": 0.0}
        )

    def test_what_cites_the_same_turn_is_no_other_part_of_it(self, world: World) -> None:
        turn = world.turn("I got the Golf at last", session_id="s1")
        memory = world.head("Anna owns a Golf", sources=(world.ref(turn),))
        assert all(one.session == 0.0 for one in companies({"t": turn, "m": memory}, {"t": 0.5, "m": 0.5}).values())

    def test_without_a_session_there_is_none(self, world: World) -> None:
        found = companies({"a": world.turn("one", session_id=None), "b": world.turn("two", session_id=None)}, {"a": 0.5, "b": 0.5})
        assert set(found.values()) == {Company()}


@pytest.mark.parametrize("understood", [0, 1])
def test_a_turn_that_a_memory_rests_on_stands_above_its_like(world: World, understood: int) -> None:
    """Both turns hold the words equally well; of one of them it has been understood what is asked."""
    texts = ("the harbour is full of boats and of people who come late", "the harbour is full of birds and of noise that lasts long")
    turns = [world.turn(text, session_id=text) for text in texts]
    source = world.ref(turns[understood]).model_copy(update={"wording": "the harbour is full"})
    memory = world.head("Anna loves the full harbour", sources=(source,))
    others = [world.turn(f"the {thing} is full", session_id=thing) for thing in ("cup", "moon", "train", "glass")]
    world.store(*turns, memory, *others)
    world.index_all(*turns, memory, *others)
    world.embedder.down = True
    found = world.search("full harbour", explain=True).results
    said = [one for one in found if one.record in turns]
    assert [one.record for one in said] == [turns[understood], turns[1 - understood]]
    factors = [one.explained.factors if one.explained else {} for one in said]
    assert factors[0]["told"] > 0
    assert "told" not in factors[1]
