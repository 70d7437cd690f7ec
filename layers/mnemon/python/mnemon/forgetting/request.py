"""Asking for an erasure, and looking at how far it is."""

from __future__ import annotations

from dataclasses import dataclass

from mnemon.errors import Invalid, NotFound
from mnemon.model import keys
from mnemon.model.ids import IdKind, InvalidId, PublicId
from mnemon.model.instants import Instant, moment
from mnemon.model.records import Erasure, ErasureTarget
from mnemon.model.rows import Key, Unreadable
from mnemon.model.scopes import Pepper, Scope, ScopeKey
from mnemon.ports.flow import Clock, Ids, Workflows
from mnemon.ports.records import Put, Unavailable, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.fact_keys import session_digest
from mnemon.tenant.views import enter, look
from mnemon.tenant.work import Work

from .block import ABANDONED
from .erasures import NoBox, NoSuchErasure, load, plain
from .races import until_it_holds

MOST_UNFINISHED = 100
_SAME = ("target", "sid", "session", "source", "memory")


@dataclass(frozen=True, slots=True)
class ErasureRequest:
    """`sid`: whose data, unless it is the tenant's. Ids are public ones and must be of that scope.

    `scope`, for the target `user`, reaches what was dropped for somebody of whom nothing was ever stored.
    """

    target: ErasureTarget
    sid: str = ""
    session_id: str | None = None
    source_id: str | None = None
    memory_id: str | None = None
    scope: Scope | None = None
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class RequestErasure:
    """Whether the caller may erase that scope has been decided before."""

    tenancy: Tenancy
    pepper: Pepper
    clock: Clock
    ids: Ids
    workflows: Workflows

    def __call__(self, tid: str, request: ErasureRequest, actor: str, work: Work | None = None) -> Erasure:
        """The erasure as it was queued. A dry run is one too: it ends with counts, and has changed nothing.

        Raises Invalid, NotFound for a session, source or memory that is not there, Unavailable.
        """
        stores, now = self.tenancy.stores(tid), self.clock.now()
        if work is not None and work.again and (begun := _begun(stores, work.ulid)) is not None:
            return self._started(stores, begun)
        ulid = work.ulid if work else self.ids.ulid()
        era = Erasure(
            tid=tid,
            ulid=ulid,
            target=request.target,
            dry_run=request.dry_run,
            requested_by=self.pepper.actor(tid, actor),
            created_at=now,
            updated_at=now,
            LPK=unfinished(tid),
            LSK=ulid,
        )
        if request.target != "tenant":
            era = self._resolved(stores, era, request)
        stores.records.write(Put(plain(era), When(absent=True)))
        return self._started(stores, era)

    def _started(self, stores: TenantStores, era: Erasure) -> Erasure:
        """Once only, by the name of the execution."""
        try:
            self.workflows.start("erasure", f"erasure-{era.ulid}", {"tid": era.tid, "job": era.ulid})
        except Unavailable:
            failed = era.model_copy(update={"status": "failed", "stage": "start", "error": Unavailable.__name__})
            stores.records.write(Put(plain(failed), When(exists=True)))
            raise
        return era

    def _resolved(self, stores: TenantStores, era: Erasure, request: ErasureRequest) -> Erasure:
        """With hashes and ids in the place of names."""
        if not request.sid:
            raise Invalid("an erasure names whose data it is about", field="user_id")
        scope = ScopeKey(tid=era.tid, sid=request.sid)
        known: dict[str, str] = {"sid": scope.sid}
        match request.target:
            case "user":
                if request.scope is not None:
                    self._known(stores, request.scope, scope)
            case "session":
                known["session"], there = _session(stores, scope, request.session_id)
                return self._taking_over(stores, era.model_copy(update=known), "session", there=there)
            case "source":
                known["source"], there = _record(stores, scope, request.source_id, "src")
                return self._taking_over(stores, era.model_copy(update=known), "source", there=there)
            case _:
                known["memory"], there = _record(stores, scope, request.memory_id, "mem")
                return self._taking_over(stores, era.model_copy(update=known), "memory", there=there)
        return era.model_copy(update=known)

    def _taking_over(self, stores: TenantStores, era: Erasure, what: str, *, there: bool) -> Erasure:
        """An erasure that failed on its way is gone on with, also when the record itself is gone already. Raises NotFound."""
        failed = None if era.dry_run else _failed(stores, era, self.clock.now())
        if failed is None and not there:
            raise NotFound(f"there is no such {what}")
        return era if failed is None else era.model_copy(update={"takes_over": failed})

    def _known(self, stores: TenantStores, scope: Scope, key: ScopeKey) -> None:
        """A scope that was never written has nothing but what producers may have dropped under its name: its entry, sealed, tells the
        workflow that name."""
        if not look(stores, key, newest=0).state.erasing:
            until_it_holds(lambda: enter(stores, scope, key, self.clock.now()))


@dataclass(frozen=True, slots=True)
class GetErasure:
    tenancy: Tenancy

    def __call__(self, tid: str, erasure_id: str) -> Erasure:
        """Raises NotFound, also for another tenant's, and Unavailable."""
        try:
            id = PublicId.parse(erasure_id, "era")
            if id.owner != tid:
                raise NotFound("there is no such erasure")
            return load(self.tenancy.stores(tid), id.ulid)
        except (InvalidId, NoSuchErasure) as error:
            raise NotFound("there is no such erasure") from error


def _begun(stores: TenantStores, ulid: str) -> Erasure | None:
    try:
        return load(stores, ulid)
    except NoSuchErasure:
        return None


def unfinished(tid: str) -> str:
    """The list of erasures that are not done."""
    return f"T#{tid}#ERA"


def _failed(stores: TenantStores, era: Erasure, now: Instant) -> str | None:
    """The newest one of the same record that has failed or was abandoned, by its ULID."""
    listed = stores.records.list(unfinished(era.tid), limit=MOST_UNFINISHED).keys
    rows = stores.records.get(list(listed)) if listed else {}
    for key in listed:
        other = Erasure.from_row(rows[key], NoBox()) if key in rows else None
        if other is None or other.dry_run or any(getattr(other, name) != getattr(era, name) for name in _SAME):
            continue
        if other.status == "failed" or (other.status != "succeeded" and moment(now) - moment(other.updated_at) > ABANDONED):
            return other.ulid
    return None


def _session(stores: TenantStores, scope: ScopeKey, session_id: str | None) -> tuple[str, bool]:
    """Its hash, and whether anything of it is there."""
    if not session_id:
        raise Invalid("the session to erase", field="session_id")
    try:
        digest = session_digest(look(stores, scope, newest=0).box, session_id)
    except Unreadable as error:
        raise NotFound("there is no such session") from error
    key = keys.session(scope, digest)
    return digest, bool(stores.records.query(key.pk, key.sk, limit=1).rows)


def _record(stores: TenantStores, scope: ScopeKey, id: str | None, kind: IdKind) -> tuple[str, bool]:
    """Its ULID, and whether it is there."""
    what = "source" if kind == "src" else "memory"
    try:
        found = PublicId.parse(id or "", kind)
    except InvalidId as error:
        raise NotFound(f"there is no such {what}") from error
    if found.owner != scope.sid:
        raise NotFound(f"there is no such {what}")
    key: Key = keys.source(scope, found.ulid) if kind == "src" else keys.head(scope, found.ulid)
    return found.ulid, key in stores.records.get([key])
