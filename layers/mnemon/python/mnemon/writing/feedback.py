"""What a caller thinks of a memory: it counts once, moves the salience, and asks a person where the memory is said not to hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from mnemon.errors import Collision, NotFound, TryAgain
from mnemon.model import keys
from mnemon.model.approvals import Approval, Feedback, FeedbackVerdict
from mnemon.model.ids import PublicId
from mnemon.model.instants import Instant
from mnemon.model.memory import Head
from mnemon.model.rows import Key, Row, Unreadable
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.records import Conflict, Delete, Operation, Put, Unavailable, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.callers import Writer
from mnemon.tenant.config import Policies, default_policy
from mnemon.tenant.derived import stale
from mnemon.tenant.views import View, advance, mark

from .commit import Erased, open_view
from .gate import Gate
from .requests import Request, Text
from .waiting import opened

STEP = 100
"""Thousandths of salience."""
MAX_NOTE = 1_000

Note = Annotated[Text, Field(max_length=MAX_NOTE)]


class GivenFeedback(Request):
    """What the caller thinks of the memory as it is now."""

    verdict: FeedbackVerdict
    note: Note | None = None


@dataclass(frozen=True, slots=True)
class Noted:
    """`approval_id`: what a person has to decide because of it. The memory is served as it was until then."""

    memory_id: str
    verdict: FeedbackVerdict
    salience: float
    rev: int
    approval_id: str | None = None


class GiveFeedback:
    """`POST /v1/memories/{id}/feedback`."""

    def __init__(
        self, tenancy: Tenancy, clock: Clock, ids: Ids, *, attempts: Attempts | None = None, policies: Policies = default_policy
    ) -> None:
        self._tenancy, self._clock, self._ids, self._policies = tenancy, clock, ids, policies
        self._attempts = attempts or Attempts()

    def __call__(self, who: Writer, memory_id: str, given: GivenFeedback) -> Noted:
        """The same verdict again changes nothing; another one takes the place of the first. Raises NotFound, Collision for a memory that
        was superseded, TryAgain."""
        ulid = who.owned(memory_id, "mem", NotFound("there is no such memory"))
        try:
            stores = self._tenancy.stores(who.tid)
            for _ in self._attempts:
                try:
                    return self._give(stores, open_view(stores, who.scope_key, None), who, ulid, given)
                except Conflict:
                    continue
        except Erased as error:
            raise NotFound("there is no such memory") from error
        except Unavailable as error:
            raise TryAgain("storage is unavailable") from error
        raise TryAgain("the scope is busy")

    def _give(self, stores: TenantStores, view: View, who: Writer, ulid: str, given: GivenFeedback) -> Noted:
        now, caller = self._clock.now(), view.box.digest("caller", who.actor)
        head_key, held_key = keys.head(view.scope, ulid), keys.feedback(view.scope, ulid, caller)
        rows = stores.records.get([head_key, held_key])
        head = _current(rows.get(head_key), view, now)
        held = Feedback.from_row(rows[held_key], view.box) if held_key in rows else None
        about_this = held is not None and held.version == head.version
        if held is not None and about_this and held.verdict == given.verdict:
            return _noted(head, held)
        changed, moved = _moved(head, given.verdict, held.moved if held is not None and about_this else 0)
        asked = self._asked(stores, view, head, given, now)
        feedback = Feedback(
            tid=view.scope.tid, sid=view.scope.sid, memory=ulid, digest=caller, verdict=given.verdict, version=head.version, moved=moved,
            approval=asked.ulid if asked else "", given_at=now,
        )  # fmt: skip
        write = self._ids.ulid()
        stores.records.write(
            advance(view, now),
            Put(changed.to_row(view.box), When(equals={"rev": head.rev})),
            mark(view, write, head_key, now),
            stale(view, write, [changed]),
            Put(feedback.to_row(view.box)),
            *([Put(asked.to_row(view.box), When(absent=True))] if asked else []),
            *_withdrawn(stores, view, held),
        )
        return _noted(changed, feedback)

    def _asked(self, stores: TenantStores, view: View, head: Head, given: GivenFeedback, now: Instant) -> Approval | None:
        if given.verdict == "helpful":
            return None
        policy = self._policies(stores)
        note = Gate(view.box, policy).maybe(given.note, "note")
        return Approval(
            **opened(view, self._ids.ulid(), now, policy.approval_days),
            kind="feedback",
            reason=given.verdict,
            memory=head.ulid,
            version=head.version,
            note=note,
        )


def _moved(head: Head, verdict: FeedbackVerdict, before: int) -> tuple[Head, int]:
    """Within 0 and 1, in steps; `before` is what the same caller moved by another verdict, which is taken back."""
    base = round(head.salience * 1_000) - before
    wanted = max(0, min(1_000, base + (STEP if verdict == "helpful" else -STEP)))
    return head.model_copy(update={"salience": wanted / 1_000, "rev": head.rev + 1}), wanted - base


def _withdrawn(stores: TenantStores, view: View, held: Feedback | None) -> list[Operation]:
    """What the caller asked for by an earlier verdict, unless it was decided."""
    if held is None or not held.approval:
        return []
    key: Key = keys.approval(view.scope, held.approval)
    row = stores.records.get([key]).get(key)
    if row is None or row.plain.get("status") != "waiting":
        return []
    return [Delete(key, When(equals={"status": "waiting"}))]


def _current(row: Row | None, view: View, now: Instant) -> Head:
    try:
        head = None if row is None else Head.from_row(row, view.box)
    except Unreadable:
        head = None
    if head is None or not head.is_alive(now):
        raise NotFound("there is no such memory")
    if not head.is_latest:
        raise Collision("the memory was superseded")
    return head


def _noted(head: Head, feedback: Feedback) -> Noted:
    approval = str(PublicId("apr", head.sid, feedback.approval)) if feedback.approval else None
    return Noted(head.id, feedback.verdict, head.salience, head.rev, approval)
