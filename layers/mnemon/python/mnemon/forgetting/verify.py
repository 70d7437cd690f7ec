"""A last look everywhere. What is left is counted; only zeros make an erasure done."""

from __future__ import annotations

from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.scopes import ScopeKey
from mnemon.tenant.batches import parts
from mnemon.tenant.views import look

from .approvals import resting
from .block import forget_entry, open_again
from .derived import resting_on
from .erasures import Work
from .leavings import leavings
from .objects import count, drop_prefixes, raw_prefixes
from .unindex import SCOPES, left_in_index, pending

COUNTERS = frozenset({"epoch", "seq", "erasing"})


def verify(work: Work) -> tuple[Work, bool]:
    """False: something is left, sweep again. Raises Unavailable when a store cannot be asked: then nothing is known."""
    if not work.era.verified:
        left = _look(work)
        if any(left.values()):
            return work.saved(cursor=""), False
        work = work.saved(verified=left)
    if work.is_whole:
        for scope in work.scopes():
            open_again(work, scope, forget_entry(scope))
            work.stores.records.write(forget_entry(scope))
    return work, True


def _look(work: Work) -> dict[str, int]:
    tid, stores = work.era.tid, work.stores
    left = {"raw": count(stores.raw, raw_prefixes(work)), "drop": count(stores.drop, drop_prefixes(work)) if stores.drop else 0}
    if not work.is_whole:
        return {"table": _parts_in_table(work), "index": left_in_index(work), "not_yet_indexed": pending(work), **left}
    scopes = work.scopes()
    documents = sum(work.index.count(tid, part) for part in parts([scope.sid for scope in scopes], SCOPES))
    secrets = sum(1 for scope in scopes if stores.vault.exists(scope))
    return {"table": sum(_in_table(work, scope) for scope in scopes), "index": documents, "secrets": secrets, **left}


def _in_table(work: Work, scope: ScopeKey) -> int:
    """Items beside the counters; the state itself when it holds more than these."""
    rows = work.stores.records.query(scope.partition, limit=10).rows
    return sum(1 for row in rows if row.key.sk != keys.STATE or row.sealed is not None or not COUNTERS.issuperset(row.plain))


def _parts_in_table(work: Work) -> int:
    records, scope = work.stores.records, work.scope
    found = 0
    for part in work.parts("SRC"):
        id = str(PublicId("src", scope.sid, part.ulid))
        prefixes = (keys.source(scope, part.ulid).sk, keys.edges_from(id))
        found += sum(len(records.query(scope.partition, prefix, limit=10).rows) for prefix in prefixes)
    for part in work.parts("MEM"):
        found += len(records.get([keys.head(scope, part.ulid), *leavings(records, scope, part.ulid)]))
    erased = {part.ulid for part in work.parts("MEM")}
    found += resting_on(records, look(work.stores, scope, newest=0), erased) if erased else 0
    found += len(resting(records, scope, {part.ulid for part in work.parts("SRC")}))
    if work.era.target == "session":
        found += len(records.get([keys.session(scope, work.era.session)])) if _session_is_ours(work) else 0
    return found


def _session_is_ours(work: Work) -> bool:
    """A session of the same name that was begun after the sweep is not what was to be erased."""
    rows = work.stores.records.query(work.scope.partition, keys.session_sources(work.era.session), limit=1).rows
    return not rows
