"""An agent's state for one task: a value under a key, for a time of its own. It is no memory, and nothing recalls it."""

from __future__ import annotations

from typing import Any, ClassVar

from . import keys
from .instants import Instant
from .records import InScope
from .rows import Key


class TaskState(InScope):
    """`TASK#<hash of the task>#<hash of the key>`."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "sid", "task", "digest"})
    sealed_fields: ClassVar[frozenset[str]] = frozenset({"task_name", "key_name", "value"})

    task: str
    digest: str
    etag: str
    """A ULID of the write, new with each: what stood here before a deletion or an expiry never matches again."""
    version: int = 1
    created_at: Instant
    updated_at: Instant
    expires_at: Instant
    ttl: int

    task_name: str
    key_name: str
    value: str
    """JSON, after the gate."""

    def key(self) -> Key:
        return keys.task_state(self.scope_key, self.task, self.digest)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        _, task, digest = key.sk.split("#")
        return {**super().identity(key), "task": task, "digest": digest}

    def is_there(self, now: Instant) -> bool:
        """Its time decides, not the table's broom."""
        return self.expires_at > now
