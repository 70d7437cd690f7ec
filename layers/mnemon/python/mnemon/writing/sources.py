"""Source first: what was handed over is kept, sealed, before anything is made of it."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping, Sequence

from mnemon.model import keys
from mnemon.model.instants import Instant
from mnemon.model.rows import Box, Key, Unreadable
from mnemon.model.sources import Source, Turn
from mnemon.ports.records import Conflict, Delete, Operation, Put, Unavailable, Update, When
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.callers import Writer
from mnemon.tenant.views import View, unerased
from mnemon.tenant.work import Work

CONVERSATION = "turns.json"
FACTS = "facts.json"
TRUST_DIRECT = 4


def begun(stores: TenantStores, view: View, work: Work | None) -> Source | None:
    """The source that an earlier call made under the same id, before it broke off. Raises Unavailable."""
    if work is None or not work.again:
        return None
    key = keys.source(view.scope, work.ulid)
    row = stores.records.get([key]).get(key)
    try:
        return None if row is None else Source.from_row(row, view.box)
    except Unreadable:
        return None


def keep(stores: TenantStores, view: View, source: Source, data: bytes, before: Source | None = None) -> None:
    """`SRC#` as `storing`, on the epoch, then the sealed object; `before` is what an earlier call left in its place.

    Raises Conflict when an erasure has begun, Unavailable.
    """
    here = When(absent=True) if before is None else When(equals={"status": "storing"})
    stores.records.write(Put(source.to_row(view.box), here), unerased(view))
    try:
        stores.raw.put(source.object, view.box.seal(Key(source.object, ""), data))
    except Unavailable:
        discard(stores, source)
        raise


def keep_facts(
    stores: TenantStores,
    view: View,
    who: Writer,
    ulid: str,
    facts: Sequence[Mapping[str, object]],
    redactions: int,
    now: Instant,
    before: Source | None = None,
) -> Source:
    """What a caller says directly, as the source that rests under it: kept, not yet counted. Raises Conflict, Unavailable."""
    data = json.dumps({"facts": list(facts)}, ensure_ascii=False, separators=(",", ":")).encode()
    source = Source(
        tid=who.tid,
        sid=who.scope_key.sid,
        ulid=ulid,
        type="direct",
        object=keys.raw_object(who.scope_key, ulid, FACTS),
        digest=digest(view.box, data),
        count=len(facts),
        trust=TRUST_DIRECT,
        redactions=redactions,
        created_at=now,
        scope=str(who.scope),
    )
    keep(stores, view, source, data, before)
    return source


def stored(source: Source) -> Operation:
    """The part of the transaction that makes a source count."""
    return Update(source.key(), set={"status": "stored", "rev": source.rev + 1}, when=When(equals={"status": "storing"}))


def settle(stores: TenantStores, view: View, source: Source) -> None:
    """Makes a source count by itself. Raises Conflict when an erasure has begun; then what was put is removed."""
    try:
        stores.records.write(unerased(view), stored(source))
    except Exception:
        discard(stores, source)
        raise


def discard(stores: TenantStores, source: Source) -> None:
    """Removes what was put when the source can not be made to count: what cannot be removed now is sealed, and rests on no memory."""
    with contextlib.suppress(Unavailable):
        stores.raw.purge(source.object)
    with contextlib.suppress(Unavailable, Conflict):
        stores.records.write(Delete(source.key()))


def withdraw(stores: TenantStores, source: Source) -> None:
    """As `discard`, unless another call that does the same work has made it count meanwhile."""
    try:
        stores.records.write(Delete(source.key(), When(equals={"status": "storing"})))
    except (Unavailable, Conflict):
        return
    with contextlib.suppress(Unavailable):
        stores.raw.purge(source.object)


def digest(box: Box, data: bytes) -> str:
    """Of the raw resource, keyed: it tells nothing to who has no box."""
    return box.digest("raw", hashlib.sha256(data).hexdigest())


def pack_turns(turns: Sequence[Turn]) -> bytes:
    """The raw resource of a conversation: its turns, after the gate."""
    body = {"turns": [turn.model_dump(mode="json", exclude_none=True, exclude={"position"}) for turn in turns]}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def read_turns(stores: TenantStores, box: Box, source: Source, first: int) -> list[Turn]:
    """The turns of a stored source; the first one's position in the session is `first`. What was held back and a person has let in is
    like all others. Raises NoSuchObject, Unavailable, Unreadable."""
    body = json.loads(open_object(stores, box, source.object))
    turns = [Turn.model_validate({**turn, "position": first + number}) for number, turn in enumerate(body["turns"])]
    return turns if source.quarantined else [turn.model_copy(update={"quarantined": False}) for turn in turns]


def open_object(stores: TenantStores, box: Box, key: str) -> bytes:
    return box.open(Key(key, ""), stores.raw.get(key))
