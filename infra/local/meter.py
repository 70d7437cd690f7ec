"""A progress bar: redrawn in place on a terminal, a line every tenth elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self, TextIO

BAR = 30
REDRAW_SECONDS = 0.1


class Meter:
    """Counts up to `total` of `what`."""

    def __init__(self, total: int, what: str, out: TextIO | None = None) -> None:
        self._total = max(total, 1)
        self._what = what
        self._out = out or sys.stdout
        self._live = self._out.isatty()
        self._done = 0
        self._tenths = 0
        self._drawn = 0.0
        self._began = time.monotonic()

    def __enter__(self) -> Self:
        if self._live:
            self._draw()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._live:
            self._draw()
            print(file=self._out, flush=True)

    def move(self, steps: int) -> None:
        self._done += steps
        if self._live:
            if time.monotonic() - self._drawn >= REDRAW_SECONDS:
                self._draw()
            return
        tenths = 10 * self._done // self._total
        if tenths > self._tenths:
            self._tenths = tenths
            print(f"  {self._text()}", file=self._out, flush=True)

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        filled = BAR * min(self._done, self._total) // self._total
        print(f"\r\x1b[K  [{'#' * filled}{'.' * (BAR - filled)}] {self._text()}", end="", file=self._out, flush=True)

    def _text(self) -> str:
        seconds = time.monotonic() - self._began
        left = seconds / self._done * (self._total - self._done) if self._done else 0.0
        ending = f", about {left:.0f} s left" if self._done < self._total and left >= 1 else ""
        return f"{100 * self._done // self._total:3d} %  {self._done}/{self._total} {self._what}, {seconds:.0f} s{ending}"
