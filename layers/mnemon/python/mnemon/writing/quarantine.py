"""A source of which something is held back waits for a person: one approval each, which carries the source's ULID."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from mnemon.model import keys
from mnemon.model.approvals import Approval
from mnemon.model.ids import PublicId
from mnemon.model.instants import Instant
from mnemon.model.sources import Source, Turn
from mnemon.ports.records import Conflict, Operation, Put, Update, When
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.views import View, unerased

from .waiting import opened

EXCERPTS = 5
EXCERPT = 300
"""Characters."""


def held_back(view: View, source: Source, words: Sequence[str], count: int, now: Instant, days: int) -> Operation:
    """The request for approval. `words` are those of what is held back, all or the first of it."""
    approval = Approval(
        **opened(view, source.ulid, now, days),
        kind="quarantine",
        reason="injection",
        sources=[source.ulid],
        count=count,
        excerpts=tuple(text[:EXCERPT] for text in words[:EXCERPTS]),
    )
    return Put(approval.to_row(view.box), When(absent=True))


def told_by_job(source: Source, count: int) -> dict[str, Any]:
    """What the job of a source says of what is held back of it."""
    return {"approvals": [str(PublicId("apr", source.sid, source.ulid))], "quarantined": count} if count else {}


def turns_held_back(view: View, source: Source, turns: Sequence[Turn], days: int) -> list[Operation]:
    """For the transaction that makes the turns count."""
    words = ["\n".join((turn.content, *turn.captions)) for turn in turns if turn.quarantined]
    return [held_back(view, source, words, len(words), source.created_at, days)] if words else []


def hold_document(
    stores: TenantStores, view: View, source: Source, chunks: Collection[int], words: Sequence[str], now: Instant, days: int
) -> bool:
    """Once all chunks of a document are written. False: the race was lost. Raises Unavailable."""
    key, job = keys.approval(view.scope, source.ulid), keys.job(view.scope, source.ulid)
    there = stores.records.get([key, job]) if chunks else {}
    if not chunks or key in there:
        return True
    told = [Update(job, set=told_by_job(source, len(chunks)))] if job in there else []
    counted = Update(source.key(), set={"quarantined": len(chunks), "rev": source.rev + 1}, when=When(equals={"rev": source.rev}))
    try:
        stores.records.write(unerased(view), counted, *told, held_back(view, source, words, len(chunks), now, days))
    except Conflict:
        return False
    return True
