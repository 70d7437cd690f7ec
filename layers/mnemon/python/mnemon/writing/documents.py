"""Takes documents in: gated text, or leave to upload a file. Either way it is read off the request, from the drop bucket."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from mnemon.errors import NotFound, TryAgain
from mnemon.model import keys
from mnemon.model.ids import InvalidId, PublicId
from mnemon.model.instants import Instant
from mnemon.model.rows import Unreadable
from mnemon.model.sources import Source
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.objects import Objects, Upload
from mnemon.ports.records import Conflict, Operation, Put, Unavailable, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.callers import Writer
from mnemon.tenant.config import Policies, default_policy
from mnemon.tenant.fact_keys import session_digest
from mnemon.tenant.views import View, enter, look, unerased
from mnemon.tenant.work import Work

from . import sources
from .document_requests import NewDocument, check
from .document_sources import NAME, TRUST_DOCUMENT, job, place, waiting
from .gate import Gate


@dataclass(frozen=True, slots=True)
class AcceptedDocument:
    """`job_id` of one whose text is here, `upload` for one whose file is awaited."""

    source_id: str
    job_id: str | None = None
    upload: Upload | None = None
    redactions: int = 0


class AcceptDocument:
    """`POST /v1/documents`."""

    def __init__(self, tenancy: Tenancy, clock: Clock, ids: Ids, *, policies: Policies = default_policy) -> None:
        self._tenancy, self._clock, self._ids, self._policies = tenancy, clock, ids, policies

    def __call__(self, who: Writer, request: NewDocument, work: Work | None = None) -> AcceptedDocument:
        """Raises Invalid, TooLarge, and TryAgain: then nothing of the request is left behind.

        `work` that was begun before goes on where it broke off.
        """
        check(request)
        stores, now = self._tenancy.stores(who.tid), self._clock.now()
        try:
            view = enter(stores, who.scope, who.scope_key, now)
            return self._accept(stores, view, who, request, now, work)
        except Unavailable as error:
            raise TryAgain("storage is unavailable") from error
        except Conflict as error:
            raise TryAgain("the scope is being changed") from error

    def again(self, who: Writer, source_id: str) -> AcceptedDocument:
        """New leave for the same source, as long as its file is awaited. Raises NotFound when it was erased meanwhile."""
        source = self._source(who, source_id)
        upload = None
        if source.status == "storing" and source.size:
            drop = drop_of(self._tenancy.stores(who.tid))
            key = keys.upload(who.scope_key, source.ulid)
            upload = drop.upload(key, media_type=source.media_type, size=source.size, now=self._clock.now())
        return AcceptedDocument(source.id, upload=upload, redactions=source.redactions)

    def _accept(
        self, stores: TenantStores, view: View, who: Writer, request: NewDocument, now: Instant, work: Work | None
    ) -> AcceptedDocument:
        before = sources.begun(stores, view, work)
        gate = Gate(view.box, self._policies(stores))
        content = gate.maybe(request.content, "content")
        source = before or self._new(gate, view, who, request, now, work)
        key, drop = keys.upload(who.scope_key, source.ulid), drop_of(stores)
        if content is None:
            if before is None:
                self._keep(stores, view, waiting(source))
            upload = drop.upload(key, media_type=request.media_type, size=source.size, now=now)
            return AcceptedDocument(source.id, upload=upload, redactions=source.redactions)
        reading = job(source, now)
        if before is None:
            self._keep(stores, view, source, Put(reading.to_row(view.box), When(absent=True)))
        elif before.status != "storing":  # it lay there, and was read
            return AcceptedDocument(source.id, reading.id, redactions=source.redactions)
        try:
            drop.put(key, content.encode(), media_type=request.media_type)
        except Exception:
            with contextlib.suppress(Unavailable):
                stores.records.delete_all([reading.key(), *([at.key()] if (at := place(source)) else []), source.key()])
            raise
        return AcceptedDocument(source.id, reading.id, redactions=source.redactions)

    def _keep(self, stores: TenantStores, view: View, source: Source, *more: Operation) -> None:
        at = place(source)
        places = [Put(at.to_row(view.box), When(absent=True))] if at else []
        stores.records.write(unerased(view), Put(source.to_row(view.box), When(absent=True)), *places, *more)

    def _new(self, gate: Gate, view: View, who: Writer, request: NewDocument, now: Instant, work: Work | None) -> Source:
        ulid, session_id = work.ulid if work else self._ids.ulid(), gate.maybe(request.session_id, "session_id")
        source = Source(
            tid=who.tid,
            sid=who.scope_key.sid,
            ulid=ulid,
            type="document",
            object=keys.raw_object(who.scope_key, ulid, NAME),
            trust=TRUST_DOCUMENT,
            size=request.size or 0,
            session=session_digest(view.box, session_id) if session_id else None,
            created_at=now,
            scope=str(who.scope),
            session_id=session_id,
            run_id=gate.maybe(request.run_id, "run_id"),
            agent_id=gate.maybe(request.agent_id, "agent_id"),
            title=gate.maybe(request.title, "title"),
            media_type=request.media_type,
            metadata=gate.texts(request.metadata, "metadata"),
        )
        return source.model_copy(update={"redactions": gate.redactions})

    def _source(self, who: Writer, source_id: str) -> Source:
        stores = self._tenancy.stores(who.tid)
        try:
            key = keys.source(who.scope_key, PublicId.parse(source_id, "src").ulid)
            row = stores.records.get([key]).get(key)
            if row is not None:
                return Source.from_row(row, look(stores, who.scope_key, newest=0).box)
        except (InvalidId, Unreadable):
            pass
        raise NotFound("the source of the first call is gone")


def drop_of(stores: TenantStores) -> Objects:
    assert stores.drop is not None, "the composition gives the drop bucket"
    return stores.drop
