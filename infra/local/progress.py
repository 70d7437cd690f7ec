"""Progress that a person can follow: one line a step, with its seconds."""

import json
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

KEPT_RUNS = 20
WIDTH = 52


class Progress:
    """Prints each step when it ends and remembers how long it took. Steps may run side by side."""

    def __init__(self, out: TextIO | None = None, quiet: bool = False) -> None:
        self._out = out or sys.stdout
        self._quiet = quiet
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._running: list[str] = []
        self._broken = False
        self._live = self._out.isatty() and not quiet
        unicode = (getattr(self._out, "encoding", None) or "ascii").lower().startswith("utf")
        self._done, self._failed, self._note = ("✓", "✗", "·") if unicode else ("ok", "!!", "-")
        self.steps: dict[str, float] = {}

    @contextmanager
    def step(self, key: str, text: str, shown_from: float = 0.0) -> Generator[None]:
        """Time a step; `key` names it in the timings, `text` on the screen. One that took less than `shown_from` is not worth a line."""
        began = time.monotonic()
        self._enter(text)
        mark = self._failed
        try:
            yield
            mark = self._done
        finally:
            seconds = time.monotonic() - began
            with self._lock:
                self._running.remove(text)
                self.steps[key] = round(self.steps.get(key, 0.0) + seconds, 3)
                failed = mark == self._failed
                # what else was under way then is ended too: that is not news
                if not self._broken and (failed or seconds >= shown_from):
                    self._line(f"  {mark} {text:<{WIDTH}} {seconds:7.1f} s")
                self._broken = self._broken or failed

    def note(self, text: str) -> None:
        """A line with no time."""
        with self._lock:
            self._line(f"  {self._note} {text}")

    def say(self, text: str = "") -> None:
        """A line as it is."""
        with self._lock:
            self._line(text)

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self._began

    def took(self, prefix: str) -> float:
        """Seconds of all steps whose key begins so, added up."""
        return sum(seconds for key, seconds in self.steps.items() if key.startswith(prefix))

    def save(self, path: Path, kind: str) -> None:
        """Add this run to the timings kept for the benchmark."""
        runs: list[dict[str, Any]] = json.loads(path.read_text())["runs"] if path.exists() else []
        run = {"kind": kind, "at": int(time.time()), "total": round(self.seconds, 3), "steps": self.steps}
        path.write_text(json.dumps({"runs": [*runs, run][-KEPT_RUNS:]}, indent=2))

    def _enter(self, text: str) -> None:
        with self._lock:
            self._running.append(text)
            self._show_running()

    def _line(self, text: str) -> None:
        if self._quiet:
            return
        clear = "\r\x1b[K" if self._live else ""
        print(f"{clear}{text}", file=self._out, flush=True)
        self._show_running()

    def _show_running(self) -> None:
        if self._live and self._running:
            print(f"\r\x1b[K  … {', '.join(self._running)}"[:110], end="", file=self._out, flush=True)
