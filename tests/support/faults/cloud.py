"""AWS around the functions: queues and a stream that deliver again, executions that are retried, and a client that repeats."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mnemon.adapters.documents import parse
from mnemon.adapters.rules import RuleExtractor
from mnemon.http.principals import encode
from mnemon.model.principal import PERMISSIONS, Principal
from mnemon.model.rows import Box, Key, Row
from mnemon.model.scopes import ScopeKey
from mnemon.ports.index import Document, Outcome, Removal
from mnemon.ports.records import Unavailable
from mnemon.ports.tenancy import TenantStores
from tests.support.fakes import (
    TEST_PEPPER,
    CountingIds,
    FakeSigner,
    FakeTenancy,
    FixedClock,
    HashEmbedder,
    MemoryObjects,
    MemoryRecords,
    PlainVault,
    RecordedQueues,
    RecordedWorkflows,
)
from tests.support.index import MemoryIndex

from .lambdas import handler
from .machine import Execution, Failed, Stopped
from .wires import Fuse, Killed

BEGINS = "2026-11-29T01:00:00.000Z"
MOST_RECEIVES = 5
VISIBILITY = 60.0
"""Seconds until a message that was not worked off comes again."""
FAR = 4_102_444_800
MOST_TURNS = 3_000
PATIENCE = 8
"""How often a client repeats a call that got no answer, or one that says to come again."""
CLIENT_WAITS = 31.0
ABANDONED_DAYS = 2.1


class StreamedRecords(MemoryRecords):
    """A table with the stream of the indexer's mapping: what a marker's insertion and a head's removal put into it."""

    def __init__(self) -> None:
        super().__init__()
        self.stream: deque[tuple[str, Key]] = deque()
        self.changes = 0

    def _put(self, row: Row) -> None:
        self.changes += 1
        if row.key.sk.startswith("NOW#") and self._find(row.key) is None:
            self.stream.append(("INSERT", row.key))
        super()._put(row)

    def _remove(self, key: Key) -> None:
        self.changes += 1
        if key.sk.startswith("MEM#") and self._find(key) is not None:
            self.stream.append(("REMOVE", key))
        super()._remove(key)


class SteadyVault(PlainVault):
    """The nth secret of a scope is the same in every run, and so is every keyed hash."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[ScopeKey, int] = {}

    def create(self, scope: ScopeKey, epoch: int) -> Box:
        if not self.exists(scope):
            self._made[scope] = self._made.get(scope, 0) + 1
            self.secrets[scope] = hashlib.sha256(f"{scope.sid} {self._made[scope]}".encode()).digest()
        return self.open(scope, epoch)


class CountedIndex(MemoryIndex):
    """`changes` counts the documents that were written or removed."""

    def __init__(self) -> None:
        super().__init__()
        self.changes = 0

    def apply(self, changes: Sequence[Document | Removal], *, wait: bool = True) -> list[Outcome]:
        self.changes += len(changes)
        return super().apply(changes, wait=wait)

    def erase(self, routing: str, sids: Sequence[str], *, sources: Sequence[str] = (), ids: Sequence[str] = ()) -> int:
        removed = super().erase(routing, sids, sources=sources, ids=ids)
        self.changes += removed
        return removed


class DropBucket(MemoryObjects):
    """A bucket that tells of what is put into it."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[dict[str, Any]] = []

    def put(self, key: str, data: bytes, *, media_type: str = "application/octet-stream") -> None:
        super().put(key, data, media_type=media_type)
        etag = hashlib.sha256(data).hexdigest()[:32]
        self.told.append({"source": "aws.s3", "detail": {"object": {"key": key, "etag": etag, "size": len(data)}}})


@dataclass
class Trail:
    """The audit bucket, as the function that writes it sees it."""

    bucket: MemoryObjects = field(default_factory=MemoryObjects)
    records: FakeTenancy | None = None

    def stores(self, tid: str) -> TenantStores:
        assert self.records is not None
        return TenantStores(tid, self.records.stores(tid).records, self.records.vault, self.bucket)


@dataclass
class Message:
    queue: str
    body: str
    due: str
    id: str
    receives: int = 0


@dataclass
class Cloud:
    """One run. `stop_after`: the number of the passage between two states at which an execution ends for good, or is redriven."""

    fuse: Fuse = field(default_factory=Fuse)
    stop_after: int = -1
    passages: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    dead_letters: list[Message] = field(default_factory=list[Message])
    abandoned: list[Execution] = field(default_factory=list[Execution])
    give_up: bool = False
    """An execution that was stopped is never gone on with: its job has to be redriven."""

    def __post_init__(self) -> None:
        self.tenancy = FakeTenancy(records=StreamedRecords(), vault=SteadyVault(), drop=DropBucket())
        self.records: StreamedRecords = self.tenancy.records  # type: ignore[assignment]
        self.drop: DropBucket = self.tenancy.drop  # type: ignore[assignment]
        self.system, self.vault = self.records, self.tenancy.vault
        self.trail = Trail(records=self.tenancy)
        self.index, self.clock, self.ids = CountedIndex(), FixedClock(BEGINS), CountingIds()
        self.queues, self.workflows, self.embedder = RecordedQueues(), RecordedWorkflows(), HashEmbedder()
        self.extractor, self.signer, self.pepper, self.parse = RuleExtractor(), FakeSigner(), TEST_PEPPER, parse
        self.adjudicator: Any = None
        self.messages: list[Message] = []
        self.executions: dict[str, Execution] = {}
        self.asked: list[tuple[object, Principal]] = []
        self.recovering = False
        self.cure: Callable[[], None] = lambda: None
        """Mends, before jobs are redriven, what made them fail."""
        self.before_step: Callable[[str], None] = lambda _: None
        """What happens in the world before a step of a workflow is asked for. Raises Failed for one that AWS cannot run."""
        self._sent = 0
        self._numbers, self._calls = itertools.count(1), itertools.count(1)
        self.fuse.state = self._state

    # invoking

    def invoke(self, function: str, event: object) -> Any:
        """Raises Killed, and whatever the handler raises."""
        self.fuse.begin(function)
        try:
            answer = handler(function)(event, _Context())
        finally:
            self.fuse.end()
        if self.fuse.is_dead:  # a handler that answers after its process has died answers nobody
            raise Killed
        return answer

    # a client

    def call(
        self, method: str, path: str, body: object = None, *, who: Principal, headers: Mapping[str, str] | None = None, **query: str
    ) -> dict[str, Any]:
        """Repeated as a client repeats: with the same Idempotency-Key, when there was no answer, a 5xx, or a first call still under way."""
        headers = {"content-type": "application/json", **(headers or {})}
        if method == "POST" and not self.recovering:
            headers["idempotency-key"] = f"key-{next(self._calls)}"
        event = {
            "httpMethod": method, "path": f"/v1{path}", "headers": headers, "isBase64Encoded": False,
            "body": "" if body is None else json.dumps(body),
            "multiValueQueryStringParameters": {name: [value] for name, value in query.items()} or None,
            "requestContext": {"requestId": "r", "authorizer": {"principal": encode(who, FAR)}},
        }  # fmt: skip
        if method == "POST" and path == "/erasures":
            self.asked.append((body, who))
        for _ in range(PATIENCE):
            try:
                answer = self.invoke("api", event)
            except Killed:
                self.clock.advance(seconds=CLIENT_WAITS)
                continue
            told = json.loads(answer["body"] or "{}")
            busy = answer["statusCode"] == 409 and "under way" in str(told.get("detail"))
            if answer["statusCode"] >= 500 or busy:
                self.clock.advance(seconds=CLIENT_WAITS)
                continue
            return {"status": answer["statusCode"], "body": told, "headers": answer["headers"]}
        raise AssertionError(f"{method} {path} is never answered")

    # AWS

    def send(self, queue: str, body: object, delay: float = 0) -> None:
        self.messages.append(Message(queue, json.dumps(body), self._later(delay), f"m-{next(self._numbers)}"))

    def expire(self) -> None:
        """What TTL does, whenever it comes."""
        now = int(self._seconds())
        for row in self.records.all_rows():
            if isinstance(ttl := row.plain.get("ttl"), int) and ttl <= now:
                self.records.delete_all([row.key])

    def settle(self) -> None:
        """Everything that AWS does by itself, until nothing is left to do."""
        for _ in range(MOST_TURNS):
            if not (self._collect() or self._serve_stream() or self._run_executions() or self._deliver()):
                if not self.messages:
                    return
                self.clock.set(min(message.due for message in self.messages))
        raise AssertionError("it never comes to rest")

    def recover(self) -> None:
        """What an operator does: jobs that failed or were lost are redriven. A client's or AWS's own repetitions are over by then."""
        self.recovering = True
        self.cure()
        self.fuse.heal()
        for execution in self.abandoned:
            if not self.give_up or execution.workflow != "extraction":
                self._run(execution)
            else:
                execution.status = "ABORTED"
                self._note_ended()
        self.settle()
        for job in self._unfinished():
            answer = self.call("POST", f"/jobs/{job}/redrive", {}, who=BACKEND)
            assert answer["status"] in (202, 409), answer
        self.settle()
        for body, who in list(self.asked) if self._unforgotten() else ():
            self.clock.advance(days=ABANDONED_DAYS)
            assert self.call("POST", "/erasures", body, who=who)["status"] == 202
            self.settle()

    # inside

    def _unfinished(self) -> list[str]:
        jobs = [row for row in self.records.all_rows() if row.key.sk.startswith("JOB#") and "#CAND#" not in row.key.sk]
        return [f"job_{row.key.pk[-26:]}{row.key.sk[4:]}" for row in jobs if row.plain["status"] != "succeeded"]

    def _unforgotten(self) -> bool:
        eras = [row for row in self.records.all_rows() if row.key.sk.startswith("ERA#") and "status" in row.plain]
        return bool(eras) and all(row.plain["status"] != "succeeded" for row in eras)

    def _state(self) -> object:
        buckets = (self.tenancy.raw, self.tenancy.drop, self.trail.bucket)
        objects = tuple(hash(tuple(bucket.versions(""))) for bucket in buckets)
        secrets, sent, started = len(self.vault.secrets), len(self.queues.sent), len(self.workflows.started)
        return self.records.changes, objects, self.index.changes, secrets, sent, started

    def _seconds(self) -> float:
        from mnemon.model.instants import epoch_seconds

        return epoch_seconds(self.clock.now())

    def _later(self, seconds: float) -> str:
        later = FixedClock(self.clock.now())
        return later.advance(seconds=seconds)

    def _collect(self) -> bool:
        """What was sent and started reaches the queues and the state machines."""
        told, self.drop.told = self.drop.told, []
        for event in told:
            self.send("ingest", event)
        sent, self._sent = self.queues.sent[self._sent :], len(self.queues.sent)
        for queue, message, delay in sent:
            self.send(queue, message, delay)
        new = {name: asked for name, asked in self.workflows.started.items() if name not in self.executions}
        for name, (workflow, ids) in new.items():
            self.executions[name] = Execution(workflow, ids, self._task, self._wait, self._passed)
        return bool(told or sent or new)

    def _wait(self, seconds: float) -> None:
        self.clock.advance(seconds=seconds)

    def _passed(self, workflow: str, before: str, after: str) -> None:
        self.passages.append((workflow, before, after))
        if len(self.passages) - 1 == self.stop_after:
            raise Stopped

    def _task(self, function: str, payload: dict[str, Any]) -> dict[str, Any]:
        while self._serve_stream():  # it does not wait for state machines
            pass
        self.before_step(payload["step"])
        try:
            return self.invoke(function.removesuffix("Function").lower(), payload)
        except Killed:
            raise Failed("Lambda.Unknown") from None
        except Exception as error:
            raise Failed(type(error).__name__) from error

    def _run_executions(self) -> bool:
        for name, execution in self.executions.items():
            if execution.status == "RUNNING" and execution not in self.abandoned:
                self._run(execution, name)
                return True
        return False

    def _run(self, execution: Execution, _: str = "") -> None:
        try:
            execution.run()
        except Stopped:
            self.abandoned.append(execution)
        self._note_ended()

    def _note_ended(self) -> None:
        self.workflows.ended = {name for name, execution in self.executions.items() if execution.status != "RUNNING"}

    def _serve_stream(self) -> bool:
        if not self.records.stream:
            return False
        batch = list(itertools.islice(self.records.stream, 100))
        event = {"Records": [_stream_record(kind, key, number) for number, (kind, key) in enumerate(batch)]}
        try:
            failed = [int(each["itemIdentifier"]) for each in self.invoke("indexer", event)["batchItemFailures"]]
        except (Killed, Unavailable):
            self.clock.advance(seconds=1)
            return True
        for _ in range(min(failed, default=len(batch))):
            self.records.stream.popleft()
        return True

    def _deliver(self) -> bool:
        """One batch of the first queue that has messages due."""
        due = [message for message in self.messages if message.due <= self.clock.now()]
        if not due:
            return False
        batch = [message for message in due if message.queue == due[0].queue][:10]
        for message in batch:
            message.receives += 1
            message.due = self._later(VISIBILITY)
        event = {"Records": [{"messageId": message.id, "body": message.body} for message in batch]}
        try:
            failed = {each["itemIdentifier"] for each in self.invoke(batch[0].queue, event)["batchItemFailures"]}
        except Killed:
            failed = {message.id for message in batch}
        for message in batch:
            if message.id not in failed:
                self.messages.remove(message)
            elif message.receives >= MOST_RECEIVES:
                self.messages.remove(message)
                self.dead_letters.append(message)
        return True


def _stream_record(kind: str, key: Key, number: int) -> dict[str, Any]:
    return {"eventName": kind, "dynamodb": {"Keys": {"PK": {"S": key.pk}, "SK": {"S": key.sk}}, "SequenceNumber": str(number)}}


class _Context:
    function_name = memory_limit_in_mb = invoked_function_arn = aws_request_id = "faults"

    def get_remaining_time_in_millis(self) -> int:
        return 29_000


ANNA = Principal(tenant="acme", subject="sub-anna", user="anna", permissions=frozenset(PERMISSIONS))
BEN = Principal(tenant="acme", subject="sub-ben", user="ben", permissions=frozenset(PERMISSIONS))
BACKEND = Principal(tenant="acme", subject="backend", service=True, permissions=frozenset(PERMISSIONS))
TID = TEST_PEPPER.tenant("acme")
