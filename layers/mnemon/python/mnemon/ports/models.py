"""The models: an embedder, an extractor, an adjudicator, a reranker, and a tokenizer. Built in, or on Bedrock; chosen by a setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from mnemon.model.domain import DomainConfig, defaults
from mnemon.model.instants import Instant
from mnemon.model.records import Fact, Standing
from mnemon.model.sources import Turn


class ExtractionFailed(Exception):
    """The extractor answered with nothing usable, after one repair round: a failed job, never "no facts, success"."""


class Embedder(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def dimension(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Unit vectors, one per text, in order. Raises Unavailable."""
        ...

    def embed_query(self, text: str) -> list[float]:
        """A unit vector for a question. Raises Unavailable."""
        ...


@dataclass(frozen=True, slots=True)
class Passage:
    """What an extractor reads: turns to extract from, some turns before them for context, and who the user is."""

    source_ids: tuple[str, ...]
    """Public id of the source of each of `turns`."""
    turns: tuple[Turn, ...]
    before: tuple[Turn, ...] = ()
    session_id: str | None = None
    run_id: str | None = None
    reference: Instant | None = None
    domain: DomainConfig = field(default_factory=defaults)
    """What the tenant says its memories are about."""


class Extractor(Protocol):
    @property
    def name(self) -> str: ...

    def extract(self, passage: Passage) -> list[Fact]:
        """Facts of the passage's turns, each with the turns that it rests on. Raises ExtractionFailed, Unavailable."""
        ...


@dataclass(frozen=True, slots=True)
class Pair:
    """What is known, and what is said now, each with since when it is true in the world."""

    known: str
    known_from: Instant
    said: str
    said_from: Instant


@dataclass(frozen=True, slots=True)
class Opinion:
    """`confidence`: 0 to 1."""

    standing: Standing
    confidence: float


class Adjudicator(Protocol):
    """Understands two texts where rules do not."""

    @property
    def name(self) -> str: ...

    def compare(self, pairs: Sequence[Pair]) -> list[Opinion]:
        """What is said is to what is known, one opinion per pair, in order: `cannot_say` also where it gave no usable answer, after one
        repair round. Raises Unavailable."""
        ...


class Reranker(Protocol):
    @property
    def name(self) -> str: ...

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers the query, one number per text, in order: only their order and distances mean anything. Raises
        Unavailable."""
        ...


class TokenCounter(Protocol):
    @property
    def name(self) -> str:
        """Whose tokens it counts."""
        ...

    def count(self, text: str) -> int: ...
