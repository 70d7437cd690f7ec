"""What a caller of compare-and-set says that it has seen."""

from __future__ import annotations

from dataclasses import dataclass

from mnemon.errors import PreconditionFailed
from mnemon.model.task_state import TaskState


@dataclass(frozen=True, slots=True)
class Condition:
    """What the caller says that it has seen: nothing at all (`absent`), something (`exists`), or one write (`etag`)."""

    absent: bool = False
    exists: bool = False
    etag: str | None = None

    def check(self, held: TaskState | None) -> None:
        """Raises PreconditionFailed."""
        if self.absent and held is not None:
            raise PreconditionFailed("there is a state already", field="key")
        if (self.exists or self.etag is not None) and (held is None or (self.etag is not None and self.etag != held.etag)):
            raise PreconditionFailed("the state has changed", field="key")
