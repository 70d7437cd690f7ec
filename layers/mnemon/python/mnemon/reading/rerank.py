"""A second look at the best results: a cross-encoder reads the question with each of them. Optional, and never the only score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mnemon.language.render import chunk_text, day, memory_text, spoken
from mnemon.model.rows import Key
from mnemon.model.sources import Chunk
from mnemon.ports.models import Reranker

from .fuse import Ranked
from .judge import later_first
from .refs import Ref
from .shelf import Shelf
from .winners import Found

TOP = 10
"""Results that are looked at again: more cost more and measured no better."""
SHARE = 0.6
"""Of the cross-encoder in the new order, the fused score has the rest, each spread over 0 to 1: measured best on dev conversations."""


def rerank(model: Reranker, query: str, found: Sequence[Found], shelf: Shelf) -> list[Found]:
    """The best `TOP` in their new order, then the rest as they were. Raises Unavailable."""
    top, rest = list(found[:TOP]), found[TOP:]
    if len(top) < 2:
        return list(found)
    gains = _gains([one.score for one in top], model.scores(query, list(_passages(top, shelf))))
    risen = sorted((_raised(one, gain) for one, gain in zip(top, gains, strict=True)), key=lambda one: -one.score)
    by_ref = {Ref.of(one.record): one for one in risen}
    ordered = later_first([Ranked(ref, one.score) for ref, one in by_ref.items()], {ref: one.record for ref, one in by_ref.items()})
    return [*(by_ref[one.ref]._replace(score=one.score) for one in ordered), *rest]


def _gains(fused: Sequence[float], scores: Sequence[float]) -> list[float]:
    """What to add to the fused scores so that both count as they should, on the scale of the fused ones: no result falls by it."""
    spread = max(fused) - min(fused)
    weight = SHARE / (1 - SHARE) * (spread or 1.0)
    low, high = min(scores), max(scores)
    return [weight * (score - low) / (high - low) if high > low else 0.0 for score in scores]


def _raised(one: Found, gain: float) -> Found:
    explained = one.explained
    if explained is not None and gain:
        explained = explained._replace(factors={**explained.factors, "rerank": round(gain, 6)})
    return one._replace(score=one.score + gain, explained=explained)


def _passages(found: Sequence[Found], shelf: Shelf) -> Iterator[str]:
    """A turn is read after the one before it, which often holds the question that it answers: alone it measured no better than without
    a second look. One batch read. Raises Unavailable."""
    before = {Ref.of(one.record): ref for one in found if isinstance(one.record, Chunk) and (ref := _before(one.record)) is not None}
    shelf.fetch(before.values())
    for one in found:
        record = one.record
        if not isinstance(record, Chunk):
            yield memory_text(record.true_from, record.content)
            continue
        previous = shelf.chunk(before[Ref.of(record)]) if Ref.of(record) in before else None
        if previous is None or previous.quarantined or record.type == "chunk":
            yield chunk_text(record)
        else:
            said = (spoken(turn.speaker, turn.words, turn.caption) for turn in (previous, record))
            yield f"[{day(record.at)}] {' '.join(said)}"


def _before(chunk: Chunk) -> Ref | None:
    return Ref.of_key(Key(chunk.key().pk, chunk.before[0])) if chunk.before else None
