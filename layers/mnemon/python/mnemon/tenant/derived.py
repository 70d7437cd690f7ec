"""What summaries and the profile are made of, and what a write makes stale of them: one rule for writers, erasures and readers."""

from __future__ import annotations

from collections.abc import Iterable

from mnemon.language.sensitivity import ORDINARY, classes
from mnemon.model import keys
from mnemon.model.memory import Head, MemoryRecord
from mnemon.model.origins import TRUST
from mnemon.model.rows import Box
from mnemon.model.summaries import SummaryMark
from mnemon.model.text import folded
from mnemon.ports.records import Put
from mnemon.ports.tenancy import TenantStores

from .views import View

LEAST_TRUST = TRUST["user"]
"""Of what may stand in a profile: a person's own words, no document's, tool's, page's or assistant's."""
USER_SCOPES = "user/"


def category_of(record: MemoryRecord) -> str:
    """A memory without a category is one of its kind."""
    return record.category or record.kind


def category_digest(box: Box, category: str) -> str:
    """A category as it stands in keys."""
    return box.digest("category", folded(category))


def may_be_told(record: MemoryRecord) -> bool:
    """Whether a profile may hold a memory's words at all, whatever they are about."""
    return record.trust >= LEAST_TRUST and not any(source.type == "document" for source in record.sources)


def is_ordinary(record: MemoryRecord, sensitive_allowed: frozenset[str]) -> bool:
    """Whether what a memory says is sensitive at most in ways that the tenant allows."""
    delicate = classes(record.content)
    return delicate <= sensitive_allowed and (record.sensitivity <= ORDINARY or bool(delicate))


def stale(view: View, write: str, records: Iterable[MemoryRecord]) -> Put:
    """The mark that joins the transaction which makes or changes these, as they were and as they are. One operation, no condition."""
    touched = list(records)
    return Put(
        SummaryMark(
            tid=view.scope.tid,
            sid=view.scope.sid,
            write=write,
            memories=list(dict.fromkeys(record.ulid for record in touched)),
            categories=list(dict.fromkeys(category_digest(view.box, category_of(record)) for record in touched)),
            profile=view.state.scope.startswith(USER_SCOPES) and any(map(may_be_told, touched)),
        ).to_row(view.box)
    )


def current_heads(stores: TenantStores, view: View, ulids: Iterable[str], now: str) -> dict[str, Head]:
    """Those of the memories that are current now, in batches, strongly consistent. Raises Unavailable."""
    wanted = [keys.head(view.scope, ulid) for ulid in dict.fromkeys(ulids)]
    rows = stores.records.get(wanted) if wanted else {}
    heads = (Head.from_row(row, view.box) for row in rows.values())
    return {head.ulid: head for head in heads if head.is_current(now)}
