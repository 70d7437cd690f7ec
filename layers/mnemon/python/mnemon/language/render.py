"""The texts that are embedded and indexed: one wording for the writer, the indexer and the newest records."""

from __future__ import annotations

from mnemon.model.instants import Instant, moment

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


def memory_text(true_from: Instant, content: str) -> str:
    """The text of a memory: `[date] content`."""
    return f"[{day(true_from)}] {content}"
