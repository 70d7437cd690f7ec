"""A correction: a new version of the same id. What it corrects was never true, so `as_of` returns it no more; the history keeps it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mnemon.errors import Collision, Invalid, NeverKept, NotFound, PreconditionFailed, TryAgain
from mnemon.language.detect import language
from mnemon.language.phrases import names
from mnemon.language.relations import relations_of
from mnemon.language.render import memory_text
from mnemon.language.sensitivity import level
from mnemon.language.statements import attribute_of
from mnemon.model import keys
from mnemon.model.instants import Instant, epoch_seconds
from mnemon.model.memory import Head, Relation, SourceRef, Version, WrittenBy
from mnemon.model.rows import Unreadable
from mnemon.model.sources import Source
from mnemon.model.vectors import PackedVector, pack
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.models import Embedder
from mnemon.ports.records import Conflict, Delete, Operation, Unavailable
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.callers import Writer
from mnemon.tenant.config import Policies, ReadConfig, default_config, default_policy
from mnemon.tenant.fact_keys import DEFAULT_SUBJECT, attribute_digest, text_digest
from mnemon.tenant.idempotency import Idempotent
from mnemon.tenant.views import View, advance
from mnemon.tenant.wording import wording_hash

from . import sources
from .adjudicate import Known, Lineage
from .commit import Erased, changes, open_view
from .domain import never_in
from .entities import Entities
from .gate import Gate
from .requests import Correction

_OF_A_VERSION = frozenset({"content", "attribute", "metadata"})


class CorrectMemory:
    """`PATCH /v1/memories/{id}`."""

    def __init__(
        self,
        tenancy: Tenancy,
        embedder: Embedder,
        clock: Clock,
        ids: Ids,
        *,
        attempts: Attempts | None = None,
        policies: Policies = default_policy,
        domain: ReadConfig = default_config,
    ) -> None:
        self._domain = domain
        self._tenancy, self._embedder, self._clock, self._ids, self._policies = tenancy, embedder, clock, ids, policies
        self._attempts = attempts or Attempts()

    def __call__(self, who: Writer, memory_id: str, asked: Correction, if_match: int | None = None) -> Head:
        """The head as it is afterwards.

        Raises NotFound, PreconditionFailed (`if_match` is not the head's rev), Collision (another memory says so, or holds the
        attribute; or this one was superseded), Invalid, TryAgain.
        """
        stores = self._tenancy.stores(who.tid)
        ulid = who.owned(memory_id, "mem", NotFound("there is no such memory"))
        try:
            return self._correct(stores, who, ulid, asked, if_match)
        except Erased as error:
            raise NotFound("there is no such memory") from error
        except (Unavailable, Conflict) as error:
            raise TryAgain("the scope is busy") from error

    def _correct(self, stores: TenantStores, who: Writer, ulid: str, asked: Correction, if_match: int | None) -> Head:
        source: Source | None = None
        under, embedding = "", ""
        written = False
        if (field := never_in(asked, self._domain(stores))) is not None:
            raise NeverKept(field=field)
        try:
            for _ in self._attempts:
                view = open_view(stores, who.scope_key, None)
                head = _current(stores, view, ulid, self._clock.now(), if_match)
                gate = Gate(view.box, self._policies(stores))
                content = gate.text(asked.content, "content").strip() if asked.content is not None else head.content
                if content != head.content:
                    under, source = self._keep(stores, view, who, head, content, gate.redactions)
                    embedding = embedding or pack(self._embedder.embed([memory_text(head.true_from, content)])[0])
                after = self._changed(who, head, asked, gate, content, embedding, source)
                if after.head == head:
                    return head
                if self._write(stores, view, head, after, _ended(who, under, source)):
                    written = True
                    return after.head.model_copy(update={"rev": head.rev + 1})
                if source is not None:
                    sources.withdraw(stores, source)
                    source = None
            raise Unavailable("the scope is busy")
        finally:
            if source is not None and not written:
                sources.withdraw(stores, source)

    def _changed(
        self, who: Writer, head: Head, asked: Correction, gate: Gate, content: str, embedding: PackedVector, source: Source | None
    ) -> Lineage:
        now = self._clock.now()
        values = _of_the_head(asked, now)
        if not (_OF_A_VERSION & asked.model_fields_set):
            return Lineage(head.model_copy(update=values))
        values |= _of_the_version(head, asked, gate, content)
        if all(getattr(head, name) == value for name, value in values.items()):
            return Lineage(head)
        number = head.last_version + 1
        if source is not None and content != head.content:
            ref = SourceRef(type="direct", id=source.id, chunk=1, wording=content, hash=wording_hash(content), at=source.created_at)
            values |= {"sources": (ref,), "source_count": 1, "trust": sources.TRUST_DIRECT, "embedding": embedding}
            values["sensitivity"] = max(head.sensitivity, level(content))
        corrected = head.model_copy(
            update={
                **values,
                "version": number,
                "last_version": number,
                "valid_from": now,
                "relations": (Relation(type="updates", memory_id=head.id, version=head.version),),
                "written_by": WrittenBy(actor=who.actor, method="corrected"),
            }
        )
        fields = {name: value for name, value in head.model_dump().items() if name in Version.model_fields}
        older = Version.model_validate({**fields, "is_latest": False, "valid_to": now, "true_to": head.true_from})
        return Lineage(corrected, {older.version: older})

    def _write(self, stores: TenantStores, view: View, head: Head, after: Lineage, ended: Sequence[Operation]) -> bool:
        """False: the race was lost."""
        before, then = _known(stores, view, head, after)
        named = [(after.head.entities, after.head.entity_relations)]
        entities = Entities.of(stores, view, self._ids.ulid, named)
        operations = changes(view, before, then, self._ids.ulid(), self._clock.now(), entities=entities)
        operations += [Delete(keys.attribute(view.scope, digest)) for digest in before.attributes if digest not in then.attributes]
        with contextlib.suppress(Conflict):
            stores.records.write(advance(view, self._clock.now()), *operations, *ended)
            return True
        return False

    def _keep(self, stores: TenantStores, view: View, who: Writer, head: Head, content: str, redactions: int) -> tuple[str, Source]:
        """The correction is what the new version rests on. A repetition of one that broke off finds the source that it left."""
        digest = view.box.digest("correction", "\x1f".join((head.ulid, str(head.rev), content)))
        work = Idempotent(who.tid, stores.records, self._clock).resume(digest, self._ids.ulid())
        before = sources.begun(stores, view, work)
        facts, now = [{"content": content}], self._clock.now()
        return digest, sources.keep_facts(stores, view, who, work.ulid, facts, redactions, now, before)


def _ended(who: Writer, digest: str, source: Source | None) -> list[Operation]:
    """The source counts from the same moment as the version that rests on it."""
    return [] if source is None else [sources.stored(source), Delete(keys.idempotency(who.tid, digest))]


def _current(stores: TenantStores, view: View, ulid: str, now: Instant, if_match: int | None) -> Head:
    key = keys.head(view.scope, ulid)
    row = stores.records.get([key]).get(key)
    try:
        head = None if row is None else Head.from_row(row, view.box)
    except Unreadable:
        head = None
    if head is None or not head.is_alive(now):
        raise NotFound("there is no such memory")
    if if_match is not None and if_match != head.rev:
        raise PreconditionFailed("the memory has changed")
    if not head.is_latest:
        raise Collision("the memory was superseded; correct the one that took its place")
    return head


def _of_the_head(asked: Correction, now: Instant) -> dict[str, Any]:
    """What belongs to the lineage and makes no version."""
    values: dict[str, Any] = {}
    if asked.changes("pinned"):
        values["pinned"] = bool(asked.pinned)
    if asked.changes("expires_at"):
        if asked.expires_at is not None and asked.expires_at <= now:
            raise Invalid("has passed", field="expires_at")
        values |= {"expires_at": asked.expires_at, "ttl": epoch_seconds(asked.expires_at) if asked.expires_at else None}
    return values


def _of_the_version(head: Head, asked: Correction, gate: Gate, content: str) -> dict[str, Any]:
    values: dict[str, Any] = {"content": content}
    attribute = head.attribute
    if asked.changes("attribute"):
        attribute = gate.maybe(asked.attribute, "attribute")
        values |= {"attribute": attribute, "subject": (head.subject or DEFAULT_SUBJECT) if attribute else head.subject}
    if asked.changes("metadata"):
        values["metadata"] = gate.texts(asked.metadata or {}, "metadata")
    if content != head.content:
        spoken = language(content)
        read = attribute_of(content, at=head.true_from) if spoken == "en" else None
        values |= {"language": spoken, "procedure": None, "value": read.value if read is not None and read.attribute == attribute else None}
        values |= {"entities": tuple(name for name in head.entities if name in content), "entity_relations": ()}
        if spoken == "en":
            values["entities"] = names(content)
            known = (read.subject, read.attribute, read.value) if read is not None else (None, None, None)
            values["entity_relations"] = relations_of(content, *known)
    return values


def _known(stores: TenantStores, view: View, head: Head, after: Lineage) -> tuple[Known, Known]:
    """What holds the keys before, and after. Raises Collision when another memory holds one that the correction needs."""
    old_text, old_attribute = _digests(view, head)
    text, attribute = _digests(view, after.head)
    wanted = {keys.text(view.scope, text): "content"} | ({keys.attribute(view.scope, attribute): "attribute"} if attribute else {})
    rows = stores.records.get(list(wanted))
    holders = {key: str(row.plain["memory"]) for key, row in rows.items() if row.plain.get("memory") != head.ulid}
    heads = stores.records.get([keys.head(view.scope, ulid) for ulid in holders.values()])
    now = after.head.valid_from
    for key, ulid in holders.items():
        row = heads.get(keys.head(view.scope, ulid))
        holder = None if row is None else Head.from_row(row, view.box)
        if holder is not None and holder.is_alive(now) and holder.is_latest:
            raise Collision("another memory says so, or holds the attribute", field=wanted[key])
    before = Known({head.ulid: Lineage(head)}, {old_text: head.ulid}, {old_attribute: head.ulid} if old_attribute else {})
    then = replace(before, lineages={head.ulid: after}, texts={text: head.ulid}, attributes={attribute: head.ulid} if attribute else {})
    return before, then


def _digests(view: View, head: Head) -> tuple[str, str | None]:
    attribute = head.attribute and attribute_digest(view.box, head.subject or DEFAULT_SUBJECT, head.attribute, head.namespace)
    return text_digest(view.box, head.content, head.namespace), attribute or None
