"""The one exception that a person is meant to read."""

from pathlib import Path

TAIL_CHARACTERS = 1500


class LocalError(Exception):
    """A step failed: what happened, what to do about it, and where its log is."""

    def __init__(self, what: str, todo: str = "", log: Path | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.todo = todo
        self.log = log

    def __str__(self) -> str:
        """All that is known, the end of the log included."""
        lines = [self.what]
        if self.log is not None and self.log.exists():
            tail = self.log.read_text(errors="replace")[-TAIL_CHARACTERS:].strip()
            lines += [f"    {line}" for line in tail.splitlines()]
            lines.append(f"log: {self.log}")
        if self.todo:
            lines.append(f"what to do: {self.todo}")
        return "\n".join(lines)
