"""From a ranking to results: each is read from the table and checked again; what fails is dropped and the next one takes its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mnemon.model.memory import SHOWN_SOURCES, Head, MemoryRecord, SourceRef
from mnemon.model.sources import Chunk

from .alike import Gist, gist
from .citations import Ground, citation, ground_of, grounds, tells
from .explained import Explained
from .facets import facets
from .filters import Filter
from .fuse import Ranked
from .judge import Judge
from .moment import Moment
from .query import RecordType
from .refs import Ref
from .shelf import Shelf

_OLDER_VERSIONS = 3
_FIRST_READ, _MOST_READ = 20, 100


class Found(NamedTuple):
    """One result: a memory, or a turn or chunk that no returned memory rests on.

    `also`: how many more say the same; their citations are among its own. `relevance` is absolute, 0 to 1.
    """

    score: float
    record: MemoryRecord | Chunk
    citations: tuple[SourceRef, ...]
    also: int = 0
    relevance: float | None = None
    explained: Explained | None = None


class Rules(NamedTuple):
    """What a record must pass, whatever the index says."""

    moment: Moment
    types: tuple[RecordType, ...] = ()
    where: Filter | None = None

    def _allows(self, record: MemoryRecord | Chunk, kind: RecordType) -> bool:
        return (not self.types or kind in self.types) and (self.where is None or self.where.matches(facets(record)))

    def memory(self, shelf: Shelf, ref: Ref) -> MemoryRecord | None:
        record, head = shelf.memory(ref), shelf.head(ref)
        if record is None or head is None or not self.moment.admits(record, head):
            return None
        return record if self._allows(record, "memory") else None

    def chunk(self, shelf: Shelf, ref: Ref) -> Chunk | None:
        chunk = shelf.chunk(ref)
        if chunk is None or chunk.quarantined or not self.moment.admits_chunk(chunk):
            return None
        return chunk if self._allows(chunk, chunk.type) else None


def choose(ranking: Sequence[Ranked], shelf: Shelf, rules: Rules, limit: int, judge: Judge | None = None) -> list[Found]:
    """Raises Unavailable. One batch read as a rule, a second one for the older versions of what was found. With a judge what was read
    together is put in order once more, and when nothing of it is relevant enough nothing is found at all."""
    chosen = _Chosen(limit, alike=judge is not None and not rules.moment.looks_back)
    size = min(max(_FIRST_READ, 2 * limit), _MOST_READ)
    for start in range(0, len(ranking), size):
        part = ranking[start : start + size]
        shelf.fetch((ranked.ref for ranked in part), with_access=judge is not None)
        memories = {r.ref: m for r in part if r.ref.is_memory and (m := rules.memory(shelf, r.ref)) is not None}
        if not rules.moment.looks_back:
            updated = [m for m in memories.values() if isinstance(m, Head) and m.last_version > 1]
            chosen.outdate(shelf.older(updated, _OLDER_VERSIONS), memories.values())
        chunks = {r.ref: c for r in part if not r.ref.is_memory and (c := rules.chunk(shelf, r.ref)) is not None}
        if judge is not None:
            part = judge.order(part, {**memories, **chunks}, shelf)
            if start == 0 and not judge.knows(part):
                return []
        for ranked in part:
            if ranked.ref in memories:
                chosen.add_memory(ranked.score, memories[ranked.ref])
            elif ranked.ref in chunks:
                chosen.add_chunk(ranked.score, chunks[ranked.ref])
            if chosen.is_full:
                return chosen.found
    return chosen.found


class _Chosen:
    """Results in order. A turn that a memory among them tells is the memory's citation, and lends it its place; one that says more
    stands beside it."""

    def __init__(self, limit: int, *, alike: bool = False) -> None:
        """`alike`: what says the same as a result before it is told with that one."""
        self._limit = limit
        self._alike = alike
        self._gists: dict[Gist, Ref] = {}
        self._shown: set[Ground] = set()
        self._outdated: set[Ground] = set()
        self.found: list[Found] = []

    @property
    def is_full(self) -> bool:
        return len(self.found) >= self._limit

    def outdate(self, versions: Iterable[MemoryRecord], current: Iterable[MemoryRecord]) -> None:
        """What only superseded versions rest on is no answer to what is true now."""
        now = {ground for record in current for ground in grounds(record)}
        self._outdated |= {ground for version in versions for ground in grounds(version)} - now

    def add_memory(self, score: float, record: MemoryRecord) -> None:
        if self._is_told(record, record.sources):
            return
        absorbed = [i for i, one in enumerate(self.found) if isinstance(one.record, Chunk) and tells(record, one.record)]
        if not absorbed:
            self.found.append(Found(score, record, record.sources))
            return
        first = absorbed[0]
        best = Found(max(score, self.found[first].score), record, record.sources)
        self.found = [best if i == first else one for i, one in enumerate(self.found) if i == first or i not in absorbed]

    def add_chunk(self, score: float, chunk: Chunk) -> None:
        ground = ground_of(chunk)
        if ground in self._shown or ground in self._outdated:
            return
        if any(isinstance(one.record, MemoryRecord) and tells(one.record, chunk) for one in self.found):
            return
        self._shown.add(ground)
        if not self._is_told(chunk, (citation(chunk),)):
            self.found.append(Found(score, chunk, (citation(chunk),)))

    def _is_told(self, record: MemoryRecord | Chunk, citations: Sequence[SourceRef]) -> bool:
        """Whether a result says the same already: then it is told how many more do, and where."""
        said = gist(record) if self._alike else None
        if said is None:
            return False
        ref = Ref.of(record)
        kept = self._gists.setdefault(said, ref)
        place = next((i for i, one in enumerate(self.found) if Ref.of(one.record) == kept), None)
        if kept == ref or place is None:
            self._gists[said] = ref
            return False
        one = self.found[place]
        cited = tuple(dict.fromkeys((*one.citations, *citations)))[: max(SHOWN_SOURCES, len(one.citations))]
        self.found[place] = one._replace(also=one.also + 1, citations=cited)
        return True
