"""The rest of what the table keeps: the scope's state, markers, keys to facts, edges, jobs, erasures, idempotency."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

from pydantic import Field

from . import keys
from .ids import PublicId
from .instants import Instant
from .memory import FactRelation, Frozen, Kind, SourceRef
from .rows import Key, Stored
from .scopes import ScopeKey

JobStatus = Literal["queued", "running", "succeeded", "failed"]
Standing = Literal["same", "update", "extends", "unrelated", "cannot_say"]
"""What a statement is to a memory, for somebody who understands both: of one attribute with its value, with another, with more detail."""
ErasureTarget = Literal["user", "session", "source", "memory", "tenant"]


class InScope(Stored):
    """Shared by all items of a scope's partition."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid"})
    tid: str
    sid: str

    @property
    def scope_key(self) -> ScopeKey:
        return ScopeKey(tid=self.tid, sid=self.sid)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        scope = keys.scope_of(key)
        return {"tid": scope.tid, "sid": scope.sid}


class ScopeState(InScope):
    """`NOW~`. Every commit reads it and is conditioned on it: `epoch` is raised by an erasure, `seq` by every write of a memory.

    `erasing` names the erasure under way: nothing is written into the scope until it ends, and then `epoch` is raised once more,
    so that no cache filled meanwhile outlives it.
    """

    sealed_fields: ClassVar[frozenset[str]] = frozenset({"scope", "speakers"})
    epoch: int = 0
    seq: int = 0
    erasing: str | None = None
    """The erasure's ULID."""
    day: str = ""
    LPK: str | None = None
    LSK: str | None = None
    scope: str = ""
    speakers: tuple[str, ...] = ()

    def key(self) -> Key:
        return keys.state(self.scope_key)


class Marker(InScope):
    """`NOW#<write>#<sort key>`: the named item is not yet searchable."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "write", "target"})
    write: str
    target: str
    created_at: Instant

    def key(self) -> Key:
        return keys.marker(self.scope_key, self.write, Key(self.scope_key.partition, self.target))

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        _, write, target = key.sk.split("#", 2)
        return {**super().identity(key), "write": write, "target": target}


class TextKey(InScope):
    """`KEY#text#<hash>`: the memory that says so now."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "digest"})
    digest: str
    memory: str
    """A memory's ULID."""

    def key(self) -> Key:
        return keys.text(self.scope_key, self.digest)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        return {**super().identity(key), "digest": key.sk.rsplit("#", 1)[1]}


class AttributeKey(TextKey):
    """`KEY#attr#<hash>`: the memory that is current for (namespace, subject, attribute)."""

    def key(self) -> Key:
        return keys.attribute(self.scope_key, self.digest)


class Link(InScope):
    """One end of a link. `start` and `end` are full public ids; `kind` carries `~` at the far end."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "start", "kind", "end"})
    start: str
    kind: str
    end: str
    created_at: Instant

    def key(self) -> Key:
        return keys.edge(self.scope_key, self.start, self.kind, self.end)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        _, start, kind, end = key.sk.split("#")
        return {**super().identity(key), "start": start, "kind": kind, "end": end}

    @property
    def turned(self) -> Self:
        """The same link from its other end."""
        kind = self.kind.removeprefix("~") if self.kind.startswith("~") else f"~{self.kind}"
        return self.model_copy(update={"start": self.end, "kind": kind, "end": self.start})


class Edge(Link):
    """A link between memories, or from a memory to a source that it rests on: then with its turns and their wording."""

    sealed_fields: ClassVar[frozenset[str]] = frozenset({"wording"})
    turns: list[str] = Field(default_factory=list)
    wording: str = ""


class Access(InScope):
    """`ACC#<ulid>`: how often a memory was recalled, and when last."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "ulid"})
    ulid: str
    count: int = 0
    last_at: Instant = ""

    def key(self) -> Key:
        return keys.access(self.scope_key, self.ulid)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        return {**super().identity(key), "ulid": key.sk.split("#")[1]}


class Job(InScope):
    """`JOB#<ulid>`: background work. Ids, counts and class names only."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "ulid"})
    ulid: str
    kind: Literal["extraction", "document"] = "extraction"
    status: JobStatus = "queued"
    stage: str = ""
    error: str = ""
    """The class name of what went wrong; never a message, which may quote content."""
    attempt: int = 1
    infer: Literal["now", "idle", "never"] = "now"
    source: str = ""
    session: str = ""
    """The session's hash."""
    memories: list[str] = Field(default_factory=list)
    """Ids of memories that this job made or changed."""
    approvals: list[str] = Field(default_factory=list)
    """Ids of what waits for a person: facts before they become memories, and the source of which something is held back."""
    quarantined: int = 0
    """How many turns, or parts of a document, were held back because they give orders."""
    candidates: int = 0
    owes: int | None = None
    """The position of a turn that could not be read: the session went on without it, and a redrive takes it first."""
    created_at: Instant
    updated_at: Instant
    ttl: int | None = None
    LPK: str | None = None
    LSK: str | None = None

    @property
    def id(self) -> str:
        return str(PublicId("job", self.sid, self.ulid))

    def key(self) -> Key:
        return keys.job(self.scope_key, self.ulid)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        return {**super().identity(key), "ulid": key.sk.split("#")[1]}


class Fact(Frozen):
    """What an extractor, or a caller directly, says should be remembered: self-contained, not yet adjudicated."""

    content: str
    kind: Kind = "fact"
    language: str = "en"
    subject: str | None = None
    attribute: str | None = None
    """(subject, attribute) is what makes an update an update, such as ("user", "employer")."""
    value: str | None = None
    """What the attribute is said to be, when it could be read: the same value in other words is no update."""
    category: str | None = None
    entities: tuple[str, ...] = ()
    relations: tuple[FactRelation, ...] = ()
    metadata: dict[str, str] = Field(default_factory=dict)
    namespace: str | None = None
    salience: float = 0.5
    confidence: float = 1.0
    sensitivity: int = 1
    trust: int = 3
    event_at: Instant | None = None
    stated_at: Instant
    """When it was said: the turn's own time, else receipt."""
    expires_at: Instant | None = None
    ends: bool = False
    """The fact says that a state is over ("no longer works at A"): what it closes has no successor value."""
    sources: tuple[SourceRef, ...] = ()
    procedure: dict[str, Any] | None = None
    """Of kind procedure, as structured JSON; `content` tells it as text."""

    @property
    def true_from(self) -> Instant:
        """Since when it is true: what lies ahead (a plan, a deadline) is known from when it was said, not from its day on."""
        return min(self.event_at or self.stated_at, self.stated_at)


class Judged(Frozen):
    """What a model says that a candidate is to a memory, which the keyed hash of its text names. `confidence`: 0 to 1."""

    text: str
    standing: Standing
    confidence: float


class Candidate(InScope):
    """`JOB#<ulid>#CAND#<number>`: kept once under a condition, so that a retry meets the same words, and the same verdicts on them."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "job", "number"})
    sealed_fields: ClassVar[frozenset[str]] = frozenset({"fact", "judged"})
    job: str
    number: int
    window: int
    """The session's `mark` at which the window begins."""
    window_end: int
    ttl: int
    fact: Fact | None = None
    """None: the window held nothing to remember; the item still says so."""
    judged: tuple[Judged, ...] = ()

    def key(self) -> Key:
        return keys.candidate(self.scope_key, self.job, self.number)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        parts = key.sk.split("#")
        return {**super().identity(key), "job": parts[1], "number": int(parts[3])}


class ScopeEntry(InScope):
    """`SCOPE#<sid>` in the tenant's partition: the scope exists; its name is sealed with the scope's own secret."""

    sealed_fields: ClassVar[frozenset[str]] = frozenset({"scope"})
    created_at: Instant
    scope: str

    def key(self) -> Key:
        return keys.scope_entry(self.scope_key)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        return {"tid": key.pk.split("#")[1], "sid": key.sk.split("#")[1]}


class Erasure(Stored):
    """`ERA#<ulid>` in the tenant's partition: what is to be forgotten, by ids and hashes only, and how far it has come."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "ulid"})
    tid: str
    ulid: str
    target: ErasureTarget
    sid: str = ""
    """The scope, unless the target is the tenant."""
    session: str = ""
    source: str = ""
    memory: str = ""
    dry_run: bool = False
    status: JobStatus = "queued"
    stage: str = ""
    error: str = ""
    requested_by: str = ""
    """Keyed hash of the caller's subject."""
    epoch: int = 0
    counts: dict[str, int] = Field(default_factory=dict)
    """What there was to forget, by store."""
    verified: dict[str, int] = Field(default_factory=dict)
    """What a last look found left, by store: zeros, or it is not done."""
    takes_over: str = ""
    """The ULID of an erasure of the same records that failed on its way: what it had planned is not all in the table any more."""
    cursor: str = ""
    """Where the sweep goes on."""
    swept: str = ""
    """A ULID of the moment at which the sweep ended: what it changed was marked before."""
    created_at: Instant
    updated_at: Instant
    finished_at: Instant | None = None
    receipt: str = ""
    """The signed receipt, compact JWS."""
    LPK: str | None = None
    LSK: str | None = None

    @property
    def id(self) -> str:
        return str(PublicId("era", self.tid, self.ulid))

    def key(self) -> Key:
        return keys.erasure(self.tid, self.ulid)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        return {"tid": key.pk.split("#")[1], "ulid": key.sk.split("#")[1]}


class ErasurePart(Stored):
    """`ERA#<ulid>#SRC#<ulid>`, `ERA#<ulid>#MEM#<ulid>`: one record that an erasure smaller than a scope removes, until it is verified."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "erasure", "kind", "ulid"})
    tid: str
    erasure: str
    kind: Literal["SRC", "MEM"]
    ulid: str
    last: int = 0
    """The number of the last version of a memory."""

    def key(self) -> Key:
        return keys.erasure_part(self.tid, self.erasure, self.kind, self.ulid)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        _, erasure, kind, ulid = key.sk.split("#")
        return {"tid": key.pk.split("#")[1], "erasure": erasure, "kind": kind, "ulid": ulid}


class Idempotency(Stored):
    """One caller's idempotency key for 24 hours: hash of the body, and an answer that holds ids only."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "digest"})
    tid: str
    digest: str
    body: str
    status: int = 0
    """0 while the first call is under way."""
    answer: str = ""
    work: str = ""
    """The ULID under which the work is done, whoever does it in the end."""
    created_at: Instant
    ttl: int

    def key(self) -> Key:
        return keys.idempotency(self.tid, self.digest)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        _, tid, _, digest = key.pk.split("#")
        return {"tid": tid, "digest": digest}
