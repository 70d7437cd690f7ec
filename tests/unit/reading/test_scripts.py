from __future__ import annotations

from typing import Any

import pytest

from mnemon.model.memory import Head
from mnemon.reading.fuse import Fusion, Lists, Weights
from mnemon.reading.moment import Moment
from mnemon.reading.query import Ask, plan
from mnemon.reading.refs import Ref
from mnemon.reading.scripts import foreign, is_read
from mnemon.reading.words import understand
from tests.unit.reading.world import World

ENGLISH_ONLY = "bge-small-en-v1.5-int8"
BY_WORD, BY_VECTOR = (Ref("a" * 26, f"01K{number:023d}", None, True) for number in (1, 2))
LISTS = Lists({}, lexical={BY_WORD: 1.0}, cosines={BY_VECTOR: 0.9, BY_WORD: 0.5})


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("What does Zoë drive?", 0.0),
        ("他开什么车？", 1.0),
        ("ศิลปินท่านใด", 1.0),
        ("Какая у него машина?", 1.0),
        ("我的 VW 旧车", 4 / 6),
        ("4021-77 ?!", 0.0),
        ("", 0.0),
    ],
)
def test_how_much_is_in_other_letters_than_latin_ones(text: str, share: float) -> None:
    assert foreign(text) == pytest.approx(share)
    assert understand(text).foreign == foreign(text)


def test_an_embedder_of_which_nothing_is_known_reads_every_script() -> None:
    assert is_read("amazon.titan-embed-text-v2:0")
    assert not is_read(ENGLISH_ONLY)


def test_words_decide_where_the_embedder_does_not_read_the_question() -> None:
    question = understand("他开什么车")
    assert Fusion(question, LISTS).ranking()[0].ref == BY_VECTOR
    assert Fusion(question, LISTS, unread=1.0).ranking()[0].ref == BY_WORD


def test_a_vector_counts_for_less_the_more_of_the_question_is_unread() -> None:
    weights = Weights(vector=1.0, unread=0.4)
    vectors = [Fusion(understand("x"), LISTS, weights, unread=unread).factors(BY_VECTOR).vector for unread in (0.0, 0.5, 1.0)]
    assert vectors == pytest.approx([1.0, 0.7, 0.4])


def test_trigrams_count_for_more_where_the_index_makes_no_words() -> None:
    def boosts(text: str) -> dict[str, float]:
        world, question = World(), understand(text)
        planned = plan(world.tid, [world.key()], Ask(question.lexical, None, Moment("2026-11-29T12:00:00.000Z"), foreign=question.foreign))
        clauses: list[dict[str, Any]] = planned.searches[0].body["query"]["bool"]["should"]
        return {field: asked["boost"] for clause in clauses for field, asked in clause["match"].items()}

    assert boosts("what does she drive") == {"text": 0.5, "text.tri": 0.1, "ctx": 2.0}
    assert boosts("她开什么车") == {"text": 0.5, "text.tri": 1.0, "ctx": 2.0}


@pytest.mark.parametrize(("embedder", "first"), [(ENGLISH_ONLY, "她 骑自行车去公园"), ("of-many-languages", "完全无关")])
def test_a_search_weighs_vectors_by_whether_its_embedder_reads_the_question(embedder: str, first: str) -> None:
    """One has the question's own words, the other, as an embedder of another script may say, its very vector."""
    world, query = World(), "她 骑自行车去哪里"
    world.embedder.name = embedder
    by_word, by_vector = world.head("她 骑自行车去公园"), world.head("完全无关", embedding=world.head(query).embedding)
    world.store(by_word, by_vector)
    world.index_all(by_word, by_vector)
    best = world.search(query, floor=0.0, limit=2).results[0].record
    assert isinstance(best, Head)
    assert best.content == first
