"""The index's document ids, read back to the keys of the items that they stand for."""

from __future__ import annotations

import re
from typing import NamedTuple, Self

from mnemon.model import keys
from mnemon.model.memory import Head, MemoryRecord
from mnemon.model.rows import Key
from mnemon.model.scopes import ScopeKey
from mnemon.model.sources import Chunk
from mnemon.ports.index import Hit

_ID = re.compile(r"([a-z2-7]{26})([0-7][0-9A-HJKMNP-TV-Z]{25})(\d{6})?", re.ASCII)


class Ref(NamedTuple):
    """A head (memory without a number), an older version (memory with its number), or a chunk (`ulid` is its source's)."""

    sid: str
    ulid: str
    number: int | None
    is_memory: bool

    @classmethod
    def of_hit(cls, hit: Hit) -> Self | None:
        """None for an id that no document of ours has: the index decides nothing."""
        match = _ID.fullmatch(hit.id)
        is_memory = hit.fields.get("type") == "memory"
        if match is None or (not is_memory and match[3] is None):
            return None
        return cls(match[1], match[2], int(match[3]) if match[3] else None, is_memory)

    @classmethod
    def of_key(cls, key: Key) -> Self | None:
        """None for an item that search does not return."""
        sid = keys.scope_of(key).sid
        match key.sk.split("#"):
            case ["MEM", ulid]:
                return cls(sid, ulid, None, True)
            case ["VER", ulid, number]:
                return cls(sid, ulid, int(number), True)
            case ["SRC", ulid, "CHUNK", number]:
                return cls(sid, ulid, int(number), False)
            case _:
                return None

    @classmethod
    def of(cls, record: MemoryRecord | Chunk) -> Self:
        if isinstance(record, Chunk):
            return cls(record.sid, record.source, record.number, False)
        return cls(record.sid, record.ulid, None if isinstance(record, Head) else record.version, True)

    def key(self, scope: ScopeKey) -> Key:
        if not self.is_memory:
            return keys.chunk(scope, self.ulid, self.number or 0)
        return keys.head(scope, self.ulid) if self.number is None else keys.version(scope, self.ulid, self.number)

    def keys(self, scope: ScopeKey) -> tuple[Key, ...]:
        """With the head that decides for it."""
        own = self.key(scope)
        return (own, keys.head(scope, self.ulid)) if self.is_memory and self.number is not None else (own,)
