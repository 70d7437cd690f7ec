"""Patterns that are compiled when they are first used: a function that imports the rules and reads no text pays for none of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property


class Lazy:
    """The methods of a compiled pattern that this package uses."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._pattern, self._flags = pattern, flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self._pattern, self._flags)

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self.compiled.search(text, start, len(text) if end is None else end)

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        return self.compiled.match(text, start)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self.compiled.fullmatch(text)

    def finditer(self, text: str, start: int = 0) -> Iterator[re.Match[str]]:
        return self.compiled.finditer(text, start)

    def findall(self, text: str) -> list[str]:
        return self.compiled.findall(text)

    def split(self, text: str, maxsplit: int = 0) -> list[str]:
        return [part or "" for part in self.compiled.split(text, maxsplit)]

    def sub(self, into: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        return self.compiled.sub(into, text, count)
