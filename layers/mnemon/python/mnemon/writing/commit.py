"""Writes what was adjudicated: whole facts, on one view of the scope, in one transaction; a lost race is decided anew on a fresh view."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mnemon.language.relation import Relation as Bearing
from mnemon.language.relation import forget
from mnemon.language.relations import with_relations
from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.memory import MAX_PROCEDURE, Head, MemoryRecord, Relation, Version, WrittenBy
from mnemon.model.records import AttributeKey, Edge, Fact, TextKey
from mnemon.model.scopes import ScopeKey
from mnemon.model.text import folded
from mnemon.model.vectors import Embedding, packed
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.records import MAX_BYTES, MAX_OPERATIONS, Conflict, Delete, Operation, Put, Unavailable, When
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.derived import stale
from mnemon.tenant.fact_keys import DEFAULT_SUBJECT, attribute_digest, text_digest
from mnemon.tenant.views import NEWEST, View, advance, look, mark

from .adjudicate import Known, Lineage, Setting, Statement, Verdict, adjudicate, concerns
from .candidates import Candidates, newest
from .doubt import Doubt, Doubtful, Doubts, Told
from .entities import Entities
from .known_names import Named, end_with, named, other_key

AT_ONCE = 24
"""Facts that one transaction looks at: a new one takes five operations, and more than can be written need not be read."""
LOOKED_AT = 100
"""Facts whose keys and names are read at once."""
_PLAIN_SIZE = 4_000
_BYTES = MAX_BYTES * 3 // 4
"""Room is left for what the table adds to an item."""
_NOTHING_TOLD: Bearing = "unrelated"
_MOST_OWNERS = 2
_STALE_MARK = 1
"""Operations by which a transaction marks what is derived as stale, whatever it changes."""


class Erased(Exception):
    """The scope's epoch was raised, or the scope is gone: what was about to be written is not wanted any more."""


class Stopped(Unavailable):
    """It ends before all facts are written: `done` tells of those that were, whole, and of the others nothing was."""

    def __init__(self, done: Sequence[Verdict], why: str = "nothing was decided") -> None:
        super().__init__(why)
        self.done = tuple(done)


class Busy(Stopped):
    """The race for the scope was lost too often."""

    def __init__(self, done: Sequence[Verdict]) -> None:
        super().__init__(done, "the scope is busy")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A fact with its embedding, which does not depend on any view, and may be on its way."""

    fact: Fact
    embedding: Embedding = ""
    told: Told = field(default_factory=dict[str, Bearing])
    """What it is to memories by whose texts rules do not know."""


Extra = Callable[[View, Sequence[Verdict]], Sequence[Operation]]
"""Operations that join the last transaction, made on its view: what was decided of all facts is passed in."""


@dataclass(frozen=True, slots=True)
class Commit:
    """Decides on facts of one scope and writes what the decisions change."""

    clock: Clock
    ids: Ids
    attempts: Attempts = field(default_factory=Attempts)
    candidates: Candidates = field(default_factory=Candidates)

    def __call__(
        self,
        stores: TenantStores,
        scope: ScopeKey,
        facts: Sequence[Prepared],
        author: WrittenBy,
        *,
        epoch: int | None = None,
        extra: Extra | None = None,
        extra_operations: int = 0,
        view: View | None = None,
        doubts: Doubts | None = None,
    ) -> list[Verdict]:
        """A verdict per fact, in order, but for those that `doubts` made wait. More facts than fit one transaction are written by several,
        never a part of a fact.

        `epoch` is that of the view on which the caller began; `view` is it, when it was just taken. `extra_operations` is how many
        `extra` adds at most. Without `doubts` what rules leave open is new.
        Raises Erased when it was raised meanwhile, Busy, Stopped when an embedding cannot be had, Unavailable.
        """
        verdicts: list[Verdict] = []
        facts = [replace(prepared, fact=with_relations(prepared.fact)) for prepared in facts]
        places, found = list(range(len(facts))), _Found()
        try:
            while True:
                left = facts[len(verdicts) :]
                try:
                    verdicts += self._step(stores, scope, left, author, epoch, extra, extra_operations, verdicts, view, found, doubts)
                except Doubtful as doubtful:
                    assert doubts is not None
                    _settle(doubts, doubtful, facts, places, len(verdicts))
                    view = found.base = None
                    continue  # also when none is left: the last transaction carries what `extra` adds
                view = None
                if len(verdicts) == len(facts):
                    return verdicts
        finally:
            forget()

    def _step(
        self,
        stores: TenantStores,
        scope: ScopeKey,
        facts: Sequence[Prepared],
        author: WrittenBy,
        epoch: int | None,
        extra: Extra | None,
        reserved: int,
        before: Sequence[Verdict],
        first: View | None,
        found: _Found,
        doubts: Doubts | None,
    ) -> list[Verdict]:
        plan: _Plan | None = None
        for attempt in self.attempts:
            base = found.base if attempt == 0 else None
            try:
                if base is None or not base.covers(facts):
                    view = first if first is not None and attempt == 0 else open_view(stores, scope, epoch, newest=NEWEST)
                    base = self._base(stores, view, facts, found, near=doubts is not None)
                plan = self._plan(base, author, MAX_OPERATIONS - 1 - reserved, plan, doubts)
            except Unavailable as error:
                raise Stopped(before, str(error)) from error
            last = len(plan.verdicts) == len(facts)
            operations = list(plan.operations)
            if extra is not None and last:
                operations += extra(base.view, [*before, *plan.verdicts])
            if not operations:
                found.base = base.past(len(plan.verdicts))
                return plan.verdicts
            try:
                stores.records.write(advance(base.view, self.clock.now()), *operations)
                found.seq = base.view.state.seq + 1
                found.base = base.written(plan.known, plan.entities, len(plan.verdicts))
                return plan.verdicts
            except Conflict:
                continue
        raise Busy(before)

    def _base(self, stores: TenantStores, view: View, facts: Sequence[Prepared], found: _Found, *, near: bool) -> _Base:
        """All that is read of the scope before the facts are decided on; `near`: also what is like them by vector alone."""
        statements = [_statement(view, prepared) for prepared in facts[:LOOKED_AT]]
        others = [_other_attribute(view, statement) for statement in statements]
        if found.seq == view.state.seq:  # nobody else has written since: what was found then is all there is, but for what we wrote
            found.ulids |= newest(view)
        else:
            vectors = [packed(prepared.embedding) for prepared in facts] if near else ()
            found.ulids = self.candidates(view, [prepared.fact for prepared in facts], vectors).ulids
            found.seq = view.state.seq
        also = [replace(s, attribute=other) for s, other in zip(statements, others, strict=True) if other is not None]
        names, now = [named(view.box, statement, _owners(view)) for statement in statements], self.clock.now()
        also += [end for one in names for end in one.ends]
        also += [replace(s, attribute=digest) for s, one in zip(statements, names, strict=True) for digest, _ in one.relations]
        known = load(stores, view, [*statements, *also], found.ulids)
        called = [(s, other_key(view.box, known, s, one, now)) for s, one in zip(statements, names, strict=True)]
        if unread := [replace(s, attribute=other) for s, other in called if other is not None and other not in known.attributes]:
            known = load(stores, view, [*statements, *also, *unread], found.ulids)
        entities = Entities.of_facts(stores, view, self.ids.ulid, [statement.fact for statement in statements])
        return _Base(view, statements, others, names, known, entities)

    def _plan(self, base: _Base, author: WrittenBy, room: int, lost: _Plan | None, doubts: Doubts | None) -> _Plan:
        """`lost`: what was decided before the race was lost; it stands where what it was decided on is unchanged. Raises Doubtful."""
        view, original, entities, now = base.view, base.known, base.entities, self.clock.now()
        setting = Setting(
            scope=view.scope,
            scope_name=view.state.scope,
            now=now,
            author=author,
            new_ulid=self.ids.ulid,
            text_key=lambda content, namespace: text_digest(view.box, content, namespace),
        )
        seen = _seen(original)
        if lost is not None and lost.seen == seen and lost.epoch == view.state.epoch:
            operations, then = self._operations(view, lost.original, lost.known, now, entities)
            if len(operations) <= room:
                return replace(lost, operations=operations, entities=then)
        known, verdicts, cost = original, list[Verdict](), _Cost(original, entities)
        doubtful, selves = list[Doubt](), _selves(view)
        for place, (given, other, of_name) in enumerate(zip(base.statements[:AT_ONCE], base.others, base.names, strict=False)):
            statement = _under_either_name(known, given, other)
            statement = _under_either_name(known, statement, other_key(view.box, known, given, of_name, now))
            if doubts is not None and (near := doubts.about(known, statement, setting, original.lineages, selves)):
                doubtful.append(Doubt(place, statement.fact, near))
                continue
            after, verdict = adjudicate(known, statement, setting)
            after = end_with(after, of_name, setting)
            if verdicts and not cost.fits(after, room):
                break
            known = after
            verdicts.append(verdict)
        if doubtful:
            raise Doubtful(doubtful)
        operations, then = self._operations(view, original, known, now, entities)
        return _Plan(verdicts, operations, original, known, then, seen, view.state.epoch)

    def _operations(self, view: View, before: Known, after: Known, now: str, entities: Entities) -> tuple[list[Operation], Entities]:
        operations = changes(view, before, after, self.ids.ulid(), now)
        graph, then = entities.changes(before, after, now)
        return operations + graph, then


@dataclass(frozen=True, slots=True)
class _Base:
    """What decisions rest on: a view of the scope, and what was read of it for the facts that come next. After a write of ours it is what
    was read and what was written: the next write is made on its `seq`, so that it is refused when anybody else has written."""

    view: View
    statements: Sequence[Statement]
    others: Sequence[str | None]
    """Of each statement the attribute's key under the other name of the same person."""
    names: Sequence[Named]
    known: Known
    entities: Entities

    def covers(self, facts: Sequence[Prepared]) -> bool:
        """Whether enough of the facts were looked up, each with the versions among which it may belong."""
        if len(self.statements) < min(AT_ONCE, len(facts)):
            return False
        next_ones, known = self.statements[:AT_ONCE], self.known
        return not any(
            len(lineage.older) + 1 < lineage.head.last_version and _may_belong(lineage.head, next_ones, known.texts, known.attributes)
            for lineage in known.lineages.values()
        )

    def past(self, count: int) -> _Base:
        return replace(self, statements=self.statements[count:], others=self.others[count:], names=self.names[count:])

    def written(self, after: Known, entities: Entities, count: int) -> _Base:
        view = replace(self.view, state=self.view.state.model_copy(update={"seq": self.view.state.seq + 1}))
        lineages = {ulid: _numbered(self.known.lineages.get(ulid), lineage) for ulid, lineage in after.lineages.items()}
        return replace(self.past(count), view=view, known=replace(after, lineages=lineages), entities=entities)


@dataclass(slots=True)
class _Found:
    """The candidates of one call, and the scope's `seq` at which they are all there is; what its last write left to decide on."""

    seq: int = -1
    ulids: frozenset[str] = frozenset()
    base: _Base | None = None


@dataclass(frozen=True, slots=True)
class _Plan:
    verdicts: list[Verdict]
    operations: list[Operation]
    original: Known
    known: Known
    entities: Entities
    """The names as they are when this is written."""
    seen: _Seen
    epoch: int


_Seen = tuple[frozenset[tuple[str, int]], dict[str, str], dict[str, str]]


def _seen(known: Known) -> _Seen:
    """All that a decision rests on: (id, rev) of the candidates, and who holds the keys."""
    return frozenset((ulid, lineage.head.rev) for ulid, lineage in known.lineages.items()), dict(known.texts), dict(known.attributes)


def open_view(stores: TenantStores, scope: ScopeKey, epoch: int | None, *, newest: int = 0) -> View:
    """The scope as it is now. Raises Erased when it is gone, or its epoch is not the one on which the work began."""
    view = look(stores, scope, newest=newest)
    if view.is_new or (epoch is not None and view.state.epoch != epoch):
        raise Erased("the scope was erased meanwhile")
    return view


def _statement(view: View, prepared: Prepared) -> Statement:
    fact = prepared.fact
    attribute = None
    if fact.attribute is not None:
        attribute = attribute_digest(view.box, fact.subject or DEFAULT_SUBJECT, fact.attribute, fact.namespace)
    return Statement(fact, text_digest(view.box, fact.content, fact.namespace), attribute, prepared.embedding, prepared.told)


def _settle(doubts: Doubts, doubtful: Doubtful, facts: list[Prepared], places: list[int], done: int) -> None:
    """Asks, and takes what is answered into the facts that are left; those that have to wait are taken out."""
    found = [done + doubt.place for doubt in doubtful.doubts]
    asked = [replace(doubt, place=places[at]) for at, doubt in zip(found, doubtful.doubts, strict=True)]
    for at, told in sorted(zip(found, doubts.settle(asked), strict=True), reverse=True, key=lambda one: one[0]):
        if told is None:
            del facts[at], places[at]
        else:
            unsaid = {near.text: _NOTHING_TOLD for doubt in asked if doubt.place == places[at] for near in doubt.near}
            facts[at] = replace(facts[at], told={**unsaid, **facts[at].told, **told})


def _under_either_name(known: Known, statement: Statement, other: str | None) -> Statement:
    """In a user's own scope with one known speaker `user` and that name are one person: whichever is held by a memory is meant."""
    if other is None or statement.attribute in known.attributes or other not in known.attributes:
        return statement
    return replace(statement, attribute=other)


def _selves(view: View) -> tuple[str, ...]:
    """In a user's own scope with one known speaker `user` and that name are one person."""
    names = [DEFAULT_SUBJECT, *view.state.speakers]
    return tuple(map(folded, names)) if len(names) == 2 and view.state.scope.startswith("user/") else ()


def _owners(view: View) -> tuple[str, ...]:
    """Whose people and pets are told of in a scope, a few at most."""
    return (DEFAULT_SUBJECT, *view.state.speakers[:_MOST_OWNERS])


def _other_attribute(view: View, statement: Statement) -> str | None:
    fact, speakers = statement.fact, view.state.speakers
    if fact.attribute is None or len(speakers) != 1 or not view.state.scope.startswith("user/"):
        return None
    subject, name = fact.subject or DEFAULT_SUBJECT, speakers[0]
    for one, other in ((DEFAULT_SUBJECT, name), (name, DEFAULT_SUBJECT)):
        if folded(subject) == folded(one) or folded(subject).startswith(folded(one) + "'s "):
            return attribute_digest(view.box, other + subject[len(one) :], fact.attribute, fact.namespace)
    return None


def load(stores: TenantStores, view: View, statements: Sequence[Statement], proposed: Collection[str] = ()) -> Known:
    """What the scope holds of the statements' texts and attributes, found by keyed hash, and the memories that are proposed (ULIDs)."""
    scope = view.scope
    texts = {keys.text(scope, s.text): s.text for s in statements}
    attributes = {keys.attribute(scope, s.attribute): s.attribute for s in statements if s.attribute is not None}
    rows = stores.records.get([*texts, *attributes])
    held_texts = {texts[key]: TextKey.from_row(row, view.box).memory for key, row in rows.items() if key in texts}
    held_attributes = {attributes[key]: AttributeKey.from_row(row, view.box).memory for key, row in rows.items() if key in attributes}
    wanted = {keys.head(scope, ulid) for ulid in (*held_texts.values(), *held_attributes.values(), *proposed)}
    heads = [Head.from_row(row, view.box) for row in (stores.records.get(list(wanted)) if wanted else {}).values()]
    lineages = {head.ulid: Lineage(head, _history(stores, view, head, statements, held_texts, held_attributes)) for head in heads}
    return Known(lineages, held_texts, held_attributes)


def _history(
    stores: TenantStores, view: View, head: Head, statements: Sequence[Statement], texts: dict[str, str], attributes: dict[str, str]
) -> dict[int, Version]:
    """The older versions, read only when a statement may belong among them."""
    if head.last_version == 1 or not _may_belong(head, statements, texts, attributes):
        return {}
    rows = stores.records.walk(view.scope.partition, keys.version_prefix(head.ulid))
    versions = [Version.from_row(row, view.box) for row in rows]
    return {version.version: version for version in versions}


def _may_belong(head: Head, statements: Sequence[Statement], texts: Mapping[str, str], attributes: Mapping[str, str]) -> bool:
    """Whether any of the statements may belong among the versions before the head."""
    return any(
        (s.fact.true_from <= head.true_from or s.fact.ends)
        and (head.ulid in (texts.get(s.text), attributes.get(s.attribute or "")) or concerns(head, s))
        for s in statements
    )


def changes(view: View, before: Known, after: Known, write: str, now: str, *, entities: Entities | None = None) -> list[Operation]:
    """All that one transaction must write so that the table says what `after` says: no item twice."""
    operations: list[Operation] = []
    for ulid, lineage in after.lineages.items():
        known = before.lineages.get(ulid)
        if known is lineage:
            continue
        operations += _records(view, known, lineage, write, now)
        operations += _edges(view, known, lineage, now)
    operations += _keys(view, before, after)
    operations += _stale(view, before, after, write)
    if entities is not None:
        operations += entities.changes(before, after, now)[0]
    return operations


def _records(view: View, known: Lineage | None, lineage: Lineage, write: str, now: str) -> list[Operation]:
    operations: list[Operation] = []
    raised = _numbered(known, lineage)
    old = {record.version: record for record in known.older.values()} if known else {}
    for record, before in [(raised.head, known.head if known else None), *((v, old.get(number)) for number, v in raised.older.items())]:
        if record != before:
            unchanged = When(absent=True) if before is None else When(equals={"rev": before.rev})
            operations += (Put(record.to_row(view.box), unchanged), mark(view, write, record.key(), now))
    return operations


def _numbered(known: Lineage | None, lineage: Lineage) -> Lineage:
    """As it is written: what was there and has changed, with its `rev` raised."""
    if known is None or known is lineage:
        return lineage
    head = lineage.head if lineage.head == known.head else lineage.head.model_copy(update={"rev": known.head.rev + 1})
    older = dict(lineage.older)
    for number, version in lineage.older.items():
        old = known.older.get(number)
        if old is not None and old != version:
            older[number] = version.model_copy(update={"rev": old.rev + 1})
    return Lineage(head, older)


def _edges(view: View, known: Lineage | None, lineage: Lineage, now: str) -> list[Operation]:
    """Both ends of every link that is new or holds more than before: provenance, and what was superseded or extended."""
    memory, tid, sid = lineage.head.id, view.scope.tid, view.scope.sid
    links = [(source, "rests_on", turns, wording) for source, (turns, wording) in _new_grounds(known, lineage).items()]
    links += [(r.memory_id, r.type, list[str](), "") for r in _new_relations(known, lineage)]
    edges = [
        Edge(tid=tid, sid=sid, start=memory, kind=name, end=other, created_at=now, turns=turns, wording=wording)
        for other, name, turns, wording in links
    ]
    return [Put(end.to_row(view.box)) for edge in edges for end in (edge, edge.turned)]


def _new_grounds(known: Lineage | None, lineage: Lineage) -> dict[str, tuple[list[str], str]]:
    had = _grounds(known) if known else {}
    return {source: ground for source, ground in _grounds(lineage).items() if had.get(source) != ground}


def _new_relations(known: Lineage | None, lineage: Lineage) -> list[Relation]:
    linked = {relation.memory_id for relation in known.head.relations} if known else set[str]()
    head = lineage.head
    others = [r for r in head.relations if r.memory_id != head.id and r.memory_id not in linked]
    return [r for r in others if PublicId.parse(r.memory_id).owner == head.sid]


def _grounds(lineage: Lineage) -> dict[str, tuple[list[str], str]]:
    """Of all versions together: source, the turns (or the chunk) that say it, the wording."""
    records: list[MemoryRecord] = lineage.spans
    found: dict[str, tuple[set[str], str]] = {}
    for record in records:
        for ref in record.sources:
            turns, wording = found.get(ref.id, (set[str](), ref.wording))
            found[ref.id] = (
                turns | {str(turn) for turn in ref.turns} | ({f"chunk {ref.chunk}"} if ref.chunk is not None else set()),
                wording,
            )
    return {source: (sorted(turns), wording) for source, (turns, wording) in found.items()}


def _keys(view: View, before: Known, after: Known) -> list[Operation]:
    tid, sid = view.scope.tid, view.scope.sid
    operations: list[Operation] = [
        Put(TextKey(tid=tid, sid=sid, digest=digest, memory=ulid).to_row(view.box))
        for digest, ulid in after.texts.items()
        if before.texts.get(digest) != ulid
    ]
    operations += [Delete(keys.text(view.scope, digest)) for digest in _forgotten(view, before, after)]
    operations += [
        Put(AttributeKey(tid=tid, sid=sid, digest=digest, memory=ulid).to_row(view.box))
        for digest, ulid in after.attributes.items()
        if before.attributes.get(digest) != ulid
    ]
    return operations


def _stale(view: View, before: Known, after: Known, write: str) -> list[Operation]:
    """What is derived from a head that changes is stale by it."""
    pairs = [(before.lineages.get(ulid), lineage) for ulid, lineage in after.lineages.items()]
    heads = [(known.head if known else None, lineage.head) for known, lineage in pairs]
    touched = [head for old, new in heads if old != new for head in (old, new) if head is not None]
    return [stale(view, write, touched)] if touched else []


def _forgotten(view: View, before: Known, after: Known) -> list[str]:
    """Text keys of memories that do not say so any more."""
    gone = {digest for digest in before.texts if digest not in after.texts}
    for ulid, known in before.lineages.items():
        old, new = known.head, after.lineages[ulid].head
        if old is new or not old.is_latest:
            continue
        digest = text_digest(view.box, old.content, old.namespace)
        said = new.is_latest and text_digest(view.box, new.content, new.namespace) == digest
        if not said and digest not in after.texts:
            gone.add(digest)
    return sorted(gone)


class _Cost:
    """How many operations and bytes the changes of a lineage take, counted before anything is sealed."""

    def __init__(self, before: Known, entities: Entities) -> None:
        self._before, self._entities = before, entities
        self._seen: dict[str, tuple[Lineage, int, int, frozenset[str]]] = {}

    def fits(self, after: Known, room: int) -> bool:
        operations = _STALE_MARK + sum(ulid != self._before.texts.get(digest) for digest, ulid in after.texts.items())
        operations += sum(ulid != self._before.attributes.get(digest) for digest, ulid in after.attributes.items())
        size, graph = 0, set[str]()
        for ulid, lineage in after.lineages.items():
            known = self._before.lineages.get(ulid)
            if lineage is known:
                continue
            seen = self._seen.get(ulid)
            if seen is None or seen[0] is not lineage:
                seen = self._seen[ulid] = (lineage, *_cost(known, lineage), self._entities.cost(known, lineage))
            operations += seen[1]
            size += seen[2]
            graph |= seen[3]
        return operations + len(graph) <= room and size + len(graph) * _PLAIN_SIZE <= _BYTES


def _cost(known: Lineage | None, lineage: Lineage) -> tuple[int, int]:
    changed: list[MemoryRecord] = [] if known and known.head == lineage.head else [lineage.head]
    changed += [v for number, v in lineage.older.items() if known is None or known.older.get(number) != v]
    links = len(_new_grounds(known, lineage)) + len(_new_relations(known, lineage))
    forgotten = 1 if known else 0
    size = sum(
        _PLAIN_SIZE
        + len(r.embedding)
        + 4 * len(r.content)
        + (MAX_PROCEDURE if r.procedure else 0)
        + 4 * sum(len(ref.wording) for ref in r.sources)
        for r in changed
    )
    return 2 * len(changed) + 2 * links + forgotten, size
