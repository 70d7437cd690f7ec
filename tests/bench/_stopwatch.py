"""Where the time of a piece of work goes: each part's own time, without that of the parts that it calls. For one thread."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any
from unittest import mock

Label = str | Callable[..., str]
"""The part's name, or what tells it from the call's arguments."""


@dataclass
class Stopwatch:
    milliseconds: Counter[str] = field(default_factory=Counter[str])
    calls: Counter[str] = field(default_factory=Counter[str])
    _running: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])
    _owner: int = field(default_factory=threading.get_ident)

    def clear(self) -> None:
        self.milliseconds.clear()
        self.calls.clear()

    def timed(self, work: Callable[..., Any], label: Label) -> Callable[..., Any]:
        def measured(*given: Any, **named: Any) -> Any:
            if threading.get_ident() != self._owner:
                return work(*given, **named)
            self._begin(label if isinstance(label, str) else label(*given, **named))
            try:
                return work(*given, **named)
            finally:
                self._end()

        return measured

    @property
    def within(self) -> str:
        """The part that is being timed."""
        return self._running[-1][0] if self._running else ""

    def _begin(self, part: str) -> None:
        self._charge()
        self.calls[part] += 1
        self._running.append((part, perf_counter()))

    def _end(self) -> None:
        self._charge()
        self._running.pop()
        if self._running:
            self._running[-1] = (self._running[-1][0], perf_counter())

    def _charge(self) -> None:
        if self._running:
            part, since = self._running[-1]
            now = perf_counter()
            self.milliseconds[part] += (now - since) * 1_000  # type: ignore[assignment]
            self._running[-1] = (part, now)


@contextmanager
def stopwatch(parts: Mapping[tuple[Any, str], Label | Callable[[Stopwatch], Label]]) -> Iterator[Stopwatch]:
    """Times each (owner, attribute) under its label while the block runs."""
    watch = Stopwatch()
    with ExitStack() as stack:
        for (owner, name), label in parts.items():
            chosen = label(watch) if isinstance(label, _Late) else label
            stack.enter_context(mock.patch.object(owner, name, watch.timed(getattr(owner, name), chosen)))
        yield watch


class _Late:
    """A label that needs the stopwatch."""

    def __init__(self, make: Callable[[Stopwatch], Label]) -> None:
        self._make = make

    def __call__(self, watch: Stopwatch) -> Label:
        return self._make(watch)


def by_surroundings(names: Callable[[str], str]) -> Any:
    """A label made of the part in which the call happens."""
    return _Late(lambda watch: lambda *_, **__: names(watch.within))
