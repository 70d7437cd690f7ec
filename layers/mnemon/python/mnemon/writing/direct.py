"""Facts written directly, no model called: gated, kept as a source, keyed and embedded, decided by rules, a result per item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from mnemon.errors import Invalid, NeverKept, TryAgain
from mnemon.language.detect import language
from mnemon.language.render import memory_text
from mnemon.language.statements import attribute_of
from mnemon.language.synonyms import attribute_name
from mnemon.model.domain import DomainConfig
from mnemon.model.ids import PublicId
from mnemon.model.instants import Instant
from mnemon.model.memory import MAX_CONTENT, FactRelation, SourceRef, WrittenBy
from mnemon.model.records import Fact
from mnemon.model.sources import Source
from mnemon.model.vectors import Embedding
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.index import SearchIndex
from mnemon.ports.models import Embedder
from mnemon.ports.records import Conflict, Operation, Unavailable
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.batches import parts
from mnemon.tenant.callers import Writer
from mnemon.tenant.config import Policies, ReadConfig, default_config, default_policy
from mnemon.tenant.fact_keys import DEFAULT_SUBJECT
from mnemon.tenant.views import NEWEST, View, enter
from mnemon.tenant.wording import wording_hash
from mnemon.tenant.work import Work

from . import mentions, procedures, sources
from .adjudicate import Verdict
from .ahead import Ahead
from .asking import AT_ONCE, RequestApprovals
from .candidates import Candidates
from .commit import Busy, Commit, Erased, Prepared, Stopped
from .domain import never_in, shaped, unlisted
from .doubt import Doubt, Doubts
from .gate import Gate
from .requests import IncomingFact
from .sensitive import graded
from .uncertain import threshold, waits
from .waiting import OPERATIONS, Asked, Waiting, waiting_among

FEW = 5
"""Facts that one transaction holds whatever they turn out to change."""

ResultStatus = Literal["created", "confirmed", "updated", "superseded_late", "ended", "extended", "waiting", "refused"]


@dataclass(frozen=True, slots=True)
class FactResult:
    """Of one fact of a request. `code`, `detail` and `field` say why it was refused; `approval_id` what it waits for; `note`
    what of it has no effect."""

    index: int
    status: ResultStatus
    id: str | None = None
    version: int | None = None
    code: str | None = None
    detail: str | None = None
    field: str | None = None
    approval_id: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class _Done:
    """Of the facts that were committed, and of those that wait, in order; a shorter one tells only of those that were reached."""

    verdicts: Sequence[Verdict]
    approvals: Sequence[str] = ()


class WriteFacts:
    """`POST /v1/memories`."""

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
        index: SearchIndex | None = None,
    ) -> None:
        """Without `index`, only keys and the newest memories are looked at."""
        self._domain = domain
        self._tenancy, self._embedder, self._clock, self._ids, self._policies = tenancy, embedder, clock, ids, policies
        self._commit = Commit(clock, ids, attempts or Attempts(), Candidates(index))
        self._request = RequestApprovals(clock, ids, attempts or Attempts())

    def __call__(self, who: Writer, facts: Sequence[IncomingFact], work: Work | None = None) -> list[FactResult]:
        """A result per fact, in order. Raises TryAgain when nothing could be written.

        Of `work` that was begun before, facts that were written already are found to be, and are `confirmed`.
        """
        stores = self._tenancy.stores(who.tid)
        now = self._clock.now()
        try:
            view = enter(stores, who.scope, who.scope_key, now, newest=NEWEST)
            with Ahead(self._embedder) as ahead:
                return self._write(stores, view, who, facts, now, work, ahead)
        except Busy as error:
            raise TryAgain("the scope is busy") from error
        except (Unavailable, Conflict, Erased) as error:
            raise TryAgain("storage is unavailable") from error

    def _write(
        self,
        stores: TenantStores,
        view: View,
        who: Writer,
        facts: Sequence[IncomingFact],
        now: Instant,
        work: Work | None,
        ahead: Ahead,
    ) -> list[FactResult]:
        before = sources.begun(stores, view, work)
        now = before.created_at if before is not None else now
        policy, domain = self._policies(stores), self._domain(stores)
        gate = Gate(view.box, policy)
        gated, refused = _through(gate, facts, domain)
        refused |= {i: problem for i, fact in enumerate(gated) if i not in refused and (problem := _refusal(i, fact, now)) is not None}
        kept, vectors = dict[int, Fact](), dict[int, Embedding]()
        for i in [i for i in range(len(gated)) if i not in refused]:
            if (fact := _fact(gated[i], now, domain)) is None:
                refused[i] = _told(i, NeverKept())
                continue
            kept[i] = fact
            vectors[i] = ahead.ask(memory_text(fact.true_from, fact.content))
        ahead.go()
        accepted = list(kept)
        if not accepted:
            return [refused[i] for i in range(len(gated))]
        source = before
        if source is None or source.status != "stored":
            ulid = work.ulid if work else self._ids.ulid()
            source = self._keep(stores, view, who, ulid, [gated[i] for i in accepted], gate.redactions, now, before)
        told = {i: _grounded(fact, source, i) for i, fact in kept.items()}
        try:
            waiting = waiting_among(stores, view, list(told.values()), policy, now)
            held = {accepted[place]: fact for place, fact in waiting.items()}
            free = [i for i in accepted if i not in held]
            prepared = [Prepared(told[i], vectors[i]) for i in free]
        except Unavailable:
            sources.withdraw(stores, source)
            raise
        near = threshold(domain, self._embedder.name, None)
        doubts = None if near is None else Doubts(near, lambda found: _hold(found, free, held))
        done = self._decide(stores, view, who, source, prepared, held, policy.approval_days, doubts)
        decided = dict(zip((i for i in free if i not in held), done.verdicts, strict=False))
        asked = dict(zip(held, done.approvals, strict=False))
        notes = [unlisted(fact.category, domain) for fact in gated]
        return [refused.get(i) or _result(i, decided.get(i), asked.get(i), view, note) for i, note in enumerate(notes)]

    def _keep(
        self,
        stores: TenantStores,
        view: View,
        who: Writer,
        ulid: str,
        facts: Sequence[IncomingFact],
        redactions: int,
        now: Instant,
        before: Source | None,
    ) -> Source:
        body = [fact.model_dump(mode="json", exclude_defaults=True) for fact in facts]
        return sources.keep_facts(stores, view, who, ulid, body, redactions, now, before)

    def _decide(
        self,
        stores: TenantStores,
        view: View,
        who: Writer,
        source: Source,
        facts: Sequence[Prepared],
        held: Mapping[int, Waiting],
        days: int,
        doubts: Doubts | None,
    ) -> _Done:
        """A few facts and their source are one transaction. A source of many counts first, since more than one will rest on it.

        `held` grows by what `doubts` make wait.
        """
        author = WrittenBy(actor=who.actor, method="direct")
        epoch, was_kept = view.state.epoch, source.status == "stored"
        if was_kept or len(facts) + len(held) > FEW:
            if not was_kept:
                sources.settle(stores, view, source)
            try:
                verdicts = self._commit(stores, view.scope, facts, author, epoch=epoch, view=view, doubts=doubts)
            except Stopped as stopped:
                if stopped.done:
                    return _Done(stopped.done)
                if not was_kept:
                    sources.discard(stores, source)
                raise
            waiting, is_all = list(held.values()), not verdicts and not was_kept
            return _Done(verdicts, self._ask(stores, view, waiting, author, days, source, is_all=is_all))
        asked = Asked()

        def settled(now: View, _: Sequence[Verdict]) -> list[Operation]:
            nonlocal asked
            asked = self._request.on(stores, now, list(held.values()), author, days)
            return [sources.stored(source), *asked.operations]

        reserved = 1 + OPERATIONS * (len(held) if doubts is None else len(held) + len(facts))
        try:
            verdicts = self._commit(
                stores, view.scope, facts, author, epoch=epoch, view=view, extra=settled, extra_operations=reserved, doubts=doubts
            )
            return _Done(verdicts, asked.ids)
        except Exception:
            sources.withdraw(stores, source)
            raise

    def _ask(
        self, stores: TenantStores, view: View, held: Sequence[Waiting], author: WrittenBy, days: int, source: Source, *, is_all: bool
    ) -> Sequence[str]:
        """Those that could not be asked for are told so one by one, as long as anything of the request was kept."""
        asked: list[str] = []
        try:
            for part in parts(held, AT_ONCE):
                asked += self._request(stores, view.scope, part, author, days, epoch=view.state.epoch)
        except (Busy, Unavailable):
            if is_all and not asked:
                sources.discard(stores, source)
                raise
        return asked


def _hold(doubts: Sequence[Doubt], free: Sequence[int], held: dict[int, Waiting]) -> list[None]:
    """No model is asked on the way of a request: what rules leave open waits for a person."""
    held |= {free[doubt.place]: waits(doubt) for doubt in doubts}
    return [None for _ in doubts]


def _through(gate: Gate, facts: Sequence[IncomingFact], domain: DomainConfig) -> tuple[list[IncomingFact], dict[int, FactResult]]:
    """Every fact as the gate leaves it; what the tenant's policy or a `never` word refuses is told and goes no further."""
    gated: list[IncomingFact] = []
    refused: dict[int, FactResult] = {}
    for index, fact in enumerate(facts):
        try:
            passed = _gated(gate, fact)
            if (field := never_in(passed, domain)) is not None:
                raise NeverKept(field=field)
            gated.append(passed)
        except Invalid as problem:
            gated.append(fact)
            refused[index] = _told(index, problem)
    return gated, refused


def _told(index: int, problem: Invalid) -> FactResult:
    return FactResult(index, "refused", code=problem.code, detail=problem.detail, field=problem.field)


def _gated(gate: Gate, fact: IncomingFact) -> IncomingFact:
    return fact.model_copy(
        update={
            "content": gate.text(fact.content, "content").strip(),
            "namespace": gate.maybe(fact.namespace, "namespace"),
            "subject": gate.maybe(fact.subject, "subject"),
            "attribute": gate.maybe(fact.attribute, "attribute"),
            "category": gate.maybe(fact.category, "category"),
            "entities": tuple(gate.text(entity, "entities") for entity in fact.entities),
            "relations": tuple(
                relation.model_copy(
                    update={"subject": gate.text(relation.subject, "relations"), "object": gate.text(relation.object, "relations")}
                )
                for relation in fact.relations
            ),
            "metadata": gate.texts(fact.metadata, "metadata"),
            "procedure": None if fact.procedure is None else gate.json(fact.procedure),
        }
    )


def _refusal(index: int, fact: IncomingFact, now: Instant) -> FactResult | None:
    if len(procedures.told(fact)) > MAX_CONTENT:
        field = "content" if fact.procedure is None else "procedure"
        return FactResult(index, "refused", code="too_large", detail=f"at most {MAX_CONTENT} characters of text", field=field)
    if (much := mentions.excess(fact.entities, _relations(fact))) is not None:
        return FactResult(index, "refused", code="too_large", detail=f"names at most {much.most}", field=much.field)
    if fact.expires_at is not None and fact.expires_at <= now:
        return FactResult(index, "refused", code="invalid", detail="has passed", field="expires_at")
    return None


def _relations(fact: IncomingFact) -> tuple[FactRelation, ...]:
    return tuple(FactRelation(subject=each.subject, type=each.type, object=each.object) for each in fact.relations)


def _fact(given: IncomingFact, now: Instant, domain: DomainConfig) -> Fact | None:
    """What the caller left out is read from the content, by rules about English; None when what was read is never kept."""
    content = procedures.told(given)
    spoken = language(content)
    read = attribute_of(given.content, at=given.event_at or now) if spoken == "en" and given.procedure is None else None
    if read is not None and given.attribute is not None and read.attribute != attribute_name(given.attribute):
        read = None
    subject, attribute, value = given.subject, given.attribute, None
    if read is not None:
        subject, attribute, value = subject or read.subject, attribute or read.attribute, read.value
    if given.procedure is not None:
        (subject, attribute), value = procedures.lineage(given), procedures.value_of(given)
    if attribute is not None:
        subject = subject or DEFAULT_SUBJECT
    fact = Fact(
        content=content,
        kind=given.kind if given.kind != "fact" or read is None else read.kind,
        language=spoken,
        subject=subject,
        attribute=attribute,
        value=value,
        category=given.category or (read.category if read else None),
        entities=given.entities or (read.entities if read else ()),
        relations=_relations(given),
        metadata=given.metadata,
        namespace=given.namespace,
        salience=given.salience if given.salience is not None else (read.salience if read else 0.5),
        confidence=given.confidence,
        sensitivity=given.sensitivity,
        trust=sources.TRUST_DIRECT,
        event_at=given.event_at or (read.event_at if read else None),
        stated_at=now,
        expires_at=given.expires_at,
        ends=bool(read and read.ends and given.attribute is None),
        procedure=given.procedure,
    )
    return shaped(graded(fact), domain, now, category_given=given.category is not None)


def _grounded(fact: Fact, source: Source, index: int) -> Fact:
    wording = fact.content
    ref = SourceRef(type="direct", id=source.id, chunk=index + 1, wording=wording, hash=wording_hash(wording), at=source.created_at)
    return fact.model_copy(update={"sources": (ref,)})


def _result(index: int, verdict: Verdict | None, approval: str | None, view: View, note: str | None) -> FactResult:
    if approval is not None:
        return FactResult(index, "waiting", approval_id=approval, note=note)
    if verdict is None:
        return FactResult(index, "refused", code="unavailable", detail="the scope is busy; send it again")
    return FactResult(index, verdict.status, id=str(PublicId("mem", view.scope.sid, verdict.ulid)), version=verdict.version, note=note)
