"""Records as the API shows them. What is None is left out of the JSON."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from mnemon.model.ids import PublicId
from mnemon.model.instants import Instant
from mnemon.model.memory import Head, Kind, MemoryRecord, Relation, SourceRef, WrittenBy
from mnemon.model.records import Access, Erasure, ErasureTarget, Job, JobStatus
from mnemon.model.sources import Chunk, ChunkType, SessionTurn, Source, SourceStatus
from mnemon.reading.explained import Explained, Kept, ListName
from mnemon.reading.recall import Degraded, SearchResult
from mnemon.reading.winners import Found


class View(BaseModel):
    model_config = ConfigDict(frozen=True, defer_build=True)

    def json_text(self) -> str:
        return self.model_dump_json(exclude_none=True)


class MemoryView(View):
    """A memory: one lineage and the version shown of it."""

    id: str
    version: int
    rev: int
    is_latest: bool
    scope: str
    namespace: str | None = None
    kind: Kind
    content: str
    language: str
    subject: str | None = None
    attribute: str | None = None
    procedure: dict[str, Any] | None = None
    """Of kind procedure, when it was handed over as structured JSON: as it was."""
    category: str | None = None
    entities: tuple[str, ...] = ()
    metadata: dict[str, str] = Field(default_factory=dict)
    salience: float
    confidence: float
    sensitivity: int
    trust: int
    sources: tuple[SourceRef, ...] = ()
    source_count: int
    event_at: Instant | None = None
    true_from: Instant
    true_to: Instant | None = None
    created_at: Instant
    valid_from: Instant
    valid_to: Instant | None = None
    expires_at: Instant | None = None
    deleted_at: Instant | None = None
    hidden_at: Instant | None = None
    superseded_by: str | None = None
    pinned: bool
    verified_at: Instant | None = None
    last_accessed_at: Instant | None = None
    access_count: int | None = None
    relations: tuple[Relation, ...] = ()
    written_by: WrittenBy

    @classmethod
    def of(cls, record: MemoryRecord, access: Access | None = None) -> Self:
        return cls.model_construct(None, **_memory(record), **_access(access))


class PlaceView(View):
    """1 is the best of its list; the score is the list's own."""

    rank: int
    score: float


class ExplanationView(View):
    """`lists`: where each list has the result; the factors sum up to its score, but where a memory took the place of its turns."""

    lists: dict[ListName, PlaceView]
    factors: dict[str, float]
    kept: Kept

    @classmethod
    def of(cls, explained: Explained) -> Self:
        lists: dict[ListName, PlaceView] = {
            name: PlaceView(rank=place.rank, score=round(place.score, 6)) for name, place in explained.lists.items()
        }
        return cls(lists=lists, factors=dict(explained.factors), kept=explained.kept)


class ResultView(View):
    """One result: a memory with its fields, or a turn or chunk, which is its own source."""

    type: Literal["memory", "turn", "chunk"]
    score: float
    """Orders the results of one answer; of two answers it compares nothing."""
    relevance: float | None = None
    """0 to 1, whatever else was found: how likely it is that the result has to do with the query."""
    also: int | None = None
    """How many more say the same; their sources are among `sources`."""
    id: str
    content: str
    sources: tuple[SourceRef, ...]
    explain: ExplanationView | None = None

    model_config = ConfigDict(frozen=True, defer_build=True, extra="allow")

    @classmethod
    def of(cls, found: Found) -> Self:
        record = found.record
        shown = {"type": record.type, **_chunk(record)} if isinstance(record, Chunk) else {"type": "memory", **_memory(record)}
        told = {
            "score": round(found.score, 6),
            "relevance": found.relevance,
            "also": found.also or None,
            "sources": found.citations,
            "explain": ExplanationView.of(found.explained) if found.explained else None,
        }
        return cls.model_construct(None, **{**shown, **told})


class SearchView(View):
    results: tuple[ResultView, ...]
    degraded: tuple[Degraded, ...] = ()
    """What was missing: `index`, or of it `words` or `vectors`; `embedder`; `newest` (more was just written than one answer looks at);
    `reranker`."""
    nothing_known: bool = False
    """All was asked, and nothing relevant was found."""
    took: dict[str, float] = Field(default_factory=dict)
    """Milliseconds by part."""

    @classmethod
    def of(cls, result: SearchResult) -> Self:
        return cls.model_construct(
            results=tuple(ResultView.of(f) for f in result.results),
            degraded=result.degraded,
            took=dict(result.took),
            nothing_known=result.nothing_known,
        )


class SourceView(View):
    id: str
    type: str
    status: SourceStatus
    scope: str
    session_id: str | None = None
    run_id: str | None = None
    agent_id: str | None = None
    title: str | None = None
    media_type: str
    count: int
    trust: int
    redactions: int
    quarantined: int = 0
    metadata: dict[str, str] = Field(default_factory=dict)
    created_at: Instant
    error: str | None = None
    """The class of what went wrong, when `status` is `failed`."""

    @classmethod
    def of(cls, source: Source) -> Self:
        return cls.model_construct(
            **{name: getattr(source, name) for name in cls.model_fields if name != "error"}, error=source.error or None
        )


class ChunkView(View):
    """A turn, a piece of a long turn, or a piece of a document."""

    id: str
    type: ChunkType
    source_id: str
    number: int
    turn: int | None = None
    position: int
    session_id: str | None = None
    run_id: str | None = None
    role: str | None = None
    speaker: str | None = None
    content: str
    caption: str | None = None
    page: int | None = None
    path: tuple[str, ...] | None = None
    """The document's headings above it, outermost first."""
    start: int | None = None
    end: int | None = None
    """[start, end) of the document's text; what lies before the end of the chunk before is also that one's."""
    language: str
    trust: int
    quarantined: bool = False
    at: Instant
    created_at: Instant

    @classmethod
    def of(cls, chunk: Chunk) -> Self:
        return cls.model_construct(type=chunk.type, quarantined=chunk.quarantined, **_chunk(chunk))


class TurnView(View):
    """A turn as conversation memory."""

    id: str | None = None
    source_id: str
    turn: int
    position: int
    role: str
    name: str | None = None
    content: str
    timestamp: Instant
    captions: tuple[str, ...] = ()
    metadata: dict[str, str] = Field(default_factory=dict)
    quarantined: bool = False

    @classmethod
    def of(cls, kept: SessionTurn) -> Self:
        turn = kept.turn
        return cls.model_construct(
            id=turn.id,
            source_id=str(PublicId("src", kept.sid, kept.source)),
            turn=turn.number,
            position=turn.position,
            role=turn.role,
            name=turn.name,
            content=turn.content,
            timestamp=turn.at,
            captions=turn.captions,
            metadata=turn.metadata,
            quarantined=turn.quarantined,
        )


class JobView(View):
    id: str
    kind: str
    status: JobStatus
    stage: str | None = None
    error: str | None = None
    """The class of what went wrong."""
    attempt: int
    source_id: str | None = None
    memories: tuple[str, ...] = ()
    approvals: tuple[str, ...] = ()
    """What waits for a person: facts before they become memories, and what is quarantined. `GET /v1/approvals` shows them."""
    quarantined: int = Field(0, description="Turns, or parts of a document, that give orders: held back until `approvals` are decided.")
    created_at: Instant
    updated_at: Instant

    @classmethod
    def of(cls, job: Job) -> Self:
        return cls.model_construct(
            id=job.id,
            kind=job.kind,
            status=job.status,
            stage=job.stage or None,
            error=job.error or None,
            attempt=job.attempt,
            source_id=str(PublicId("src", job.sid, job.source)) if job.source else None,
            memories=tuple(job.memories),
            approvals=tuple(job.approvals),
            quarantined=job.quarantined,
            created_at=job.created_at,
            updated_at=job.updated_at,
        )


class ErasureView(View):
    """`counts` by store is what there was to forget; `receipt` is a signed compact JWS, there when it is done."""

    id: str
    erasure_id: str
    job_id: str
    target: ErasureTarget
    dry_run: bool
    status: JobStatus
    stage: str | None = None
    error: str | None = None
    counts: dict[str, int] = Field(default_factory=dict)
    verified: dict[str, int] = Field(default_factory=dict)
    created_at: Instant
    updated_at: Instant
    finished_at: Instant | None = None
    receipt: str | None = None

    @classmethod
    def of(cls, erasure: Erasure) -> Self:
        return cls.model_construct(
            id=erasure.id,
            erasure_id=erasure.id,
            job_id=erasure.id,
            target=erasure.target,
            dry_run=erasure.dry_run,
            status=erasure.status,
            stage=erasure.stage or None,
            error=erasure.error or None,
            counts=erasure.counts,
            verified=erasure.verified,
            created_at=erasure.created_at,
            updated_at=erasure.updated_at,
            finished_at=erasure.finished_at,
            receipt=erasure.receipt or None,
        )


_NOT_OF_THE_RECORD = {"expires_at", "deleted_at", "hidden_at", "last_accessed_at", "access_count"}
_OF_THE_RECORD = tuple(name for name in MemoryView.model_fields if name not in _NOT_OF_THE_RECORD)


def _memory(record: MemoryRecord) -> dict[str, Any]:
    shown = {name: getattr(record, name) for name in _OF_THE_RECORD}
    if isinstance(record, Head):
        shown.update(expires_at=record.expires_at, deleted_at=record.deleted_at, hidden_at=record.hidden_at)
    return shown


def _access(access: Access | None) -> dict[str, Any]:
    return {} if access is None else {"last_accessed_at": access.last_at or None, "access_count": access.count}


def _chunk(chunk: Chunk) -> dict[str, Any]:
    return {
        "id": f"{chunk.source_id}/chunks/{chunk.number}",
        "source_id": chunk.source_id,
        "number": chunk.number,
        "turn": chunk.turn if chunk.type == "turn" else None,
        "position": chunk.position,
        "session_id": chunk.session_id,
        "run_id": chunk.run_id,
        "role": chunk.role if chunk.type == "turn" else None,
        "speaker": chunk.speaker or None,
        "content": chunk.words,
        "caption": chunk.caption or None,
        "page": chunk.page,
        "path": chunk.path or None,
        "start": chunk.start,
        "end": chunk.end,
        "language": chunk.language,
        "trust": chunk.trust,
        "at": chunk.at,
        "created_at": chunk.created_at,
    }
