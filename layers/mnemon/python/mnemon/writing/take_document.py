"""Reads what lies in the drop bucket as a document: an upload that a source waits for, or a file from a producer."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass

from mnemon.errors import Invalid, TryAgain
from mnemon.errors import Unreadable as UnreadableDocument
from mnemon.language.chunking import cut
from mnemon.model import keys
from mnemon.model.documents import ENDINGS, MAX_PASSAGES, Document, Extract, most_bytes
from mnemon.model.ids import InvalidId, PublicId
from mnemon.model.instants import Instant
from mnemon.model.rows import Key, Unreadable
from mnemon.model.scopes import HASH_LENGTH, Pepper, Scope, ScopeKey
from mnemon.model.sources import Source
from mnemon.ports.documents import DocumentParser, TooMuch, Unparsable
from mnemon.ports.flow import Clock, Ids, Workflows
from mnemon.ports.objects import NoSuchObject
from mnemon.ports.records import Conflict, Put, Unavailable, Update, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.config import Policies, default_policy
from mnemon.tenant.idempotency import Answer, Idempotent
from mnemon.tenant.views import View, enter, look, unerased
from mnemon.tenant.work import Work

from . import sources
from .document_sources import NAME, TRUST_DOCUMENT, gated, job, pack, start, waiting
from .documents import drop_of
from .gate import Gate
from .ingest import ACTOR, claimed, place_of

_UPLOADS = "up/"
REFUSED = "Refused"
"""The error of a document that holds what the tenant's policy refuses."""
_ACCEPTED = 202
_LONGEST_NAME = 200


def is_document(key: str) -> bool:
    """Whether an object of the drop bucket is one; all else is an event."""
    return key.startswith(_UPLOADS) or _ending(key) in ENDINGS


@dataclass(frozen=True, slots=True)
class Taken:
    job_id: str
    source_id: str
    chunks: int
    redactions: int


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A source, and the object that it waits for."""

    scope: ScopeKey
    ulid: str
    key: str
    size: int
    data: bytes | None = None
    """What lies there, when it was fetched already."""


class TakeDocument:
    def __init__(
        self,
        tenancy: Tenancy,
        pepper: Pepper,
        clock: Clock,
        ids: Ids,
        workflows: Workflows,
        parse: DocumentParser,
        *,
        attempts: Attempts | None = None,
        policies: Policies = default_policy,
    ) -> None:
        self._policies = policies
        self._tenancy, self._pepper, self._clock, self._ids = tenancy, pepper, clock, ids
        self._workflows, self._parse, self._attempts = workflows, parse, attempts or Attempts()

    def __call__(self, key: str, version: str, size: int) -> Taken | None:
        """`version` is the object's ETag, `size` its bytes. None when it was taken in before, or its source was erased. The object is gone
        from the drop bucket when this returns.

        Raises Invalid when it is nobody's, UnreadableDocument when it can never be read (its source is `failed` then, and the object
        stays until the bucket lets it go), TryAgain and Unavailable when it can be taken in later.
        """
        try:
            if key.startswith(_UPLOADS):
                return self._take(_Waiting(*_uploaded(key), key, size))
            return self._take(self._dropped(key, version, size))
        except NoSuchObject:  # taken in before, or let go
            return None
        except Conflict as error:
            raise TryAgain("the scope is being changed") from error

    def _dropped(self, key: str, version: str, size: int) -> _Waiting:
        """A second delivery of the same object meets the source that the first one made. Raises NoSuchObject before anything is made."""
        tid, scope = place_of(key)
        stores = self._tenancy.stores(tid)
        data = drop_of(stores).get(key) if size <= most_bytes(ENDINGS[_ending(key)]) else None
        once = Idempotent(tid, stores.records, self._clock)
        digest = self._pepper.caller(tid, ACTOR, f"drop\n{key}\n{version}")
        scope_key = self._pepper.scope(tid, scope)
        claim = claimed(once, digest, self._ids.ulid(), self._attempts)
        if isinstance(claim, Answer):
            return _Waiting(scope_key, PublicId.parse(json.loads(claim.body)["source_id"], "src").ulid, key, size, data)
        try:
            source = self._expect(stores, scope, scope_key, key, claim.work)
        except Exception:
            once.release(claim)
            raise
        once.complete(claim, Answer(_ACCEPTED, json.dumps({"source_id": source.id})))
        return _Waiting(scope_key, source.ulid, key, size, data)

    def _expect(self, stores: TenantStores, scope: Scope, scope_key: ScopeKey, key: str, work: Work) -> Source:
        now = self._clock.now()
        try:
            view = enter(stores, scope, scope_key, now)
            before = sources.begun(stores, view, work)
            if before is not None:
                return before
            gate, ulid = Gate(view.box, self._policies(stores)), work.ulid
            source = Source(
                tid=scope_key.tid,
                sid=scope_key.sid,
                ulid=ulid,
                type="document",
                object=keys.raw_object(scope_key, ulid, NAME),
                trust=TRUST_DOCUMENT,
                created_at=now,
                scope=str(scope),
                title=gate.text(_name(key)),
                media_type=ENDINGS[_ending(key)],
            )
            source = waiting(source.model_copy(update={"redactions": gate.redactions}))
            stores.records.write(unerased(view), Put(source.to_row(view.box), When(absent=True)))
        except Conflict as error:
            raise TryAgain("the scope is being changed") from error
        return source

    def _take(self, what: _Waiting) -> Taken | None:
        stores = self._tenancy.stores(what.scope.tid)
        view, drop = look(stores, what.scope, newest=0), drop_of(stores)
        if view.state.erasing:
            raise TryAgain("the scope is being erased")
        source = _read(stores, view, what.ulid)
        if source is None:  # erased: what comes for it now is nobody's
            drop.delete(what.key)
            return None
        if source.status == "failed":
            raise UnreadableDocument(source.error)
        taken = None
        if source.status == "storing":
            source = self._store(stores, view, source, what)
            taken = Taken(job(source, "").id, source.id, source.count, source.redactions)
        self._start(stores, source)
        drop.delete(what.key)
        return taken

    def _store(self, stores: TenantStores, view: View, source: Source, what: _Waiting) -> Source:
        """From the file to the sealed text. Raises NoSuchObject, UnreadableDocument, Conflict, Unavailable."""
        policy, now = self._policies(stores), self._clock.now()
        gate = Gate(view.box, policy)
        try:
            extract = gated(gate, Gate(view.box, policy), self._read_file(stores, source, what))
            passages = cut(extract)
            if len(passages) > MAX_PASSAGES:
                raise TooMuch
        except (Unparsable, Invalid) as error:  # Invalid: the tenant's policy refuses what stands in it
            reason = type(error).__name__ if isinstance(error, Unparsable) else REFUSED
            self._fail(stores, view, source, reason, now)
            raise UnreadableDocument(reason) from None
        document = Document.model_validate({"media_type": source.media_type, "text": extract.text, "passages": passages})
        data = pack(document)
        stored = source.model_copy(
            update={
                "status": "stored",
                "digest": sources.digest(view.box, data),
                "count": len(document.passages),
                "redactions": source.redactions + gate.redactions,
                "title": source.title or extract.title or None,
                "rev": source.rev + 1,
                "ttl": None,
                "size": 0,
            }
        )
        stores.raw.put(source.object, view.box.seal(Key(source.object, ""), data))
        try:
            stores.records.write(
                unerased(view),
                Put(stored.to_row(view.box), When(equals={"status": "storing", "rev": source.rev})),
                Put(job(source, now).to_row(view.box)),
            )
        except Exception:
            if _read(stores, look(stores, view.scope, newest=0), source.ulid) is None:
                sources.discard(stores, source)  # erased meanwhile
            raise
        return stored

    def _read_file(self, stores: TenantStores, source: Source, what: _Waiting) -> Extract:
        if what.size > most_bytes(source.media_type):
            raise TooMuch
        return self._parse(drop_of(stores).get(what.key) if what.data is None else what.data, source.media_type)

    def _fail(self, stores: TenantStores, view: View, source: Source, reason: str, now: Instant) -> None:
        with contextlib.suppress(Conflict):  # another delivery said so already, or it was erased
            stores.records.write(
                unerased(view),
                Update(
                    source.key(),
                    set={"status": "failed", "error": reason, "rev": source.rev + 1},
                    remove=("ttl",),
                    when=When(equals={"status": "storing"}),
                ),
                Put(job(source, now, "failed", reason).to_row(view.box)),
            )

    def _start(self, stores: TenantStores, source: Source) -> None:
        """A workflow that cannot be started leaves a failed job to be redriven: the text is kept already."""
        try:
            start(self._workflows, source)
        except Unavailable as error:
            failed = {"status": "failed", "stage": "start", "error": type(error).__name__, "updated_at": self._clock.now()}
            with contextlib.suppress(Unavailable, Conflict):
                stores.records.write(Update(keys.job(source.scope_key, source.ulid), set=failed))


def _read(stores: TenantStores, view: View, ulid: str) -> Source | None:
    """None when it was erased."""
    key = keys.source(view.scope, ulid)
    row = stores.records.get([key]).get(key)
    if row is None or view.is_new:
        return None
    try:
        return Source.from_row(row, view.box)
    except Unreadable:
        return None


def _uploaded(key: str) -> tuple[ScopeKey, str]:
    match key.split("/"):
        case ["up", tid, sid, ulid] if len(tid) == HASH_LENGTH:
            try:
                return ScopeKey(tid=tid, sid=sid), PublicId.parse(f"src_{sid}{ulid}", "src").ulid
            except InvalidId:
                pass
        case _:
            pass
    raise Invalid("an upload stands under up/<tid>/<sid>/<source>", field="key")


def _ending(key: str) -> str:
    name = key.rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[-1].lower() if "." in name else ""


def _name(key: str) -> str:
    return key.rsplit("/", 1)[-1].rpartition(".")[0][:_LONGEST_NAME]
