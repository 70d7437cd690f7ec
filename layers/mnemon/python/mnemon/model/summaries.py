"""What is derived from memories: a summary of each category of a scope, and the profile of a person."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from . import keys
from .instants import Instant
from .memory import Frozen
from .records import InScope
from .rows import Key


class Basis(Frozen):
    """One memory that a sentence rests on, in the version that it tells: a later one is another text. `rev`: as it was when it was read."""

    ulid: str
    version: int
    rev: int


class Sentence(Frozen):
    text: str
    rests_on: tuple[Basis, ...]
    """At least one, the latest first."""
    confidence: float
    """Of the least certain of these."""
    since: Instant
    """When the latest of these became true, or happened."""


class Derived(InScope):
    """What a summary and a profile have in common.

    `rev` is raised by every rewriting: of two at once the one that read earlier loses. `seq` is the scope's when it was read: every
    write up to it is told.
    """

    sealed_fields: ClassVar[frozenset[str]] = frozenset({"sentences"})

    rev: int = 1
    seq: int = 0
    written_at: Instant
    members: list[str] = Field(default_factory=list)
    """ULIDs of the current memories that it was chosen from, best first."""
    is_cut: bool = False
    """There were more than it can be chosen from."""
    sentences: tuple[Sentence, ...] = ()

    @property
    def memories(self) -> frozenset[str]:
        """ULIDs of all memories that it was made of."""
        return frozenset(self.members) | {basis.ulid for sentence in self.sentences for basis in sentence.rests_on}


class Summary(Derived):
    """`SUM#<hmac of the category>`."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "digest"})
    sealed_fields: ClassVar[frozenset[str]] = frozenset({"category", "sentences"})
    digest: str
    category: str = ""

    def key(self) -> Key:
        return keys.summary(self.scope_key, self.digest)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        return {**super().identity(key), "digest": key.sk.removeprefix(keys.SUMMARY)}


class Profile(Derived):
    """`PROFILE`. Of a scope that is no person's it has no sentences, and says only that summaries are kept."""

    def key(self) -> Key:
        return keys.profile(self.scope_key)


class SummaryMark(InScope):
    """`SUM~<ulid of the write>`: what one write made stale. Put once and removed once, so that no two writers touch the same item."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "write"})
    write: str
    memories: list[str] = Field(default_factory=list)
    """ULIDs of the memories that it made or changed."""
    categories: list[str] = Field(default_factory=list)
    """Keyed hashes of their categories, before and after."""
    profile: bool = False

    def key(self) -> Key:
        return keys.summary_mark(self.scope_key, self.write)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        return {**super().identity(key), "write": key.sk.removeprefix(keys.SUMMARY_MARK)}
