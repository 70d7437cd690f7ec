"""How likely it is that a record has to do with a question, 0 to 1: an absolute measure, whatever else was found."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from mnemon.language.tokens import words

from .attribute_match import asked_attributes, attribute_share
from .words import Question, units

DEFAULT_FLOOR = 0.09
"""Where the best that is found is less relevant, nothing is known of it. Chosen on dev conversations: .7 % of the questions that they
answer lose their answer, all of them hard ones; of questions about somebody else's life two of three get none."""


class Calibration(NamedTuple):
    """sigmoid(steepness * (cosine + held * <share of the question that the text holds> - centre))."""

    steepness: float
    centre: float
    held: float

    def of(self, share: float, cosine: float = 0.0) -> float:
        return 1 / (1 + math.exp(-self.steepness * (cosine + self.held * share - self.centre)))


_NAME = 2

BY_WORDS = Calibration(steepness=9.9, centre=0.413, held=1.0)
"""Without a vector of the question."""

BY_EMBEDDER: Mapping[str, Calibration] = MappingProxyType({"bge-small-en-v1.5-int8": Calibration(steepness=31.9, centre=0.781, held=0.25)})
"""Fitted to tell questions about a conversation from those about another one; cosines of another model mean something else."""


_ASKED_FOR = 0.6
"""A memory of the very attribute that is asked for: `which car?` shares no word with `a green Fiat Panda`."""
_FEW, _FEW_LESS = 2, 0.12
"""Words. So short a question is less near to its answer than a sentence is: by as much cosine, on hand-made questions of all kinds."""


class Relevance:
    """Of the records found for one question. `embedder` is None when there is no vector of it."""

    def __init__(self, question: Question, embedder: str | None) -> None:
        self._question = question
        self._calibration = BY_WORDS if embedder is None else BY_EMBEDDER.get(embedder)

    @property
    def default_floor(self) -> float:
        """None of an embedder whose cosines nobody has measured: by words alone a paraphrase would be nothing known."""
        return DEFAULT_FLOOR if self._calibration is not None else 0.0

    def __call__(self, text: str, cosine: float, attribute: str = "") -> float:
        """Of a record with that text, and of a memory with the attribute that it holds a value of."""
        found = self._by_text(text, cosine)
        return max(found, _ASKED_FOR) if asks_for(self._question, attribute, text) else found

    def _by_text(self, text: str, cosine: float) -> float:
        share = held(self._question, text)
        if self._calibration is None or self._calibration is BY_WORDS:
            return BY_WORDS.of(share)
        return self._calibration.of(share, cosine + (_FEW_LESS if len(self._question.units) <= _FEW else 0.0))


def asks_for(question: Question, attribute: str, text: str) -> bool:
    """Whether a question asks for an attribute and little else: most of its words name it, or stand in the text, and so do all of its names
    and numbers. Who asks for the name of the ship does not ask for a person's name."""
    if attribute_share(question.attributes, attribute) < 1:
        return False
    inside = units(text)
    if not question.telling <= inside:
        return False
    named = inside | units(attribute)
    named |= {unit for word in words(question.lexical) if attribute_share(asked_attributes(word), attribute) for unit in units(word)}
    return 2 * len(question.units - named) < max(1, len(question.units))


def held(question: Question, text: str) -> float:
    """How much of what is asked a text holds, 0 to 1; names and numbers count twice: the capital of Peru is no other country's. Every text
    holds the name of somebody who speaks in its scope, whatever it calls them."""
    known = _NAME if question.names_known else 0
    total = _weight(question, question.units) + known
    return (_weight(question, question.units & units(text)) + known) / total if total else 0.0


def _weight(question: Question, some: frozenset[str]) -> int:
    return len(some) + len(some & question.telling)
