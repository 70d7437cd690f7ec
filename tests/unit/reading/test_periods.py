from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.reading.periods import Period, nearness, periods

NOW = "2026-11-29T12:00:00.000Z"


@pytest.mark.parametrize(
    ("question", "inside", "outside"),
    [
        ("what did she paint in May 2023?", "2023-05-31T23:00:00.000Z", "2023-09-01T00:00:00.000Z"),
        ("where was he on July 12, 2022?", "2022-07-12T08:00:00.000Z", "2022-09-12T08:00:00.000Z"),
        ("what did I do last week?", "2026-11-18T08:00:00.000Z", "2026-10-01T08:00:00.000Z"),
        ("when did she go camping in June?", "2021-06-10T08:00:00.000Z", "2021-09-10T08:00:00.000Z"),
        ("wo war sie im Mai 2023?", "2023-05-02T08:00:00.000Z", "2023-09-02T08:00:00.000Z"),
    ],
)
def test_the_time_that_is_asked_for(question: str, inside: str, outside: str) -> None:
    asked = periods(question, NOW)
    assert nearness(asked, inside) == 1.0
    assert nearness(asked, outside) < 0.2


def test_without_a_time_there_is_no_preference() -> None:
    assert periods("what does she drive?", NOW) == ()
    assert nearness((), NOW) == 0.0
    assert nearness((Period(1, 2),), "") == 0.0


@given(first=st.integers(700_000, 740_000), length=st.integers(0, 400), day=st.integers(1, 28), month=st.integers(1, 12))
def test_nearness_is_a_share(first: int, length: int, day: int, month: int) -> None:
    for every_year in (False, True):
        assert 0.0 <= nearness((Period(first, first + length, every_year),), f"2023-{month:02d}-{day:02d}T00:00:00.000Z") <= 1.0
