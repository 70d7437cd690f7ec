"""The texts that are embedded and indexed: one wording for the writer, the indexer and the newest records."""

from __future__ import annotations

from collections.abc import Sequence

from mnemon.model.instants import Instant, moment
from mnemon.model.sources import Chunk

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def day(at: Instant) -> str:
    """Such as `8 May 2023`."""
    when = moment(at)
    return f"{when.day} {MONTHS[when.month - 1]} {when.year}"


def spoken(speaker: str, words: str, caption: str = "") -> str:
    """The bare turn, as its neighbours' context quotes it: `speaker: words [shares caption]`."""
    said = f"{speaker}: {words}" if speaker else words
    return f"{said} [shares {caption}]" if caption else said


def turn_text(at: Instant, speaker: str, words: str, caption: str = "") -> str:
    """The text of a turn or a chunk: `[date] speaker: words [shares caption]`."""
    return f"[{day(at)}] {spoken(speaker, words, caption)}"


def passage_text(path: Sequence[str], words: str) -> str:
    """The text of a document's chunk: `Outer > Inner: words`. No date: it would be that of the upload, which the words know nothing of."""
    return f"{' > '.join(path)}: {words}" if path else words


def chunk_text(chunk: Chunk) -> str:
    """The text of a turn or of a document's chunk."""
    if chunk.type == "chunk":
        return passage_text(chunk.path, chunk.words)
    return turn_text(chunk.at, chunk.speaker, chunk.words, chunk.caption)


def memory_text(true_from: Instant, content: str) -> str:
    """The text of a memory: `[date] content`."""
    return f"[{day(true_from)}] {content}"
