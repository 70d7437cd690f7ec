"""One ranking out of the lists: recall.md's fusion, a pure function."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from mnemon.model.instants import Instant

from .attribute_match import attribute_share
from .periods import nearness
from .refs import Ref
from .words import Question


class Weights(NamedTuple):
    """The defaults were chosen on all dev conversations together, within a wide plateau. The search that led to them held out one
    conversation at a time; these very values did not."""

    lexical: float = 0.7
    vector: float = 1.1
    nothing_in_common: float = 0.5
    """The cosine of texts that have nothing to do with each other."""
    unread: float = 0.4
    """Of what `vector` counts for, what is left of it where the question is in letters that the embedder does not read."""
    owner: float = 0.2
    when: float = 0.3
    length: float = 0.2
    full_length: int = 10
    """Words from which a record is as good as a longer one."""
    asks: float = 0.2
    attribute: float = 0.4
    """Of a memory that holds the attribute asked for."""
    linked: float = 1.0
    """Of a memory to which the graph leads."""
    name: float = 0.2
    """Of a record that names something, where the question asks for a name."""
    period: float = 0.4
    """Of a record of the very time that the question speaks of."""
    exact: float = 6.0
    """Of a record that a list of exact matches names: more than all else together; whether it is one is decided from the table."""
    exact_of_many: float = 0.3
    """The same where more than `few` are named: then it is what they all speak of ("using Bootstrap 5.3.0"), not what is looked for."""
    few: int = 10


class Traits(NamedTuple):
    """What ranking knows of a record beside its words. `at` is when it happened or was said; `names` is `language.names`'s."""

    speaker: str = ""
    n_words: int = 0
    asks: bool = False
    has_time: bool = False
    names: int = 0
    at: Instant = ""
    attribute: str = ""


class Lists(NamedTuple):
    """What is to be fused. `lexical` are the engine's scores, `cosines` true cosines; `shares` and `fresh` are those of records that
    the index may not hold yet, on the scales 0 to 1 and cosine. `exact` are those that may hold what is asked for letter by letter;
    `linked` those to which the graph leads, 0 to 1."""

    traits: Mapping[Ref, Traits]
    lexical: Mapping[Ref, float] = MappingProxyType({})
    cosines: Mapping[Ref, float] = MappingProxyType({})
    shares: Mapping[Ref, float] = MappingProxyType({})
    fresh: Mapping[Ref, float] = MappingProxyType({})
    exact: frozenset[Ref] = frozenset()
    linked: Mapping[Ref, float] = MappingProxyType({})


class Ranked(NamedTuple):
    ref: Ref
    score: float


class Factors(NamedTuple):
    """What a fused score is the sum of."""

    lexical: float
    vector: float
    owner: float
    when: float
    length: float
    asks: float
    name: float
    period: float
    exact: float
    attribute: float
    linked: float


DEFAULT_WEIGHTS = Weights()
_NO_TRAITS = Traits()
_FULL_NAME = 2
_LED = 0.5
"""Of what the graph gives; memories on the way to an answer have less."""


class Fusion:
    """The lists of one question on one scale. Absent from the lexical list counts 0; from the vectors', the least cosine listed."""

    def __init__(self, question: Question, lists: Lists, weights: Weights = DEFAULT_WEIGHTS, *, unread: float = 0.0) -> None:
        """`unread`: how much of the question the embedder does not read, 0 to 1."""
        self._question, self._lists, self._weights = question, lists, weights
        self._vector_weight = weights.vector * (1 - unread * (1 - weights.unread))
        self.exact_weight = weights.exact if len(lists.exact) <= weights.few else weights.exact_of_many
        best_lexical = max(lists.lexical.values(), default=0.0) or 1.0
        self.cosines = _merged(lists.cosines, lists.fresh)
        self.least_cosine = min(self.cosines.values(), default=0.0)
        self._near = _scale(self.cosines, weights.nothing_in_common)
        self._furthest = min(self._near.values(), default=0.0)
        self._scores: Mapping[Ref, float] = {}
        self._middle = 0.0
        self._lexical = _merged({ref: score / best_lexical for ref, score in lists.lexical.items()}, lists.shares)

    def ranking(self) -> list[Ranked]:
        """Every record that any list names, best first."""
        refs = dict.fromkeys((*self._lexical, *self.cosines, *self._lists.exact, *self._lists.linked))
        ranked = [Ranked(ref, self._score(ref)) for ref in refs]
        ranked.sort(key=lambda one: (-one.score, one.ref.sid, one.ref.ulid, one.ref.number or 0))
        self._scores = {one.ref: one.score for one in ranked}
        self._middle = ranked[len(ranked) // 2].score if ranked else 0.0
        return ranked

    def lead(self, ref: Ref) -> float:
        """By how much its score lies above the middle of the ranking, which is that of a record that has little to do with the question."""
        return self._scores.get(ref, self._middle) - self._middle

    def factors(self, ref: Ref) -> Factors:
        w, question, traits = self._weights, self._question, self._lists.traits.get(ref, _NO_TRAITS)
        return Factors(
            lexical=w.lexical * self._lexical.get(ref, 0.0),
            vector=self._vector_weight * self._near.get(ref, self._furthest),
            owner=w.owner if question.owner is not None and traits.speaker.casefold() == question.owner else 0.0,
            when=w.when if question.asks_when and traits.has_time else 0.0,
            length=w.length * min(1.0, traits.n_words / w.full_length),
            asks=-w.asks if traits.asks else 0.0,
            name=w.name * traits.names / _FULL_NAME if question.asks_name else 0.0,
            period=w.period * nearness(question.periods, traits.at) if question.periods else 0.0,
            exact=self.exact_weight if ref in self._lists.exact else 0.0,
            attribute=w.attribute * attribute_share(question.attributes, traits.attribute) if question.attributes else 0.0,
            linked=w.linked * self._lists.linked.get(ref, 0.0),
        )

    def is_exact(self, ref: Ref) -> bool:
        """Whether a list of exact matches names it."""
        return ref in self._lists.exact

    def is_led_to(self, ref: Ref) -> bool:
        """Whether the graph names it: as the answer, or as a memory about what the question calls by another name."""
        return self._lists.linked.get(ref, 0.0) >= _LED

    def _score(self, ref: Ref) -> float:
        return sum(self.factors(ref))


def cosine(score: float) -> float:
    """OpenSearch's score of a `cosinesimil` hit, turned back."""
    return 2.0 * score - 1.0


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
