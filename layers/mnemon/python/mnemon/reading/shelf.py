"""The items that one search reads from the table: each once, opened when it is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.instants import Instant
from mnemon.model.memory import Head, MemoryRecord, Version
from mnemon.model.records import Edge
from mnemon.model.rows import Key, Row, Stored, Unreadable
from mnemon.model.sources import Chunk
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.views import View

from .refs import Ref

T = TypeVar("T", bound=Stored)
_ONE_BATCH = 100
"""Keys that the table reads in one call."""
_MOST_LINKS = 200


class Shelf:
    """Bound to the views of the scopes that may be read: what stands in another scope cannot even be asked for."""

    def __init__(self, stores: TenantStores, views: Mapping[str, View]) -> None:
        self._stores = stores
        self._views = views
        self._rows: dict[Key, Row | None] = {}
        self._opened: dict[Key, Stored | None] = {}

    def fetch(self, refs: Iterable[Ref], *, with_access: bool = False, also: Iterable[Ref] = ()) -> None:
        """One batch read of the refs, with the heads that decide for them; what was read before is not read again. `with_access`: when
        they were last recalled too, as far as one batch has room. `also`: refs read with them. Raises Unavailable."""
        mine = [ref for ref in refs if ref.sid in self._views]
        wanted = [key for ref in mine for key in ref.keys(self._views[ref.sid].scope)]
        if with_access:
            wanted += [self._access_key(ref) for ref in mine if ref.is_memory][: max(0, _ONE_BATCH - len(wanted))]
        self._read([*wanted, *(key for ref in also if ref.sid in self._views for key in ref.keys(self._views[ref.sid].scope))])

    def last_access(self, ref: Ref) -> Instant:
        """Empty when it was never recalled, or is not known."""
        view = self._views.get(ref.sid)
        row = self._rows.get(self._access_key(ref)) if view is not None and ref.is_memory else None
        return str(row.plain.get("last_at", "")) if row is not None else ""

    def _access_key(self, ref: Ref) -> Key:
        return keys.access(self._views[ref.sid].scope, ref.ulid)

    def head(self, ref: Ref) -> Head | None:
        return self._open(ref, Ref(ref.sid, ref.ulid, None, True), Head)

    def is_latest(self, ref: Ref) -> bool:
        """Of a memory's head that was fetched; nothing is opened for it."""
        view = self._views.get(ref.sid)
        row = self._rows.get(ref.key(view.scope)) if view is not None else None
        return row is not None and bool(row.plain.get("is_latest"))

    def memory(self, ref: Ref) -> MemoryRecord | None:
        return self.head(ref) if ref.number is None else self._open(ref, ref, Version)

    def chunk(self, ref: Ref) -> Chunk | None:
        return self._open(ref, ref, Chunk)

    def older(self, heads: Iterable[Head], most: int) -> list[Version]:
        """The newest `most` older versions of each head, in one batch read. Raises Unavailable."""
        refs = [
            Ref(head.sid, head.ulid, number, True)
            for head in heads
            for number in range(head.last_version, max(head.last_version - most - 1, 0), -1)
            if number != head.version
        ]
        self.fetch(refs)
        return [version for ref in refs if (version := self._open(ref, ref, Version)) is not None]

    def resting_on(self, chunk: Chunk) -> list[Head]:
        """The memories of which any version rests on the turn or chunk, as far as one page of its source's links tells. Raises
        Unavailable."""
        view = self._views.get(chunk.sid)
        if view is None:
            return []
        said = str(chunk.turn) if chunk.type == "turn" else f"chunk {chunk.number}"
        links = self._stores.records.query(view.scope.partition, f"{keys.edges_from(chunk.source_id)}~rests_on#", limit=_MOST_LINKS)
        ends = [PublicId.parse(edge.end) for row in links.rows if said in (edge := Edge.from_row(row, view.box)).turns]
        refs = [Ref(id.owner, id.ulid, None, True) for id in ends]
        self.fetch(refs)
        return [head for ref in refs if (head := self.head(ref)) is not None]

    def _read(self, wanted: Iterable[Key]) -> None:
        missing = [key for key in dict.fromkeys(wanted) if key not in self._rows]
        if missing:
            found = self._stores.records.get(missing)
            self._rows.update({key: found.get(key) for key in missing})

    def _open(self, asked: Ref, ref: Ref, model: type[T]) -> T | None:
        view = self._views.get(asked.sid)
        if view is None:
            return None
        key = ref.key(view.scope)
        if key not in self._opened:
            self._opened[key] = _opened(self._rows.get(key), view, model)
        item = self._opened[key]
        return item if isinstance(item, model) else None


def _opened(row: Row | None, view: View, model: type[T]) -> T | None:
    if row is None or keys.scope_of(row.key).sid != view.scope.sid:
        return None
    try:
        return model.from_row(row, view.box)
    except Unreadable:  # its scope was erased meanwhile
        return None
