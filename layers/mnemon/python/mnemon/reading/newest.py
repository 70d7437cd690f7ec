"""What was written so recently that the index may not hold it yet, scored beside the index's lists."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from mnemon.language.flags import flags
from mnemon.language.render import chunk_text, memory_text
from mnemon.model.memory import MemoryRecord
from mnemon.model.sources import Chunk
from mnemon.model.vectors import mix, unpack
from mnemon.tenant.views import View

from .fuse import Traits
from .refs import Ref
from .shelf import Shelf
from .words import Question, share

_OWN, _CONTEXT = 0.2, 0.8
"""A turn's own words and those around it, weighed as the lexical query weighs `text` and `ctx`."""
_MOST_VERSIONS = 20

_sumprod: Callable[[Sequence[float], Sequence[float]], float] = getattr(math, "sumprod", lambda a, b: sum(map(operator.mul, a, b)))


class Fresh(NamedTuple):
    ref: Ref
    share: float
    cosine: float | None
    traits: Traits


def pending(views: Iterable[View]) -> list[Ref]:
    """What the views' markers name, each once."""
    found = (Ref.of_key(key) for view in views for key in view.pending_keys)
    return list(dict.fromkeys(ref for ref in found if ref is not None))


def read_newest(shelf: Shelf, refs: Sequence[Ref], *, looks_back: bool) -> list[MemoryRecord | Chunk]:
    """The pending items. When older versions are asked for, those of a pending head too: its write may just have made one of them."""
    shelf.fetch(refs)
    records: list[MemoryRecord | Chunk] = []
    heads = [head for ref in refs if ref.is_memory and (head := shelf.head(ref)) is not None]
    for ref in refs:
        record = shelf.memory(ref) if ref.is_memory else shelf.chunk(ref)
        if record is not None:
            records.append(record)
    if looks_back:
        records += shelf.older(heads, _MOST_VERSIONS)
    return list({Ref.of(record): record for record in records}.values())


def score_newest(records: Sequence[MemoryRecord | Chunk], question: Question, vector: Sequence[float] | None) -> list[Fresh]:
    """Words that the text holds, and the true cosine: the scales on which the index's lists are fused."""
    chunks = {chunk.key().sk: chunk for chunk in records if isinstance(chunk, Chunk)}
    return [_turn(r, question, vector, chunks) if isinstance(r, Chunk) else _memory(r, question, vector) for r in records]


def traits(record: MemoryRecord | Chunk) -> Traits:
    if isinstance(record, Chunk):
        known = flags(record.words)
        return Traits(record.speaker, known.n_words, known.asks, known.has_time, known.names, record.at)
    known = flags(record.content)
    at = record.event_at or record.true_from
    return Traits(record.subject or "", known.n_words, known.asks, known.has_time, known.names, at, record.attribute or "")


def _memory(record: MemoryRecord, question: Question, vector: Sequence[float] | None) -> Fresh:
    held = share(question.units, memory_text(record.true_from, record.content))
    near = _cosine(vector, unpack(record.embedding)) if record.embedding else None
    return Fresh(Ref.of(record), held, near, traits(record))


def _turn(chunk: Chunk, question: Question, vector: Sequence[float] | None, chunks: dict[str, Chunk]) -> Fresh:
    """With what was said around it, as far as that is new as well."""
    before = [chunks[sk] for sk in chunk.before if sk in chunks]
    after = [chunks[sk] for sk in chunk.after if sk in chunks]
    own = chunk_text(chunk)
    around = " ".join([own, *(neighbour.words for neighbour in (*before, *after))])
    held = _OWN * share(question.units, own) + _CONTEXT * share(question.units, around)
    near = None
    if vector is not None and chunk.embedding:
        earlier = [unpack(neighbour.embedding) for neighbour in before if neighbour.embedding]
        near = _cosine(vector, mix(unpack(chunk.embedding), earlier))
    return Fresh(Ref.of(chunk), held, near, traits(chunk))


def _cosine(question: Sequence[float] | None, vector: Sequence[float]) -> float | None:
    """None when it cannot be told: no question vector, or one of another embedder."""
    if question is None or len(question) != len(vector):
        return None
    return _sumprod(question, vector)
