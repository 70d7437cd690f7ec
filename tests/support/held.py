"""A scope that holds something of every kind, written as the write path writes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from mnemon.forgetting.request import ErasureRequest, GetErasure, RequestErasure
from mnemon.forgetting.steps import ErasureSteps, Step
from mnemon.maintenance.index_items import IndexItems, Signal
from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.memory import Head, MemoryRecord, SourceRef, Version, WrittenBy
from mnemon.model.records import AttributeKey, Candidate, Edge, Erasure, Fact, Job, Marker, TextKey
from mnemon.model.rows import Key
from mnemon.model.scopes import Scope, ScopeKey
from mnemon.model.sources import Chunk, Session, SessionSource, SessionTurn, Source, Turn
from mnemon.model.task_state import TaskState
from mnemon.model.vectors import pack
from mnemon.ports.records import Operation, Put
from mnemon.tenant.callers import Writer
from mnemon.tenant.fact_keys import attribute_digest, session_digest, text_digest
from mnemon.tenant.views import View, advance, enter, look, mark
from mnemon.writing.conditions import Condition
from mnemon.writing.requests import StateValue
from mnemon.writing.task_state import PutTaskState
from tests.support.fakes import (
    TEST_PEPPER,
    CountingIds,
    FakeSigner,
    FakeTenancy,
    FixedClock,
    HashEmbedder,
    RecordedQueues,
    RecordedWorkflows,
)
from tests.support.index import MemoryIndex

TID = TEST_PEPPER.tenant("acme")
AT = "2026-03-02T10:00:00.000Z"


@dataclass
class World:
    """All stores, the index and the stream between them. `signals` are the stream records that nobody has served yet."""

    tenancy: FakeTenancy = field(default_factory=FakeTenancy)
    index: MemoryIndex = field(default_factory=MemoryIndex)
    clock: FixedClock = field(default_factory=FixedClock)
    ids: CountingIds = field(default_factory=CountingIds)
    queues: RecordedQueues = field(default_factory=RecordedQueues)
    embedder: HashEmbedder = field(default_factory=HashEmbedder)

    workflows: RecordedWorkflows = field(default_factory=RecordedWorkflows)
    signer: FakeSigner = field(default_factory=FakeSigner)

    @property
    def erasure_steps(self) -> ErasureSteps:
        return ErasureSteps(self.tenancy, self.index, self.clock, self.ids, self.signer)

    def request(self, request: ErasureRequest, tid: str = TID) -> Erasure:
        return RequestErasure(self.tenancy, TEST_PEPPER, self.clock, self.ids, self.workflows)(tid, request, "sub-1")

    def run(self, era: Erasure, *, after: Callable[[str], None] | None = None) -> Erasure:
        """What the state machine does when nothing fails. `after` is called with the name of each step that was done."""
        step = self.erasure_steps

        def call(name: Step) -> dict[str, Any]:
            answer = step(name, era.tid, era.ulid)
            if after:
                after(name)
            return answer

        call("block")
        for _ in range(5):
            while call("sweep")["more"]:
                pass
            self.serve()
            for name in ("index", "objects", "secret"):
                call(name)
            if call("verify")["clean"]:
                break
        else:
            step("fail", era.tid, era.ulid, {"stage": "verify", "error": "NotClean"})
            return self.erasure(era)
        call("receipt")
        return self.erasure(era)

    def erasure(self, era: Erasure) -> Erasure:
        return GetErasure(self.tenancy)(era.tid, era.id)

    @property
    def index_items(self) -> IndexItems:
        return IndexItems(self.tenancy, self.index, self.queues, self.clock)

    def scope(self, name: str = "ada", tid: str = TID) -> Held:
        scope = Scope.user(name)
        return Held(self, scope, TEST_PEPPER.scope(tid, scope))

    def markers(self) -> list[Key]:
        return [row.key for row in self.tenancy.records.all_rows() if row.key.sk.startswith(keys.NOW)]

    def serve(self) -> None:
        """What the stream does when all is well: every marker is served."""
        assert self.index_items([Signal("marked", key, str(n)) for n, key in enumerate(self.markers())]) == []

    def contains(self, text: str) -> list[str]:
        """The stores in which `text` can be read: the table and the bucket decrypted with the scopes' present secrets, and the index."""
        found = [
            f"index {id}" for name in ("recall", "recall-past") for id, body in self.index.documents(name).items() if text in str(body)
        ]
        for row in self.tenancy.records.all_rows():
            if text in str(row.key) or text in str(row.plain):
                found.append(f"table {row.key.sk}")
            for scope, secret in self.tenancy.vault.secrets.items():
                if row.sealed and secret and text.encode() in _opened(self, scope, row.key, row.sealed):
                    found.append(f"table {row.key.sk}")
        return found + [
            f"raw {key}"
            for key, _ in self.tenancy.raw.versions("")
            for scope in self.tenancy.vault.secrets
            if text.encode() in _opened(self, scope, Key(key, ""), self.tenancy.raw.get(key))
        ]


def _opened(world: World, scope: ScopeKey, key: Key, sealed: bytes) -> bytes:
    from mnemon.model.rows import Unreadable

    try:
        return world.tenancy.vault.open(scope, 0).open(key, sealed)
    except Unreadable:
        return b""


@dataclass
class Held:
    """One user's scope."""

    world: World
    scope: Scope
    key: ScopeKey

    @property
    def writer(self) -> Writer:
        return Writer(self.key.tid, self.scope, self.key, "sub-1")

    @property
    def stores(self):
        return self.world.tenancy.stores(self.key.tid)

    def view(self) -> View:
        return enter(self.stores, self.scope, self.key, self.world.clock.now())

    def commit(self, *operations: Operation, marked: Sequence[Key] = ()) -> None:
        view, now = self.view(), self.world.clock.now()
        marks = [mark(view, self.world.ids.ulid(), key, now) for key in marked]
        self.stores.records.write(*operations, *marks, advance(view, now))

    def put(self, *records) -> None:
        box = self.view().box
        self.stores.records.write(*[Put(record.to_row(box)) for record in records])

    def head(self, ulid: str) -> Head | None:
        view = look(self.stores, self.key)
        row = self.stores.records.get([keys.head(self.key, ulid)]).get(keys.head(self.key, ulid))
        return Head.from_row(row, view.box) if row else None

    def versions(self, ulid: str) -> list[Version]:
        view = look(self.stores, self.key)
        return [Version.from_row(row, view.box) for row in self.stores.records.walk(self.key.partition, keys.version_prefix(ulid))]

    def sort_keys(self) -> list[str]:
        return [row.key.sk for row in self.world.tenancy.records.partition(self.key.partition)]

    # what the write path writes

    def source(self, words: Sequence[str], session: str | None = "s1") -> Source:
        """A source of turns with its chunks, its place in the session, its turns as conversation memory and its raw object."""
        world, box, now = self.world, self.view().box, self.world.clock.now()
        ulid = world.ids.ulid()
        digest = session_digest(box, session) if session else None
        object_key = keys.raw_object(self.key, ulid, "events.json")
        source = Source(
            tid=self.key.tid, sid=self.key.sid, ulid=ulid, type="conversation", status="stored", object=object_key, count=len(words),
            session=digest, session_id=session, created_at=now, scope=str(self.scope),
        )  # fmt: skip
        self.stores.raw.put(object_key, box.seal(Key(object_key, ""), " ".join(words).encode()))
        self.put(source)
        if digest and session:
            self._turns(source, digest, session, words)
        else:
            self._chunks(source, None, words, 0, [])
        return source

    def _turns(self, source: Source, digest: str, session: str, words: Sequence[str]) -> None:
        records, box, now = self.stores.records, self.view().box, self.world.clock.now()
        key = keys.session(self.key, digest)
        row = records.get([key]).get(key)
        old = (
            Session.from_row(row, box)
            if row
            else Session(tid=self.key.tid, sid=self.key.sid, digest=digest, created_at=now, session_id=session)
        )
        newest = self._chunks(source, session, words, old.turns, old.last_chunks)
        turns = [
            SessionTurn(
                tid=self.key.tid, sid=self.key.sid, digest=digest, ulid=self.world.ids.ulid(), source=source.ulid,
                created_at=now, ttl=2**40,
                turn=Turn(number=n + 1, position=old.turns + n, role="user", content=text, at=now),
            )
            for n, text in enumerate(words)
        ]  # fmt: skip
        self.put(
            old.model_copy(
                update={
                    "turns": old.turns + len(words),
                    "chunked": old.turns + len(words),
                    "last_chunks": newest,
                    "last_event": source.ulid,
                }
            ),
            SessionSource(tid=self.key.tid, sid=self.key.sid, digest=digest, source=source.ulid, first=old.turns, count=len(words)),
            *turns,
        )

    def _chunks(self, source: Source, session: str | None, words: Sequence[str], first: int, last: list[str]) -> list[str]:
        """Links each chunk with its neighbours, as the turn step does; returns the newest two sort keys."""
        box, now = self.view().box, self.world.clock.now()
        for n, text in enumerate(words):
            chunk = Chunk(
                tid=self.key.tid, sid=self.key.sid, source=source.ulid, number=n + 1, turn=n + 1, position=first + n, before=list(last[:2]),
                at=now, created_at=now, session=source.session, scope=str(self.scope), session_id=session, speaker="Ada", words=text,
                embedding=pack(self.world.embedder.embed([text])[0]),
            )  # fmt: skip
            changed: dict[Key, Chunk] = {chunk.key(): chunk}
            for sk in last[:2]:
                near = Key(self.key.partition, sk)
                row = self.stores.records.get([near])[near]
                old = Chunk.from_row(row, box)
                changed[near] = old.model_copy(update={"after": [*old.after, chunk.key().sk][:2], "rev": old.rev + 1})
            self.commit(*[Put(each.to_row(box)) for each in changed.values()], marked=list(changed))
            last = [chunk.key().sk, *last][:2]
        return last

    def ref(self, source: Source, wording: str = "") -> SourceRef:
        return SourceRef(type=source.type, id=source.id, session=source.session_id, turns=(1,), wording=wording, at=source.created_at)

    def memory(
        self, content: str, sources: Sequence[Source] = (), *, subject: str | None = "user", attribute: str | None = None, **fields: object
    ) -> Head:
        ulid, now, box = self.world.ids.ulid(), self.world.clock.now(), self.view().box
        head = Head.model_validate(
            {
                "tid": self.key.tid, "sid": self.key.sid, "ulid": ulid, "created_at": now, "valid_from": now, "true_from": now,
                "scope": str(self.scope), "content": content, "subject": subject, "attribute": attribute,
                "sources": tuple(self.ref(source, content) for source in sources), "source_count": len(sources),
                "written_by": WrittenBy(actor="sub-1", method="direct"), "embedding": pack(self.world.embedder.embed([content])[0]),
                **fields,
            }
        )  # fmt: skip
        self.commit(
            Put(head.to_row(box)), *self._keys(head), *[edge for source in sources for edge in self._edges(head, source)],
            marked=[head.key()],
        )  # fmt: skip
        return head

    def update(self, ulid: str, content: str, sources: Sequence[Source] = ()) -> Head:
        """Another value of the same fact: the old version is kept, its text no longer found by."""
        old, box, now = self.head(ulid), self.view().box, self.world.clock.now()
        assert old is not None
        common = MemoryRecord.model_fields
        closed = {"is_latest": False, "valid_to": now, "true_to": now, "rev": 1}
        version = Version.model_validate({**{name: getattr(old, name) for name in common}, **closed})
        head = old.model_copy(
            update={
                "content": content, "version": old.last_version + 1, "last_version": old.last_version + 1, "rev": old.rev + 1,
                "valid_from": now,
                "true_from": now, "sources": tuple(self.ref(source, content) for source in sources), "source_count": len(sources),
                "embedding": pack(self.world.embedder.embed([content])[0]),
            }
        )  # fmt: skip
        from mnemon.ports.records import Delete

        old_text = keys.text(self.key, text_digest(box, old.content, old.namespace))
        edges = [edge for source in sources for edge in self._edges(head, source)]
        writes = {operation.key: operation for operation in (Delete(old_text), *self._keys(head), *edges)}
        self.commit(Put(head.to_row(box)), Put(version.to_row(box)), *writes.values(), marked=[head.key()])
        return head

    def job(self, source: Source, fact: Fact | None = None) -> Job:
        now = self.world.clock.now()
        job = Job(
            tid=self.key.tid, sid=self.key.sid, ulid=self.world.ids.ulid(), source=source.ulid, session=source.session or "",
            created_at=now,
            updated_at=now,
        )  # fmt: skip
        candidate = Candidate(tid=self.key.tid, sid=self.key.sid, job=job.ulid, number=1, window=0, window_end=1, ttl=2**40, fact=fact)
        self.put(job, candidate)
        return job

    def task_state(self, task: str, key: str, value: object) -> TaskState:
        put = PutTaskState(self.world.tenancy, self.world.clock, self.world.ids)
        return put(self.writer, task, key, StateValue(value=value), Condition()).state

    def _keys(self, head: Head) -> list[Operation]:
        box = self.view().box
        found: list[Operation] = [
            Put(
                TextKey(tid=self.key.tid, sid=self.key.sid, digest=text_digest(box, head.content, head.namespace), memory=head.ulid).to_row(
                    box
                )
            )
        ]
        if head.subject and head.attribute:
            digest = attribute_digest(box, head.subject, head.attribute, head.namespace)
            found.append(Put(AttributeKey(tid=self.key.tid, sid=self.key.sid, digest=digest, memory=head.ulid).to_row(box)))
        return found

    def _edges(self, head: Head, source: Source) -> list[Operation]:
        """Each end in its own scope's partition, sealed with that scope's secret."""
        now, far = self.world.clock.now(), look(self.world.tenancy.stores(source.tid), source.scope_key)
        forth = Edge(
            tid=head.tid, sid=head.sid, created_at=now, start=head.id, kind="rests_on", end=source.id, turns=["1"], wording=head.content
        )  # fmt: skip
        back = Edge(tid=source.tid, sid=source.sid, created_at=now, start=source.id, kind="~rests_on", end=head.id)
        return [Put(forth.to_row(self.view().box)), Put(back.to_row(far.box))]


def memory_id(scope: ScopeKey, ulid: str) -> str:
    return str(PublicId("mem", scope.sid, ulid))


def marker(scope: ScopeKey, write: str, target: Key) -> Marker:
    return Marker(tid=scope.tid, sid=scope.sid, write=write, target=target.sk, created_at=AT)
