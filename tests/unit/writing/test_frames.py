"""Facts written directly that share their frames: none takes another's place, and a thing's next value takes that of the one before."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mnemon.writing.requests import IncomingFact
from tests.bench._inprocess import Parts
from tests.support.fakes import FixedClock, HashEmbedder

from .frames import DOMAINS, unrelated, updates

AT_ONCE = 10
FOUND = 0.9


def _write(world: Parts, texts: Sequence[str]) -> list[str]:
    return [result.status for result in world.write([IncomingFact(content=text) for text in texts])]


@pytest.mark.parametrize("domain", DOMAINS)
def test_things_told_of_in_the_same_words_are_kept_apart(domain: str) -> None:
    world, said = Parts(HashEmbedder()), unrelated(domain, 7)
    found = [status for n in range(0, len(said), AT_ONCE) for status in _write(world, said[n : n + AT_ONCE])]
    assert {text: status for text, status in zip(said, found, strict=True) if status != "created"} == {}
    assert sorted(head.content for head in world.heads() if head.is_latest) == sorted(said)


def test_the_next_value_of_a_thing_takes_the_place_of_the_one_before() -> None:
    clock = FixedClock()
    world, pairs = Parts(HashEmbedder(), clock=clock), updates(7)
    for earlier, _ in pairs:
        _write(world, [earlier])
    clock.advance(seconds=60)
    found = {pair: _write(world, [pair[1]])[0] for pair in pairs}
    missed = {pair: status for pair, status in found.items() if status != "updated"}
    assert len(pairs) >= 60
    assert len(missed) <= (1 - FOUND) * len(pairs), missed
    current = {head.content for head in world.heads() if head.is_latest}
    assert {earlier for pair in found if pair not in missed for earlier in pair[:1]}.isdisjoint(current)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Mirela eats meat.", "Mirela no longer eats meat."),
        ("Mirela doesn't eat fish.", "Mirela eats fish now."),
    ],
)
def test_yes_and_no_are_two_values(earlier: str, later: str) -> None:
    world = Parts(HashEmbedder())
    assert [*_write(world, [earlier]), *_write(world, [later])] == ["created", "updated"]
    assert [head.content for head in world.heads() if head.is_latest] == [later]
