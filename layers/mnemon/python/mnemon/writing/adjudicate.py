"""What each statement does to what is known: new, said before, another value, an older value, the end of a state.

Pure: `Known` is what one view of the scope holds, statements are applied to it one after another, so that those of one batch see each
other, and what has changed at the end is what is to be written. Who holds the key of a text or of an attribute is found at once; of all
others that are known, both texts are compared in full. Nothing is decided by similarity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from mnemon.language.compare import adds_to, same_value
from mnemon.language.relation import Relation as Bearing
from mnemon.language.relation import goes_with, nearness, relation, share_value
from mnemon.language.synonyms import are_two, attribute_name
from mnemon.model.instants import Instant, epoch_seconds
from mnemon.model.memory import MAX_SUPERSEDED, SHOWN_SOURCES, Head, MemoryRecord, Relation, SourceRef, Version, WrittenBy
from mnemon.model.records import Fact
from mnemon.model.scopes import ScopeKey
from mnemon.model.vectors import Embedding, packed

from .timeline import Place, is_void, place, points

Status = Literal["created", "confirmed", "updated", "superseded_late", "ended", "extended"]


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact with what was computed for it before the decision: its keys in this scope and its embedding."""

    fact: Fact
    text: str
    attribute: str | None
    embedding: Embedding = ""
    told: Mapping[str, Bearing] = field(default_factory=dict[str, Bearing])
    """By the digest of a memory's text: what the statement is to it where no rule knows."""


@dataclass(frozen=True, slots=True)
class Lineage:
    head: Head
    older: Mapping[int, Version] = field(default_factory=dict[int, Version])
    """Those that were read or made here."""

    @property
    def spans(self) -> list[MemoryRecord]:
        return [*self.older.values(), self.head]


@dataclass(frozen=True, slots=True)
class Known:
    """`texts` and `attributes` lead from a key's digest to the ULID of the memory that holds it."""

    lineages: Mapping[str, Lineage] = field(default_factory=dict[str, Lineage])
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    attributes: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Setting:
    """Whose memories these are, who writes, when, and how a text's key is computed."""

    scope: ScopeKey
    scope_name: str
    now: Instant
    author: WrittenBy
    new_ulid: Callable[[], str]
    text_key: Callable[[str, str | None], str]


@dataclass(frozen=True, slots=True)
class Verdict:
    status: Status
    ulid: str
    version: int


def adjudicate(known: Known, statement: Statement, setting: Setting) -> tuple[Known, Verdict]:
    """What is known after this statement too: whatever is said finds its place. Raises Unavailable when there can be no embedding."""
    return _Decision(known, statement, setting).decide()


def is_new(known: Known, statement: Statement, setting: Setting) -> bool:
    """Whether nothing that is known bears on it, by key, by rule or by what was told."""
    return _Decision(known, statement, setting).finds_nothing()


class _Decision:
    def __init__(self, known: Known, statement: Statement, setting: Setting) -> None:
        self._known, self._statement, self._fact, self._setting = known, statement, statement.fact, setting

    def decide(self) -> tuple[Known, Verdict]:
        said = self._holder(self._known.texts, self._statement.text, current=True)
        held = self._holder(self._known.attributes, self._statement.attribute)
        if said is not None and said.head.attribute is not None and said is not held:
            return self._place(said)
        if held is None and said is not None and self._can_adopt(said):
            held, said = self._adopt(said), None
        if held is not None:
            known, verdict = self._place(held)
            return (known if said is None or said is held else self._supersede(known, said, held)), verdict
        if said is not None:
            return self._place(said)
        return self._among(self._related())

    def finds_nothing(self) -> bool:
        held = self._holder(self._known.attributes, self._statement.attribute)
        return held is None and self._holder(self._known.texts, self._statement.text, current=True) is None and not self._related()

    # what is said of the same without a key in common

    def _related(self) -> list[tuple[Bearing, Lineage]]:
        """Lineages that the statement bears on, by both texts in full: what fits best first."""
        found: list[tuple[tuple[int, float, str], Bearing, Lineage]] = []
        for lineage in self._known.lineages.values():
            head = lineage.head
            if not head.is_latest or not head.is_alive(self._setting.now) or head.superseded_by:
                continue
            bearing = self._told(head) or bears(head, self._fact)
            if bearing != "unrelated":
                found.append(((_RANK[bearing], nearness(head.content, self._fact.content), head.true_from), bearing, lineage))
        found.sort(key=lambda one: one[0], reverse=True)
        return [(bearing, lineage) for _, bearing, lineage in found]

    def _told(self, record: MemoryRecord) -> Bearing | None:
        told = self._statement.told
        return told.get(self._setting.text_key(record.content, record.namespace)) if told else None

    def _among(self, related: Sequence[tuple[Bearing, Lineage]]) -> tuple[Known, Verdict]:
        if not related:
            return self._create()
        bearing, first = related[0]
        if bearing == "extends":
            return self._create(extends=first.head)
        if self._can_adopt(first):
            first = self._adopt(first) if bearing in _ONE_STATE else self._name(first)
        old = first.head
        was = old.content
        known, verdict = self._place(first)
        if verdict.status != "updated" or known.lineages[verdict.ulid].head.version != verdict.version:
            return known, verdict
        others = [
            lineage for bearing, lineage in related[1:] if bearing == "updates" and lineage.head.true_from <= self._fact.true_from
            and share_value(was, lineage.head.content)]  # fmt: skip
        others += [one for one in self._told_with(old) if all(one.head.ulid != other.head.ulid for other in others)]
        for other in others[: MAX_SUPERSEDED - 1]:
            known = self._supersede(known, other, known.lineages[verdict.ulid])
        return known, verdict

    def _told_with(self, old: Head) -> list[Lineage]:
        """What the turns of a memory that is updated tell of the same values in other words."""
        said, now = self._fact.content, self._setting.now
        return [
            lineage for lineage in self._known.lineages.values()
            if (head := lineage.head).ulid != old.ulid and head.is_latest and head.is_alive(now) and not head.superseded_by
            and head.true_from <= self._fact.true_from and head.namespace == old.namespace and _share_a_turn(head.sources, old.sources)
            and not _share_a_turn(head.sources, self._fact.sources) and goes_with(head.content, old.content, said)]  # fmt: skip

    def _name(self, lineage: Lineage) -> Lineage:
        """A memory that was kept without an attribute turns out to be of one, with another value than is said now."""
        lineage = replace(
            lineage, head=lineage.head.model_copy(update={"subject": self._fact.subject, "attribute": self._fact.attribute, "value": None})
        )
        self._known = _with(self._known, lineage, attributes={str(self._statement.attribute): lineage.head.ulid})
        return lineage

    # who holds the keys

    def _holder(self, holders: Mapping[str, str], digest: str | None, *, current: bool = False) -> Lineage | None:
        """A key that names an absent, deleted or expired memory, or one that another took the place of, counts as free."""
        lineage = self._known.lineages.get(holders.get(digest or "", ""))
        if lineage is None or not lineage.head.is_alive(self._setting.now) or lineage.head.superseded_by:
            return None
        return lineage if lineage.head.is_latest or not current else None

    def _can_adopt(self, said: Lineage) -> bool:
        return self._statement.attribute is not None and said.head.attribute is None and not self._fact.ends

    def _adopt(self, said: Lineage) -> Lineage:
        """A memory that was kept without an attribute gets the one that is known for its text now."""
        fact = self._fact
        known = {"subject": fact.subject, "attribute": fact.attribute, "value": fact.value, "entity_relations": fact.relations}
        lineage = replace(said, head=said.head.model_copy(update=known))
        self._known = _with(self._known, lineage, attributes={str(self._statement.attribute): said.head.ulid})
        return lineage

    # placing a statement in a lineage

    def _place(self, lineage: Lineage) -> tuple[Known, Verdict]:
        spans = lineage.spans
        same = [self._same(span) for span in spans]
        repeated = next((s for s, fits in zip(spans, same, strict=True) if fits and self._rests_on(s)), None)
        if repeated is not None:
            return self._known, Verdict("confirmed", lineage.head.ulid, repeated.version)
        told = next((s for s, fits in zip(spans, same, strict=True) if fits and s is not lineage.head), None)
        if told is not None and not same[spans.index(lineage.head)] and of_one_turn(lineage.head, self._fact):
            # "It is 12 now, it was 8": of two values of one turn, the one that is known from before is what it was.
            return _with(self._known, _put(lineage, _grounded(told, self._refs()))), Verdict("confirmed", lineage.head.ulid, told.version)
        at = self._fact.true_from
        if self._fact.ends:
            return self._end(lineage, [s or self._fact.value is None for s in same])
        found = place(spans, at, same)
        match found.kind:
            case "confirms" | "starts_earlier":
                return self._confirm(lineage, found)
            case "follows":
                return self._follow(lineage)
            case "late" | "splits":
                return self._fill(lineage, found)

    def _rests_on(self, span: MemoryRecord) -> bool:
        """These very words were taken in before: a repetition says nothing new, also of what was corrected since."""
        at = None if self._fact.ends else self._fact.true_from
        return bool(self._fact.sources) and all(any(_covers(held, ref, at) for held in span.sources) for ref in self._fact.sources)

    def _same(self, span: MemoryRecord) -> bool:
        fact = self._fact
        if (told := self._told(span)) is not None:
            return told in _ONE_STATE
        alike = attribute_name(span.attribute or "") == attribute_name(fact.attribute or "")
        if alike and fact.value is not None and span.value is not None:
            return same_value(fact.value, span.value, fact.content, span.content)
        if same_value(None, None, fact.content, span.content):
            return True
        return _comparable(span, fact) and bears(span, fact) not in ("updates", "unrelated")

    def _confirm(self, lineage: Lineage, found: Place) -> tuple[Known, Verdict]:
        span = found.span
        assert span is not None
        if found.ends is not None:
            lineage = _put(lineage, found.ends.model_copy(update={"true_to": self._fact.true_from}))
        grounded = _grounded(span, self._refs())
        if span is lineage.head and lineage.head.is_latest and adds_to(self._fact.content, span.content):
            return self._refine(lineage, grounded)
        lineage = _put(lineage, grounded.model_copy(update={"true_from": min(span.true_from, self._fact.true_from)}))
        return _with(self._known, lineage), Verdict("confirmed", lineage.head.ulid, span.version)

    def _refine(self, lineage: Lineage, grounded: MemoryRecord) -> tuple[Known, Verdict]:
        """The same state told in more detail: the fuller text takes the place of the shorter one, for the same time."""
        old = lineage.head
        start = min(old.true_from, self._fact.true_from)
        shorter = _older(old, {"true_to": old.true_from, "valid_to": self._setting.now})
        head = self._next_version(old, true_from=start, sources=grounded.sources, source_count=grounded.source_count)
        return self._advance(lineage, shorter, head), Verdict("updated", head.ulid, head.version)

    def _follow(self, lineage: Lineage) -> tuple[Known, Verdict]:
        """The newest value: version n + 1 of the same id; the old head goes whole to the history."""
        old, at, now = lineage.head, self._fact.true_from, self._setting.now
        ended = min(old.true_to or at, at)
        older = _older(old, {"true_to": max(ended, old.true_from), "valid_to": old.valid_to or now})
        head = self._next_version(old, true_from=at)
        return self._advance(lineage, older, head), Verdict("updated", head.ulid, head.version)

    def _fill(self, lineage: Lineage, found: Place) -> tuple[Known, Verdict]:
        """An older statement that arrives late: the next number, straight to the history; the head stays."""
        at, now = self._fact.true_from, self._setting.now
        span = found.span
        if span is not None and found.kind == "splits":
            assert found.until is not None
            before = [ref for ref in span.sources if ref.true_at is None or ref.true_at <= at]
            after = [ref for ref in span.sources if ref.true_at is None or ref.true_at > at]
            if span.true_from < at:
                number = lineage.head.last_version + 1
                earlier = _older(span, {"version": number, "true_to": at, "valid_to": span.valid_to or now, "sources": tuple(before)})
                lineage = _put(_numbered(lineage, number), earlier)
            going_on = {"true_from": found.until, "sources": tuple(after), "source_count": max(1, len(after))}
            lineage = _put(lineage, _latest(lineage, span).model_copy(update=going_on))
        elif span is not None:
            lineage = _put(lineage, span.model_copy(update={"true_to": at}))
        number = lineage.head.last_version + 1
        late = Version(
            **self._record(lineage.head.ulid), version=number, is_latest=False, created_at=now, valid_from=now, valid_to=now,
            true_from=at, true_to=found.until, sources=self._refs(),
        )  # fmt: skip
        lineage = _put(_numbered(lineage, number), late)
        return _with(self._known, lineage), Verdict("superseded_late", lineage.head.ulid, number)

    def _end(self, lineage: Lineage, same: Sequence[bool]) -> tuple[Known, Verdict]:
        """A state is over and no value follows: what held it until now ends here."""
        at, now = self._fact.true_from, self._setting.now
        spans = [s for s, fits in zip(lineage.spans, same, strict=True) if fits and not is_void(s) and s.true_from <= at]
        span = max(spans, key=lambda s: (s.true_from, s.version), default=None)
        if span is None or (span.true_to is not None and span.true_to <= at):
            if span is not None:
                lineage = _put(lineage, _grounded(span, self._refs(end=True)))
                return _with(self._known, lineage), Verdict("confirmed", lineage.head.ulid, span.version)
            return self._create(free=True)
        again = min((point for point in points(span) if point > at), default=None)
        ended = _grounded(span, self._refs(end=True))
        if _is_head(lineage, span) and again is None:
            head = lineage.head.model_copy(
                update={"sources": ended.sources, "source_count": ended.source_count, "true_to": at, "valid_to": now, "is_latest": False}
            )
            lineage = replace(lineage, head=head)
            return _with(self._known, lineage, forget=self._text_of(span)), Verdict("ended", head.ulid, head.version)
        if again is not None:
            number = lineage.head.last_version + 1
            before = tuple(ref for ref in ended.sources if ref.true_at is None or ref.true_at <= at)
            after = tuple(ref for ref in span.sources if ref.true_at is None or ref.true_at > at)
            earlier = _older(span, {"version": number, "true_to": at, "valid_to": span.valid_to or now, "sources": before})
            lineage = _put(_numbered(lineage, number), earlier)
            lineage = _put(lineage, _latest(lineage, span).model_copy(update={"true_from": again, "sources": after}))
            return _with(self._known, lineage), Verdict("superseded_late", lineage.head.ulid, number)
        lineage = _put(lineage, ended.model_copy(update={"true_to": at}))
        return _with(self._known, lineage), Verdict("superseded_late", lineage.head.ulid, span.version)

    # new memories and versions

    def _create(self, *, free: bool = False, extends: Head | None = None) -> tuple[Known, Verdict]:
        """A new id. `free`: without its attribute, which another lineage holds. `extends`: the memory to which it adds detail."""
        now, fact = self._setting.now, self._fact
        ulid = self._setting.new_ulid()
        record = self._record(ulid)
        if free or fact.ends:
            record |= {"attribute": None, "value": None}
        if extends is not None:
            record["relations"] = (Relation(type="extends", memory_id=extends.id, version=extends.version),)
        head = Head(
            **record, version=1, last_version=1, created_at=now, valid_from=now, true_from=fact.true_from, sources=self._refs(),
            expires_at=fact.expires_at, ttl=epoch_seconds(fact.expires_at) if fact.expires_at else None,
        )  # fmt: skip
        attribute = self._statement.attribute
        taken = {} if attribute is None or free or fact.ends else {attribute: ulid}
        known = _with(self._known, Lineage(head), texts={self._statement.text: ulid}, attributes=taken)
        return known, Verdict("created" if extends is None else "extended", ulid, 1)

    def _next_version(self, old: Head, **over: Any) -> Head:
        fact, number = self._fact, old.last_version + 1
        values: dict[str, Any] = {
            **self._record(old.ulid), "version": number, "last_version": number, "rev": old.rev, "created_at": old.created_at,
            "valid_from": self._setting.now, "pinned": old.pinned, "sources": self._refs(), "expires_at": fact.expires_at,
            "ttl": epoch_seconds(fact.expires_at) if fact.expires_at else None,
            "relations": (Relation(type="updates", memory_id=old.id, version=old.version),),
        }  # fmt: skip
        if fact.attribute != old.attribute:
            values["value"] = None
        values |= {"attribute": old.attribute, "subject": old.subject, **over}
        return Head(**values)

    def _record(self, ulid: str) -> dict[str, Any]:
        """What a version takes from its statement."""
        fact, setting = self._fact, self._setting
        return {
            "tid": setting.scope.tid, "sid": setting.scope.sid, "ulid": ulid, "scope": setting.scope_name, "namespace": fact.namespace,
            "kind": fact.kind, "sensitivity": fact.sensitivity, "trust": fact.trust, "content": fact.content, "language": fact.language,
            "subject": fact.subject, "attribute": fact.attribute, "value": fact.value, "category": fact.category, "entities": fact.entities,
            "entity_relations": fact.relations, "metadata": fact.metadata,
            "salience": fact.salience, "confidence": fact.confidence, "event_at": fact.event_at,
            "source_count": max(1, len(fact.sources)), "written_by": setting.author, "embedding": packed(self._statement.embedding),
            "procedure": fact.procedure,
        }  # fmt: skip

    def _refs(self, *, end: bool = False) -> tuple[SourceRef, ...]:
        at = None if end else self._fact.true_from
        return tuple(ref.model_copy(update={"true_at": at}) for ref in self._fact.sources)

    def _advance(self, lineage: Lineage, older: Version, head: Head) -> Known:
        lineage = Lineage(head, {**lineage.older, older.version: older})
        return _with(self._known, lineage, texts={self._statement.text: head.ulid}, forget=self._text_of(older))

    def _supersede(self, known: Known, other: Lineage, by: Lineage) -> Known:
        """Another id says the same text without the attribute, or gives the same another value: one of the two would be one too many."""
        ended = max(other.head.true_from, min(other.head.true_to or by.head.true_from, by.head.true_from))
        gone = {"is_latest": False, "valid_to": self._setting.now, "true_to": ended, "superseded_by": by.head.id}
        known = _with(known, replace(other, head=other.head.model_copy(update=gone)))
        current = known.lineages[by.head.ulid].head
        relation = Relation(type="updates", memory_id=other.head.id, version=other.head.version)
        head = current.model_copy(update={"relations": (*current.relations, relation)})
        says_so = self._setting.text_key(head.content, head.namespace) == self._statement.text
        lineage = replace(known.lineages[by.head.ulid], head=head)
        return _with(known, lineage, texts={self._statement.text: head.ulid} if says_so else None)

    def _text_of(self, record: MemoryRecord) -> tuple[str, str]:
        return self._setting.text_key(record.content, record.namespace), record.ulid


_RANK: Mapping[Bearing, int] = {"same": 5, "restates": 4, "narrows": 3, "updates": 2, "extends": 1, "unrelated": 0}
_ONE_STATE = frozenset(("same", "restates", "narrows"))


def concerns(head: Head, statement: Statement) -> bool:
    """Whether the statement may belong among the versions of this memory."""
    return bool(statement.told) or bears(head, statement.fact) != "unrelated"


def bears(record: MemoryRecord, fact: Fact) -> Bearing:
    """What a statement is to a record, the earlier of the two first. What stands in one turn was said at once: it updates nothing there."""
    if not _comparable(record, fact):
        return "unrelated"
    if record.true_from <= fact.true_from:
        found = relation(record.content, fact.content)
    else:
        found = _TURNED.get(turned := relation(fact.content, record.content), turned)
    if record.attribute and fact.attribute and are_two(record.attribute, fact.attribute):
        return "unrelated"
    if found in ("narrows", "extends") and record.attribute and fact.attribute and record.attribute != fact.attribute:
        return "unrelated"  # of two attributes in one breath, neither is a part of the other
    return "unrelated" if found == "updates" and of_one_turn(record, fact) else found


_TURNED: Mapping[Bearing, Bearing] = {"extends": "narrows", "narrows": "extends"}


def _comparable(record: MemoryRecord, fact: Fact) -> bool:
    """Of one namespace, in English, and no playbooks: those are one another's versions by name alone."""
    english = record.language == fact.language == "en"
    return english and record.namespace == fact.namespace and record.procedure is None and fact.procedure is None


def of_one_turn(record: MemoryRecord, fact: Fact) -> bool:
    """Whether one turn says both."""
    return _share_a_turn(record.sources, fact.sources)


def _share_a_turn(ones: Sequence[SourceRef], others: Sequence[SourceRef]) -> bool:
    return any(held.id == ref.id and set(held.turns) & set(ref.turns) for held in ones for ref in others)


def _with(
    known: Known,
    lineage: Lineage,
    *,
    texts: Mapping[str, str] | None = None,
    attributes: Mapping[str, str] | None = None,
    forget: tuple[str, str] | None = None,
) -> Known:
    kept = dict(known.texts)
    if forget is not None and kept.get(forget[0]) == forget[1]:
        del kept[forget[0]]
    return Known(
        lineages={**known.lineages, lineage.head.ulid: lineage},
        texts={**kept, **(texts or {})},
        attributes={**known.attributes, **(attributes or {})},
    )


def _covers(held: SourceRef, ref: SourceRef, at: Instant | None) -> bool:
    same_words = (held.id, held.chunk, held.wording) == (ref.id, ref.chunk, ref.wording)
    return same_words and held.true_at == at and set(ref.turns) <= set(held.turns)


def _put(lineage: Lineage, record: MemoryRecord) -> Lineage:
    if isinstance(record, Head):
        return replace(lineage, head=record)
    assert isinstance(record, Version)
    return replace(lineage, older={**lineage.older, record.version: record})


def _is_head(lineage: Lineage, record: MemoryRecord) -> bool:
    return record.version == lineage.head.version


def _latest(lineage: Lineage, record: MemoryRecord) -> MemoryRecord:
    """The record as the lineage holds it now: giving out a number changes the head."""
    return lineage.head if _is_head(lineage, record) else record


def _numbered(lineage: Lineage, number: int) -> Lineage:
    return replace(lineage, head=lineage.head.model_copy(update={"last_version": number}))


def _older(record: MemoryRecord, update: Mapping[str, Any]) -> Version:
    """A record as it goes to the history, whole."""
    values: dict[str, Any] = {name: getattr(record, name) for name in MemoryRecord.model_fields}
    values |= {"is_latest": False, "rev": 1, **update}
    return Version(**values)


def _grounded(record: MemoryRecord, refs: Sequence[SourceRef]) -> MemoryRecord:
    """Its evidence grows: turns of a source that it rests on already join that ground; the newest ten are shown, all are counted."""
    kept = list(record.sources)
    added = 0
    for ref in refs:
        for i, old in enumerate(kept):
            if old.id == ref.id and old.chunk == ref.chunk and old.true_at == ref.true_at and old.wording == ref.wording:
                kept[i] = old.model_copy(update={"turns": tuple(sorted({*old.turns, *ref.turns}))})
                break
        else:
            added += all(old.id != ref.id for old in kept)
            kept.append(ref)
    return record.model_copy(update={"sources": tuple(kept[-SHOWN_SOURCES:]), "source_count": record.source_count + added})
