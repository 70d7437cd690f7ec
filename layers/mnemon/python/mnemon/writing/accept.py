"""Takes turns in: gated, kept, put in their session's order, and handed to the extraction workflow. No model is called here."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

from mnemon.errors import TryAgain
from mnemon.model import keys
from mnemon.model.durations import Duration, after
from mnemon.model.ids import PublicId
from mnemon.model.instants import Instant, epoch_seconds
from mnemon.model.origins import of_role
from mnemon.model.records import Job
from mnemon.model.rows import Row
from mnemon.model.sources import Session, SessionSource, SessionTurn, Source, Turn
from mnemon.ports.flow import Clock, Ids, Queues, Workflows
from mnemon.ports.records import Conflict, Operation, Put, Unavailable, Update, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.callers import Writer
from mnemon.tenant.config import Policies, ReadConfig, default_config, default_policy
from mnemon.tenant.executions import extraction_ids, extraction_name
from mnemon.tenant.fact_keys import session_digest
from mnemon.tenant.views import View, enter, look, unerased
from mnemon.tenant.work import Work

from . import sources
from .gate import Gate
from .quarantine import told_by_job, turns_held_back
from .requests import Events, IncomingMessage, Infer

GATHERED = 20
"""Turns past the high-water mark that start an extraction without waiting for silence."""
TRUST_CONVERSATION = 4


@dataclass(frozen=True, slots=True)
class Accepted:
    job_id: str
    source_id: str
    turns: int
    redactions: int


class AcceptEvents:
    """`POST /v1/events`. What it returns is kept for good; extraction follows by itself."""

    def __init__(
        self,
        tenancy: Tenancy,
        clock: Clock,
        ids: Ids,
        workflows: Workflows,
        queues: Queues,
        *,
        idle_seconds: int = 180,
        attempts: Attempts | None = None,
        policies: Policies = default_policy,
        domain: ReadConfig = default_config,
    ) -> None:
        self._policies, self._domain = policies, domain
        self._tenancy, self._clock, self._ids = tenancy, clock, ids
        self._workflows, self._queues, self._idle_seconds = workflows, queues, idle_seconds
        self._attempts = attempts or Attempts()

    def __call__(self, who: Writer, request: Events, work: Work | None = None) -> Accepted:
        """Raises TryAgain when a store is down or the scope is being erased: then nothing of the request is left behind.

        `work` that was begun before goes on where it broke off.
        """
        stores = self._tenancy.stores(who.tid)
        now = self._clock.now()
        try:
            view = enter(stores, who.scope, who.scope_key, now)
            return self._accept(stores, view, who, request, now, work)
        except Unavailable as error:
            raise TryAgain("storage is unavailable") from error
        except Conflict as error:
            raise TryAgain("the scope is being changed") from error

    def _accept(self, stores: TenantStores, view: View, who: Writer, request: Events, now: Instant, work: Work | None) -> Accepted:
        before = sources.begun(stores, view, work)
        if before is not None and before.status == "stored":
            return self._again(stores, view, before, now)
        gate = Gate(view.box, self._policies(stores))
        turns = _turns(gate, request, now)
        session_id = gate.text(request.session_id, "session_id")
        session = session_digest(view.box, request.session_id)
        ulid = work.ulid if work else self._ids.ulid()
        data = sources.pack_turns(turns)
        source = Source(
            tid=who.tid,
            sid=who.scope_key.sid,
            ulid=ulid,
            type="conversation",
            object=keys.raw_object(who.scope_key, ulid, sources.CONVERSATION),
            digest=sources.digest(view.box, data),
            count=len(turns),
            trust=TRUST_CONVERSATION,
            session=session,
            created_at=now,
            scope=str(who.scope),
            session_id=session_id,
            run_id=gate.maybe(request.run_id, "run_id"),
            agent_id=gate.maybe(request.agent_id, "agent_id"),
            metadata=gate.texts(request.metadata, "metadata"),
            redactions=gate.redactions,
            quarantined=sum(turn.quarantined for turn in turns),
        )
        sources.keep(stores, view, source, data, before)
        if before is not None:
            self._forget_turns(stores, view, before)
        spoken = [self._ids.ulid() for _ in turns]
        try:
            infer = self._join(stores, view, source, turns, spoken, request.infer)
        except Exception:
            sources.discard(stores, source)
            with contextlib.suppress(Unavailable):
                stores.records.delete_all([keys.session_turn(who.scope_key, session, turn) for turn in spoken])
            raise
        self._start(stores, view, source, infer, now)
        return _accepted(source)

    def _again(self, stores: TenantStores, view: View, source: Source, now: Instant) -> Accepted:
        """All is kept: what may be missing is the start."""
        key = keys.job(view.scope, source.ulid)
        row = stores.records.get([key]).get(key)
        job = None if row is None else Job.from_row(row, view.box)
        if job is not None and job.status == "queued":
            self._start(stores, view, source, job.infer, now)
        return _accepted(source)

    def _forget_turns(self, stores: TenantStores, view: View, source: Source) -> None:
        """Those of an earlier call that were put and never counted."""
        rows = stores.records.walk(view.scope.partition, keys.session_turns(str(source.session)))
        stores.records.delete_all([row.key for row in rows if row.plain.get("source") == source.ulid])

    def _join(self, stores: TenantStores, view: View, source: Source, turns: Sequence[Turn], spoken: Sequence[str], infer: Infer) -> Infer:
        """Gives the turns their places in the session, in one transaction with all that makes them count."""
        digest, remembered = str(source.session), self._domain(stores).retention.conversation
        key = keys.session(view.scope, digest)
        held = turns_held_back(view, source, turns, self._policies(stores).approval_days) if source.quarantined else []
        for _ in self._attempts:
            row = stores.records.get([key]).get(key)
            session = None if row is None else Session.from_row(row, view.box)
            first, mark = (session.turns, session.mark) if session else (0, 0)
            gathered = first + len(turns) - mark
            effective: Infer = "now" if infer == "idle" and gathered >= GATHERED else infer
            stores.records.put_all(_conversation(view, source, turns, spoken, first, remembered))
            try:
                stores.records.write(
                    unerased(view),
                    sources.stored(source),
                    _session(view, source, session, len(turns)),
                    Put(_place(source, first, len(turns)).to_row(view.box), When(absent=True)),
                    Put(_job(source, effective).to_row(view.box), When(absent=True)),
                    *held,
                )
                return effective
            except Conflict:
                if look(stores, view.scope, newest=0).state.epoch != view.state.epoch:
                    raise
        raise Conflict([key])

    def _start(self, stores: TenantStores, view: View, source: Source, infer: Infer, now: Instant) -> None:
        """A workflow that cannot be started leaves a failed job to be redriven: the turns are kept already."""
        session = str(source.session)
        ids = {"tid": source.tid, "sid": source.sid, "session": session}
        if infer == "idle":
            try:
                self._queues.send("idle", {**ids, "event": source.ulid}, delay_seconds=self._idle_seconds)
            except Unavailable:
                infer = "now"
        try:
            self._workflows.start(
                "extraction",
                extraction_name(source.ulid),
                extraction_ids(source.tid, source.sid, job=source.ulid, source=source.ulid, session=session, infer=infer),
            )
        except Unavailable as error:
            failed = {"status": "failed", "stage": "start", "error": type(error).__name__, "updated_at": now}
            with contextlib.suppress(Unavailable, Conflict):
                stores.records.write(Update(keys.job(view.scope, source.ulid), set=failed))


def _accepted(source: Source) -> Accepted:
    job = str(PublicId("job", source.sid, source.ulid))
    return Accepted(job_id=job, source_id=source.id, turns=source.count, redactions=source.redactions)


def _turns(gate: Gate, request: Events, now: Instant) -> list[Turn]:
    return [_turn(gate, message, number, now) for number, message in enumerate(request.messages, 1)]


def _turn(gate: Gate, message: IncomingMessage, number: int, now: Instant) -> Turn:
    field, captions = f"messages.{number - 1}", tuple(attachment.caption for attachment in message.attachments)
    return Turn(
        number=number,
        id=gate.maybe(message.id, f"{field}.id"),
        role=message.role,
        name=gate.maybe(message.name, f"{field}.name"),
        content=gate.text(message.content, f"{field}.content"),
        at=message.timestamp or now,
        captions=tuple(gate.text(caption, f"{field}.attachments.{place}.caption") for place, caption in enumerate(captions)),
        metadata=gate.texts(message.metadata, f"{field}.metadata"),
        quarantined=any(gate.quarantines(text, of_role(message.role)) for text in (message.content, *captions)),
    )


def _conversation(view: View, source: Source, turns: Sequence[Turn], ulids: Sequence[str], first: int, remembered: Duration) -> list[Row]:
    """The turns as conversation memory, each with its own expiry."""
    ttl = epoch_seconds(after(source.created_at, remembered))
    return [
        SessionTurn(
            tid=source.tid,
            sid=source.sid,
            digest=str(source.session),
            ulid=ulid,
            source=source.ulid,
            created_at=source.created_at,
            ttl=ttl,
            turn=turn.model_copy(update={"position": first + turn.number - 1}),
        ).to_row(view.box)
        for turn, ulid in zip(turns, ulids, strict=True)
    ]


def _session(view: View, source: Source, session: Session | None, count: int) -> Operation:
    if session is None:
        new = Session(
            tid=source.tid,
            sid=source.sid,
            digest=str(source.session),
            turns=count,
            last_event=source.ulid,
            created_at=source.created_at,
            session_id=str(source.session_id),
        )
        return Put(new.to_row(view.box), When(absent=True))
    return Update(
        session.key(), set={"turns": session.turns + count, "last_event": source.ulid}, when=When(equals={"turns": session.turns})
    )


def _place(source: Source, first: int, count: int) -> SessionSource:
    return SessionSource(tid=source.tid, sid=source.sid, digest=str(source.session), source=source.ulid, first=first, count=count)


def _job(source: Source, infer: Infer) -> Job:
    """A job carries its source's ULID: whoever knows the session's sources knows its jobs."""
    return Job(
        tid=source.tid,
        sid=source.sid,
        ulid=source.ulid,
        infer=infer,
        source=source.ulid,
        session=str(source.session),
        created_at=source.created_at,
        updated_at=source.created_at,
        LPK=f"T#{source.tid}#JOB",
        LSK=source.ulid,
        **told_by_job(source, source.quarantined),
    )
