"""A page for a terminal: headings, quotes and columns that fit its width, with colour only where colour is wanted."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Iterator
from typing import TextIO

LEAST, MOST = 72, 96
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "magenta": "35", "cyan": "36"}
_PLAIN = str.maketrans({"─": "-", "●": "*", "└": "'", "✓": "+", "✗": "x", "→": ">", "…": ".", "·": "-", "“": '"', "”": '"', "│": "|"})


class Page:
    """Writes to `out` as it goes. Colour: a terminal, unless NO_COLOR is set or TERM is dumb."""

    def __init__(self, out: TextIO | None = None, *, colour: bool | None = None, width: int | None = None) -> None:
        self._out = out or sys.stdout
        self._colour = _wants_colour(self._out) if colour is None else colour
        self._unicode = (getattr(self._out, "encoding", None) or "utf-8").lower().replace("-", "").startswith("utf")
        found = width or shutil.get_terminal_size((MOST, 24)).columns
        self.width = max(LEAST, min(MOST, found))
        self._section = 0

    def paint(self, text: str, *styles: str) -> str:
        """`text` in colours and weights such as `bold`, `dim`, `green`."""
        if not self._colour or not text:
            return text
        return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"

    def line(self, text: str = "") -> None:
        if not self._unicode:
            encoding = getattr(self._out, "encoding", None) or "ascii"
            text = text.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
        print(text.rstrip(), file=self._out, flush=True)

    def rule(self) -> None:
        self.line(self.paint("─" * self.width, "dim"))

    def title(self, left: str, right: str = "") -> None:
        self.rule()
        gap = self.width - width(left) - width(right) - 2
        self.line(f" {self.paint(left, 'bold')}{' ' * max(1, gap)}{self.paint(right, 'dim')}")
        self.rule()

    def section(self, text: str, aside: str = "") -> None:
        """A numbered heading, with something short at the right margin."""
        self._section += 1
        head = f" {self._section}  {text}"
        gap = self.width - width(head) - width(aside)
        self.line()
        self.line(f"{self.paint(head, 'bold', 'cyan')}{' ' * max(2, gap)}{self.paint(aside, 'dim')}")
        self.line()

    def text(self, text: str, *styles: str, indent: int = 4, first: str = "", hang: int | None = None) -> None:
        """Wrapped words; `first` stands before the first line, and the others are indented to match (or by `hang`)."""
        deep = indent + (width(first) if hang is None else hang)
        lead = " " * indent + first
        for piece in wrap(text, self.width - deep):
            self.line(lead + self.paint(piece, *styles))
            lead = " " * deep

    def row(self, label: str, text: str, *styles: str, indent: int = 4, label_width: int = 14, label_style: str = "dim") -> None:
        """A short label and, beside it, wrapped words."""
        label = fit(label, label_width - 1)
        lead = " " * indent + self.paint(label, label_style) + " " * (label_width - width(label))
        for piece in wrap(text, self.width - indent - label_width):
            self.line(lead + self.paint(piece, *styles))
            lead = " " * (indent + label_width)


def counted(number: int, noun: str) -> str:
    """`1 turn`, `2 turns`, `2 memories`."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def width(text: str) -> int:
    """Columns that a terminal gives a text: two for wide characters, none for combining ones."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def fit(text: str, columns: int) -> str:
    """At most so many columns of one line; what is cut is told by an ellipsis."""
    text = " ".join(text.split())
    if width(text) <= columns:
        return text
    kept = ""
    for character in text:
        if width(kept) + width(character) > columns - 1:
            break
        kept += character
    return kept.rstrip() + "…"


def wrap(text: str, columns: int) -> list[str]:
    """Lines of at most so many columns, broken at spaces where there are any, anywhere else where there are none."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in _pieces(paragraph, columns):
            joined = f"{line} {word}" if line else word
            if width(joined) <= columns:
                line = joined
            else:
                lines.append(line)
                line = word
        lines.append(line)
    return lines


def _pieces(paragraph: str, columns: int) -> Iterator[str]:
    for word in paragraph.split():
        piece = ""
        for character in word:
            if width(piece) + width(character) > columns:
                yield piece
                piece = ""
            piece += character
        yield piece


def _wants_colour(out: TextIO) -> bool:
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
