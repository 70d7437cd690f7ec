"""Markdown stays as it is written: its marks help to understand it, and citations point into what the author knows."""

from __future__ import annotations

from itertools import pairwise

from mnemon.model.documents import Extract, Heading

from .building import title
from .plain import decode


def read(data: bytes) -> Extract:
    from markdown_it import MarkdownIt

    text = decode(data)
    lines = [0]
    for line in text.split("\n"):
        lines.append(lines[-1] + len(line) + 1)
    # Blocks only: what stands inside of a line is of no matter here, and nested marks are what such parsers stumble over.
    tokens = MarkdownIt("commonmark").disable("inline").parse(text)
    headings: list[Heading] = []
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open" and opening.map and (words := title(inline.content)):
            headings.append(Heading(lines[opening.map[0]], int(opening.tag[1]), words))
    return Extract(text, headings[0].title if headings and headings[0].level == 1 else "", tuple(headings))
