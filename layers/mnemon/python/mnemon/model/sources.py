"""What memories rest on: sources, their turns and chunks, and the sessions that order them."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from . import keys
from .ids import PublicId
from .instants import Instant
from .memory import Frozen, SourceType
from .rows import Key, Stored
from .scopes import ScopeKey
from .vectors import PackedVector

Role = Literal["user", "assistant", "tool", "system"]
ChunkType = Literal["turn", "chunk"]
SourceStatus = Literal["storing", "stored", "failed"]


class Turn(Frozen):
    """One message as it is kept: after the gate, with the time that is known for it."""

    number: int
    """1-based within its source."""
    position: int = 0
    """0-based within its session."""
    id: str | None = None
    role: Role
    name: str | None = None
    content: str
    at: Instant
    captions: tuple[str, ...] = ()
    metadata: dict[str, str] = Field(default_factory=dict)
    quarantined: bool = False
    """It gives orders to whoever reads it, and nobody vouches for it: no memory is made of it until a person has seen it."""


class Source(Stored):
    """`SRC#<ulid>`: what was handed over. The raw resource itself stands in the bucket under `object`."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "ulid"})
    sealed_fields: ClassVar[frozenset[str]] = frozenset({"scope", "session_id", "run_id", "agent_id", "title", "media_type", "metadata"})

    tid: str
    sid: str
    ulid: str
    type: SourceType
    status: SourceStatus = "storing"
    object: str
    """Key in the bucket `raw`."""
    digest: str = ""
    """Keyed hash of the raw resource."""
    count: int = 0
    """Turns or chunks."""
    size: int = 0
    """Bytes of the file that is awaited."""
    trust: int = 3
    redactions: int = 0
    quarantined: int = 0
    """How many of its turns or chunks wait for a person."""
    session: str | None = None
    """The session's hash."""
    created_at: Instant
    rev: int = 1
    error: str = ""
    """The class name of what made it fail; never a message, which may quote content."""
    ttl: int | None = None
    """Of a source that waits for its upload: when nothing comes, it goes."""

    scope: str
    session_id: str | None = None
    run_id: str | None = None
    agent_id: str | None = None
    title: str | None = None
    media_type: str = "application/json"
    metadata: dict[str, str] = Field(default_factory=dict)

    @property
    def scope_key(self) -> ScopeKey:
        return ScopeKey(tid=self.tid, sid=self.sid)

    @property
    def id(self) -> str:
        return str(PublicId("src", self.sid, self.ulid))

    def key(self) -> Key:
        return keys.source(self.scope_key, self.ulid)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        scope = keys.scope_of(key)
        return {"tid": scope.tid, "sid": scope.sid, "ulid": key.sk.split("#")[1]}


class Chunk(Stored):
    """`SRC#<ulid>#CHUNK#<number>`: a turn, a piece of a long turn, or a piece of a document. It is the citation."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "source", "number"})
    sealed_fields: ClassVar[frozenset[str]] = frozenset(
        {"scope", "session_id", "run_id", "speaker", "role", "words", "caption", "language", "embedding", "path"}
    )

    tid: str
    sid: str
    source: str
    number: int
    type: ChunkType = "turn"
    turn: int = 0
    """The turn's number within its source (a long turn has several chunks)."""
    position: int = 0
    """Order within the session, for turns; within the document, for chunks."""
    before: list[str] = Field(default_factory=list)
    """Sort keys of the neighbours -1 and -2, nearest first."""
    after: list[str] = Field(default_factory=list)
    """Sort keys of the neighbours +1 and +2, nearest first."""
    at: Instant
    created_at: Instant
    trust: int = 3
    quarantined: bool = False
    """Kept, and in no index and no answer."""
    session: str | None = None
    rev: int = 1
    page: int | None = None
    """1-based, in a document that has pages."""
    start: int | None = None
    end: int | None = None
    """[start, end) of the document's text. Where it begins before the end of the chunk before, the words between are both chunks'."""

    scope: str
    session_id: str | None = None
    run_id: str | None = None
    speaker: str = ""
    role: str = "user"
    words: str
    """The bare words."""
    caption: str = ""
    language: str = "en"
    embedding: PackedVector = ""
    path: tuple[str, ...] = ()
    """The document's title and the headings above the chunk, outermost first."""

    @property
    def scope_key(self) -> ScopeKey:
        return ScopeKey(tid=self.tid, sid=self.sid)

    @property
    def source_id(self) -> str:
        return str(PublicId("src", self.sid, self.source))

    def key(self) -> Key:
        return keys.chunk(self.scope_key, self.source, self.number)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        scope, parts = keys.scope_of(key), key.sk.split("#")
        return {"tid": scope.tid, "sid": scope.sid, "source": parts[1], "number": int(parts[3])}


class Session(Stored):
    """`SES#<hash>`: how many turns were accepted, how many of them extraction has passed (`mark`), and the last chunks."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "digest"})
    sealed_fields: ClassVar[frozenset[str]] = frozenset({"session_id"})

    tid: str
    sid: str
    digest: str
    turns: int = 0
    chunked: int = 0
    """Turns that the turn step has passed; it goes in order, so that neighbours are linked once."""
    part: int = 0
    """Pieces written of the turn after those, when it is a long one."""
    mark: int = 0
    last_event: str = ""
    last_chunks: list[str] = Field(default_factory=list)
    """Sort keys of the newest chunks, newest first, two at most."""
    created_at: Instant

    session_id: str

    @property
    def scope_key(self) -> ScopeKey:
        return ScopeKey(tid=self.tid, sid=self.sid)

    def key(self) -> Key:
        return keys.session(self.scope_key, self.digest)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        scope = keys.scope_of(key)
        return {"tid": scope.tid, "sid": scope.sid, "digest": key.sk.split("#")[1]}


class SessionSource(Stored):
    """`SES#<hash>#SRC#<ulid>`: which turns of the session a source holds: `first` (0-based) and `count`."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "digest", "source"})

    tid: str
    sid: str
    digest: str
    source: str
    first: int
    count: int

    def key(self) -> Key:
        return keys.session_source(ScopeKey(tid=self.tid, sid=self.sid), self.digest, self.source)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        scope, parts = keys.scope_of(key), key.sk.split("#")
        return {"tid": scope.tid, "sid": scope.sid, "digest": parts[1], "source": parts[3]}


class SessionTurn(Stored):
    """`SES#<hash>#EVT#<ulid>`: a turn as conversation memory, with its own expiry."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "digest", "ulid"})
    sealed_fields: ClassVar[frozenset[str]] = frozenset({"turn"})

    tid: str
    sid: str
    digest: str
    ulid: str
    source: str
    created_at: Instant
    ttl: int

    turn: Turn

    def key(self) -> Key:
        return keys.session_turn(ScopeKey(tid=self.tid, sid=self.sid), self.digest, self.ulid)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        scope, parts = keys.scope_of(key), key.sk.split("#")
        return {"tid": scope.tid, "sid": scope.sid, "digest": parts[1], "ulid": parts[3]}
