"""The one list of every place that can hold what a person said, or a trace of it, and of how an erasure reaches each.

Erasure counts by it, exports walk it, and the tests' scans look into every entry: a kind of item that is not in it fails a test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from mnemon.model.rows import Key

Place = Literal["table", "keys", "raw", "drop", "audit", "index", "queue", "workflow", "log"]
Form = Literal["words", "ids"]
Reach = Literal["sweep", "index", "objects", "secret", "kept", "expires"]


@dataclass(frozen=True, slots=True)
class Holding:
    """`where` is a pattern: of a sort key for tables (whole), of an object's key for buckets, a name for all else."""

    name: str
    place: Place
    where: str
    holds: Form
    """`words`: of a person, in any form; `ids`: ids, keyed hashes, counts and times only."""
    sealed: bool
    """Encrypted with the scope's secret, so that it is noise once that is destroyed."""
    reach: Reach
    """What removes it. `expires`: nothing but its short life; `kept`: it stays, and holds nothing of a person."""
    note: str = ""


_ULID = r"[0-9A-Z]{26}"
_HASH = r"[a-z2-7]{26}"

SCOPE_ITEMS: tuple[Holding, ...] = (
    Holding("state", "table", "NOW~", "words", True, "sweep", "speakers' names; only the counters stay"),
    Holding("markers", "table", rf"NOW#{_ULID}#.+", "ids", False, "sweep"),
    Holding("memories", "table", rf"MEM#{_ULID}", "words", True, "sweep"),
    Holding("versions", "table", rf"VER#{_ULID}#\d+", "words", True, "sweep"),
    Holding("recalls", "table", rf"ACC#{_ULID}", "ids", False, "sweep"),
    Holding("fact_keys", "table", rf"KEY#(?:text|attr|alias|wait)#{_HASH}", "ids", False, "sweep", "hashes keyed with the scope's secret"),
    Holding("entities", "table", rf"ENT#{_ULID}", "words", True, "sweep"),
    Holding("edges", "table", r"EDGE#.+", "words", True, "sweep", "wording; the far end may stand in another scope's partition"),
    Holding("sources", "table", rf"SRC#{_ULID}", "words", True, "sweep"),
    Holding("chunks", "table", rf"SRC#{_ULID}#CHUNK#\d+", "words", True, "sweep"),
    Holding("sessions", "table", rf"SES#{_HASH}", "words", True, "sweep"),
    Holding("session_sources", "table", rf"SES#{_HASH}#SRC#{_ULID}", "ids", False, "sweep"),
    Holding("turns", "table", rf"SES#{_HASH}#EVT#{_ULID}", "words", True, "sweep"),
    Holding("tasks", "table", rf"TASK#{_HASH}#{_HASH}", "words", True, "sweep", "an agent's state for one task"),
    Holding("summaries", "table", rf"SUM#{_HASH}|PROFILE", "words", True, "sweep"),
    Holding("summary_marks", "table", rf"SUM~{_ULID}", "ids", False, "sweep", "what a write made stale, until it is written anew"),
    Holding("approvals", "table", rf"APR#{_ULID}", "words", True, "sweep"),
    Holding("feedback", "table", rf"FBK#{_ULID}#{_HASH}", "ids", False, "sweep", "what was thought of a memory; callers as hashes"),
    Holding("jobs", "table", rf"JOB#{_ULID}", "ids", False, "sweep"),
    Holding("candidates", "table", rf"JOB#{_ULID}#CAND#\d+", "words", True, "sweep"),
)
"""Of a scope's partition `T#<tid>#S#<sid>`."""

TENANT_ITEMS: tuple[Holding, ...] = (
    Holding("scopes", "table", rf"SCOPE#{_HASH}", "words", True, "secret", "the scope's name"),
    Holding("erasures", "table", rf"ERA#{_ULID}(?:#(?:SRC|MEM)#{_ULID})?|RCPT#{_ULID}", "ids", False, "kept", "the proof"),
    Holding("tenant_jobs", "table", rf"JOB#{_ULID}", "ids", False, "kept"),
    Holding("exports", "table", rf"EXP#{_ULID}", "ids", False, "kept"),
    Holding("config", "table", r"CONFIG#\d+", "ids", False, "kept", "the tenant's own words, not a person's; goes with the tenant"),
)
"""Of a tenant's own partition `T#<tid>`."""

ELSEWHERE: tuple[Holding, ...] = (
    Holding("idempotency", "table", "IDEMPOTENCY", "ids", False, "expires", "its own partition; 24 hours"),
    Holding("secrets", "keys", "SECRET", "words", False, "secret", "what opens all that is sealed"),
    Holding("raw", "raw", rf"t/{_HASH}/{_HASH}/{_ULID}/.+", "words", True, "objects"),
    Holding("uploads", "drop", rf"up/{_HASH}/{_HASH}/{_ULID}.*", "words", False, "objects", "before the gate; two days at most"),
    Holding("dropped", "drop", rf"in/{_HASH}/.+", "words", False, "objects", "before the gate; two days at most; the scope in clear"),
    Holding("trail", "audit", rf"t/{_HASH}/.+", "ids", False, "kept"),
    Holding("recall", "index", "recall", "words", False, "index"),
    Holding("recall-past", "index", "recall-past", "words", False, "index"),
    Holding("ingest", "queue", "ingest", "words", False, "expires", "before the gate; two days at most, what failed included"),
    Holding("idle", "queue", "idle", "ids", False, "expires"),
    Holding("access", "queue", "access", "ids", False, "expires"),
    Holding("expire", "queue", "expire", "ids", False, "expires"),
    Holding("unindexable", "queue", "unindexable", "ids", False, "expires"),
    Holding("indexer-failed", "queue", "indexer-failed", "ids", False, "expires"),
    Holding("extraction", "workflow", "extraction", "ids", False, "expires"),
    Holding("erasure", "workflow", "erasure", "ids", False, "expires"),
    Holding("logs", "log", "*", "ids", False, "expires"),
)

HOLDINGS: tuple[Holding, ...] = (*SCOPE_ITEMS, *TENANT_ITEMS, *ELSEWHERE)


def holding_of(key: Key) -> Holding | None:
    """What an item of the table is; None for a kind that the list does not know."""
    match key.pk.split("#"):
        case ["T", _, "S", _]:
            known = SCOPE_ITEMS
        case ["T", _]:
            known = TENANT_ITEMS
        case ["T", _, "I", _]:
            known = tuple(holding for holding in ELSEWHERE if holding.name == "idempotency")
        case _:
            return None
    return next((holding for holding in known if re.fullmatch(holding.where, key.sk)), None)


def name_of(key: Key) -> str:
    """The name by which an item is counted."""
    holding = holding_of(key)
    return holding.name if holding else "other"
