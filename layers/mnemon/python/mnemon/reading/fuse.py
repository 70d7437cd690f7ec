"""One ranking out of the lists: recall.md's fusion, a pure function."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from .attribute_match import attribute_share
from .refs import Ref
from .words import Question


class Weights(NamedTuple):
    """The defaults are those that measured best on dev data."""

    lexical: float = 0.7
    vector: float = 0.9
    nothing_in_common: float = 0.5
    """The cosine of texts that have nothing to do with each other."""
    owner: float = 0.4
    when: float = 0.2
    length: float = 0.15
    full_length: int = 16
    """Words from which a record is as good as a longer one."""
    asks: float = 0.15
    attribute: float = 0.4
    """Of a memory that holds the attribute asked for."""
    linked: float = 1.0
    """Of a memory to which the graph leads."""


class Traits(NamedTuple):
    """What ranking knows of a record beside its words."""

    speaker: str = ""
    n_words: int = 0
    asks: bool = False
    has_time: bool = False
    attribute: str = ""


class Lists(NamedTuple):
    """What is to be fused. `lexical` are the engine's scores, `cosines` true cosines; `shares` and `fresh` are those of records that
    the index may not hold yet, on the scales 0 to 1 and cosine; `linked` those to which the graph leads, 0 to 1."""

    traits: Mapping[Ref, Traits]
    lexical: Mapping[Ref, float] = MappingProxyType({})
    cosines: Mapping[Ref, float] = MappingProxyType({})
    shares: Mapping[Ref, float] = MappingProxyType({})
    fresh: Mapping[Ref, float] = MappingProxyType({})
    linked: Mapping[Ref, float] = MappingProxyType({})


class Ranked(NamedTuple):
    ref: Ref
    score: float


DEFAULT_WEIGHTS = Weights()


def fuse(question: Question, lists: Lists, weights: Weights = DEFAULT_WEIGHTS) -> list[Ranked]:
    """Every record that any list names, best first. Absent from the lexical list counts 0; from the vectors', the least cosine listed."""
    best_lexical = max(lists.lexical.values(), default=0.0) or 1.0
    cosines = _merged(lists.cosines, lists.fresh)
    near = _scale(cosines, weights.nothing_in_common)
    furthest = min(near.values(), default=0.0)
    lexical = _merged({ref: score / best_lexical for ref, score in lists.lexical.items()}, lists.shares)
    nothing = Traits()
    ranked = [
        Ranked(
            ref,
            weights.lexical * lexical.get(ref, 0.0)
            + weights.vector * near.get(ref, furthest)
            + weights.linked * lists.linked.get(ref, 0.0)
            + _prior(question, lists.traits.get(ref, nothing), weights),
        )
        for ref in dict.fromkeys((*lexical, *cosines, *lists.linked))
    ]
    ranked.sort(key=lambda one: (-one.score, one.ref.sid, one.ref.ulid, one.ref.number or 0))
    return ranked


def cosine(score: float) -> float:
    """OpenSearch's score of a `cosinesimil` hit, turned back."""
    return 2.0 * score - 1.0


def _prior(question: Question, traits: Traits, weights: Weights) -> float:
    owner = question.owner is not None and traits.speaker.casefold() == question.owner
    return (
        weights.owner * owner
        + weights.when * (question.asks_when and traits.has_time)
        + weights.length * min(1.0, traits.n_words / weights.full_length)
        - weights.asks * traits.asks
        + weights.attribute * attribute_share(question.attributes, traits.attribute)
    )


def _scale(cosines: Mapping[Ref, float], floor: float) -> dict[Ref, float]:
    """(cos - floor) / (max cos - floor). Where even the nearest stays under the floor (another embedder), the least listed is the floor."""
    if not cosines:
        return {}
    best = max(cosines.values())
    if best <= floor:
        floor = min(cosines.values())
    span = best - floor
    return {ref: (value - floor) / span if span > 0 else 1.0 for ref, value in cosines.items()}


def _merged(first: Mapping[Ref, float], second: Mapping[Ref, float]) -> dict[Ref, float]:
    """The greater of both, for each."""
    merged = dict(first)
    for ref, value in second.items():
        merged[ref] = max(value, merged.get(ref, value))
    return merged
