from __future__ import annotations

from itertools import pairwise
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.reading.fuse import Fusion, Lists, Traits, Weights, cosine
from mnemon.reading.refs import Ref
from mnemon.reading.words import understand


def ref(number: int) -> Ref:
    return Ref("a" * 26, f"01K{number:023d}", None, True)


A, B, C = ref(1), ref(2), ref(3)
Q = understand("what does Anna drive", ["Anna", "Ben"])


def test_the_formula() -> None:
    """By hand: .7 lex/max + 1.1 (cos - .5)/(max - .5) + .2 owner + .2 min(1, words/10) - .2 asks."""
    lists = Lists(
        {A: Traits("Anna", 8), B: Traits("Ben", 32, asks=True), C: Traits()},
        lexical={A: 4.0, B: 8.0},
        cosines={A: 0.9, C: 0.6},
    )
    scores = {one.ref: one.score for one in Fusion(Q, lists).ranking()}
    assert scores[A] == pytest.approx(0.7 * 0.5 + 1.1 * 1.0 + 0.2 + 0.2 * 0.8)
    assert scores[B] == pytest.approx(0.7 * 1.0 + 1.1 * 0.25 + 0.2 - 0.2)
    assert scores[C] == pytest.approx(1.1 * 0.25)


def test_when() -> None:
    lists = Lists({A: Traits(has_time=True), B: Traits()}, lexical={A: 1.0, B: 1.0})
    assert [one.ref for one in Fusion(understand("when did she move"), lists).ranking()] == [A, B]
    by_time, other = Fusion(understand("When did she move"), lists).ranking()
    assert by_time.score - other.score == pytest.approx(0.3)
    first, second = Fusion(understand("where did she move"), lists).ranking()
    assert first.score == second.score


def test_only_one_known_owner_is_an_owner() -> None:
    lists = Lists({A: Traits("Anna"), B: Traits("Ben")}, lexical={A: 1.0, B: 1.0})
    assert {one.score for one in Fusion(understand("what do Anna and Ben like", ["Anna", "Ben"]), lists).ranking()} == {0.7}


def test_a_fresh_record_is_on_the_same_scale() -> None:
    lists = Lists({}, lexical={A: 12.0}, cosines={A: 0.9}, shares={B: 1.0}, fresh={B: 0.9})
    first, second = Fusion(Q, lists).ranking()
    assert first.score == pytest.approx(second.score)


def test_of_both_the_greater_counts() -> None:
    lists = Lists({}, lexical={A: 10.0, B: 5.0}, cosines={A: 0.8, B: 0.6}, shares={B: 0.2}, fresh={B: 0.7})
    scores = {one.ref: one.score for one in Fusion(Q, lists).ranking()}
    assert scores[B] == pytest.approx(0.7 * 0.5 + 1.1 * (0.2 / 0.3))


def test_a_lead_is_told_from_the_middle_of_the_ranking() -> None:
    fusion = Fusion(Q, Lists({}, lexical={A: 10.0, B: 5.0, C: 0.0}))
    assert fusion.lead(A) == 0.0  # nothing is ranked yet
    fusion.ranking()
    assert [fusion.lead(one) for one in (A, B, C)] == pytest.approx([0.35, 0.0, -0.35])
    assert fusion.lead(ref(9)) == 0.0


def test_without_vectors_words_decide() -> None:
    assert [one.ref for one in Fusion(Q, Lists({}, lexical={A: 1.0, B: 2.0})).ranking()] == [B, A]


def test_an_embedder_whose_cosines_are_low() -> None:
    assert [one.ref for one in Fusion(Q, Lists({}, cosines={A: 0.2, B: 0.4, C: -0.1})).ranking()] == [B, A, C]


def test_nothing_is_nothing() -> None:
    assert Fusion(Q, Lists({})).ranking() == []


def test_the_engines_score_is_turned_back() -> None:
    assert cosine((1 + 0.3) / 2) == pytest.approx(0.3)


SCORES = st.dictionaries(st.integers(1, 8).map(ref), st.floats(0.01, 50), max_size=8)
COSINES = st.dictionaries(st.integers(1, 8).map(ref), st.floats(-1, 1), max_size=8)
TRAITS = st.dictionaries(
    st.integers(1, 8).map(ref), st.builds(Traits, st.sampled_from(["", "Anna", "Ben"]), st.integers(0, 40), st.booleans(), st.booleans())
)
SHARES = st.dictionaries(st.integers(1, 8).map(ref), st.floats(0, 1), max_size=8)


@given(lexical=SCORES, cosines=COSINES, traits=TRAITS, shares=SHARES, fresh=COSINES)
def test_fusion(
    lexical: dict[Ref, float], cosines: dict[Ref, float], traits: dict[Ref, Traits], shares: dict[Ref, float], fresh: dict[Ref, float]
) -> None:
    lists = Lists(traits, lexical, cosines, shares, fresh)
    ranked = Fusion(Q, lists).ranking()

    assert {one.ref for one in ranked} == {*lexical, *cosines, *shares, *fresh}
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
    assert Fusion(Q, lists).ranking() == ranked
    scaled = Fusion(Q, Lists(traits, {r: s * 3 for r, s in lexical.items()}, cosines, shares, fresh)).ranking()
    assert {one.ref: one.score for one in scaled} == pytest.approx({one.ref: one.score for one in ranked})


@given(cosines=COSINES)
def test_vectors_alone_keep_their_order(cosines: dict[Ref, float]) -> None:
    ranked = Fusion(Q, Lists({}, cosines=cosines), Weights()).ranking()
    values = [cosines[one.ref] for one in ranked]
    assert values == pytest.approx(sorted(values, reverse=True), abs=1e-6)


def test_a_name_where_a_name_is_asked_for() -> None:
    lists = Lists({A: Traits(names=2), B: Traits(names=1), C: Traits()}, lexical={A: 1.0, B: 1.0, C: 1.0})
    asked = [one.score for one in Fusion(understand("which city did she like best"), lists).ranking()]
    assert [round(best - score, 6) for best, score in pairwise(asked)] == [0.1, 0.1]
    assert len({one.score for one in Fusion(understand("how did she like it"), lists).ranking()}) == 1


def test_the_time_that_is_asked_for_is_a_preference() -> None:
    at = {A: Traits(at="2023-05-09T10:00:00.000Z"), B: Traits(at="2023-06-20T10:00:00.000Z"), C: Traits()}
    lists = Lists(at, lexical={A: 1.0, B: 1.0, C: 1.0})
    ranked = Fusion(understand("what did she paint in May 2023", now="2026-11-29T12:00:00.000Z"), lists).ranking()
    assert ranked[0].ref == A
    assert ranked[0].score == pytest.approx(1.1)
    assert {one.ref for one in ranked} == {A, B, C}


@given(lexical=SCORES, cosines=COSINES, traits=TRAITS, more=st.floats(0.1, 10))
def test_more_words_in_common_never_move_a_record_down(
    lexical: dict[Ref, float], cosines: dict[Ref, float], traits: dict[Ref, Traits], more: float
) -> None:
    def place(scores: dict[Ref, float]) -> int:
        return [one.ref for one in Fusion(Q, Lists(traits, scores, cosines)).ranking()].index(A)

    lexical = {**lexical, A: lexical.get(A, 1.0)}
    assert place({**lexical, A: lexical[A] + more}) <= place(lexical)


@given(lexical=SCORES, cosines=COSINES, traits=TRAITS)
def test_a_score_is_the_sum_of_its_factors(lexical: dict[Ref, float], cosines: dict[Ref, float], traits: dict[Ref, Traits]) -> None:
    fusion = Fusion(Q, Lists(traits, lexical, cosines, exact=frozenset([A])))
    for one in fusion.ranking():
        assert one.score == pytest.approx(sum(fusion.factors(one.ref)))


def test_three_hundred_candidates_take_about_a_millisecond() -> None:
    refs = [ref(number) for number in range(300)]
    traits = {r: Traits("Anna", n, False, True, n % 3, "2023-05-08T13:56:00.000Z") for n, r in enumerate(refs)}
    lists = Lists(traits, {r: 1.0 + n for n, r in enumerate(refs)}, {r: 0.5 + n / 1_000 for n, r in enumerate(refs)})
    question = understand("which city did Anna see in May 2023?", ["Anna"], "2026-11-29T12:00:00.000Z")

    def taken() -> float:
        began = perf_counter()
        Fusion(question, lists).ranking()
        return perf_counter() - began

    assert min(taken() for _ in range(20)) < 0.004  # a machine of tests is slow and busy


def test_what_many_records_hold_is_a_topic_and_no_identifier() -> None:
    refs = [Ref("s", f"{number:02d}", None, True) for number in range(12)]
    few, many = (Fusion(Q, Lists({}, dict.fromkeys(refs, 1.0), exact=frozenset(refs[:size]))) for size in (3, 12))
    assert few.factors(refs[0]).exact > 1 > many.factors(refs[0]).exact > 0
