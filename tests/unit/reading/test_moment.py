"""Rule 9: which version is returned."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.maintenance.documents import chunk_document, lineage_changes
from mnemon.model.memory import Head, Version
from mnemon.ports.index import Document
from mnemon.reading.moment import Moment
from tests.support.index import _score  # pyright: ignore[reportPrivateUsage]
from tests.unit.reading.world import World

WORLD = World()
NOW = "2026-11-29T12:00:00.000Z"


def month(number: int) -> str:
    return f"2026-{number:02d}-01T00:00:00.000Z"


def car(head: dict[str, Any] | None = None) -> tuple[Version, Head]:
    """A Golf from March, a Tesla from November; the second was heard of in December's stead, in November."""
    tesla = WORLD.head(
        "drives a Tesla", version=2, last_version=2, valid_from=month(11), true_from=month(10), created_at=month(3), **(head or {})
    )
    golf = WORLD.version_of(tesla, "drives a Golf", valid_from=month(3), valid_to=month(11), true_from=month(2), true_to=month(10))
    return golf, tesla


@pytest.mark.parametrize(
    ("moment", "golf", "tesla"),
    [
        ({}, False, True),
        ({"include_superseded": True}, True, True),
        ({"as_of": month(1)}, False, False),
        ({"as_of": month(2)}, True, False),
        ({"as_of": month(6)}, True, False),
        ({"as_of": month(10)}, False, True),
        ({"as_of": NOW}, False, True),
        ({"known_at": month(2)}, False, False),
        ({"known_at": month(3)}, True, False),
        ({"known_at": month(10)}, True, False),
        ({"known_at": month(11)}, False, True),
        # in October it was not known yet that the Golf had gone
        ({"known_at": month(10), "as_of": NOW}, True, False),
        ({"known_at": month(10), "as_of": month(1)}, False, False),
        ({"known_at": month(11), "as_of": month(10)}, False, True),
        # in November it was known that the Golf had been driven in June
        ({"known_at": month(11), "as_of": month(6)}, True, False),
        # of what lies ahead nothing more is known than now
        ({"known_at": "2030-01-01T00:00:00.000Z"}, False, True),
        ({"known_at": "2030-01-01T00:00:00.000Z", "as_of": month(6)}, True, False),
        ({"known_at": "2030-01-01T00:00:00.000Z", "as_of": NOW}, False, True),
    ],
)
def test_an_update(moment: dict[str, Any], golf: bool, tesla: bool) -> None:
    old, head = car()
    asked = Moment(NOW, **moment)
    assert (asked.admits(old, head), asked.admits(head, head)) == (golf, tesla)


@pytest.mark.parametrize("gone", [{"deleted_at": month(11)}, {"hidden_at": month(11)}, {"expires_at": NOW}])
@pytest.mark.parametrize("moment", [{}, {"include_superseded": True}, {"as_of": month(6)}, {"known_at": month(6)}])
def test_the_head_decides_for_the_whole_lineage(gone: dict[str, Any], moment: dict[str, Any]) -> None:
    old, head = car(gone)
    asked = Moment(NOW, **moment)
    assert not asked.admits(old, head)
    assert not asked.admits(head, head)


def test_what_was_corrected_was_never_true() -> None:
    head = WORLD.head("drives a blue Golf", version=2, last_version=2, valid_from=month(6), true_from=month(3))
    wrong = WORLD.version_of(head, "drives a red Golf", valid_from=month(3), valid_to=month(6), true_from=month(3), true_to=month(3))
    for number in range(1, 13):
        assert not Moment(NOW, as_of=month(number)).admits(wrong, head)
        assert not Moment(NOW, as_of=month(number), known_at=month(6)).admits(wrong, head)
    assert Moment(NOW, known_at=month(4)).admits(wrong, head)
    assert Moment(NOW, known_at=month(4), as_of=month(3)).admits(wrong, head)


def test_a_head_that_another_memory_superseded() -> None:
    head = WORLD.head("x", is_latest=False, valid_from=month(3), valid_to=month(6), true_from=month(3), true_to=month(6))
    assert not Moment(NOW).admits(head, head)
    assert Moment(NOW, as_of=month(4)).admits(head, head)
    assert not Moment(NOW, as_of=month(7)).admits(head, head)


def test_turns() -> None:
    turn = WORLD.turn("x", at=month(3), created_at=month(6))
    assert Moment(NOW).admits_chunk(turn)
    assert not Moment(NOW, as_of=month(2)).admits_chunk(turn)
    assert Moment(NOW, as_of=month(3)).admits_chunk(turn)
    assert not Moment(NOW, known_at=month(5)).admits_chunk(turn)


MONTHS = st.integers(1, 12).map(month)
MOMENTS = st.builds(Moment, MONTHS, st.none() | MONTHS, st.none() | MONTHS, st.booleans())


SPANS = st.tuples(MONTHS, st.none() | MONTHS)


@given(moment=MOMENTS, valid=SPANS, true=SPANS, expires=st.none() | MONTHS, latest=st.booleans())
def test_the_index_never_hides_what_the_rules_admit(
    moment: Moment, valid: tuple[str, str | None], true: tuple[str, str | None], expires: str | None, latest: bool
) -> None:
    head = WORLD.head("x", valid_from=valid[0], valid_to=valid[1], true_from=true[0], true_to=true[1], expires_at=expires, is_latest=latest)
    documents = [c for c in lineage_changes(head, [], "2000-01-01T00:00:00.000Z") if isinstance(c, Document)]
    visible = all(_score(clause, documents[0].body, "") is not None for clause in moment.clauses())
    assert visible or not moment.admits(head, head)


@given(moment=MOMENTS, at=MONTHS, created=MONTHS)
def test_nor_turns(moment: Moment, at: str, created: str) -> None:
    turn = WORLD.turn("x", at=at, created_at=created)
    visible = all(_score(clause, chunk_document(turn, [], []).body, "") is not None for clause in moment.clauses())
    assert visible or not moment.admits_chunk(turn)
