"""What a tool gave back, when it is more than noise: an outcome that can be told in a sentence or a few fields."""

from __future__ import annotations

import json
from typing import cast

from .fence import without_recalled
from .outline import outline
from .patterns import Lazy
from .smalltalk import is_small_talk

LONGEST = 600
"""What is longer is a document or a listing: it stays in the turns, where search finds it."""
_FEWEST_WORDS = 3
_MOST_LINES = 12
_WORD = Lazy(r"[^\W\d_]{2,}")
_MARKUP = Lazy(r"\s*(?:<[!?a-zA-Z/]|```|\{%|Traceback \(most recent call last\))")
_IDS = frozenset({"id", "request_id", "trace_id"})
_STATE = frozenset({"ok", "success", "status", "code", "status_code", "exit_code", "took", "took_ms", "elapsed"})
"""Names of fields that say that it went well, and how long it took, but not what came of it."""
_WELL = frozenset({"ok", "success", "successful", "succeeded", "completed", "complete", "finished", "done"})


def outcome(text: str) -> str | None:
    """On one line; None for an acknowledgement, a bare number or id, markup, a stack trace, or what is too long to be one."""
    text = without_recalled(text).strip()
    if not text or len(text) > 4 * LONGEST or _MARKUP.match(text) or is_small_talk(text):
        return None
    told = _of_fields(text) if text[0] in "{[" else text
    if told is None or len(told.splitlines()) > _MOST_LINES:
        return None
    line = "; ".join(filter(None, (" ".join(part.split()) for part in told.splitlines()))).replace(":; ", ": ")
    enough = len(_WORD.findall(line)) >= _FEWEST_WORDS or not line.isascii()
    return line if enough and len(line) <= LONGEST and not is_small_talk(line) else None


def _of_fields(text: str) -> str | None:
    """JSON by its fields, without those that only say that it went well; None when nothing else is in it."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if not isinstance(value, dict):
        return None
    fields = {name: inner for name, inner in cast("dict[str, object]", value).items() if not _says_nothing(name, inner)}
    return outline(fields) if fields else None


def _says_nothing(name: str, value: object) -> bool:
    if value is None or value in ("", [], {}) or name.lower() in _IDS:
        return True
    if isinstance(value, str):
        return value.lower() in _WELL or is_small_talk(value)
    return name.lower() in _STATE and isinstance(value, int | float)
