"""Raw resources leave the buckets, every version of them, and what waits at the gate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast
from urllib.parse import unquote

from pydantic import ValidationError

from mnemon.model import keys
from mnemon.model.records import ScopeEntry
from mnemon.model.rows import Unreadable
from mnemon.model.scopes import InvalidScope, Scope, ScopeKey, ScopeKind
from mnemon.ports.objects import Objects
from mnemon.ports.records import Unavailable

from .erasures import Work

RAW, DROP = "raw_objects", "dropped_objects"


def purge_objects(work: Work) -> Work:
    """Raises Unavailable, also when something is left."""
    raw, drop = list(raw_prefixes(work)), list(drop_prefixes(work))
    counts = {RAW: count(work.stores.raw, raw), DROP: count(work.stores.drop, drop) if work.stores.drop else 0}
    # Counted before it goes: a repeated step finds less, and the larger count is the true one.
    known = {name: max(found, work.era.counts.get(name, 0)) for name, found in counts.items()}
    work = work.saved(counts={**work.era.counts, **{name: found for name, found in known.items() if found}})
    for prefix in raw:
        work.stores.raw.purge(prefix)
    for prefix in drop:
        if work.stores.drop:
            work.stores.drop.purge(prefix)
    if count(work.stores.raw, raw) or (work.stores.drop and count(work.stores.drop, drop)):
        raise Unavailable("objects are left")
    return work


def count(bucket: Objects, prefixes: Iterable[str]) -> int:
    """Versions and delete markers."""
    return sum(1 for prefix in prefixes for _ in bucket.versions(prefix))


def raw_prefixes(work: Work) -> Iterator[str]:
    if work.is_whole:
        yield from (keys.raw_prefix(scope) for scope in work.scopes())
    else:
        yield from (f"{keys.raw_prefix(work.scope)}{part.ulid}/" for part in work.parts("SRC"))


def drop_prefixes(work: Work) -> Iterator[str]:
    """Presigned uploads stand under hashes, what other producers put under the scope's name, which only its sealed entry tells."""
    if not work.is_whole:
        yield from (f"{_uploads(work.scope)}{part.ulid}" for part in work.parts("SRC"))
        return
    for scope in work.scopes():
        yield _uploads(scope)
        if (name := _name(work, scope)) and work.stores.drop:
            yield from _dropped(work.stores.drop, scope.tid, name)


def _uploads(scope: ScopeKey) -> str:
    return f"up/{scope.tid}/{scope.sid}/"


def _dropped(bucket: Objects, tid: str, scope: Scope) -> list[str]:
    """The scope stands in keys percent-encoded, by producers who do that in more than one way."""
    segments = {key.split("/")[2] for key, _ in bucket.versions(f"in/{tid}/")}
    return [f"in/{tid}/{segment}/" for segment in sorted(segments) if _named(segment) == scope]


def _named(segment: str) -> Scope | None:
    kind, _, name = unquote(segment).partition("/")
    try:
        return Scope.parse(kind) if not name else Scope.of(cast("ScopeKind", kind), name)
    except (InvalidScope, ValidationError):
        return None


def _name(work: Work, key: ScopeKey) -> Scope | None:
    """None when the secret is gone: what was sealed with it has been dealt with."""
    rows = work.stores.records.get([keys.scope_entry(key), keys.state(key)])
    row, state = rows.get(keys.scope_entry(key)), rows.get(keys.state(key))
    if row is None:
        return None
    box = work.stores.vault.open(key, int(str(state.plain["epoch"])) if state else 0)
    try:
        return Scope.parse(ScopeEntry.from_row(row, box).scope)
    except (Unreadable, InvalidScope):
        return None
