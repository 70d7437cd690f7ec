"""A tenant's memories in memory: what stands in the table, what is marked, and what the index holds of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mnemon.maintenance.documents import chunk_document, lineage_changes
from mnemon.model import keys
from mnemon.model.instants import Instant
from mnemon.model.memory import Head, SourceRef, Version, WrittenBy
from mnemon.model.scopes import Scope, ScopeKey
from mnemon.model.sources import Chunk
from mnemon.model.vectors import pack
from mnemon.ports.records import Put
from mnemon.reading.recall import Recall, RecallOptions, SearchRequest, SearchResult
from mnemon.tenant.callers import Reader
from mnemon.tenant.views import View, enter, look, mark
from tests.support.fakes import TEST_PEPPER, CountingIds, FakeTenancy, FixedClock, HashEmbedder, MemoryIndex, RecordedQueues

ANNA = Scope.user("anna@example.org")
BEN = Scope.user("ben@example.org")


@dataclass
class World:
    tenant: str = "acme"
    tenancy: FakeTenancy = field(default_factory=FakeTenancy)
    index: MemoryIndex = field(default_factory=MemoryIndex)
    embedder: HashEmbedder = field(default_factory=HashEmbedder)
    clock: FixedClock = field(default_factory=FixedClock)
    queues: RecordedQueues = field(default_factory=RecordedQueues)
    ids: CountingIds = field(default_factory=CountingIds)

    @property
    def tid(self) -> str:
        return TEST_PEPPER.tenant(self.tenant)

    def key(self, scope: Scope = ANNA) -> ScopeKey:
        return TEST_PEPPER.scope(self.tid, scope)

    def reader(self, *scopes: Scope) -> Reader:
        return Reader(self.tid, tuple((scope, self.key(scope)) for scope in scopes or (ANNA,)), "tester")

    def view(self, scope: Scope = ANNA) -> View:
        stores = self.tenancy.stores(self.tid)
        enter(stores, scope, self.key(scope), self.clock.now())
        return look(stores, self.key(scope))

    def speakers(self, *names: str, scope: Scope = ANNA) -> None:
        view = self.view(scope)
        state = view.state.model_copy(update={"speakers": names})
        self.tenancy.records.write(Put(state.to_row(view.box)))

    def head(self, content: str, *, scope: Scope = ANNA, true_from: Instant | None = None, **fields: Any) -> Head:
        """A memory that is not yet stored."""
        key, now = self.key(scope), self.clock.now()
        made: dict[str, Any] = {
            "tid": key.tid, "sid": key.sid, "ulid": self.ids.ulid(), "scope": str(scope), "content": content, "created_at": now,
            "valid_from": now, "true_from": true_from or now, "embedding": pack(self.embedder.embed([content])[0]),
            "written_by": WrittenBy(actor="tester", method="direct"),
        }  # fmt: skip
        return Head(**{**made, **fields})

    def version_of(self, head: Head, content: str, number: int = 1, **fields: Any) -> Version:
        old: dict[str, Any] = {**head.model_dump(), "version": number, "content": content, "is_latest": False, "valid_to": head.valid_from}
        return Version(**{**old, "embedding": pack(self.embedder.embed([content])[0]), **fields})

    def turn(
        self, words: str, *, scope: Scope = ANNA, source: str | None = None, turn: int = 1, at: Instant | None = None, **fields: Any
    ) -> Chunk:
        key, now = self.key(scope), self.clock.now()
        made: dict[str, Any] = {
            "tid": key.tid, "sid": key.sid, "source": source or self.ids.ulid(), "number": turn, "turn": turn, "at": at or now,
            "created_at": now, "scope": str(scope), "session_id": "s1", "words": words, "embedding": pack(self.embedder.embed([words])[0]),
        }  # fmt: skip
        return Chunk(**{**made, **fields})

    def ref(self, chunk: Chunk) -> SourceRef:
        return SourceRef(
            type="conversation", id=chunk.source_id, session=chunk.session_id, turns=(chunk.turn,), wording=chunk.words, at=chunk.at
        )

    def store(self, *records: Head | Version | Chunk, marked: bool = False, scope: Scope = ANNA) -> None:
        """Into the table; with `marked` as something that the index does not hold yet."""
        view = self.view(scope)
        for record in records:
            row = record.to_row(view.box)
            markers = [mark(view, self.ids.ulid(), row.key, self.clock.now())] if marked else []
            self.tenancy.records.write(Put(row), *markers)

    def index_all(self, *records: Head | Chunk, versions: Sequence[Version] = ()) -> None:
        """Into the index, as the indexer would; the markers stay."""
        for record in records:
            if isinstance(record, Chunk):
                self.index.apply([chunk_document(record, [], [])])
            else:
                mine = [v for v in versions if v.ulid == record.ulid]
                self.index.apply(lineage_changes(record, mine, self.clock.now()))

    def unmark(self, scope: Scope = ANNA) -> None:
        rows = self.tenancy.records.partition(self.key(scope).partition)
        self.tenancy.records.delete_all([row.key for row in rows if row.key.sk.startswith(keys.NOW)])

    def recall(self, options: RecallOptions | None = None) -> Recall:
        return Recall(self.tenancy, self.index, self.embedder, self.clock, self.queues, options)

    def search(self, query: str, *scopes: Scope, **request: Any) -> SearchResult:
        return self.recall()(self.reader(*scopes), SearchRequest(query, **request))


def contents(result: SearchResult) -> list[str]:
    return [one.record.words if isinstance(one.record, Chunk) else one.record.content for one in result.results]
