"""Blocks of text put together to one, and where headings and pages begin in it."""

from __future__ import annotations

import re

from mnemon.model.documents import MAX_CHARACTERS, Extract, Heading
from mnemon.model.text import clean
from mnemon.ports.documents import TooMuch

PARAGRAPH, LINE = "\n\n", "\n"
_LONGEST_TITLE = 200
_DEEPEST = 6
"""Levels of headings, as HTML has them: each chunk carries the path of those above it."""
_SPACES = re.compile(r"\s+")


def title(text: str) -> str:
    """On one line, and not too long for a citation."""
    return _SPACES.sub(" ", clean(text)).strip()[:_LONGEST_TITLE]


class Building:
    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._headings: list[Heading] = []
        self._pages: list[int] = []

    @property
    def length(self) -> int:
        return self._length

    def add(self, block: str, *, level: int = 0, gap: str = PARAGRAPH) -> int:
        """Where the block begins; a blank one is left out. `level` above 0 is a heading's. Raises TooMuch."""
        block = clean(block).strip()
        if not block:
            return self._length
        if self._parts:
            self._parts.append(gap)
            self._length += len(gap)
        start = self._length
        if level:
            self._headings.append(Heading(start, level, title(block)))
        self._parts.append(block)
        self._length += len(block)
        if self._length > MAX_CHARACTERS:
            raise TooMuch
        return start

    def page(self, text: str) -> int:
        """A page of its own, also when there is nothing on it. Where it begins."""
        start = self.add(text)
        self._pages.append(start)
        return start

    def heading(self, start: int, level: int, words: str) -> None:
        """One whose words stand in the text already, or nowhere."""
        if words := title(words):
            self._headings.append(Heading(start, min(level, _DEEPEST), words))

    def done(self, name: str = "") -> Extract:
        headings = sorted(self._headings, key=lambda heading: heading.start)
        return Extract("".join(self._parts), title(name), tuple(headings), tuple(self._pages))
