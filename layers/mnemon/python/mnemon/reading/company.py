"""What else of the same answer speaks for a record: a memory that rests on it, and what was said in the same session."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from mnemon.model.memory import MemoryRecord
from mnemon.model.sources import Chunk

from .citations import Ground, ground_of, grounds
from .merit import MeritWeights
from .refs import Ref

_MOST = 1.5
"""Of a lead. What stands far above all else, as an exact match does, says no more for its neighbours than a good answer does."""

_Session = tuple[str, str]


class Company(NamedTuple):
    """What it adds to a score."""

    told: float = 0.0
    session: float = 0.0


class _Mate(NamedTuple):
    ref: Ref
    lead: float
    grounds: frozenset[Ground]
    sessions: frozenset[_Session]


class Companions:
    """Of the records that were read for one question. `leads`: by how much each score lies above the middle of the ranking."""

    def __init__(self, records: Mapping[Ref, MemoryRecord | Chunk], leads: Mapping[Ref, float], weights: MeritWeights) -> None:
        self._weights = weights
        self._told: dict[Ground, float] = {}
        self._mates: defaultdict[_Session, list[_Mate]] = defaultdict(list)
        mates = [_Mate(ref, min(_MOST, leads.get(ref, 0.0)), _grounds(record), _sessions(record)) for ref, record in records.items()]
        self._own = {mate.ref: mate for mate in mates}
        for mate in sorted(mates, key=lambda mate: -mate.lead):
            for session in mate.sessions:
                self._mates[session].append(mate)
            for ground in mate.grounds if mate.ref.is_memory else ():
                self._told.setdefault(ground, mate.lead)

    def of(self, ref: Ref) -> Company:
        """`ref` is one of the records."""
        own = self._own[ref]
        told = 0.0 if ref.is_memory else max((self._told.get(ground, 0.0) for ground in own.grounds), default=0.0)
        beside = max((self._beside(own, session) for session in own.sessions), default=0.0)
        return Company(self._weights.told * max(0.0, told), self._weights.session * max(0.0, beside))

    def _beside(self, own: _Mate, session: _Session) -> float:
        """The lead of the best other record of the session. What cites the same turn says the same, and is no other part of it."""
        return next((mate.lead for mate in self._mates[session] if mate.ref != own.ref and own.grounds.isdisjoint(mate.grounds)), 0.0)


def _grounds(record: MemoryRecord | Chunk) -> frozenset[Ground]:
    return frozenset((ground_of(record),)) if isinstance(record, Chunk) else grounds(record)


def _sessions(record: MemoryRecord | Chunk) -> frozenset[_Session]:
    named = (record.session_id,) if isinstance(record, Chunk) else (source.session for source in record.sources)
    return frozenset((record.sid, session) for session in named if session)
