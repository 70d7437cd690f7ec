"""One page of a tenant's list, of what the caller may see of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from mnemon.model import keys
from mnemon.model.rows import Key
from mnemon.ports.records import Records

T = TypeVar("T")
_PAGE = 100
_MOST_READ = 1_000
"""Of the tenant's list, for one page of what the caller may see."""


def listed(
    records: Records,
    name: str,
    *,
    sids: Collection[str] | None,
    read: Callable[[Collection[Key]], Mapping[Key, T]],
    where_of: Callable[[T], str | None],
    limit: int,
    after: str | None,
) -> tuple[tuple[T, ...], str | None]:
    """Newest first, and where the next page begins. `sids` are the scopes that may be seen; None: every scope of the tenant.

    The list is eventually consistent and names keys only: `read` reads the items themselves and leaves out what is not asked for;
    `where_of` is an item's place in the list. Raises Unavailable.
    """
    found: list[T] = []
    looked = 0
    while True:
        page = records.list(name, limit=min(_PAGE, _MOST_READ - looked), after=after)
        items = read([key for key in page.keys if sids is None or keys.scope_of(key).sid in sids])
        for key in page.keys:
            looked += 1
            if key not in items:
                continue
            found.append(items[key])
            if len(found) == limit:
                return tuple(found), where_of(items[key])
        after = page.after
        if after is None or looked >= _MOST_READ:
            return tuple(found), after
