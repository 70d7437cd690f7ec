"""What the table's records add to a ranking: merit, company, exactness, which of two is the later truth, and whether any is relevant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mnemon.language.render import chunk_text, memory_text
from mnemon.model.instants import Instant
from mnemon.model.memory import MemoryRecord, Version
from mnemon.model.sources import Chunk

from .company import Companions, Company
from .fuse import Fusion, Ranked
from .merit import Merit, MeritWeights, merit
from .refs import Ref
from .relevance import Relevance
from .shelf import Shelf
from .words import Question

Record = MemoryRecord | Chunk


class Judged(NamedTuple):
    """`exact` is what a record gains that holds what was asked for letter by letter, or loses that only seemed to."""

    merit: Merit
    exact: float
    company: Company = Company()


class Judge:
    """Of one question. `floor` 0 asks for whatever there is."""

    def __init__(
        self,
        question: Question,
        fusion: Fusion,
        relevance: Relevance,
        *,
        now: Instant,
        weights: MeritWeights,
        exact_weight: float,
        floor: float,
    ) -> None:
        self._question, self._fusion, self._relevance = question, fusion, relevance
        self._now, self._weights, self._exact_weight, self._floor = now, weights, exact_weight, floor
        self._records: dict[Ref, Record] = {}
        self._judged: dict[Ref, Judged] = {}
        self._relevances: dict[Ref, float] = {}

    def order(self, part: Sequence[Ranked], records: Mapping[Ref, Record], shelf: Shelf) -> list[Ranked]:
        """Those of the part that have a record, best first. `records` may be more, all of which can be told of later."""
        self._records.update(records)
        companions = Companions(self._records, {ref: self._fusion.lead(ref) for ref in self._records}, self._weights)
        for ref, record in records.items():
            self._judged[ref] = self._judge(ref, record, shelf)._replace(company=companions.of(ref))
        ranked = [one._replace(score=one.score + self._gain(one.ref)) for one in part if one.ref in records]
        ranked.sort(key=lambda one: -one.score)
        return later_first(ranked, {one.ref: records[one.ref] for one in ranked})

    def knows(self, part: Sequence[Ranked]) -> bool:
        """Whether anything of it is relevant enough."""
        return self._floor <= 0 or any(self._fusion.is_led_to(one.ref) or self.relevance(one.ref) >= self._floor for one in part)

    def relevance(self, ref: Ref) -> float:
        """0 to 1, of one that was ordered."""
        if ref not in self._relevances:
            self._relevances[ref] = self._relevance_of(ref, self._records[ref])
        return self._relevances[ref]

    def _relevance_of(self, ref: Ref, record: Record) -> float:
        if self._is_exact(ref, record):
            return 1.0
        attribute = record.attribute or "" if isinstance(record, MemoryRecord) else ""
        return self._relevance(text_of(record), self._fusion.cosines.get(ref, self._fusion.least_cosine), attribute)

    def factors(self, ref: Ref) -> dict[str, float]:
        """By name, those that count for something."""
        judged = self._judged[ref]
        named = {**self._fusion.factors(ref)._asdict(), **judged.merit._asdict(), **judged.company._asdict()}
        named["exact"] += judged.exact
        return {name: round(value, 6) for name, value in named.items() if value}

    def _gain(self, ref: Ref) -> float:
        judged = self._judged[ref]
        return sum(judged.merit) + sum(judged.company) + judged.exact

    def _judge(self, ref: Ref, record: Record, shelf: Shelf) -> Judged:
        counted = self._exact_weight if self._fusion.is_exact(ref) else 0.0
        exact = self._exact_weight if self._is_exact(ref, record) else 0.0
        return Judged(merit(record, shelf.last_access(ref), self._now, self._weights), exact - counted)

    def _is_exact(self, ref: Ref, record: Record) -> bool:
        asked = self._question.exact
        return any(id.owner == ref.sid and id.ulid == ref.ulid for id in asked.ids) or (bool(asked.keys) and asked.held_by(text_of(record)))


def text_of(record: Record) -> str:
    """The text that is indexed for it."""
    return chunk_text(record) if isinstance(record, Chunk) else memory_text(record.true_from, record.content)


def later_first(ranked: Sequence[Ranked], records: Mapping[Ref, Record]) -> list[Ranked]:
    """Of two that adjudication has linked the later one stands directly above the earlier one, with its score; all others stay."""
    ordered = list(ranked)
    for earlier in ranked:
        later = _successor(records[earlier.ref], records)
        if later is None:
            continue
        places = {one.ref: place for place, one in enumerate(ordered)}
        above, below = places[earlier.ref], places[later]
        if below > above:
            moved = ordered.pop(below)
            ordered.insert(above, moved._replace(score=ordered[above].score))
    return ordered


def _successor(record: Record, records: Mapping[Ref, Record]) -> Ref | None:
    """What took a record's place, when it is among the others: the head of an older version, or the memory that superseded it."""
    if isinstance(record, Chunk):
        return None
    head = Ref(record.sid, record.ulid, None, True)
    if isinstance(record, Version) and head in records:
        return head
    if record.superseded_by is None:
        return None
    return next(
        (ref for ref, one in records.items() if isinstance(one, MemoryRecord) and one.id == record.superseded_by and ref.number is None),
        None,
    )
