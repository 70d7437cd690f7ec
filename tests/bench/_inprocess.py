"""The product's own parts in one process: turns in, facts in, index, recall. Tables in memory; the engine a real one where one is given."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from mnemon.adapters.rules import RuleExtractor
from mnemon.maintenance.index_items import IndexItems, Signal
from mnemon.model import keys
from mnemon.model.memory import Head, MemoryRecord, Version
from mnemon.model.scopes import Scope
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.index import SearchIndex
from mnemon.ports.models import Embedder
from mnemon.reading.recall import Recall, SearchRequest
from mnemon.reading.winners import Found
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.callers import Reader, Writer
from mnemon.tenant.fact_keys import session_digest
from mnemon.tenant.views import look
from mnemon.writing.accept import AcceptEvents
from mnemon.writing.direct import FactResult, WriteFacts
from mnemon.writing.extraction_commit import CommitWindow
from mnemon.writing.requests import Events, IncomingFact
from mnemon.writing.turns import ChunkTurns
from mnemon.writing.windows import ExtractWindow
from tests.support.engine import fresh_index
from tests.support.fakes import TEST_PEPPER, CountingIds, FakeTenancy, FixedClock, MemoryIndex, RecordedQueues, RecordedWorkflows

TENANT = TEST_PEPPER.tenant("bench")


@dataclass
class Parts:
    """One user's scope. Use cases are those that the functions call; nothing here decides anything."""

    embedder: Embedder
    index: SearchIndex = field(default_factory=MemoryIndex)
    user: str = "ada"
    tenancy: FakeTenancy = field(default_factory=FakeTenancy)
    clock: Clock = field(default_factory=FixedClock)
    ids: Ids = field(default_factory=CountingIds)
    attempts: Attempts = field(default_factory=Attempts)

    def __post_init__(self) -> None:
        self._workflows, self._queues = RecordedWorkflows(), RecordedQueues()
        tenancy, clock, ids, tries = self.tenancy, self.clock, self.ids, self.attempts
        self._accept = AcceptEvents(tenancy, clock, ids, self._workflows, self._queues, attempts=tries)
        self._chunk = ChunkTurns(tenancy, self.embedder, clock, ids, attempts=tries)
        self._extract = ExtractWindow(tenancy, RuleExtractor(), clock, attempts=tries)
        self._commit = CommitWindow(tenancy, self.embedder, clock, ids, model="rules", attempts=tries, index=self.index)
        self._write = WriteFacts(tenancy, self.embedder, clock, ids, attempts=tries, index=self.index)
        self._index_items = IndexItems(tenancy, self.index, self._queues, clock)
        self._recall = Recall(tenancy, self.index, self.embedder, clock, self._queues)

    @property
    def who(self) -> Writer:
        scope = Scope.user(self.user)
        return Writer(tid=TENANT, scope=scope, scope_key=TEST_PEPPER.scope(TENANT, scope), actor="bench")

    def say(self, messages: Sequence[Mapping[str, Any]], session: str) -> str:
        """Turns of one session, accepted, chunked, extracted and committed; the source's id."""
        accepted = self.accept(messages, session)
        self.digest(session)
        return accepted

    def accept(self, messages: Sequence[Mapping[str, Any]], session: str) -> str:
        return self._accept(self.who, Events.model_validate({"session_id": session, "messages": list(messages)})).source_id

    def digest(self, session: str, *, chunked: bool = True) -> None:
        """What the workflow does for a session, over all turns after its mark."""
        key = self.who.scope_key
        digest = session_digest(look(self.tenancy.stores(TENANT), key).box, session)
        if chunked:
            self._chunk(key, digest)
        job = self.ids.ulid()
        while True:
            window = self._extract(key, job, digest)
            if window.candidates:
                self._commit(key, job, digest, window.start)
            if not self._commit.more(key, digest):
                return

    def write(self, facts: Sequence[IncomingFact]) -> list[FactResult]:
        return self._write(self.who, facts)

    def index_pending(self) -> int:
        """What the stream would bring: every marker that waits."""
        rows = self.tenancy.records.partition(self.who.scope_key.partition)
        signals = [Signal("marked", row.key) for row in rows if row.key.sk.startswith(keys.NOW) and row.key.sk != keys.STATE]
        for start in range(0, len(signals), 100):
            self._index_items(signals[start : start + 100])
        return len(signals)

    @contextmanager
    def indexing(self, pause: float = 0.05) -> Iterator[None]:
        """The indexer at work beside the writers, until all is indexed."""
        done = threading.Event()

        def work() -> None:
            while not done.wait(pause):
                self.index_pending()

        thread = threading.Thread(target=work, name="indexer")
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
            self.index_pending()

    def search(self, query: str, limit: int = 10, **request: Any) -> tuple[Found, ...]:
        who = self.who
        reader = Reader(TENANT, ((who.scope, who.scope_key),), "bench")
        return self._recall(reader, SearchRequest(query, limit=limit, **request)).results

    def heads(self) -> list[Head]:
        box = look(self.tenancy.stores(TENANT), self.who.scope_key).box
        rows = self.tenancy.records.partition(self.who.scope_key.partition)
        return [Head.from_row(row, box) for row in rows if row.key.sk.startswith(keys.HEAD)]

    def lineage(self, ulid: str) -> list[MemoryRecord]:
        box = look(self.tenancy.stores(TENANT), self.who.scope_key).box
        rows = self.tenancy.records.partition(self.who.scope_key.partition)
        older: list[MemoryRecord] = [Version.from_row(r, box) for r in rows if r.key.sk.startswith(keys.version_prefix(ulid))]
        return [*older, *(head for head in self.heads() if head.ulid == ulid)]


@contextmanager
def parts(embedder: Embedder, engine: str | None = None, **more: Any) -> Iterator[Parts]:
    """`engine`: the URL of an OpenSearch; without it the index is a list in memory."""
    if engine is None:
        yield Parts(embedder, **more)
        return
    with fresh_index(engine, embedder.dimension) as real:
        yield Parts(embedder, real.index, **more)
