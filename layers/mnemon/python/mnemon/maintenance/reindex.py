"""Everything of a scope into the index again, from the table: after the stream lost records, or when the embedder changed."""

from __future__ import annotations

from collections.abc import Iterator

from mnemon.model import keys
from mnemon.model.rows import Key
from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Unavailable
from mnemon.ports.tenancy import TenantStores

from .index_items import IndexItems, Signal

PAGE = 100


class ReindexScope:
    """Safe at any time, and to repeat: documents carry the items' own versions."""

    def __init__(self, index_items: IndexItems) -> None:
        self._index_items = index_items

    def __call__(self, stores: TenantStores, scope: ScopeKey) -> int:
        """The number of items looked at. Raises Unavailable."""
        count = 0
        for signals in _pages(stores, scope):
            if self._index_items(signals):
                raise Unavailable("the engine refused documents")
            count += len(signals)
        return count


def _pages(stores: TenantStores, scope: ScopeKey) -> Iterator[list[Signal]]:
    """Markers last: what they name is served by then, but only serving them removes them."""
    for prefix in (keys.HEAD, "SRC#", keys.NOW):
        page: list[Signal] = []
        for row in stores.records.walk(scope.partition, prefix):
            if signal := _signal(row.key):
                page.append(signal)
            if len(page) == PAGE:
                yield page
                page = []
        if page:
            yield page


def _signal(key: Key) -> Signal | None:
    match key.sk.split("#"):
        case ["MEM", _] | ["SRC", _, "CHUNK", _]:
            return Signal("named", key)
        case ["NOW", *_]:
            return Signal("marked", key)
        case _:
            return None
