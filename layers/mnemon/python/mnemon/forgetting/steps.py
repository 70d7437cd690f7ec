"""An erasure, a step at a time, as its workflow calls them. Every step can be repeated; none is done before its stores say so."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from mnemon.model import keys
from mnemon.model.scopes import ScopeKey
from mnemon.ports.flow import Clock, Ids, Signer
from mnemon.ports.index import SearchIndex
from mnemon.ports.records import Put, Unavailable
from mnemon.ports.tenancy import Tenancy

from .block import close, open_again
from .erasures import Work, load, plain
from .objects import purge_objects
from .plan import count_parts, count_scopes, planned
from .receipt import signed
from .sweep import sweep
from .sweep_parts import sweep_parts
from .unindex import unindex_parts, unindex_scopes
from .verify import verify

Step = Literal["block", "sweep", "index", "objects", "secret", "verify", "receipt", "fail"]
STEPS: tuple[Step, ...] = get_args(Step)


class NotVerified(Exception):
    """There is no receipt for what nobody has looked after."""


@dataclass(frozen=True, slots=True)
class ErasureSteps:
    tenancy: Tenancy
    index: SearchIndex
    clock: Clock
    ids: Ids
    signer: Signer
    afterwards: Callable[[ScopeKey], object] = lambda _: None
    """What a scope that stays wants done once something of it was erased; what does not succeed is caught up with later."""

    def __call__(self, step: Step, tid: str, ulid: str, failure: Mapping[str, str] | None = None) -> dict[str, Any]:
        """What the workflow decides on: `more` after a sweep, `clean` after a verification. Raises NoSuchErasure, Unavailable."""
        stores = self.tenancy.stores(tid)
        work = Work(load(stores, ulid), stores, self.index, self.clock, self.ids)
        if step == "fail":
            self._fail(work, failure or {})
            return {}
        if work.era.status == "succeeded":
            self._forget_parts(work)
            return {"more": False, "clean": True}
        if step != "receipt" and work.era.stage != step:
            work = work.saved(status="running", stage=step, error="")
        if work.era.dry_run:
            return self._only_look(work, step)
        return self._do(work, step)

    def _do(self, work: Work, step: Step) -> dict[str, Any]:
        match step:
            case "block":
                self._block(work)
            case "sweep":
                work, more = sweep(work) if work.is_whole else sweep_parts(work)
                return {"more": more}
            case "index":
                (unindex_scopes if work.is_whole else unindex_parts)(work)
            case "objects":
                purge_objects(work)
            case "secret":
                self._destroy_secrets(work)
            case "verify":
                work, clean = verify(work)
                return {"clean": clean}
            case _:
                self._finish(work)
        return {}

    def _block(self, work: Work) -> None:
        for scope in work.scopes():
            close(work, scope)
        if work.is_whole or work.era.counts:
            return
        # Counted once, before anything is removed; nobody writes any more.
        parts = planned(work)
        work.stores.records.put_all([plain(part) for part in parts])
        work.saved(counts=count_parts(work, parts))

    def _destroy_secrets(self, work: Work) -> None:
        if not work.is_whole:
            return
        if work.era.target == "tenant":
            self._forget_config(work)
        destroyed = sum(work.stores.vault.destroy(scope) for scope in work.scopes())
        known = max(destroyed, work.era.counts.get("secrets", 0))
        work.saved(counts={**work.era.counts, "secrets": known})

    def _forget_config(self, work: Work) -> None:
        """Every version of the tenant's own words goes with the tenant."""
        rows = work.stores.records.walk(keys.tenant_partition(work.era.tid), keys.CONFIG)
        work.stores.records.delete_all([row.key for row in rows])

    def _finish(self, work: Work) -> None:
        if not work.era.dry_run and not work.era.verified:
            raise NotVerified(work.era.ulid)
        now = self.clock.now()
        era = work.era.model_copy(update={"status": "succeeded", "stage": "receipt", "error": "", "finished_at": now, "updated_at": now})
        era = era.model_copy(update={"LPK": None, "LSK": None})
        if not era.dry_run:
            era = era.model_copy(update={"receipt": signed(era, self.signer)})
        work.stores.records.write(Put(plain(era)))
        self._forget_parts(work)
        if not work.is_whole and not era.dry_run:
            with contextlib.suppress(Unavailable):
                self.afterwards(work.scope)

    def _forget_parts(self, work: Work) -> None:
        """Its own, and those of one that it took over."""
        for ulid in filter(None, (work.era.ulid, work.era.takes_over)):
            rows = work.stores.records.walk(keys.tenant_partition(work.era.tid), keys.erasure_parts(ulid))
            work.stores.records.delete_all([row.key for row in rows])

    def _only_look(self, work: Work, step: Step) -> dict[str, Any]:
        if step == "block":
            counts = count_scopes(work) if work.is_whole else count_parts(work, planned(work))
            work.saved(counts=counts)
        if step == "receipt":
            self._finish(work)
        return {"more": False, "clean": True}

    def _fail(self, work: Work, failure: Mapping[str, str]) -> None:
        """A whole scope stays closed: what is half gone must not be mixed with what is new, and the next erasure takes it over."""
        if work.era.status == "succeeded":
            return
        work = work.saved(status="failed", stage=failure.get("stage", work.era.stage), error=failure.get("error", ""))
        if not work.is_whole and not work.era.dry_run:
            open_again(work, work.scope)
