from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mnemon.reading.merit import MeritWeights, merit
from mnemon.reading.relevance import DEFAULT_FLOOR, Relevance, held
from mnemon.reading.words import understand
from tests.unit.reading.world import World

PERU = understand("What is the capital of Peru?")
KNOWN = "bge-small-en-v1.5-int8"


def test_names_and_numbers_tell_more_than_other_words() -> None:
    assert held(PERU, "the capital of France is Paris") < 0.5 < held(PERU, "we flew to Peru")
    assert held(PERU, "Lima is the capital of Peru") == 1.0
    assert held(PERU, "she likes tea") == 0.0


def test_the_name_of_somebody_who_speaks_is_known_to_all_that_they_say() -> None:
    text = "I got the red one at last"
    own, other = (held(understand("Which car does Anna like?", speakers), text) for speakers in (["Anna"], []))
    assert own > other == 0.0
    assert held(understand("Which car does Anna like?", ["Anna"]), "my car is what I like") == 1.0


def test_the_default_floor_lets_pass_what_is_near_or_holds_the_words() -> None:
    relevance = Relevance(PERU, KNOWN)
    assert relevance("she likes tea", 0.55) < DEFAULT_FLOOR
    assert relevance("she likes tea", 0.80) > DEFAULT_FLOOR
    assert relevance("Lima is the capital of Peru", 0.60) > DEFAULT_FLOOR


def test_without_a_vector_words_decide() -> None:
    relevance = Relevance(PERU, None)
    assert relevance.default_floor == DEFAULT_FLOOR
    assert relevance("she likes tea", 0.9) < DEFAULT_FLOOR < relevance("we flew to Peru", 0.0)


def test_a_value_of_what_is_asked_for_is_relevant_without_a_word_in_common() -> None:
    panda = "I bought a green Fiat Panda."
    for question in ("which car?", "What car do I drive?"):
        asked = Relevance(understand(question), KNOWN)
        assert asked(panda, 0.58, "car") > DEFAULT_FLOOR > asked(panda, 0.45, "bike")
    assert Relevance(understand("Do we have pets?"), KNOWN)("Maya has a golden retriever.", 0.5, "dog") > DEFAULT_FLOOR


def test_the_attribute_alone_is_not_enough_where_the_question_says_of_what() -> None:
    assert Relevance(understand("What is the name of the sunken ship?"), KNOWN)("The user is called Maya.", 0.5, "name") < DEFAULT_FLOOR
    assert Relevance(understand("Which car does Karolin drive?"), KNOWN)("I bought a green Fiat Panda.", 0.5, "car") < DEFAULT_FLOOR


def test_a_question_of_a_word_or_two_may_be_further_away() -> None:
    dislikes = "Maya hates olives."
    assert Relevance(understand("food I dislike?"), KNOWN)(dislikes, 0.655) > DEFAULT_FLOOR
    assert Relevance(understand("Which kinds of food does somebody like me dislike?"), KNOWN)(dislikes, 0.655) < DEFAULT_FLOOR


def test_an_embedder_that_nobody_measured_has_no_floor_of_its_own() -> None:
    assert Relevance(PERU, "another").default_floor == 0.0


@given(st.text(max_size=60), st.text(max_size=60), st.floats(-1, 1), st.floats(0, 1))
def test_it_is_a_share_and_rises_with_the_cosine(question: str, text: str, cosine: float, more: float) -> None:
    relevance = Relevance(understand(question), KNOWN)
    assert 0.0 <= relevance(text, cosine) <= relevance(text, cosine + more) <= 1.0


def test_merit() -> None:
    world, weights = World(), MeritWeights(recency=1.0, half_life_days=30.0, salience=1.0, mentions=1.0)
    now = "2026-11-29T12:00:00.000Z"
    old = world.head("x", created_at="2026-10-30T12:00:00.000Z", salience=0.9, source_count=8)
    assert [round(value, 6) for value in merit(old, "", now, weights)] == [0.5, 0.4, 1.0]
    assert merit(old, now, now, weights).recency == 1.0
    assert merit(old, "2099-01-01T00:00:00.000Z", now, weights).recency == 1.0
    assert merit(world.turn("x"), "", world.clock.now(), weights) == (1.0, 0.0, 0.0)
