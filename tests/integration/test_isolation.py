"""Whoever asks, whatever the ids and filters are and whatever the index claims: the answer is exactly what the caller may see."""

from __future__ import annotations

import pytest

from tests.support.engine import RealEngine, fresh_index
from tests.support.isolation import Isolation

QUERIES = 2_000
SEED = 20261129


@pytest.mark.engine
def test_random_callers_with_hostile_ids_get_exactly_what_they_may_see(opensearch: RealEngine) -> None:
    with fresh_index(opensearch.url, 64) as real:
        asked = Isolation(real.index, SEED, real.refresh)
        answered = list(asked.queries(QUERIES))

    wrong = [query for query in answered if not query.right]
    assert not wrong, f"{len(wrong)} of {QUERIES}: {wrong[0]}"
    assert sum(isinstance(query.found, frozenset) and bool(query.found) for query in answered) > QUERIES // 3
    assert sum(query.found == "Forbidden" for query in answered) > QUERIES // 50
