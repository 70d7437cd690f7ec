"""What is erased leaves the index. An index that is down is waited for: nothing is called done before it was asked."""

from __future__ import annotations

import time
from collections.abc import Callable

from mnemon.model import keys
from mnemon.ports.records import Unavailable
from mnemon.tenant.batches import parts
from mnemon.tenant.document_ids import head_id, version_id

from .erasures import Work
from .tombstones import lay

SCOPES = 100
SOURCES = 500
PATIENCE = 10
"""How many seconds a call waits for the indexer before the workflow has to."""


def unindex_scopes(work: Work) -> None:
    """Raises Unavailable."""
    sids = [scope.sid for scope in work.scopes()]
    for part in parts(sids, SCOPES):
        work.index.erase(work.era.tid, part)
        if work.index.count(work.era.tid, part):
            raise Unavailable("documents are left in the index")


def unindex_parts(work: Work, sleep: Callable[[float], None] = time.sleep) -> None:
    """Raises Unavailable, also while the indexer has not yet written what the sweep changed beside what it removed."""
    tid, sid = work.era.tid, work.era.sid
    lay(work.index, tid, removed_ids(work))
    for sources in parts([part.ulid for part in work.parts("SRC")], SOURCES):
        work.index.erase(tid, [sid], sources=sources)
    if left_in_index(work):
        raise Unavailable("documents are left in the index")
    for _ in range(PATIENCE):
        if not pending(work):
            return
        sleep(1.0)
    raise Unavailable("what stood beside is not yet indexed again")


def left_in_index(work: Work) -> int:
    """Documents that `unindex_parts` removes and that are there. Raises Unavailable."""
    tid, sid = work.era.tid, work.era.sid
    of_sources = sum(work.index.count(tid, [sid], sources=sources) for sources in parts([part.ulid for part in work.parts("SRC")], SOURCES))
    return of_sources + sum(work.index.count(tid, [sid], ids=ids) for ids in parts(removed_ids(work), SOURCES))


def removed_ids(work: Work) -> list[str]:
    """The documents of the memories that are gone."""
    scope = work.scope
    return [
        id
        for part in work.parts("MEM")
        for id in (head_id(scope, part.ulid), *(version_id(scope, part.ulid, number) for number in range(1, part.last + 1)))
    ]


def pending(work: Work) -> int:
    """Markers of what the sweep changed; those of later writes do not count."""
    last = f"{keys.NOW}{work.era.swept}~"
    return len(work.stores.records.query(work.scope.partition, keys.NOW, until=last, limit=1).rows)
