"""The grounds of an answer: which source says it, where, and in which words."""

from __future__ import annotations

from typing import NamedTuple

from mnemon.model.memory import MemoryRecord, SourceRef
from mnemon.model.sources import Chunk
from mnemon.model.text import folded

MOST_REST, MOST_REST_WORDS = 40, 5
"""Characters and words of a turn beside a memory's wording that are no more than a greeting or a name."""


class Ground(NamedTuple):
    """One turn of a source, or one chunk of a document."""

    source: str
    turn: int | None
    chunk: int | None


def grounds(record: MemoryRecord) -> frozenset[Ground]:
    turns = {Ground(source.id, turn, None) for source in record.sources for turn in source.turns}
    return frozenset(turns | {Ground(source.id, None, source.chunk) for source in record.sources if source.chunk is not None})


def ground_of(chunk: Chunk) -> Ground:
    """A long turn has several chunks, and they are one ground."""
    if chunk.type == "turn":
        return Ground(chunk.source_id, chunk.turn, None)
    return Ground(chunk.source_id, None, chunk.number)


def tells(record: MemoryRecord, chunk: Chunk) -> bool:
    """Whether the record's own wordings hold what the turn says, up to a few words: then its citation is as good as the turn."""
    ground, rest = ground_of(chunk), folded(chunk.words)
    wordings = [ref.wording for ref in record.sources if ref.id == ground.source and (ground.turn in ref.turns or _is_chunk(ref, ground))]
    for wording in wordings:
        rest = rest.replace(folded(wording), " ")
    return bool(wordings) and len(rest) <= MOST_REST and len(rest.split()) <= MOST_REST_WORDS


def _is_chunk(ref: SourceRef, ground: Ground) -> bool:
    return ref.chunk is not None and ref.chunk == ground.chunk


def citation(chunk: Chunk) -> SourceRef:
    """A turn or a chunk of a document, cited for itself."""
    is_turn = chunk.type == "turn"
    return SourceRef(
        type="conversation" if is_turn else "document",
        id=chunk.source_id,
        session=chunk.session_id,
        run=chunk.run_id,
        turns=(chunk.turn,) if is_turn else (),
        chunk=None if is_turn else chunk.number,
        page=chunk.page,
        heading=" > ".join(chunk.path) or None,
        start=chunk.start,
        end=chunk.end,
        wording=chunk.words,
        at=chunk.at,
    )
