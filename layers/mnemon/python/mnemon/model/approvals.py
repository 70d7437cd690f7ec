"""What waits for a person: a fact, a source that was held back, what somebody thinks of a memory. Inert in every read path."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from . import keys
from .ids import PublicId
from .instants import Instant
from .memory import WrittenBy
from .records import Fact, InScope
from .rows import Key

ApprovalKind = Literal["fact", "quarantine", "feedback"]
ApprovalReason = Literal["sensitive", "low_confidence", "uncertain", "injection", "wrong", "outdated"]
ApprovalStatus = Literal["waiting", "approved", "rejected"]
ApprovalAction = Literal["approve", "reject"]
FeedbackVerdict = Literal["helpful", "wrong", "outdated"]

DECIDED: dict[ApprovalAction, ApprovalStatus] = {"approve": "approved", "reject": "rejected"}


class Approval(InScope):
    """`APR#<ulid>`. Of a source that was held back it carries the source's ULID: a source waits once.

    What it is about stands in it only while it waits: decided, it says who decided what, and of which memory.
    """

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "ulid"})
    sealed_fields: ClassVar[frozenset[str]] = frozenset(
        {"scope", "fact", "author", "classes", "similar_to", "excerpts", "note", "decided_by", "decision_note"}
    )

    ulid: str
    kind: ApprovalKind
    reason: ApprovalReason
    status: ApprovalStatus = "waiting"
    digest: str = ""
    """Of a fact's text: the `KEY#wait#` that leads here."""
    sources: list[str] = Field(default_factory=list)
    """ULIDs of the scope's sources that it rests on: it goes with the last of them."""
    memory: str = ""
    """ULID of the memory that it is about, or that came of it."""
    version: int = 0
    """Of the memory that feedback is about."""
    count: int = 0
    """Turns or chunks that are held back."""
    requested_at: Instant
    expires_at: Instant
    decided_at: Instant | None = None
    ttl: int
    LPK: str | None = None
    LSK: str | None = None

    scope: str
    fact: Fact | None = None
    author: WrittenBy | None = None
    """Who wrote the fact, and how."""
    classes: tuple[str, ...] = ()
    """Sensitive classes, such as `health`."""
    similar_to: tuple[str, ...] = ()
    """Ids of the memories of which it is uncertain whether the fact is of the same."""
    excerpts: tuple[str, ...] = ()
    """How what is held back begins."""
    note: str | None = None
    decided_by: str | None = None
    """An opaque subject."""
    decision_note: str | None = None

    @property
    def id(self) -> str:
        return str(PublicId("apr", self.sid, self.ulid))

    def key(self) -> Key:
        return keys.approval(self.scope_key, self.ulid)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        return {**super().identity(key), "ulid": key.sk.split("#")[1]}

    def is_over(self, now: Instant) -> bool:
        """Its time decides, not the table's broom."""
        return self.expires_at <= now

    def waits(self, now: Instant) -> bool:
        return self.status == "waiting" and not self.is_over(now)

    def decided(self, action: ApprovalAction, by: str, now: Instant, note: str | None = None) -> Approval:
        """With what it was about left out."""
        emptied = {"fact": None, "author": None, "classes": (), "similar_to": (), "excerpts": (), "note": None}
        told = {"status": DECIDED[action], "decided_by": by, "decided_at": now, "decision_note": note}
        return self.model_copy(update={**emptied, **told})


class WaitingKey(InScope):
    """`KEY#wait#<hash>`: the approval under which a text waits, so that saying it again opens no second one."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "digest"})
    digest: str
    approval: str
    ttl: int

    def key(self) -> Key:
        return keys.waiting(self.scope_key, self.digest)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        return {**super().identity(key), "digest": key.sk.rsplit("#", 1)[1]}


class Feedback(InScope):
    """`FBK#<memory>#<hash of the caller>`: what one caller thinks of a memory. It counts once, and can be changed."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "memory", "digest"})
    memory: str
    digest: str
    verdict: FeedbackVerdict
    version: int
    moved: int = 0
    """Thousandths by which it moved the salience."""
    approval: str = ""
    given_at: Instant

    def key(self) -> Key:
        return keys.feedback(self.scope_key, self.memory, self.digest)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        _, memory, digest = key.sk.split("#")
        return {**super().identity(key), "memory": memory, "digest": digest}
