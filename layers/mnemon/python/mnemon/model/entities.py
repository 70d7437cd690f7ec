"""The graph of a scope: who and what its memories speak of, under which names, and how these are related."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from . import keys
from .ids import PublicId
from .instants import Instant
from .records import InScope, Link
from .rows import Key

ABOUT = "about"
SAME = "same_as"
"""Between two names of one entity: it makes aliases, never an edge."""
EntityType = Literal["person", "organization", "place", "animal", "thing"]

MOST_SAYS = 200
"""Entries of one `about` link, the newest: one of a lineage with more versions loses track of its oldest."""
MOST_GROUNDS = 100
"""Memories that one typed link names, the newest."""


class Entity(InScope):
    """`ENT#<ulid>`. It lives as long as a memory speaks of it, and each alias as long as a memory uses it."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "ulid"})
    sealed_fields: ClassVar[frozenset[str]] = frozenset({"name", "type", "aliases"})
    ulid: str
    rev: int = 1
    created_at: Instant
    digests: list[str] = Field(default_factory=list)
    """Of the aliases, in their order: what `KEY#alias#` items there are."""
    name: str
    type: EntityType | None = None
    aliases: tuple[str, ...] = ()
    """As they were said; the forms in which they are compared are hashed."""

    @property
    def id(self) -> str:
        return entity_id(self.sid, self.ulid)

    def key(self) -> Key:
        return keys.entity(self.scope_key, self.ulid)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        return {**super().identity(key), "ulid": key.sk.split("#")[1]}


class AliasKey(InScope):
    """`KEY#alias#<hash>`: the entity that goes by this name."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "digest"})
    digest: str
    entity: str
    """An entity's ULID."""

    def key(self) -> Key:
        return keys.alias(self.scope_key, self.digest)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        return {**super().identity(key), "digest": key.sk.rsplit("#", 1)[1]}


class Said(NamedTuple):
    """One version of a memory uses one alias of the entity."""

    version: int
    digest: str

    def __str__(self) -> str:
        return f"{self.version:06d}#{self.digest}"

    @classmethod
    def parse(cls, text: str) -> Said:
        version, digest = text.split("#")
        return cls(int(version), digest)


class Told(NamedTuple):
    """One version of a memory tells a relation; `start` and `end` are ULIDs of entities."""

    version: int
    start: str
    kind: str
    end: str

    def __str__(self) -> str:
        return f"{self.version:06d}#{self.start}#{self.kind}#{self.end}"

    @classmethod
    def parse(cls, text: str) -> Told:
        version, start, kind, end = text.split("#")
        return cls(int(version), start, kind, end)


class Ground(NamedTuple):
    """A version of a memory on which a relation rests: it holds while that version is current."""

    memory: str
    version: int

    def __str__(self) -> str:
        return f"{self.memory}#{self.version:06d}"

    @classmethod
    def parse(cls, text: str) -> Ground:
        memory, version = text.split("#")
        return cls(memory, int(version))


class About(Link):
    """`EDGE#<memory>#about#<entity>` and its far end: which of the memory's versions speak of the entity, by which names, and the
    relations of it that they tell."""

    says: list[str] = Field(default_factory=list)
    """`Said`, oldest first."""
    tells: list[str] = Field(default_factory=list)
    """`Told`, of which this entity is the start."""

    def spoken(self, version: int) -> set[str]:
        """The digests of the names that a version uses; none when it does not speak of the entity."""
        return {said.digest for said in map(Said.parse, self.says) if said.version == version}


class Relates(Link):
    """`EDGE#<entity>#<type>#<entity>` and its far end, with the memories that it rests on."""

    grounds: list[str] = Field(default_factory=list)
    """`Ground`, oldest first."""


def entity_id(sid: str, ulid: str) -> str:
    return str(PublicId("ent", sid, ulid))
