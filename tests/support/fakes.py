# ruff: noqa: ARG002
"""The ports in memory: as strict as what they stand for, with hooks to make things go wrong."""

from __future__ import annotations

import bisect
import hashlib
import itertools
import math
import os
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from mnemon.adapters.codec import Codec, Locked
from mnemon.adapters.operations import check
from mnemon.model.instants import Instant, instant, moment
from mnemon.model.rows import SEALED, Box, Key, Row, Value
from mnemon.model.scopes import Pepper, ScopeKey
from mnemon.ports.flow import QueueName, Workflow
from mnemon.ports.objects import NoSuchObject, Upload
from mnemon.ports.records import Check, Conflict, Delete, KeyPage, Operation, Page, Put, Unavailable, Update, When
from mnemon.ports.tenancy import TenantStores
from tests.support.index import MemoryIndex

__all__ = [
    "TEST_PEPPER", "CountingIds", "FakeSigner", "FakeTenancy", "FixedClock", "HashEmbedder", "MemoryIndex", "MemoryObjects",
    "MemoryRecords", "PlainVault", "RecordedQueues", "RecordedWorkflows", "TenantRecords", "tenant_stores",
]  # fmt: skip

TEST_PEPPER = Pepper(b"a pepper for tests only, 32 byte")
NOON: Instant = "2026-11-29T12:00:00.000Z"


class FixedClock:
    """Stands still until it is advanced."""

    def __init__(self, now: Instant = NOON) -> None:
        self._now = moment(now)

    def now(self) -> Instant:
        return instant(self._now)

    def advance(self, **delta: float) -> Instant:
        """`advance(days=1, milliseconds=5)`: the arguments of timedelta."""
        self._now += timedelta(**delta)
        return self.now()

    def set(self, now: Instant) -> None:
        self._now = moment(now)


class CountingIds:
    """Valid ULIDs that count up, so that a failure names the same ids each time."""

    def __init__(self, start: int = 1) -> None:
        self._numbers = itertools.count(start)

    def ulid(self) -> str:
        return f"01K{next(self._numbers):023d}"


class MemoryRecords:
    """The table. Transactions are all or nothing, whatever the threads do.

    `before_write` is called with the operations of each `write` before it is judged: it may write itself (a race), advance a clock,
    or raise. `down` makes every call Unavailable. `page_rows` makes pages shorter than asked, as the table's 1 MB limit does.
    """

    def __init__(self) -> None:
        self._items: dict[str, dict[str, Row]] = {}
        self._sorted: dict[str, list[str]] = {}
        self._lock = threading.RLock()
        self.before_write: Callable[[Sequence[Operation]], None] | None = None
        self.down = False
        self.page_rows: int | None = None
        self.calls: list[str] = []
        """Names of the calls made, in order."""
        self.writes: list[tuple[Operation, ...]] = []
        """Every transaction that was committed."""

    # hooks

    def all_rows(self) -> list[Row]:
        with self._lock:
            return [self._items[pk][sk] for pk in sorted(self._items) for sk in self._sorted[pk]]

    def snapshot(self) -> list[Row]:
        """A backup: what `restore` puts back."""
        return self.all_rows()

    def restore(self, rows: Iterable[Row]) -> None:
        with self._lock:
            self._items.clear()
            self._sorted.clear()
            for row in rows:
                self._put(row)

    def partition(self, pk: str) -> list[Row]:
        with self._lock:
            return [self._items[pk][sk] for sk in self._sorted.get(pk, ())]

    # the port

    def get(self, keys: Sequence[Key]) -> dict[Key, Row]:
        self._called("get")
        with self._lock:
            found = {key: self._find(key) for key in keys}
            return {key: row for key, row in found.items() if row is not None}

    def query(
        self,
        partition: str,
        prefix: str = "",
        *,
        limit: int = 100,
        descending: bool = False,
        after: str | None = None,
        until: str | None = None,
    ) -> Page:
        self._called("query")
        with self._lock:
            names = self._sorted.get(partition, [])
            if until is None:
                chosen = [sk for sk in names[bisect.bisect_left(names, prefix) :] if sk.startswith(prefix)]
            else:
                chosen = names[bisect.bisect_left(names, prefix) : bisect.bisect_right(names, until)]
            if descending:
                chosen = [sk for sk in reversed(chosen) if after is None or sk < after]
            elif after is not None:
                chosen = [sk for sk in chosen if sk > after]
            page = chosen[: min(limit, self.page_rows or limit)]
            rows = tuple(self._items[partition][sk] for sk in page)
            return Page(rows, page[-1] if len(page) < len(chosen) else None)

    def walk(self, partition: str, prefix: str = "") -> Iterator[Row]:
        after: str | None = None
        while True:
            page = self.query(partition, prefix, after=after)
            yield from page.rows
            after = page.after
            if after is None:
                return

    def list(self, name: str, *, limit: int = 100, descending: bool = True, after: str | None = None) -> KeyPage:
        self._called("list")
        with self._lock:
            entries = sorted(
                ((str(row.plain["LSK"]), row.key) for row in self.all_rows() if row.plain.get("LPK") == name and "LSK" in row.plain),
                reverse=descending,
            )
        if after is not None:
            entries = [entry for entry in entries if (entry[0] < after if descending else entry[0] > after)]
        page = entries[: min(limit, self.page_rows or limit)]
        return KeyPage(tuple(key for _, key in page), page[-1][0] if len(page) < len(entries) else None)

    def write(self, *operations: Operation) -> None:
        self._called("write")
        check(operations)
        if self.before_write:
            self.before_write(operations)
        with self._lock:
            refused = [op.key for op in operations if op.when is not None and not _holds(op.when, self._find(op.key))]
            if refused:
                raise Conflict(refused)
            for operation in operations:
                self._apply(operation)
            self.writes.append(operations)

    def put_all(self, rows: Sequence[Row]) -> None:
        self._called("put_all")
        with self._lock:
            for row in rows:
                check([Put(row)])
                self._put(row)

    def delete_all(self, keys: Sequence[Key]) -> None:
        self._called("delete_all")
        with self._lock:
            for key in keys:
                self._remove(key)

    # inside

    def _called(self, name: str) -> None:
        self.calls.append(name)
        if self.down:
            raise Unavailable("the table is down")

    def _find(self, key: Key) -> Row | None:
        return self._items.get(key.pk, {}).get(key.sk)

    def _apply(self, operation: Operation) -> None:
        match operation:
            case Put(row):
                self._put(row)
            case Delete(key):
                self._remove(key)
            case Update(key, to_set, to_add, to_remove):
                old = self._find(key) or Row(key, {})
                plain = {**old.plain, **to_set, **{name: _number(old.plain.get(name, 0)) + by for name, by in to_add.items()}}
                self._put(Row(key, {name: value for name, value in plain.items() if name not in to_remove}, old.sealed))
            case Check():
                pass

    def _put(self, row: Row) -> None:
        items = self._items.setdefault(row.key.pk, {})
        if row.key.sk not in items:
            bisect.insort(self._sorted.setdefault(row.key.pk, []), row.key.sk)
        items[row.key.sk] = Row(row.key, dict(row.plain), row.sealed)

    def _remove(self, key: Key) -> None:
        if self._items.get(key.pk, {}).pop(key.sk, None) is not None:
            self._sorted[key.pk].remove(key.sk)


def _holds(when: When, row: Row | None) -> bool:
    if when.or_absent and row is None:
        return True
    if (when.absent and row is not None) or (when.exists and row is None):
        return False
    plain: Mapping[str, Value] = row.plain if row else {}
    there = {*plain, *((SEALED,) if row and row.sealed is not None else ())}
    return all(_same(plain.get(name), value) for name, value in when.equals.items()) and not there.intersection(when.missing)


def _same(stored: Value | None, asked: Value) -> bool:
    return type(stored) is type(asked) and stored == asked


def _number(value: Value) -> int:
    if type(value) is not int:
        raise TypeError("only a number can be added to")
    return value


class TenantRecords:
    """A table seen through one tenant's session: another tenant's partition is refused, whole calls at a time, as IAM does it."""

    def __init__(self, records: MemoryRecords, tid: str) -> None:
        self._records, self._tid = records, tid

    def _allow(self, partitions: Iterable[str]) -> None:
        if foreign := [pk for pk in partitions if not pk.startswith(f"T#{self._tid}")]:
            raise PermissionError(f"{len(foreign)} partition(s) of another tenant")

    def get(self, keys: Sequence[Key]) -> dict[Key, Row]:
        self._allow(key.pk for key in keys)
        return self._records.get(keys)

    def query(
        self,
        partition: str,
        prefix: str = "",
        *,
        limit: int = 100,
        descending: bool = False,
        after: str | None = None,
        until: str | None = None,
    ) -> Page:
        self._allow([partition])
        return self._records.query(partition, prefix, limit=limit, descending=descending, after=after, until=until)

    def walk(self, partition: str, prefix: str = "") -> Iterator[Row]:
        self._allow([partition])
        return self._records.walk(partition, prefix)

    def list(self, name: str, *, limit: int = 100, descending: bool = True, after: str | None = None) -> KeyPage:
        self._allow([name])
        return self._records.list(name, limit=limit, descending=descending, after=after)

    def write(self, *operations: Operation) -> None:
        self._allow(operation.key.pk for operation in operations)
        self._records.write(*operations)

    def put_all(self, rows: Sequence[Row]) -> None:
        self._allow(row.key.pk for row in rows)
        self._records.put_all(rows)

    def delete_all(self, keys: Sequence[Key]) -> None:
        self._allow(key.pk for key in keys)
        self._records.delete_all(keys)


class PlainVault:
    """The product's codec over secrets that are kept in clear, in memory."""

    def __init__(self) -> None:
        self.secrets: dict[ScopeKey, bytes] = {}
        self.down = False
        self._codecs: dict[bytes, Codec] = {}

    def open(self, scope: ScopeKey, epoch: int) -> Box:
        secret = self._secret(scope)
        return self._codecs.setdefault(secret, Codec(secret)) if secret else Locked()

    def create(self, scope: ScopeKey, epoch: int) -> Box:
        if self._secret(scope) is None:
            self.secrets.setdefault(scope, os.urandom(32))  # whoever was first, as the table's condition has it
        return self.open(scope, epoch)

    def destroy(self, scope: ScopeKey) -> bool:
        self._secret(scope)
        return self.secrets.pop(scope, None) is not None

    def exists(self, scope: ScopeKey) -> bool:
        return self._secret(scope) is not None

    def _secret(self, scope: ScopeKey) -> bytes | None:
        if self.down:
            raise Unavailable("the vault is down")
        return self.secrets.get(scope)


class MemoryObjects:
    """A versioned bucket. `down` makes every call Unavailable."""

    def __init__(self) -> None:
        self._versions: list[tuple[str, str, bytes | None]] = []
        self._numbers = itertools.count(1)
        self.down = False

    def all_bytes(self) -> list[bytes]:
        """Every version that is still there."""
        return [data for _, _, data in self._versions if data is not None]

    def keys(self) -> list[str]:
        """Keys that have a current version."""
        latest = {key: data for key, _, data in self._versions}
        return sorted(key for key, data in latest.items() if data is not None)

    def mark_deleted(self, key: str) -> None:
        """What a plain delete leaves: a delete marker on top of all versions."""
        self._versions.append((key, f"v{next(self._numbers):06d}", None))

    def put(self, key: str, data: bytes, *, media_type: str = "application/octet-stream") -> None:
        self._check()
        self._versions.append((key, f"v{next(self._numbers):06d}", bytes(data)))

    def get(self, key: str) -> bytes:
        self._check()
        latest = {k: data for k, _, data in self._versions if k == key}.get(key)
        if latest is None:
            raise NoSuchObject("no such object")
        return latest

    def delete(self, key: str) -> None:
        self._check()
        self._versions = [entry for entry in self._versions if entry[0] != key]

    def upload(self, key: str, *, media_type: str, size: int, now: Instant) -> Upload:
        until = instant(moment(now) + timedelta(minutes=5))
        return Upload(f"https://drop.test/{key}?signature=s3cr3t", {"content-type": media_type, "content-length": str(size)}, until)

    def versions(self, prefix: str) -> Iterator[tuple[str, str]]:
        self._check()
        return iter([(key, version) for key, version, _ in self._versions if key.startswith(prefix)])

    def purge(self, prefix: str) -> int:
        self._check()
        kept = [entry for entry in self._versions if not entry[0].startswith(prefix)]
        count, self._versions = len(self._versions) - len(kept), kept
        return count

    def _check(self) -> None:
        if self.down:
            raise Unavailable("the bucket is down")


@dataclass
class RecordedQueues:
    sent: list[tuple[QueueName, dict[str, object], int]] = field(default_factory=list[tuple[QueueName, dict[str, object], int]])
    """(queue, message, delay)"""
    down: bool = False

    def send(self, queue: QueueName, message: Mapping[str, object], *, delay_seconds: int = 0) -> None:
        if self.down:
            raise Unavailable("the queues are down")
        self.sent.append((queue, dict(message), delay_seconds))

    def of(self, queue: QueueName) -> list[dict[str, object]]:
        return [message for name, message, _ in self.sent if name == queue]


@dataclass
class RecordedWorkflows:
    started: dict[str, tuple[Workflow, dict[str, str]]] = field(default_factory=dict[str, tuple[Workflow, dict[str, str]]])
    """By name; a name that is taken starts nothing."""
    ended: set[str] = field(default_factory=set[str])
    """Names of executions that are over, however they ended."""
    down: bool = False

    def start(self, workflow: Workflow, name: str, ids: Mapping[str, str]) -> bool:
        if self.down:
            raise Unavailable("the workflows are down")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,80}", name):
            raise ValueError("a name has 1 to 80 letters, digits, dashes")
        asked = workflow, dict(ids)
        return self.started.setdefault(name, asked) == asked and name not in self.ended

    def of(self, workflow: Workflow) -> list[dict[str, str]]:
        return [ids for kind, ids in self.started.values() if kind == workflow]


class HashEmbedder:
    """A bag of words hashed to 64 dimensions: texts that share words are near, the same text is always the same vector."""

    name = "hash-64"
    dimension = 64

    def __init__(self) -> None:
        self.down = False
        self.embedded: list[str] = []

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self.down:
            raise Unavailable("the embedder is down")
        self.embedded.extend(texts)
        return [self._vector(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed([text])[0]

    def _vector(self, text: str) -> list[float]:
        values = [0.01] * self.dimension
        for word in re.findall(r"\w+", text.lower()):
            digest = hashlib.sha256(word.encode()).digest()
            values[digest[0] % self.dimension] += 1.0
            values[digest[1] % self.dimension] += 0.5
        norm = math.sqrt(sum(value * value for value in values))
        return [value / norm for value in values]


class FakeSigner:
    """Real ES256 with a key made here; `public_key` verifies."""

    key_id = "test-receipts"

    def __init__(self) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        self._key = ec.generate_private_key(ec.SECP256R1())
        self.public_key = self._key.public_key()

    def sign(self, message: bytes) -> bytes:
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        r, s = decode_dss_signature(self._key.sign(message, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def tenant_stores(
    tid: str,
    *,
    records: MemoryRecords | None = None,
    vault: PlainVault | None = None,
    raw: MemoryObjects | None = None,
    drop: MemoryObjects | None = None,
) -> TenantStores:
    """One tenant's stores, over tables and buckets that may be shared with other tenants'."""
    return TenantStores(
        tid=tid,
        records=TenantRecords(records or MemoryRecords(), tid),
        vault=vault or PlainVault(),
        raw=raw or MemoryObjects(),
        drop=drop,
    )


@dataclass
class FakeTenancy:
    """All tenants over one table, one vault and one bucket, which a test may look into."""

    records: MemoryRecords = field(default_factory=MemoryRecords)
    vault: PlainVault = field(default_factory=PlainVault)
    raw: MemoryObjects = field(default_factory=MemoryObjects)
    drop: MemoryObjects = field(default_factory=MemoryObjects)
    down: bool = False

    def stores(self, tid: str) -> TenantStores:
        if self.down:
            raise Unavailable("no credentials")
        return tenant_stores(tid, records=self.records, vault=self.vault, raw=self.raw, drop=self.drop)
