"""The second look: mixed with the first, told apart, and no reason to fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from mnemon.ports.records import Unavailable
from mnemon.reading.recall import Recall, SearchRequest, SearchResult
from mnemon.reading.rerank import TOP
from tests.unit.reading.world import World, contents


class Prefers:
    """`ports.models.Reranker` that likes what holds some word, and keeps what it was asked."""

    name = "prefers"

    def __init__(self, word: str, *, down: bool = False) -> None:
        self.word, self.down = word, down
        self.asked: list[str] = []

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:  # noqa: ARG002
        if self.down:
            raise Unavailable("no model")
        self.asked = list(texts)
        return [5.0 if self.word in text else -5.0 for text in texts]


@pytest.fixture
def world() -> World:
    world = World()
    heads = [world.head(f"Anna drives car number {n} to work") for n in range(15)]
    world.store(*heads)
    world.index_all(*heads)
    return world


def ask(world: World, model: Prefers | None, query: str = "Anna drives car", **request: Any) -> SearchResult:
    recall = Recall(world.tenancy, world.index, world.embedder, world.clock, world.queues, reranker=model)
    return recall(world.reader(), SearchRequest(query, **request))


def test_what_it_likes_rises_among_the_best_and_the_rest_stays(world: World) -> None:
    plain = contents(ask(world, None, limit=15))
    liked = plain[6]
    second = contents(ask(world, Prefers(liked), limit=15))
    assert second[0] == liked
    assert sorted(second[:TOP]) == sorted(plain[:TOP])
    assert second[TOP:] == plain[TOP:]


def test_a_few_are_chosen_from_the_ten_best(world: World) -> None:
    plain = contents(ask(world, None, limit=15))
    assert contents(ask(world, Prefers(plain[9]), limit=1)) == [plain[9]]
    assert contents(ask(world, Prefers(plain[10]), limit=1)) == [plain[0]]


def test_it_can_be_left_out_and_then_costs_nothing(world: World) -> None:
    model = Prefers("number 9")
    result = ask(world, model, rerank=False)
    assert (model.asked, "rerank" in result.took) == ([], False)
    assert contents(result) == contents(ask(world, None))
    assert "rerank" in ask(world, model).took


def test_when_it_fails_the_first_order_stands_and_it_is_told(world: World) -> None:
    result = ask(world, Prefers("", down=True), limit=3)
    assert result.degraded == ("reranker",)
    assert contents(result) == contents(ask(world, None, limit=3))


def test_its_part_of_the_score_is_explained(world: World) -> None:
    liked = contents(ask(world, None, limit=15))[4]
    result = ask(world, Prefers(liked), explain=True)
    scores = [one.score for one in result.results]
    assert scores == sorted(scores, reverse=True)
    for one in result.results:
        assert one.explained is not None
        assert ("rerank" in one.explained.factors) == (contents(SearchResult((one,))) == [liked])
        assert sum(one.explained.factors.values()) == pytest.approx(one.score, abs=1e-4)


def test_a_turn_is_read_after_the_one_before_it() -> None:
    world = World()
    asked = world.turn("How long have you been married?", turn=1, source="0" * 26, speaker="Ben")
    answer = world.turn("Five years already!", turn=2, source="0" * 26, speaker="Anna", before=[asked.key().sk])
    world.store(asked, answer)
    world.index_all(answer)
    other = world.head("Anna has been married in Rome")
    world.store(other)
    world.index_all(other)
    model = Prefers("Five")
    result = ask(world, model, "five years married", floor=0.0)
    assert contents(result)[0] == "Five years already!"
    assert any(text.endswith("Ben: How long have you been married? Anna: Five years already!") for text in model.asked)


def test_of_two_linked_the_later_stays_above_the_earlier() -> None:
    world = World()
    new = world.head("Anna lives in Oslo now", version=2, last_version=2)
    old = world.version_of(new, "Anna lives in Bergen now")
    world.store(new, old)
    world.index_all(new, versions=[old])
    result = ask(world, Prefers("Bergen"), "Where does Anna live now", include_superseded=True, floor=0.0)
    found = contents(result)
    if len(found) == 2:
        assert found == ["Anna lives in Oslo now", "Anna lives in Bergen now"]


def test_nothing_and_one_are_left_alone() -> None:
    world = World()
    assert ask(world, Prefers("x")).results == ()
    head = world.head("Anna drives a Golf")
    world.store(head)
    world.index_all(head)
    model = Prefers("x")
    assert contents(ask(world, model, "Anna drives")) == ["Anna drives a Golf"]
    assert model.asked == []
