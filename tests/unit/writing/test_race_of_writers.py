"""Sixteen writers, one scope, sentences without attributes: what made the facts says what is right (tests/bench/_race.py)."""

from __future__ import annotations

import pytest

from tests.bench._race import once
from tests.support.fakes import HashEmbedder


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_lost_twice_or_stale(seed: int) -> None:
    found, _ = once(HashEmbedder(), None, 100, seed)
    assert found == []
