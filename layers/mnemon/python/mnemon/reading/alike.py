"""Results that say the same are one result."""

from __future__ import annotations

from collections.abc import Iterable

from mnemon.language.flags import flags
from mnemon.language.tokens import bare, words
from mnemon.model.memory import MemoryRecord
from mnemon.model.sources import Chunk
from mnemon.model.text import folded

from .citations import MOST_REST, MOST_REST_WORDS
from .words import STOP_WORDS

_TURNS_MEANING = frozenset(["no", "not", "without", "but"])
_LITTLE = STOP_WORDS - _TURNS_MEANING

Gist = tuple[str, ...]


def gist(record: MemoryRecord | Chunk) -> Gist | None:
    """Two records of one gist differ by a few words that mean nothing by themselves, and by nothing else: whose they are, who says it, in
    which namespace, in which order, and when it happened are the same. None when there is no word to go by."""
    if isinstance(record, Chunk):
        said = _said(record.words)
        # "I ran today" of another day is another run
        day = record.at[:10] if flags(record.words).has_time else ""
        return (record.sid, record.type, record.speaker, record.caption, day, *said) if said else None
    said = _said(record.content)
    about = (record.sid, "memory", record.namespace or "", record.kind, record.subject or "", record.attribute or "", record.event_at or "")
    return (*about, *said) if said else None


def says_no_more(chunk: Chunk, texts: Iterable[str]) -> bool:
    """Whether all that a turn says stands in the texts, up to a few words."""
    heard = {word for text in texts for word in _said(text)}
    rest = [word for word in _said(chunk.words) if word not in heard]
    return len(rest) <= MOST_REST_WORDS and sum(map(len, rest)) <= MOST_REST


def _said(text: str) -> Gist:
    heard = words(folded(text))
    return tuple(word for word in map(bare, heard) if word not in _LITTLE) or tuple(heard)
