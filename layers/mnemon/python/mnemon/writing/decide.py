"""A person's decision on what waits: it takes effect with its own mark in one transaction, and can be repeated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from mnemon.errors import Collision, NotFound, TryAgain
from mnemon.language.render import memory_text
from mnemon.model import keys
from mnemon.model.approvals import DECIDED, Approval, ApprovalAction
from mnemon.model.ids import PublicId
from mnemon.model.memory import Head, WrittenBy
from mnemon.model.rows import Key, Unreadable
from mnemon.model.scopes import Pepper
from mnemon.model.sources import Source
from mnemon.model.vectors import pack
from mnemon.ports.flow import Clock, Ids, Queues
from mnemon.ports.index import SearchIndex
from mnemon.ports.models import Embedder
from mnemon.ports.records import Conflict, Delete, Operation, Put, Unavailable, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.callers import Writer
from mnemon.tenant.config import Policies, default_policy
from mnemon.tenant.views import View, advance

from .adjudicate import Verdict
from .candidates import Candidates
from .commit import Commit, Erased, Prepared, open_view
from .feedback import Note
from .gate import Gate
from .release import let_in, release
from .requests import Request
from .withdraw import deleted, ended

_MARKS = 2
"""Operations of a decision's own: the approval, and the key that leads to it."""


class Decision(Request):
    """`approve` lets it take effect; `reject` leaves all as it is."""

    action: ApprovalAction
    note: Note | None = None


class _Changed(Exception):
    """Somebody else has decided meanwhile, or it is gone."""


@dataclass(frozen=True, slots=True)
class _Case:
    """One decision: who makes it, and what it is about."""

    stores: TenantStores
    who: Writer
    approval: Approval
    decision: Decision

    @property
    def approves(self) -> bool:
        return self.decision.action == "approve"


class DecideApproval:
    """`POST /v1/approvals/{id}`."""

    def __init__(
        self,
        tenancy: Tenancy,
        embedder: Embedder,
        clock: Clock,
        ids: Ids,
        queues: Queues,
        pepper: Pepper,
        *,
        attempts: Attempts | None = None,
        policies: Policies = default_policy,
        index: SearchIndex | None = None,
    ) -> None:
        """Without `index`, what is approved meets only what its keys lead to, and the newest memories."""
        self._tenancy, self._embedder, self._clock, self._ids = tenancy, embedder, clock, ids
        self._queues, self._pepper, self._policies = queues, pepper, policies
        self._attempts = attempts or Attempts()
        self._commit = Commit(clock, ids, self._attempts, Candidates(index))

    def __call__(self, who: Writer, approval_id: str, decision: Decision) -> Approval:
        """The approval as it is decided. The same action again answers the same, and finishes what the first call could not.

        Raises NotFound, also for what is over or was erased; Collision when the other action was taken, or the memory has changed since;
        TryAgain.
        """
        ulid = who.owned(approval_id, "apr", _missing())
        try:
            decided = self._decided(self._tenancy.stores(who.tid), who, ulid, decision)
            self._audit(who, decided, decision.action)
        except Erased:
            _nothing()
        except (Unavailable, Conflict) as error:
            raise TryAgain("storage is unavailable, or the scope is busy") from error
        return decided

    def _decided(self, stores: TenantStores, who: Writer, ulid: str, decision: Decision) -> Approval:
        for _ in self._attempts:
            view = open_view(stores, who.scope_key, None)
            approval = _read(stores, view, ulid)
            if approval.is_over(self._clock.now()):
                _nothing()
            if approval.status not in ("waiting", DECIDED[decision.action]):
                raise Collision(f"it was {approval.status} before", field="action")
            case = _Case(stores, who, approval, decision)
            try:
                if approval.status == "waiting":
                    approval = self._decide(case, view)
                if approval.kind == "quarantine" and case.approves:
                    self._release(case)
                return approval
            except (_Changed, Conflict, Erased):  # an erasure of something else in the scope leaves it as it was
                continue
        raise Unavailable("the scope is busy")

    def _decide(self, case: _Case, view: View) -> Approval:
        """Raises _Changed, Conflict."""
        if not case.approves:
            return self._mark(case, view)
        match case.approval.kind:
            case "fact":
                return self._let_in_fact(case, view)
            case "quarantine":
                return self._let_in_source(case, view)
            case "feedback":
                return self._withdraw(case, view)

    # what is decided

    def _let_in_fact(self, case: _Case, view: View) -> Approval:
        """Adjudicated now, as if it had just been said: what was said in between is known to it."""
        fact, author = case.approval.fact, case.approval.author
        if fact is None or author is None:
            raise _Changed
        vector = self._embedder.embed([memory_text(fact.true_from, fact.content)])[0]
        marked: list[Approval] = []

        def mark(now: View, verdicts: Sequence[Verdict]) -> list[Operation]:
            if _read(case.stores, now, case.approval.ulid).status != "waiting":
                raise _Changed
            marked[:] = [self._closed(case, now, verdicts[-1].ulid)]
            return self._marks(case, now, marked[0])

        approved = WrittenBy.model_validate({**author.model_dump(), "approved_by": case.who.actor})
        facts = [Prepared(fact, pack(vector))]
        self._commit(case.stores, view.scope, facts, approved, epoch=view.state.epoch, extra=mark, extra_operations=_MARKS)
        return marked[0]

    def _let_in_source(self, case: _Case, view: View) -> Approval:
        source = _source(case.stores, view, case.approval.ulid)
        return self._mark(case, view, [] if source is None else [let_in(source)])

    def _release(self, case: _Case) -> None:
        view = open_view(case.stores, case.who.scope_key, None)
        source = _source(case.stores, view, case.approval.ulid)
        if source is not None:
            release(case.stores, view, source, self._ids, self._clock.now())

    def _withdraw(self, case: _Case, view: View) -> Approval:
        approval, now = case.approval, self._clock.now()
        head = _head(case.stores, view, approval.memory)
        if head is None or not head.is_alive(now) or not head.is_latest:
            return self._mark(case, view)  # it is withdrawn already
        if head.version != approval.version:
            raise Collision("the memory has changed since; reject this, and say what you think of it as it is now")
        change = deleted if approval.reason == "wrong" else ended
        return self._mark(case, view, change(case.stores, view, head, self._ids.ulid(), now))

    # the decision itself

    def _mark(self, case: _Case, view: View, operations: Sequence[Operation] = ()) -> Approval:
        decided = self._closed(case, view, case.approval.memory)
        case.stores.records.write(advance(view, self._clock.now()), *operations, *self._marks(case, view, decided))
        return decided

    def _closed(self, case: _Case, view: View, memory: str) -> Approval:
        note = Gate(view.box, self._policies(case.stores)).maybe(case.decision.note, "note")
        decided = case.approval.decided(case.decision.action, case.who.actor, self._clock.now(), note)
        return decided.model_copy(update={"memory": memory})

    def _marks(self, case: _Case, view: View, decided: Approval) -> list[Operation]:
        waiting = case.approval
        marks: list[Operation] = [Put(decided.to_row(view.box), When(equals={"status": "waiting"}))]
        if waiting.digest:
            key = keys.waiting(view.scope, waiting.digest)
            row = case.stores.records.get([key]).get(key)
            if row is not None and row.plain.get("approval") == waiting.ulid:
                marks.append(Delete(key))
        return marks

    def _audit(self, who: Writer, decided: Approval, action: ApprovalAction) -> None:
        """Raises Unavailable: a decision that nobody could write down is asked for again, and written down then."""
        entry = {
            "tid": who.tid,
            "action": f"approval.{action}",
            "actor": self._pepper.actor(who.tid, who.actor),
            "scope": who.scope_key.sid,
            "approval": decided.id,
            "kind": decided.kind,
            "reason": decided.reason,
            "memory": str(PublicId("mem", who.scope_key.sid, decided.memory)) if decided.memory else "",
            "at": self._clock.now(),
        }
        self._queues.send("access", {"audit": entry})


def _read(stores: TenantStores, view: View, ulid: str) -> Approval:
    key = keys.approval(view.scope, ulid)
    row = stores.records.get([key]).get(key)
    if row is None:
        _nothing()
    try:
        return Approval.from_row(row, view.box)
    except Unreadable:
        _nothing()


def _source(stores: TenantStores, view: View, ulid: str) -> Source | None:
    key = keys.source(view.scope, ulid)
    row = stores.records.get([key]).get(key)
    return None if row is None else Source.from_row(row, view.box)


def _head(stores: TenantStores, view: View, ulid: str) -> Head | None:
    key: Key = keys.head(view.scope, ulid)
    row = stores.records.get([key]).get(key)
    return None if row is None else Head.from_row(row, view.box)


def _nothing() -> NoReturn:
    raise _missing()


def _missing() -> NotFound:
    return NotFound("there is no such record", field="id")
