"""Marks in the index that nothing written earlier can pass: what an indexer read before an erasure may arrive after it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from mnemon.ports.index import IndexName, Removal, SearchIndex
from mnemon.ports.records import Unavailable
from mnemon.tenant.batches import parts

INDICES: tuple[IndexName, ...] = ("recall", "recall-past")
BULK = 1_000


def lay(index: SearchIndex, tid: str, ids: Sequence[str], *, wait: bool = True) -> None:
    """Raises Unavailable, also when the engine refuses one of them for now."""
    removals = [Removal(name, id, tid) for id in ids for name in INDICES]
    for part in parts(removals, BULK):
        if not all(outcome.ok for outcome in index.apply(part, wait=wait)):
            raise Unavailable("the engine refused removals")


def try_to_lay(index: SearchIndex, tid: str, ids: Sequence[str]) -> None:
    """While the engine is down nothing can arrive there either: the step that waits for it does the rest."""
    with contextlib.suppress(Unavailable):
        lay(index, tid, ids, wait=False)
