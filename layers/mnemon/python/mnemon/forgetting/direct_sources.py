"""A memory that was written directly stands, word for word, in the raw resource of that request, beside others of the same request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from typing import Any

from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.rows import Key, Unreadable
from mnemon.model.sources import Source
from mnemon.model.text import folded
from mnemon.ports.objects import NoSuchObject
from mnemon.ports.records import Put, When
from mnemon.tenant.views import View

from .approvals import waits_on
from .block import closed_by
from .erasures import Work
from .memories import Lineage
from .sources import dependents


def of_memory(work: Work, view: View, lineage: Lineage) -> tuple[list[Source], list[Source]]:
    """Direct sources of the memory: those that hold nothing else, and those that do, also what still waits. Raises Unavailable."""
    records, scope = work.stores.records, view.scope
    wanted = [keys.source(scope, PublicId.parse(edge.end).ulid) for edge in lineage.grounds if _is_own(edge.end, scope.sid)]
    alone: list[Source] = []
    shared: list[Source] = []
    for row in records.get(wanted).values():
        if row.plain.get("type") != "direct":
            continue
        try:
            source = Source.from_row(row, view.box)
        except Unreadable:
            continue
        others = [link for link in dependents(records, scope, source.ulid) if lineage.head.id not in link.sk]
        (shared if others or waits_on(records, scope, source.ulid) else alone).append(source)
    return alone, shared


def _is_own(id: str, sid: str) -> bool:
    return id.startswith(f"src_{sid}")


def take_out(work: Work, view: View, source: Source, lineage: Lineage) -> None:
    """The resource without the memory's facts takes the place of the one with them. A raw resource is never modified otherwise.

    Raises Unavailable.
    """
    _purge_others(work, source)
    try:
        body: dict[str, Any] = json.loads(view.box.open(Key(source.object, ""), work.stores.raw.get(source.object)))
    except (NoSuchObject, Unreadable):
        return
    words = _words(lineage)
    facts: list[dict[str, Any]] = body.get("facts", [])
    left = [fact for fact in facts if folded(str(fact.get("content", ""))) not in words]
    if len(left) == len(facts):
        return
    data = json.dumps({**body, "facts": left}, ensure_ascii=False, separators=(",", ":")).encode()
    # Under another name, so that the resource is whole at every moment: the source points to either.
    name = keys.raw_object(view.scope, source.ulid, f"{work.era.ulid}.json")
    work.stores.raw.put(name, view.box.seal(Key(name, ""), data))
    changed = source.model_copy(
        update={
            "object": name,
            "count": len(left),
            "digest": view.box.digest("raw", hashlib.sha256(data).hexdigest()),
            "rev": source.rev + 1,
        }
    )
    work.stores.records.write(Put(changed.to_row(view.box), When(equals={"rev": source.rev})), closed_by(work, view.scope))
    work.stores.raw.purge(source.object)


def _purge_others(work: Work, source: Source) -> None:
    """What an earlier attempt left beside the object that the source points to: the one with the facts, or one that was not pointed to
    yet."""
    folder = f"{keys.raw_prefix(work.scope)}{source.ulid}/"
    for name in {name for name, _ in work.stores.raw.versions(folder)} - {source.object}:
        work.stores.raw.purge(name)


def _words(lineage: Lineage) -> Collection[str]:
    records = (lineage.head, *lineage.versions)
    said = {record.content for record in records} | {ref.wording for record in records for ref in record.sources}
    return {folded(text) for text in said if text}
