"""A tenant with everything in memory, and the writing use cases over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mnemon.model import keys
from mnemon.model.memory import Head, MemoryRecord, Version
from mnemon.model.rows import Row
from mnemon.model.scopes import Scope, ScopeKey
from mnemon.model.sources import Chunk, Session
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.callers import Writer
from mnemon.tenant.fact_keys import session_digest
from mnemon.tenant.views import View, look
from mnemon.writing.accept import Accepted, AcceptEvents
from mnemon.writing.direct import FactResult, WriteFacts
from mnemon.writing.requests import Events, IncomingFact, IncomingMessage
from mnemon.writing.turns import ChunkTurns
from tests.support.fakes import (
    TEST_PEPPER,
    CountingIds,
    FakeTenancy,
    FixedClock,
    HashEmbedder,
    RecordedQueues,
    RecordedWorkflows,
)

TENANT = TEST_PEPPER.tenant("acme")
QUICK = Attempts(pause=lambda _: None, chance=lambda: 0.5)


def writer(name: str = "ada", tenant: str = TENANT) -> Writer:
    scope = Scope.user(name)
    return Writer(tid=tenant, scope=scope, scope_key=TEST_PEPPER.scope(tenant, scope), actor=f"sub-{name}")


def says(content: str, at: str | None = None, *, role: str = "user", name: str | None = None, **more: object) -> IncomingMessage:
    return IncomingMessage.model_validate({"role": role, "content": content, "timestamp": at, "name": name, **more})


@dataclass
class World:
    tenancy: FakeTenancy = field(default_factory=FakeTenancy)
    clock: FixedClock = field(default_factory=FixedClock)
    ids: CountingIds = field(default_factory=CountingIds)
    workflows: RecordedWorkflows = field(default_factory=RecordedWorkflows)
    queues: RecordedQueues = field(default_factory=RecordedQueues)
    embedder: HashEmbedder = field(default_factory=HashEmbedder)
    who: Writer = field(default_factory=writer)

    # use cases

    @property
    def accept_events(self) -> AcceptEvents:
        return AcceptEvents(self.tenancy, self.clock, self.ids, self.workflows, self.queues, attempts=QUICK)

    @property
    def write_facts(self) -> WriteFacts:
        return WriteFacts(self.tenancy, self.embedder, self.clock, self.ids, attempts=QUICK)

    @property
    def chunk_turns(self) -> ChunkTurns:
        return ChunkTurns(self.tenancy, self.embedder, self.clock, self.ids, attempts=QUICK)

    def accept(self, *messages: IncomingMessage, session: str = "s1", infer: str = "now", who: Writer | None = None) -> Accepted:
        events = Events.model_validate({"session_id": session, "messages": [m.model_dump() for m in messages], "infer": infer})
        return self.accept_events(who or self.who, events)

    def write(self, *facts: str | IncomingFact, who: Writer | None = None) -> list[FactResult]:
        given = [IncomingFact(content=f) if isinstance(f, str) else f for f in facts]
        return self.write_facts(who or self.who, given)

    # what the table holds

    @property
    def scope(self) -> ScopeKey:
        return self.who.scope_key

    @property
    def view(self) -> View:
        return look(self.tenancy.stores(self.who.tid), self.scope)

    def rows(self, prefix: str = "", who: Writer | None = None) -> list[Row]:
        partition = (who or self.who).scope_key.partition
        return [row for row in self.tenancy.records.partition(partition) if row.key.sk.startswith(prefix)]

    def heads(self, who: Writer | None = None) -> list[Head]:
        box = look(self.tenancy.stores((who or self.who).tid), (who or self.who).scope_key).box
        return [Head.from_row(row, box) for row in self.rows(keys.HEAD, who)]

    def current(self) -> list[Head]:
        return [head for head in self.heads() if head.is_current(self.clock.now())]

    def versions(self, ulid: str) -> list[Version]:
        return [Version.from_row(row, self.view.box) for row in self.rows(keys.version_prefix(ulid))]

    def lineage(self, ulid: str) -> list[MemoryRecord]:
        """Head and versions in the world's order."""
        records: list[MemoryRecord] = [*self.versions(ulid), *(head for head in self.heads() if head.ulid == ulid)]
        return sorted(records, key=lambda record: (record.true_from, record.version))

    def as_of(self, at: str) -> list[str]:
        """What was true at a moment, by what is known now."""
        records: list[MemoryRecord] = []
        for head in self.heads():
            if head.is_alive(self.clock.now()):
                records += [head, *self.versions(head.ulid)]
        return sorted(r.content for r in records if r.true_from <= at and (r.true_to is None or at < r.true_to))

    def chunks(self) -> list[Chunk]:
        found = [Chunk.from_row(row, self.view.box) for row in self.rows("SRC#") if "#CHUNK#" in row.key.sk]
        return sorted(found, key=lambda chunk: (chunk.position, chunk.number))

    def session(self, name: str = "s1") -> Session:
        digest = session_digest(self.view.box, name)
        row = next(row for row in self.rows() if row.key.sk == f"SES#{digest}")
        return Session.from_row(row, self.view.box)

    def digest(self, name: str = "s1") -> str:
        return session_digest(self.view.box, name)

    def marked(self) -> set[str]:
        """The items that wait for the index."""
        return {row.key.sk.split("#", 2)[2] for row in self.rows(keys.NOW)}


def contents(records: Sequence[MemoryRecord]) -> list[str]:
    return [record.content for record in records]
