"""Why a result stands where it stands: every list's rank and score, every factor, and why it was kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from .refs import Ref

ListName = Literal["words", "vectors", "newest_words", "newest_vectors", "exact", "graph"]
Kept = Literal["memory", "turn", "chunk", "memory_in_place_of_its_turns"]


class Place(NamedTuple):
    """1 is the best. The score is the list's own: the engine's for words, a cosine for vectors, a share of the question for what is new."""

    rank: int
    score: float


class Explained(NamedTuple):
    """`factors` sum up to the score, but where a memory took the place of a turn that it tells. A list that does not name the result is
    not there."""

    lists: Mapping[ListName, Place]
    factors: Mapping[str, float]
    kept: Kept


class Standings:
    """The ranks of every list, counted when they are first asked for."""

    def __init__(self, lists: Mapping[ListName, Mapping[Ref, float]]) -> None:
        self._lists = lists
        self._places: dict[ListName, Mapping[Ref, Place]] = {}

    def of(self, ref: Ref) -> dict[ListName, Place]:
        return {name: place for name in self._lists if (place := self._ranked(name).get(ref)) is not None}

    def _ranked(self, name: ListName) -> Mapping[Ref, Place]:
        if name not in self._places:
            ordered = sorted(self._lists[name].items(), key=lambda entry: (-entry[1], entry[0].sid, entry[0].ulid, entry[0].number or 0))
            self._places[name] = {ref: Place(rank, score) for rank, (ref, score) in enumerate(ordered, 1)}
        return self._places[name]
