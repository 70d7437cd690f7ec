"""What an erasure is going to remove, looked at before it changes anything: the same look serves a dry run."""

from __future__ import annotations

from collections import Counter

from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.records import ErasurePart
from mnemon.model.rows import Key
from mnemon.model.scopes import ScopeKey
from mnemon.tenant.holdings import name_of
from mnemon.tenant.views import look

from . import approvals
from .derived import resting_on
from .direct_sources import of_memory
from .entities import going
from .erasures import NoBox, Work
from .memories import judge, read
from .sources import dependents

KEPT = "memories_kept"
"""Memories that lose a ground and stay on another."""


def is_counted(key: Key) -> bool:
    """The state stays as counters; markers come and go with the indexer, stale marks with the rewriting of summaries."""
    return key.sk != keys.STATE and not key.sk.startswith((keys.NOW, keys.SUMMARY_MARK))


def planned(work: Work) -> list[ErasurePart]:
    """The records that an erasure smaller than a scope is about; memories that rest on them alone are found by the sweep. One that takes
    over from another has that one's too: some of them are gone from the table and still in other stores."""
    if not work.era.takes_over:
        return _planned(work)
    prefix = keys.erasure_parts(work.era.takes_over)
    rows = work.stores.records.walk(keys.tenant_partition(work.era.tid), prefix)
    before = [
        ErasurePart.from_row(row, NoBox()).model_copy(update={"erasure": work.era.ulid}) for row in rows if row.key.sk.count("#") == 3
    ]
    return list({part.key(): part for part in (*_planned(work), *before)}.values())


def _planned(work: Work) -> list[ErasurePart]:
    era, records = work.era, work.stores.records
    match era.target:
        case "session":
            prefix = keys.session_sources(era.session)
            return [work.part("SRC", row.key.sk.removeprefix(prefix)) for row in records.walk(work.scope.partition, prefix)]
        case "source":
            return [work.part("SRC", era.source)]
        case "memory":
            view = look(work.stores, work.scope, newest=0)
            lineage = read(work, view, era.memory)
            alone = of_memory(work, view, lineage)[0] if lineage else []
            return [
                work.part("MEM", era.memory, lineage.head.last_version if lineage else 0),
                *(work.part("SRC", source.ulid) for source in alone),
            ]
        case _:
            return []


def count_scopes(work: Work) -> dict[str, int]:
    """Every item of whole scopes, by kind."""
    found = Counter[str]()
    for scope in work.scopes():
        found.update(name_of(row.key) for row in work.stores.records.walk(scope.partition) if is_counted(row.key))
    return dict(found)


def count_parts(work: Work, parts: list[ErasurePart]) -> dict[str, int]:
    """Items by kind, as far as a person knows them: sources, turns, chunks, memories and their versions."""
    found = Counter[str]()
    sources = {str(PublicId("src", work.era.sid, part.ulid)) for part in parts if part.kind == "SRC"}
    resting: set[tuple[ScopeKey, str]] = set()
    for part in parts:
        if part.kind == "SRC":
            found.update(_of_source(work, part.ulid))
            resting |= {(keys.scope_of(link), PublicId.parse(link.sk.split("#")[1]).ulid) for link in _links(work, part.ulid)}
        else:
            found.update(_of_memory(work, part.ulid))
    doomed = {part.ulid for part in parts if part.kind == "MEM"}
    resting -= {(work.scope, ulid) for ulid in doomed}
    lost = set(doomed)
    going_sources = {part.ulid for part in parts if part.kind == "SRC"}
    found.update(map(name_of, approvals.going(work.stores.records, work.scope, going_sources, doomed)))
    for scope, ulid in sorted(resting, key=lambda each: (each[0].sid, each[1])):
        view = look(work.stores, scope, newest=0)
        lineage = read(work, view, ulid)
        if lineage is None:
            continue
        verdict = judge(work, view, lineage, sources)
        if scope == work.scope and verdict.head != lineage.head:
            lost.add(ulid)
        found["versions"] += len(verdict.removed)
        found["memories" if verdict.head is None else KEPT] += 1
        doomed |= {ulid} if verdict.head is None and scope == work.scope else set()
    found["entities"] = going(work.stores.records, work.scope, doomed)
    found["summaries"] += resting_on(work.stores.records, look(work.stores, work.scope, newest=0), lost)
    return {name: count for name, count in found.items() if count}


def _links(work: Work, source: str) -> list[Key]:
    return dependents(work.stores.records, work.scope, source)


def _of_source(work: Work, source: str) -> Counter[str]:
    records, scope = work.stores.records, work.scope
    row = records.get([keys.source(scope, source)]).get(keys.source(scope, source))
    chunks = sum(1 for _ in records.walk(scope.partition, keys.chunk_prefix(source)))
    digest = str(row.plain.get("session") or "") if row else ""
    said = records.walk(scope.partition, keys.session_turns(digest)) if digest else ()
    turns = sum(1 for each in said if str(each.plain.get("source", "")).endswith(source))
    return Counter({"sources": 1 if row else 0, "chunks": chunks, "turns": turns})


def _of_memory(work: Work, ulid: str) -> Counter[str]:
    records, scope = work.stores.records, work.scope
    head = records.get([keys.head(scope, ulid)])
    versions = sum(1 for _ in records.walk(scope.partition, keys.version_prefix(ulid)))
    return Counter({"memories": len(head), "versions": versions})
