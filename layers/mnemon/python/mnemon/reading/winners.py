"""From a ranking to results: each is read from the table and checked again; what fails is dropped and the next one takes its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from mnemon.model.ids import PublicId
from mnemon.model.memory import SHOWN_SOURCES, Head, MemoryRecord, SourceRef
from mnemon.model.sources import Chunk

from .alike import Gist, gist, says_no_more
from .citations import Ground, citation, ground_of, grounds, tells
from .ended import Over, ended, hidden, over
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
_BEYOND = 5
"""Results that are looked at and not returned: a memory among them takes the place of its turn, however few are asked for."""
_LINKED = 60
"""Ranks in which a memory is looked for that took the place of another."""


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


def choose(
    ranking: Sequence[Ranked], shelf: Shelf, rules: Rules, limit: int, judge: Judge | None = None, past: Sequence[Ref] = ()
) -> list[Found]:
    """Raises Unavailable. One batch read as a rule, a second one for the older versions of what was found. With a judge what was read
    together is put in order once more, and when nothing of it is relevant enough nothing is found at all. `past`: heads that may have
    ended, to judge turns by."""
    return _chosen(ranking, shelf, rules, limit, judge, past)[:limit]


def _chosen(ranking: Sequence[Ranked], shelf: Shelf, rules: Rules, limit: int, judge: Judge | None, past: Sequence[Ref]) -> list[Found]:
    chosen = _Chosen(limit + _BEYOND, alike=judge is not None and not rules.moment.looks_back)
    size = min(max(_FIRST_READ, 2 * limit), _MOST_READ)
    seen: dict[Ref, tuple[float, MemoryRecord]] = {}
    for start in range(0, len(ranking), size):
        part = ranking[start : start + size]
        # Only turns can be outdated, and what took the place of what they say may itself stand further down: memories are few among them.
        has_turns = not rules.moment.looks_back and any(not r.ref.is_memory for r in part)
        near = [*part, *(r for r in ranking[start + size : start + _LINKED] if has_turns and r.ref.is_memory)]
        shelf.fetch((ranked.ref for ranked in near), with_access=judge is not None, also=past if has_turns else ())
        memories = {r.ref: m for r in near if r.ref.is_memory and (m := rules.memory(shelf, r.ref)) is not None}
        seen.update({r.ref: (r.score, memories[r.ref]) for r in near if r.ref in memories})
        if has_turns:
            heads = {memory.id: (score, memory) for score, memory in seen.values() if isinstance(memory, Head)}
            gone = ended(shelf, past, rules.moment.now)
            older = superseded(shelf, [*(head for _, head in heads.values()), *gone])
            chosen.outdate({id: older[id] for id in heads if id in older}, heads, [memory for _, memory in seen.values()])
            chosen.over = over(gone, older)
        chunks = {r.ref: c for r in part if not r.ref.is_memory and (c := rules.chunk(shelf, r.ref)) is not None}
        silent = hidden(shelf, chunks, chosen.over, chosen.current, rules.moment.now)
        chunks = {ref: chunk for ref, chunk in chunks.items() if ref not in silent}
        if judge is not None:
            part = judge.order(part, {**memories, **chunks}, shelf)
            if start == 0 and not judge.knows(part):
                return []
        for ranked in chosen.later_first(part, chunks):
            if ranked.ref in memories:
                chosen.add_memory(ranked.score, memories[ranked.ref])
            elif ranked.ref in chunks:
                chosen.add_chunk(ranked.score, chunks[ranked.ref])
            if chosen.is_full:
                return chosen.found
    return chosen.found


def superseded(shelf: Shelf, heads: Sequence[Head]) -> dict[str, list[MemoryRecord]]:
    """By id, what each head took the place of: its older versions, and other memories that it updates. Raises Unavailable."""
    versions = shelf.older([head for head in heads if head.last_version > 1], _OLDER_VERSIONS)
    refs = {head.id: [_ref(r.memory_id) for r in head.relations if r.type == "updates" and r.memory_id != head.id] for head in heads}
    shelf.fetch(ref for others in refs.values() for ref in others)
    found: dict[str, list[MemoryRecord]] = {head.id: [v for v in versions if (v.sid, v.ulid) == (head.sid, head.ulid)] for head in heads}
    for id, others in refs.items():
        found[id] += [other for ref in others if (other := shelf.head(ref)) is not None and other.superseded_by == id]
    return {id: records for id, records in found.items() if records}


def _ref(memory: str) -> Ref:
    id = PublicId.parse(memory)
    return Ref(id.owner, id.ulid, None, True)


class _Former(NamedTuple):
    """A record that is true no more, and what took its place."""

    record: MemoryRecord
    score: float
    head: MemoryRecord

    def is_before(self, other: _Former) -> bool:
        """Whether it is an older version of the same memory."""
        mine, theirs = self.record, other.record
        return (mine.sid, mine.ulid) == (theirs.sid, theirs.ulid) and (mine.true_from, mine.version) < (theirs.true_from, theirs.version)


class _Chosen:
    """Results in order. A turn that a memory among them tells is the memory's citation, and lends it its place; one that says more
    stands beside it."""

    def __init__(self, limit: int, *, alike: bool = False) -> None:
        """`alike`: what says the same as a result before it is told with that one."""
        self._limit = limit
        self._alike = alike
        self._gists: dict[Gist, Ref] = {}
        self._shown: set[Ground] = set()
        self._former: dict[Ground, list[_Former]] = {}
        self._current: set[Ground] = set()
        self.over = Over({})
        self.found: list[Found] = []

    @property
    def is_full(self) -> bool:
        return len(self.found) >= self._limit

    @property
    def current(self) -> frozenset[Ground]:
        """The grounds of what is true now, as far as it was read."""
        return frozenset(self._current)

    def outdate(
        self,
        superseded: Mapping[str, Sequence[MemoryRecord]],
        heads: Mapping[str, tuple[float, MemoryRecord]],
        current: Iterable[MemoryRecord],
    ) -> None:
        """A turn that says no more than superseded records do is no answer to what is true now; one that says something else too may
        stand, behind what took the place of its other part. `superseded` and `heads` are by id."""
        self._current |= {ground for record in current for ground in grounds(record)}
        for id, records in superseded.items():
            score, head = heads[id]
            for record in records:
                for ground in grounds(record) - grounds(head):
                    self._former.setdefault(ground, []).append(_Former(record, score, head))

    def later_first(self, part: Sequence[Ranked], chunks: Mapping[Ref, Chunk]) -> list[Ranked]:
        """Of two turns that tell older versions of one memory the later version's stands directly above the other."""
        ordered = list(part)
        for one in part:
            for former in self._of(chunks.get(one.ref)):
                place = ordered.index(one)
                later = [r for r in ordered[place + 1 :] if any(former.is_before(other) for other in self._of(chunks.get(r.ref)))]
                for ranked in later:
                    ordered.remove(ranked)
                ordered[place:place] = later
        return ordered

    def _of(self, chunk: Chunk | None) -> Sequence[_Former]:
        return () if chunk is None else self._former.get(ground_of(chunk), ())

    def add_memory(self, score: float, record: MemoryRecord) -> None:
        if any(one.record is record for one in self.found) or self._is_told(record, record.sources):
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
        if ground in self._shown:
            return
        former = self._former.get(ground, ())
        if former and ground not in self._current and says_no_more(chunk, [r.content for one in former for r in (one.record, one.head)]):
            return
        if any(isinstance(one.record, MemoryRecord) and tells(one.record, chunk) for one in self.found):
            return
        for one in former:
            self.add_memory(score, one.head)
        self._shown.add(ground)
        if not self.is_full and not self._is_told(chunk, (citation(chunk),)):
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
