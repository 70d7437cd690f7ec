"""A document once it is read: its text, and where its headings and pages begin in it."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from .memory import Frozen

MediaType = Literal[
    "text/plain",
    "text/markdown",
    "text/html",
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
]
TextType = Literal["text/plain", "text/markdown", "text/html"]
TEXT_TYPES: tuple[TextType, ...] = get_args(TextType)
ENDINGS: dict[str, MediaType] = {
    "txt": "text/plain",
    "md": "text/markdown",
    "markdown": "text/markdown",
    "html": "text/html",
    "htm": "text/html",
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}
"""By the ending of a file's name."""

MAX_TEXT_BYTES = 4 * 1024 * 1024
MAX_FILE_BYTES = 20 * 1024 * 1024
MAX_CHARACTERS = 2_000_000
"""Of the text that a document is read to."""
MAX_PAGES = 2_000
MAX_PASSAGES = 10_000
"""As many as all those characters make where a document has few headings; one of headings alone would make more."""


def most_bytes(media_type: str) -> int:
    """How large an object of that type may be."""
    return MAX_TEXT_BYTES if media_type in TEXT_TYPES else MAX_FILE_BYTES


class Heading(NamedTuple):
    """`start` is where it stands in the text; `level` is 1 for the outermost."""

    start: int
    level: int
    title: str


class Extract(NamedTuple):
    """What a parser reads from a file. Offsets are characters of `text`, rising."""

    text: str
    title: str = ""
    headings: tuple[Heading, ...] = ()
    pages: tuple[int, ...] = ()
    """Where each page begins; empty when the format has none."""


class Passage(Frozen):
    """One chunk that is to be: [start, end) of the text. Up to the end of the one before it, its words are also that one's."""

    start: int
    end: int
    path: tuple[str, ...] = ()
    page: int | None = None


class Document(Frozen):
    """The raw resource of a document: what was read of it, after the gate, and where it is cut. Kept sealed, never modified."""

    media_type: MediaType
    text: str
    passages: tuple[Passage, ...]
