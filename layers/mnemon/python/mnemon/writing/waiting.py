"""Facts that have to wait for a person: which do, and the items that make them wait. None of them is a memory until approved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from mnemon.model import keys
from mnemon.model.approvals import Approval, ApprovalReason, WaitingKey
from mnemon.model.ids import InvalidId, PublicId
from mnemon.model.instants import Instant, epoch_seconds, instant, moment
from mnemon.model.memory import MAX_NEW_SOURCES, Head, SourceRef, WrittenBy
from mnemon.model.policy import APPROVAL_DAYS, Policy
from mnemon.model.records import Fact, TextKey
from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Operation, Put, When
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.fact_keys import text_digest
from mnemon.tenant.views import View

from .sensitive import waits

OPERATIONS = 2
"""Of a transaction, for each fact that waits: its approval, and the key that leads to it."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A fact that waits, and why."""

    fact: Fact
    reason: ApprovalReason
    classes: tuple[str, ...] = ()
    similar_to: tuple[str, ...] = ()
    """Ids of memories of which it is open what it is to them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The approval's id for each fact, in order, and what has to be written on the view on which they were found."""

    ids: tuple[str, ...] = ()
    operations: tuple[Operation, ...] = ()


def reason_to_wait(fact: Fact, policy: Policy) -> Waiting | None:
    """None: it may be committed."""
    classes = waits(fact, policy)
    if classes:
        return Waiting(fact, "sensitive", tuple(sorted(classes)))
    return Waiting(fact, "low_confidence") if fact.confidence < policy.approve_below else None


def waiting_among(stores: TenantStores, view: View, facts: Sequence[Fact], policy: Policy, now: Instant) -> dict[int, Waiting]:
    """Those that wait, by their place. What a current memory says already was let in before: it only gains evidence."""
    found = {i: waiting for i, fact in enumerate(facts) if (waiting := reason_to_wait(fact, policy)) is not None}
    if not found:
        return {}
    digests = {i: text_digest(view.box, waiting.fact.content, waiting.fact.namespace) for i, waiting in found.items()}
    rows = stores.records.get([keys.text(view.scope, digest) for digest in set(digests.values())])
    holders = {TextKey.from_row(row, view.box).digest: TextKey.from_row(row, view.box).memory for row in rows.values()}
    heads = stores.records.get([keys.head(view.scope, ulid) for ulid in set(holders.values())]) if holders else {}
    current = {head.ulid for row in heads.values() if (head := Head.from_row(row, view.box)).is_current(now)}
    return {i: waiting for i, waiting in found.items() if holders.get(digests[i]) not in current}


def waiting_already(stores: TenantStores, view: View, facts: Sequence[Fact], now: Instant) -> set[int]:
    """The places of those whose text waits under an approval. Raises Unavailable."""
    digests = [text_digest(view.box, fact.content, fact.namespace) for fact in facts]
    held = _held(stores, view, digests, now) if digests else {}
    return {place for place, digest in enumerate(digests) if digest in held}


def request(
    view: View,
    fact: Fact,
    reason: ApprovalReason,
    *,
    author: WrittenBy,
    ulid: str,
    now: Instant,
    days: int = APPROVAL_DAYS,
    classes: Sequence[str] = (),
    similar_to: Sequence[str] = (),
) -> list[Operation]:
    """The operations by which a fact waits under the approval `ulid`. They belong into a transaction that `advance`s the view.

    Whoever may meet the same fact again looks with `ask` first, so that it waits once.
    """
    digest = text_digest(view.box, fact.content, fact.namespace)
    approval = Approval(
        **opened(view, ulid, now, days),
        kind="fact",
        reason=reason,
        digest=digest,
        sources=own_sources(view.scope, fact.sources),
        fact=fact,
        author=author,
        classes=tuple(classes),
        similar_to=tuple(similar_to),
    )
    key = WaitingKey(tid=view.scope.tid, sid=view.scope.sid, digest=digest, approval=ulid, ttl=approval.ttl)
    return [Put(approval.to_row(view.box), When(absent=True)), Put(key.to_row(view.box))]


def ask(
    stores: TenantStores,
    view: View,
    facts: Sequence[Waiting],
    author: WrittenBy,
    *,
    new_ulid: Callable[[], str],
    now: Instant,
    days: int = APPROVAL_DAYS,
) -> Asked:
    """What a text waits under already takes the new grounds; all else is requested. Decided on the view, which has to be advanced."""
    if not facts:
        return Asked()
    digests = [text_digest(view.box, waiting.fact.content, waiting.fact.namespace) for waiting in facts]
    held = _held(stores, view, digests, now)
    changed: dict[str, Operation] = {}
    new: dict[str, Waiting] = {}
    ids: dict[str, str] = {digest: approval.ulid for digest, approval in held.items()}
    for digest, waiting in zip(digests, facts, strict=True):
        if digest in held:
            grown = _with_grounds(view.scope, held[digest], waiting.fact)
            if grown is not held[digest]:
                held[digest] = grown
                changed[digest] = Put(grown.to_row(view.box), When(equals={"status": "waiting"}))
        elif digest in new:
            before = new[digest]
            new[digest] = replace(before, fact=_joined(before.fact, waiting.fact))
        else:
            new[digest], ids[digest] = waiting, new_ulid()
    operations = [*changed.values()]
    for digest, waiting in new.items():
        fact, why = waiting.fact, waiting.reason
        operations += request(
            view, fact, why, author=author, ulid=ids[digest], now=now, days=days, classes=waiting.classes, similar_to=waiting.similar_to
        )
    return Asked(tuple(str(PublicId("apr", view.scope.sid, ids[digest])) for digest in digests), tuple(operations))


def opened(view: View, ulid: str, now: Instant, days: int) -> dict[str, Any]:
    """What every approval has in common when it is opened. It is listed for its tenant until its time is over."""
    expires = instant(moment(now) + timedelta(days=days))
    scope = view.scope
    return {
        "tid": scope.tid, "sid": scope.sid, "ulid": ulid, "scope": view.state.scope, "requested_at": now, "expires_at": expires,
        "ttl": epoch_seconds(expires), "LPK": list_of(scope.tid), "LSK": ulid,
    }  # fmt: skip


def list_of(tid: str) -> str:
    """The name of a tenant's list of approvals."""
    return f"T#{tid}#APR"


def own_sources(scope: ScopeKey, refs: Sequence[SourceRef]) -> list[str]:
    """ULIDs of the sources that stand in the scope itself."""
    found: dict[str, None] = {}
    for ref in refs:
        try:
            id = PublicId.parse(ref.id, "src")
        except InvalidId:
            continue
        if id.owner == scope.sid:
            found[id.ulid] = None
    return list(found)


def _held(stores: TenantStores, view: View, digests: Sequence[str], now: Instant) -> dict[str, Approval]:
    """The approvals under which the texts wait. A key that names one that was decided, is over or gone counts as free."""
    rows = stores.records.get([keys.waiting(view.scope, digest) for digest in set(digests)])
    if not rows:
        return {}
    found: Mapping[str, str] = {key.digest: key.approval for key in (WaitingKey.from_row(row, view.box) for row in rows.values())}
    approvals = stores.records.get([keys.approval(view.scope, ulid) for ulid in found.values()])
    held = {digest: approvals.get(keys.approval(view.scope, ulid)) for digest, ulid in found.items()}
    read = {digest: Approval.from_row(row, view.box) for digest, row in held.items() if row is not None}
    return {digest: approval for digest, approval in read.items() if approval.waits(now)}


def _with_grounds(scope: ScopeKey, approval: Approval, fact: Fact) -> Approval:
    if approval.fact is None:
        return approval
    joined = _joined(approval.fact, fact)
    if joined is approval.fact:
        return approval
    return approval.model_copy(update={"fact": joined, "sources": own_sources(scope, joined.sources)})


def _joined(known: Fact, again: Fact) -> Fact:
    """The same text said again: it rests on both, as far as one commit takes grounds."""
    have = {(ref.id, ref.chunk, ref.turns) for ref in known.sources}
    more = [ref for ref in again.sources if (ref.id, ref.chunk, ref.turns) not in have]
    kept = (*known.sources, *more)[: max(MAX_NEW_SOURCES, len(known.sources))]
    return known if len(kept) == len(known.sources) else known.model_copy(update={"sources": kept})
