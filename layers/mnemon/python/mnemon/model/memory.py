"""A memory: a lineage of versions that says what is true, since when, and on what it rests."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from . import keys
from .ids import PublicId
from .instants import Instant
from .rows import Key, Stored
from .scopes import ScopeKey
from .vectors import PackedVector

Kind = Literal["fact", "preference", "episode", "procedure", "summary", "reflection"]
Method = Literal["extracted", "direct", "corrected", "consolidated"]
SourceType = Literal["conversation", "document", "direct", "event"]
RelationType = Literal["updates", "extends", "derives"]

MAX_CONTENT = 4_000
MAX_PROCEDURE = 16_384
"""Bytes of JSON."""
MAX_ENTITIES = 8
MAX_ALIASES = 16
"""Names of entities that one memory may bring."""
MAX_RELATIONS = 8
"""Between entities, of one memory."""
MAX_SUPERSEDED = 3
MAX_NEW_SOURCES = 4
SHOWN_SOURCES = 10
MAX_METADATA_KEYS = 32
MAX_METADATA_KEY = 64
MAX_METADATA_VALUE = 512


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class SourceRef(Frozen):
    """One ground of a memory: the turns or the chunk that say it, with their wording and its hash."""

    type: SourceType
    id: str
    session: str | None = None
    run: str | None = None
    turns: tuple[int, ...] = ()
    chunk: int | None = None
    page: int | None = None
    """Of a document that has pages, 1-based."""
    heading: str | None = None
    """Of a document: the headings above the chunk, outermost first."""
    start: int | None = None
    end: int | None = None
    """[start, end) of the document's text."""
    wording: str = ""
    hash: str = ""
    at: Instant | None = None
    """When it was said or handed over."""
    true_at: Instant | None = None
    """The world's time that it speaks of: a later contradiction is set before or after it. None for a ground of the end of a state."""


class Relation(Frozen):
    type: RelationType
    memory_id: str
    version: int | None = None


class FactRelation(Frozen):
    """What a fact says of two entities, by name: `subject` `type` `object`, such as ("user", "works_at", "Initech").

    `same_as` says that both are names of one entity, such as ("Jana", "same_as", "user's sister").
    """

    subject: str
    type: str
    object: str


class WrittenBy(Frozen):
    """`actor` is an opaque subject of a token, or the name of a part of the system."""

    actor: str
    method: Method
    model: str | None = None
    prompt_version: str | None = None
    reason: str | None = None
    approved_by: str | None = None
    """Of what waited for a person: who let it in, an opaque subject."""


class MemoryRecord(Stored):
    """What a head and an older version have in common. `valid_*` is the store's time, `true_*` the world's."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "ulid"})
    sealed_fields: ClassVar[frozenset[str]] = frozenset(
        {
            "scope", "namespace", "content", "language", "subject", "attribute", "value", "category", "entities",
            "entity_relations", "metadata",
            "salience", "confidence", "event_at", "sources", "relations", "written_by", "embedding", "procedure",
        }
    )  # fmt: skip

    tid: str
    sid: str
    ulid: str
    version: int = 1
    rev: int = 1
    is_latest: bool = True
    kind: Kind = "fact"
    sensitivity: int = 1
    trust: int = 3
    source_count: int = 1
    created_at: Instant
    valid_from: Instant
    valid_to: Instant | None = None
    true_from: Instant
    true_to: Instant | None = None
    superseded_by: str | None = None
    pinned: bool = False
    verified_at: Instant | None = None

    scope: str
    namespace: str | None = None
    content: str
    language: str = "en"
    subject: str | None = None
    attribute: str | None = None
    value: str | None = None
    """What the attribute is said to be, as far as it was read: two texts of one value are one state in other words."""
    category: str | None = None
    entities: tuple[str, ...] = ()
    entity_relations: tuple[FactRelation, ...] = ()
    metadata: dict[str, str] = Field(default_factory=dict)
    salience: float = 0.5
    confidence: float = 1.0
    event_at: Instant | None = None
    sources: tuple[SourceRef, ...] = ()
    relations: tuple[Relation, ...] = ()
    written_by: WrittenBy
    embedding: PackedVector = ""
    procedure: dict[str, Any] | None = None
    """As it was handed over, after the gate; `content` tells it as text."""

    @property
    def scope_key(self) -> ScopeKey:
        return ScopeKey(tid=self.tid, sid=self.sid)

    @property
    def id(self) -> str:
        return str(PublicId("mem", self.sid, self.ulid))


class Head(MemoryRecord):
    """The item `MEM#<ulid>`. It decides for its whole lineage: deleted, hidden, expired."""

    last_version: int = 1
    expires_at: Instant | None = None
    ttl: int | None = None
    deleted_at: Instant | None = None
    hidden_at: Instant | None = None

    def key(self) -> Key:
        return keys.head(self.scope_key, self.ulid)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        scope = keys.scope_of(key)
        return {"tid": scope.tid, "sid": scope.sid, "ulid": key.sk.split("#")[1]}

    def is_alive(self, now: Instant) -> bool:
        """Not deleted, not hidden, not expired (TTL is a broom, not a rule)."""
        return not self.deleted_at and not self.hidden_at and not (self.expires_at and self.expires_at <= now)

    def is_current(self, now: Instant) -> bool:
        return self.is_latest and self.valid_to is None and self.is_alive(now)


class Version(MemoryRecord):
    """The item `VER#<ulid>#<number>`: whole; its text and embedding never change."""

    is_latest: bool = False

    def key(self) -> Key:
        return keys.version(self.scope_key, self.ulid, self.version)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        scope = keys.scope_of(key)
        return {"tid": scope.tid, "sid": scope.sid, "ulid": key.sk.split("#")[1]}
