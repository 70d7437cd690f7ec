"""What waits for a person: listed, and decided."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Self

from mnemon.http.messages import Response
from mnemon.http.requests import ListApprovalsQuery
from mnemon.http.routing import Call, Route
from mnemon.model.approvals import Approval, ApprovalKind, ApprovalReason, ApprovalStatus
from mnemon.model.ids import PublicId
from mnemon.model.instants import Instant
from mnemon.model.memory import Kind, SourceRef
from mnemon.model.records import Fact
from mnemon.ports.records import Unavailable
from mnemon.reading.view_models import View
from mnemon.tenant.callers import Reader
from mnemon.writing.decide import Decision


class WaitingFactView(View):
    """A fact as it would become a memory."""

    content: str
    kind: Kind
    language: str
    subject: str | None = None
    attribute: str | None = None
    category: str | None = None
    entities: tuple[str, ...] = ()
    namespace: str | None = None
    salience: float
    confidence: float
    sensitivity: int
    trust: int
    event_at: Instant | None = None
    procedure: dict[str, Any] | None = None
    sources: tuple[SourceRef, ...] = ()

    @classmethod
    def of(cls, fact: Fact) -> Self:
        return cls.model_construct(**{name: getattr(fact, name) for name in cls.model_fields})


class ApprovalView(View):
    """Of kind fact: what would be remembered. Of kind quarantine: how the source begins that was held back. Of kind feedback: which memory
    is said to be wrong or outdated. What was decided shows who decided, and the memory that came of it, not what it was about."""

    id: str
    kind: ApprovalKind
    reason: ApprovalReason
    status: ApprovalStatus
    scope: str
    requested_at: Instant
    expires_at: Instant
    """When it is given up."""
    fact: WaitingFactView | None = None
    classes: tuple[str, ...] | None = None
    """The sensitive classes for which it waits."""
    similar_to: tuple[str, ...] | None = None
    """Ids of the memories that it may say again, update or add to: where it is uncertain which. Approved, it is adjudicated by rules."""
    source_id: str | None = None
    count: int | None = None
    """Turns or chunks that are held back."""
    excerpts: tuple[str, ...] | None = None
    memory_id: str | None = None
    note: str | None = None
    decided_at: Instant | None = None
    decided_by: str | None = None
    decision_note: str | None = None

    @classmethod
    def of(cls, approval: Approval) -> Self:
        held = approval.kind == "quarantine"
        return cls.model_construct(
            **{name: getattr(approval, name) for name in _AS_THEY_ARE},
            fact=None if approval.fact is None else WaitingFactView.of(approval.fact),
            classes=approval.classes or None,
            similar_to=approval.similar_to or None,
            source_id=str(PublicId("src", approval.sid, approval.ulid)) if held else None,
            count=approval.count if held else None,
            excerpts=approval.excerpts or None,
            memory_id=str(PublicId("mem", approval.sid, approval.memory)) if approval.memory else None,
        )


_AS_THEY_ARE = (
    "id", "kind", "reason", "status", "scope", "requested_at", "expires_at", "note", "decided_at", "decided_by", "decision_note",
)  # fmt: skip


class ApprovalsView(View):
    approvals: tuple[ApprovalView, ...]
    next_token: str | None = None


def listed(call: Call) -> Response:
    asked = call.query(ListApprovalsQuery)
    visible = call.services.scopes.visible(call.who, asked.user_id)
    tid = call.services.scopes.tid(call.who)
    reader = visible or Reader(tid, (), call.who.subject)
    bound = {"list": "approvals", "status": asked.status, "kind": asked.kind, "all": visible is None}
    position = call.services.paging.position(asked.next_token, reader, bound)
    page = call.services.list_approvals(
        tid,
        sids=None if visible is None else {key.sid for _, key in visible.scopes},
        status=asked.status,
        kind=asked.kind,
        limit=asked.limit,
        after=position[0] if position else None,
    )
    token = call.services.paging.token([page.next], reader, bound) if page.next else None
    _looked_at(call, tid, page.approvals)
    return Response.text(ApprovalsView(approvals=tuple(map(ApprovalView.of, page.approvals)), next_token=token).json_text())


def decide(call: Call) -> Response:
    asked, id = call.body(Decision), call.path["id"]
    who = call.services.scopes.writer_of(call.who, id, "apr")
    return Response.text(ApprovalView.of(call.services.decide_approval(who, id, asked)).json_text())


def _looked_at(call: Call, tid: str, shown: tuple[Approval, ...]) -> None:
    """What waits is what should be seen by few: the trail says who saw it."""
    entry = {
        "tid": tid,
        "action": "approval.list",
        "actor": call.services.pepper.actor(tid, call.who.subject),
        "approvals": [approval.id for approval in shown],
        "at": call.services.clock.now(),
    }
    with suppress(Unavailable):
        call.services.queues.send("access", {"audit": entry})


ROUTES = (
    Route(
        "GET", "/approvals", "What waits for a person, or was decided, newest first", listed, "memory:approve",
        query=ListApprovalsQuery, answer=ApprovalsView,
    ),
    Route(
        "POST", "/approvals/{id}", "Approve or reject it; the same action again answers the same", decide, "memory:approve",
        body=Decision, answer=ApprovalView, replay="natural",
    ),
)  # fmt: skip
