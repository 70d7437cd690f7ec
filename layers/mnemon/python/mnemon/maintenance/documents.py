"""The document that the index should hold for a record, as the table says it now. Pure.

Every part of a document comes from the record and, for a turn or chunk, from its neighbours as they are now; `rev` orders them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mnemon.language import render
from mnemon.language.flags import flags
from mnemon.model.instants import Instant
from mnemon.model.memory import Head, MemoryRecord, Version
from mnemon.model.scopes import ScopeKey
from mnemon.model.sources import Chunk
from mnemon.model.vectors import mix, unpack
from mnemon.ports.index import GONE, Document, IndexName, Removal
from mnemon.tenant.document_ids import chunk_id, head_id, version_id

Change = Document | Removal
INDICES: tuple[IndexName, IndexName] = ("recall", "recall-past")
CONTEXT_WORDS = 150
MIXED = 2
"""How many earlier turns a turn's vector is mixed with."""
_NEAREST_FIRST = (-1, 1, -2, 2)


def lineage_changes(head: Head, versions: Sequence[Version], now: Instant) -> list[Change]:
    """A head current: into `recall`, out of `recall-past`; superseded: the reverse; deleted, hidden, expired: out of both, and its
    versions with it."""
    scope, alive = head.scope_key, head.is_alive(now)
    home: IndexName | None = None if not alive else "recall" if head.is_current(now) else "recall-past"
    id = head_id(scope, head.ulid)
    changes: list[Change] = [
        Document(index, id, head.tid, head.rev, _memory_body(head, head)) if index == home else Removal(index, id, head.tid, head.rev)
        for index in INDICES
    ]
    for version in versions:
        id = version_id(scope, version.ulid, version.version)
        # Either the version or its head changes what the index should hold, so both count: the sum rises with each.
        rev = head.rev + version.rev
        if alive:
            changes.append(Document("recall-past", id, head.tid, rev, _memory_body(version, head)))
        else:
            changes.append(Removal("recall-past", id, head.tid, rev))
    return changes


def chunk_document(chunk: Chunk, before: Sequence[Chunk], after: Sequence[Chunk]) -> Document:
    """`before` and `after`: the neighbours that are still there, nearest first."""
    return Document(
        "recall", chunk_id(chunk.scope_key, chunk.source, chunk.number), chunk.tid, chunk.rev, _chunk_body(chunk, before, after)
    )


def removals(scope: ScopeKey, id: str) -> list[Change]:
    """Of what is absent for good: nothing written earlier can bring it back."""
    return [Removal(index, id, scope.tid, GONE) for index in INDICES]


def context(chunk: Chunk, before: Sequence[Chunk], after: Sequence[Chunk]) -> str:
    """The turn's text with its bare neighbours around it, nearest first as long as the words together stay few, in the order they
    were said."""
    neighbours = {-(n + 1): c for n, c in enumerate(before)} | {n + 1: c for n, c in enumerate(after)}
    total, chosen = _words(_bare(chunk)), list[int]()
    for offset in _NEAREST_FIRST:
        if offset not in neighbours:
            continue
        total += _words(_bare(neighbours[offset]))
        if total > CONTEXT_WORDS:
            break
        chosen.append(offset)
    return " ".join([_chunk_text(chunk), *(_bare(neighbours[offset]) for offset in sorted(chosen))])


def _memory_body(record: MemoryRecord, head: Head) -> Mapping[str, Any]:
    text = render.memory_text(record.true_from, record.content)
    return _known(
        tid=record.tid,
        sid=record.sid,
        type="memory",
        kind=record.kind,
        category=record.category,
        entities=list(record.entities),
        attribute=record.attribute,
        subject=record.subject,
        namespace=record.namespace,
        is_latest=record.is_latest,
        valid_from=record.valid_from,
        valid_to=record.valid_to,
        true_from=record.true_from,
        true_to=record.true_to,
        expires_at=head.expires_at,
        created_at=record.created_at,
        event_at=record.event_at,
        salience=record.salience,
        confidence=record.confidence,
        sensitivity=record.sensitivity,
        trust=record.trust,
        source_type=sorted({source.type for source in record.sources}),
        session=sorted({source.session for source in record.sources if source.session}),
        run=sorted({source.run for source in record.sources if source.run}),
        metadata=[f"{name}={value}" for name, value in sorted(record.metadata.items())],
        language=record.language,
        speaker=record.subject,
        text=text,
        ctx=_with_names(text, record.entities),
        vec=list(unpack(record.embedding)),
        **flags(record.content)._asdict(),
    )


def _with_names(text: str, entities: Sequence[str]) -> str:
    """A memory is also found by those names of what it is about that its own words do not use."""
    said = text.casefold()
    names = [name for name in entities if name.casefold() not in said]
    return f"{text} {', '.join(names)}" if names else text


def _chunk_body(chunk: Chunk, before: Sequence[Chunk], after: Sequence[Chunk]) -> Mapping[str, Any]:
    own, earlier = unpack(chunk.embedding), [unpack(neighbour.embedding) for neighbour in before[:MIXED]]
    return _known(
        tid=chunk.tid,
        sid=chunk.sid,
        type=chunk.type,
        event_at=chunk.at,
        true_from=chunk.at,
        created_at=chunk.created_at,
        trust=chunk.trust,
        source_type=["conversation" if chunk.type == "turn" else "document"],
        session=[chunk.session_id] if chunk.session_id else [],
        run=[chunk.run_id] if chunk.run_id else [],
        source=chunk.source,
        position=chunk.position,
        language=chunk.language,
        speaker=chunk.speaker,
        text=_chunk_text(chunk),
        ctx=context(chunk, before, after),
        # A neighbour embedded by another model, before the scope is embedded anew, is left out rather than mixed in.
        vec=mix(own, [vector for vector in earlier if len(vector) == len(own)]) if own else [],
        **flags(chunk.words)._asdict(),
    )


def _chunk_text(chunk: Chunk) -> str:
    return render.chunk_text(chunk)


def _bare(chunk: Chunk) -> str:
    return render.spoken(chunk.speaker, chunk.words, chunk.caption)


def _words(text: str) -> int:
    return len(text.split())


def _known(**fields: Any) -> Mapping[str, Any]:
    """A field without a value is not there."""
    return {name: value for name, value in fields.items() if value is not None and value != "" and value != []}
