"""Whole scopes leave the table: pages of the partition, until only the counters of the scope's state are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mnemon.model import keys
from mnemon.model.rows import Key, Row
from mnemon.model.scopes import ScopeKey
from mnemon.tenant.document_ids import document_ids
from mnemon.tenant.holdings import name_of

from .block import blank, close
from .erasures import Work
from .leavings import far_end
from .memories import lose_far_grounds
from .plan import is_counted
from .tombstones import try_to_lay

PAGE = 500
ROWS = 3_000
"""Rows of one call: a minute or so."""


def sweep(work: Work) -> tuple[Work, bool]:
    """True: there is more. Raises Unavailable."""
    rows = 0
    for scope in work.scopes():
        if scope.sid < work.era.cursor.partition(" ")[0]:
            continue
        close(work, scope)
        while page := _page(work, scope):
            work = _counted(work, scope, page)
            _remove(work, scope, page)
            rows += len(page)
            if rows >= ROWS:
                return work, True
        blank(work, scope)
    return work, False


def _page(work: Work, scope: ScopeKey) -> list[Row]:
    after: str | None = None
    while True:
        page = work.stores.records.query(scope.partition, limit=PAGE, after=after)
        rows = [row for row in page.rows if row.key.sk != keys.STATE]
        if rows or page.after is None:
            return rows
        after = page.after


def _counted(work: Work, scope: ScopeKey, page: Sequence[Row]) -> Work:
    """Counts before it removes, and remembers up to where, so that a page that is met again is not counted twice."""
    where = [f"{scope.sid} {row.key.sk}" for row in page]
    fresh = Counter(name_of(row.key) for row, at in zip(page, where, strict=True) if at > work.era.cursor and is_counted(row.key))
    if not fresh:
        return work
    return work.saved(counts=dict(Counter(work.era.counts) + fresh), cursor=max(where[-1], work.era.cursor))


def _remove(work: Work, scope: ScopeKey, page: Sequence[Row]) -> None:
    doomed = [row.key for row in page]
    if work.era.target != "tenant":
        doomed += _elsewhere(work, scope, doomed)
    work.stores.records.delete_all(doomed)
    try_to_lay(work.index, scope.tid, document_ids(doomed))


def _elsewhere(work: Work, scope: ScopeKey, page: Sequence[Key]) -> list[Key]:
    """Far ends of links in other scopes' partitions. What rests there on a source of this scope loses that ground."""
    edges = [key for key in page if key.sk.startswith("EDGE#")]
    far = [end for key in edges if (end := far_end(scope.tid, key)) and end.pk != scope.partition]
    lose_far_grounds(work, [end for end in far if "#rests_on#" in end.sk])
    return far
