"""What a commit writes into the graph of its scope: entities, the names they go by, what memories are about, and typed relations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from mnemon.language.aliases import first_name, form
from mnemon.model import keys
from mnemon.model.entities import ABOUT, MOST_GROUNDS, MOST_SAYS, SAME, About, AliasKey, Entity, Ground, Relates, Said, Told, entity_id
from mnemon.model.memory import FactRelation, MemoryRecord
from mnemon.model.records import Fact
from mnemon.model.rows import Box, Key, Row, Unreadable
from mnemon.ports.records import Operation, Put, Update, When
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.fact_keys import alias_digest
from mnemon.tenant.views import View

from .adjudicate import Known, Lineage
from .mentions import Name, Spoken, selves, spoken
from .resolve import Book

_L = TypeVar("_L", About, Relates)


@dataclass(frozen=True, slots=True)
class Entities:
    """The names of some facts, looked up in one view of their scope."""

    stores: TenantStores
    view: View
    new_ulid: Callable[[], str]
    own: frozenset[str]
    held: Mapping[str, str]
    """From a form to the entity that goes by it."""
    known: Mapping[str, Entity]
    stale: Mapping[str, str]
    """From a form to an entity that is there no more."""

    @classmethod
    def of(
        cls, stores: TenantStores, view: View, new_ulid: Callable[[], str], named: Sequence[tuple[Sequence[str], Sequence[FactRelation]]]
    ) -> Entities:
        """`named`: of each fact its entities and relations. Two batch reads, none when nothing is named. Raises Unavailable."""
        own = selves(view.state.scope, view.state.speakers)
        forms = _forms((spoken(entities, relations, own) for entities, relations in named), own)
        digests = {alias_digest(view.box, one): one for one in forms}
        rows = stores.records.get([keys.alias(view.scope, digest) for digest in digests]) if digests else {}
        named_by = {digests[key.sk.rsplit("#", 1)[1]]: str(row.plain["entity"]) for key, row in rows.items()}
        found = _read(stores, view, set(named_by.values()))
        held = {one: ulid for one, ulid in named_by.items() if ulid in found}
        stale = {one: ulid for one, ulid in named_by.items() if ulid not in found}
        return cls(stores, view, new_ulid, own, held, found, stale)

    @classmethod
    def of_facts(cls, stores: TenantStores, view: View, new_ulid: Callable[[], str], facts: Sequence[Fact]) -> Entities:
        return cls.of(stores, view, new_ulid, [(fact.entities, fact.relations) for fact in facts])

    def cost(self, before: Lineage | None, after: Lineage) -> frozenset[str]:
        """At most what a lineage adds to the transaction, each item by a name that the same item has for another lineage too."""
        if not _speaks_anew(before, after):
            return frozenset()
        said = self._spoken(after.head)
        items: set[str] = set()
        for mention in said.mentions:
            forms = [name.form for name in mention.names]
            known = [self.held[one] for one in forms if one in self.held]
            items |= {f"entity {one}" for one in known or forms[:1]}
            items |= {f"alias {one}" for one in _with_first_names(mention.names) if one not in self.held}
            items |= {f"about {after.head.ulid} {forms[0]}", f"~about {after.head.ulid} {forms[0]}"}
            items |= {f"{end} {forms[0]} {one}" for one in forms[1:] for end in ("same", "~same")}
        for start, kind, end in said.links:
            one, other = said.mentions[start].names[0].form, said.mentions[end].names[0].form
            items |= {f"{one} {kind} {other}", f"{other} ~{kind} {one}"}
        return frozenset(items)

    def changes(self, before: Known, after: Known, now: str) -> tuple[list[Operation], Entities]:
        """What the transaction that makes `after` of `before` writes into the graph, and the names as they are then. One batch read where
        links may be there already."""
        book = Book(
            self.view.scope, now, self.new_ulid, lambda one: alias_digest(self.view.box, one), self.own, dict(self.held), dict(self.known)
        )
        abouts: dict[Key, About] = {}
        relates: dict[Key, Relates] = {}
        touched: set[str] = set()
        for ulid, lineage in after.lineages.items():
            if lineage is not before.lineages.get(ulid) and _speaks_anew(before.lineages.get(ulid), lineage):
                touched |= self._speak(book, lineage.head, abouts, relates, now)
        there = self._links(before, [*abouts.values(), *relates.values()])
        box = self.view.box
        links = [_joined(link, there.get(link.key()), box) for link in (*abouts.values(), *relates.values())]
        operations: list[Operation] = [Put(end.to_row(box)) for link in links for end in (link, link.turned)]
        operations += [self._alias(one, ulid) for one, ulid in book.added.items()]
        raised = {ulid: _raised(book.entities[ulid]) for ulid in sorted(touched)}
        operations += [self._entity(entity, changed=ulid in book.changed) for ulid, entity in raised.items()]
        stale = {one: ulid for one, ulid in self.stale.items() if one not in book.added}
        return operations, replace(self, held=book.aliases, known={**book.entities, **raised}, stale=stale)

    def _spoken(self, record: MemoryRecord) -> Spoken:
        return spoken(record.entities, record.entity_relations, self.own)

    def _speak(self, book: Book, head: MemoryRecord, abouts: dict[Key, About], relates: dict[Key, Relates], now: str) -> set[str]:
        said = self._spoken(head)
        meant = [book.meant(mention) for mention in said.mentions]
        told = [Told(head.version, meant[link.start].ulid, link.kind, meant[link.end].ulid) for link in said.links]
        told += [Told(head.version, one.ulid, SAME, other) for one in meant for other in one.same]
        told = [one for one in dict.fromkeys(told) if one.start != one.end]
        scope = {"tid": head.tid, "sid": head.sid, "created_at": now}
        for one in meant:
            says = [str(Said(head.version, book.digest(each))) for each in one.forms]
            tells = [str(each) for each in told if each.start == one.ulid]
            about = About(start=head.id, kind=ABOUT, end=entity_id(head.sid, one.ulid), says=says, tells=tells, **scope)
            abouts[about.key()] = _merged(abouts.get(about.key()), about)
        for _, start, kind, end in told:
            ground = str(Ground(head.ulid, head.version))
            link = Relates(start=entity_id(head.sid, start), kind=kind, end=entity_id(head.sid, end), grounds=[ground], **scope)
            relates[link.key()] = _merged(relates.get(link.key()), link)
        return {one.ulid for one in meant} | {other for one in meant for other in one.same}

    def _links(self, before: Known, links: Iterable[About | Relates]) -> Mapping[Key, Row]:
        """Those that may be there already: of a memory that was there, and between entities that were."""
        memories = {lineage.head.id for lineage in before.lineages.values()}
        entities = {entity.id for entity in self.known.values()}
        asked = [
            link.key() for link in links if (link.start in memories if isinstance(link, About) else {link.start, link.end} <= entities)
        ]
        return self.stores.records.get(asked) if asked else {}

    def _alias(self, one: str, ulid: str) -> Put:
        scope = self.view.scope
        key = AliasKey(tid=scope.tid, sid=scope.sid, digest=alias_digest(self.view.box, one), entity=ulid)
        old = self.stale.get(one)
        return Put(key.to_row(self.view.box), When(absent=True) if old is None else When(equals={"entity": old}))

    def _entity(self, raised: Entity, *, changed: bool) -> Operation:
        """Its `rev` rises with every link, so that whoever finds it unused and removes it meets a conflict."""
        old = self.known.get(raised.ulid)
        if old is None:
            return Put(raised.to_row(self.view.box), When(absent=True))
        unchanged = When(equals={"rev": old.rev})
        return Put(raised.to_row(self.view.box), unchanged) if changed else Update(raised.key(), set={"rev": raised.rev}, when=unchanged)


def _raised(entity: Entity) -> Entity:
    return entity.model_copy(update={"rev": entity.rev + 1})


def _forms(said: Iterable[Spoken], own: Iterable[str]) -> list[str]:
    names = [name for each in said for mention in each.mentions for name in mention.names]
    return list(dict.fromkeys([*_with_first_names(names), *own])) if names else []


def _with_first_names(names: Sequence[Name]) -> list[str]:
    return [name.form for name in names] + [form(first) for name in names if name.proper and (first := first_name(name.text))]


def _read(stores: TenantStores, view: View, ulids: Iterable[str]) -> dict[str, Entity]:
    wanted = [keys.entity(view.scope, ulid) for ulid in sorted(ulids)]
    found: dict[str, Entity] = {}
    for row in (stores.records.get(wanted) if wanted else {}).values():
        try:
            entity = Entity.from_row(row, view.box)
        except Unreadable:
            continue
        found[entity.ulid] = entity
    return found


def _speaks_anew(before: Lineage | None, after: Lineage) -> bool:
    """Whether the head says something that no version said before: older ones that arrive late are history, which no link leads to."""
    head = after.head
    if not head.is_latest or not (head.entities or head.entity_relations):
        return False
    old = before.head if before else None
    return old is None or (old.version, old.entities, old.entity_relations) != (head.version, head.entities, head.entity_relations)


def _joined(link: About | Relates, row: Row | None, box: Box) -> About | Relates:
    if row is None:
        return link
    return _merged(About.from_row(row, box), link) if isinstance(link, About) else _merged(Relates.from_row(row, box), link)


def _merged(old: _L | None, new: _L) -> _L:
    """Both together, the newest entries as far as there is room."""
    if old is None:
        return new
    if isinstance(new, About):
        assert isinstance(old, About)
        says, tells = _both(old.says, new.says, MOST_SAYS), _both(old.tells, new.tells, MOST_SAYS)
        return new.model_copy(update={"created_at": old.created_at, "says": says, "tells": tells})
    assert isinstance(old, Relates)
    return new.model_copy(update={"created_at": old.created_at, "grounds": _both(old.grounds, new.grounds, MOST_GROUNDS)})


def _both(old: Sequence[str], new: Sequence[str], most: int) -> list[str]:
    return list(dict.fromkeys([*old, *new]))[-most:]
