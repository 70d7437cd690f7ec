"""HTML: what a reader sees of it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mnemon.model.documents import Extract
from mnemon.ports.documents import TooMuch

from .building import LINE, PARAGRAPH, Building
from .plain import decode

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_UNSEEN = [
    "audio", "canvas", "datalist", "head", "iframe", "math", "noscript", "object", "script", "style", "svg", "template", "title", "video",
]  # fmt: skip
_LINES = frozenset(("br", "li", "tr", "dt", "dd", "option", "caption", "figcaption", "summary"))
_BLOCKS = frozenset(
    (
        "address", "article", "aside", "blockquote", "body", "details", "dialog", "div", "dl", "fieldset", "figure", "footer", "form",
        "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p", "pre", "section", "table", "tbody", "thead", "ul",
    )
)  # fmt: skip
_CELLS = frozenset(("td", "th"))
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]{1,40})", re.IGNORECASE)
_SPACES = re.compile(r"[^\S\n]+|\s*\n\s*")
_DEEPEST = 50_000
"""Tags that are open at once. Many are never closed, such as list items; a tree as deep as megabytes of them takes too much memory."""


def read(data: bytes) -> Extract:
    return read_text(_decoded(data))


def read_text(text: str) -> Extract:
    soup = _parsed(text)
    name = soup.title.get_text() if soup.title else ""
    for tag in soup.find_all(_UNSEEN):
        tag.decompose()
    for tag in soup.find_all(_is_hidden):
        tag.decompose()
    building = Building()
    for block in _blocks(soup):
        building.add(block.text, level=block.level, gap=block.gap)
    return building.done(name)


def _decoded(data: bytes) -> str:
    named = _CHARSET.search(data[:2_048])
    if named:
        try:
            return decode(data.decode(named[1].decode("ascii")).encode())
        except (LookupError, UnicodeError):
            pass
    return decode(data)


def _parsed(text: str) -> BeautifulSoup:
    from bs4 import BeautifulSoup

    if _depth(text) > _DEEPEST:
        raise TooMuch
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they quote what they warn of
        return BeautifulSoup(text, "html.parser")


_VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"))
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]{0,40})")


def _depth(text: str) -> int:
    """Tags open at once at most, those included that are never closed, as far as one pass over the text can tell."""
    depth = deepest = 0
    for tag in _TAG.finditer(text):
        if tag[2].lower() in _VOID:
            continue
        depth = max(0, depth - 1) if tag[1] else depth + 1
        deepest = max(deepest, depth)
    return deepest


def _is_hidden(tag: Tag) -> bool:
    return tag.has_attr("hidden") or bool(_HIDDEN.search(str(tag.get("style") or "")))


class _Block:
    def __init__(self, gap: str, level: int = 0) -> None:
        self.gap, self.level = gap, level
        self._words: list[str] = []

    def say(self, words: str, *, as_is: bool) -> None:
        self._words.append(words if as_is else _SPACES.sub(" ", words))

    @property
    def text(self) -> str:
        return "".join(self._words)


def _blocks(soup: BeautifulSoup) -> Iterator[_Block]:
    """Without recursion: how deep tags are nested is up to the author."""
    from bs4 import Tag
    from bs4.element import NavigableString, PreformattedString

    block, level, kept_as_is = _Block(PARAGRAPH), 0, 0
    stack: list[tuple[Tag, Iterator[object]]] = [(soup, iter(soup.contents))]
    while stack:
        tag, rest = stack[-1]
        node = next(rest, None)
        if node is None:
            stack.pop()
            kept_as_is -= tag.name == "pre"
            if tag.name in _BLOCKS or tag.name in _LINES:
                yield block
                level = 0 if _level(tag.name) else level
                block = _Block(PARAGRAPH if tag.name in _BLOCKS else LINE, level)
        elif isinstance(node, Tag):
            if node.name in _BLOCKS or node.name in _LINES:
                yield block
                level = _level(node.name) or level
                block = _Block(PARAGRAPH if node.name in _BLOCKS else LINE, level)
                if node.name == "li":
                    block.say("- ", as_is=True)
            elif node.name in _CELLS and block.text.strip():
                block.say(" | ", as_is=True)
            kept_as_is += node.name == "pre"
            stack.append((node, iter(node.contents)))
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):  # comments, declarations
            block.say(str(node), as_is=kept_as_is > 0)
    yield block


def _level(name: str) -> int:
    return int(name[1]) if len(name) == 2 and name[0] == "h" and name[1].isdigit() else 0
