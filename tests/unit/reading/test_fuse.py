from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.reading.fuse import Lists, Traits, Weights, cosine, fuse
from mnemon.reading.refs import Ref
from mnemon.reading.words import understand


def ref(number: int) -> Ref:
    return Ref("a" * 26, f"01K{number:023d}", None, True)


A, B, C = ref(1), ref(2), ref(3)
Q = understand("what does Anna drive", ["Anna", "Ben"])


def test_the_formula() -> None:
    """recall.md's, by hand: .7 lex/max + .9 (cos - .5)/(max - .5) + .4 owner + .15 min(1, words/16) - .15 asks."""
    lists = Lists(
        {A: Traits("Anna", 8), B: Traits("Ben", 32, asks=True), C: Traits()},
        lexical={A: 4.0, B: 8.0},
        cosines={A: 0.9, C: 0.6},
    )
    scores = {one.ref: one.score for one in fuse(Q, lists)}
    assert scores[A] == pytest.approx(0.7 * 0.5 + 0.9 * 1.0 + 0.4 + 0.15 * 0.5)
    assert scores[B] == pytest.approx(0.7 * 1.0 + 0.9 * 0.25 + 0.15 - 0.15)
    assert scores[C] == pytest.approx(0.9 * 0.25)


def test_when() -> None:
    lists = Lists({A: Traits(has_time=True), B: Traits()}, lexical={A: 1.0, B: 1.0})
    assert [one.ref for one in fuse(understand("when did she move"), lists)] == [A, B]
    by_time, other = fuse(understand("When did she move"), lists)
    assert by_time.score - other.score == pytest.approx(0.2)
    first, second = fuse(understand("where did she move"), lists)
    assert first.score == second.score


def test_only_one_known_owner_is_an_owner() -> None:
    lists = Lists({A: Traits("Anna"), B: Traits("Ben")}, lexical={A: 1.0, B: 1.0})
    assert {one.score for one in fuse(understand("what do Anna and Ben like", ["Anna", "Ben"]), lists)} == {0.7}


def test_a_fresh_record_is_on_the_same_scale() -> None:
    lists = Lists({}, lexical={A: 12.0}, cosines={A: 0.9}, shares={B: 1.0}, fresh={B: 0.9})
    first, second = fuse(Q, lists)
    assert first.score == pytest.approx(second.score)


def test_of_both_the_greater_counts() -> None:
    lists = Lists({}, lexical={A: 10.0, B: 5.0}, cosines={A: 0.8, B: 0.6}, shares={B: 0.2}, fresh={B: 0.7})
    scores = {one.ref: one.score for one in fuse(Q, lists)}
    assert scores[B] == pytest.approx(0.7 * 0.5 + 0.9 * (0.2 / 0.3))


def test_without_vectors_words_decide() -> None:
    assert [one.ref for one in fuse(Q, Lists({}, lexical={A: 1.0, B: 2.0}))] == [B, A]


def test_an_embedder_whose_cosines_are_low() -> None:
    assert [one.ref for one in fuse(Q, Lists({}, cosines={A: 0.2, B: 0.4, C: -0.1}))] == [B, A, C]


def test_nothing_is_nothing() -> None:
    assert fuse(Q, Lists({})) == []


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
    ranked = fuse(Q, lists)

    assert {one.ref for one in ranked} == {*lexical, *cosines, *shares, *fresh}
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
    assert fuse(Q, lists) == ranked
    scaled = fuse(Q, Lists(traits, {r: s * 3 for r, s in lexical.items()}, cosines, shares, fresh))
    assert {one.ref: one.score for one in scaled} == pytest.approx({one.ref: one.score for one in ranked})


@given(cosines=COSINES)
def test_vectors_alone_keep_their_order(cosines: dict[Ref, float]) -> None:
    ranked = fuse(Q, Lists({}, cosines=cosines), Weights())
    values = [cosines[one.ref] for one in ranked]
    assert values == pytest.approx(sorted(values, reverse=True), abs=1e-6)
