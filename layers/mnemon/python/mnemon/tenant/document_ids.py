"""The ids of index documents: a head's, in either index, is sid + ulid; a version's or chunk's also has its number."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mnemon.model.rows import Key
from mnemon.model.scopes import ScopeKey

_MEMORY = re.compile(r"([a-z2-7]{26})([0-7][0-9A-HJKMNP-TV-Z]{25})(?:\d{6})?", re.ASCII)


def memory_of(id: str) -> tuple[str, str] | None:
    """The sid and the ULID of the memory whose head or version a document stands for; None for an id that is none of ours."""
    match = _MEMORY.fullmatch(id)
    return (match[1], match[2]) if match else None


def head_id(scope: ScopeKey, ulid: str) -> str:
    return f"{scope.sid}{ulid}"


def version_id(scope: ScopeKey, ulid: str, number: int) -> str:
    return f"{scope.sid}{ulid}{number:06d}"


def chunk_id(scope: ScopeKey, source: str, number: int) -> str:
    return f"{scope.sid}{source}{number:06d}"


def document_id(key: Key) -> str | None:
    """The document of the item at `key`, which stands in a scope's partition; None when such an item has none."""
    sid = key.pk.rsplit("#", 1)[1]
    match key.sk.split("#"):
        case ["MEM", ulid]:
            return f"{sid}{ulid}"
        case ["VER", ulid, number] | ["SRC", ulid, "CHUNK", number]:
            return f"{sid}{ulid}{number}"
        case _:
            return None


def document_ids(keys: Iterable[Key]) -> list[str]:
    return [id for key in keys if (id := document_id(key))]
