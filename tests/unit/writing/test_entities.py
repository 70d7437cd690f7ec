"""Entities, aliases and relations of a commit: resolved within the scope, written with the fact, within its bounds."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemon.model.entities import ABOUT, About, AliasKey, Entity, Ground, Relates
from mnemon.model.memory import FactRelation
from mnemon.ports.records import MAX_OPERATIONS, Operation, Put
from mnemon.tenant.fact_keys import alias_digest
from mnemon.writing.mentions import spoken
from mnemon.writing.requests import IncomingFact, IncomingRelation
from tests.unit.writing.world import World, writer

SELF = frozenset({"user"})


class Graph:
    """What the table holds of a world's graph, by names."""

    def __init__(self, world: World) -> None:
        box = world.view.box
        self.entities = {row.key.sk[4:]: Entity.from_row(row, box) for row in world.rows("ENT#")}
        named = {entity.id: entity.name for entity in self.entities.values()}
        edges = [row for row in world.rows("EDGE#ent_") if "#~" not in row.key.sk]
        self.relations = {
            (named[link.start], link.kind, named[link.end]): [Ground.parse(text) for text in link.grounds]
            for link in (Relates.from_row(row, box) for row in edges)
        }
        self.abouts = [About.from_row(row, box) for row in world.rows("EDGE#mem_") if f"#{ABOUT}#" in row.key.sk]

    @property
    def aliases(self) -> set[frozenset[str]]:
        return {frozenset(entity.aliases) for entity in self.entities.values()}

    @property
    def triples(self) -> set[tuple[str, str, str]]:
        return set(self.relations)


def graph(world: World) -> Graph:
    return Graph(world)


def test_names_are_resolved_within_the_scope() -> None:
    world = World()
    world.write("My sister Jana works at Globex.", "Jana's car is a Volvo V60.", "JANA lives in Bergen.", "My sister plays the cello.")
    found = graph(world)
    jana = next(entity for entity in found.entities.values() if entity.name == "Jana")
    assert (jana.type, set(jana.aliases)) == ("person", {"Jana", "user's sister"})
    assert found.triples >= {("Jana", "works_at", "Globex"), ("Jana", "lives_in", "Bergen"), ("Jana", "sister_of", "user")}
    assert {entity.type for entity in found.entities.values() if entity.name in ("Globex", "Bergen")} == {"organization", "place"}


def test_every_item_stands_from_both_ends_and_under_its_alias() -> None:
    world = World()
    world.write("Jana owns the billing service.")
    links = {row.key.sk for row in world.rows("EDGE#") if "rests_on" not in row.key.sk}
    assert links
    for sk in links:
        _, start, kind, end = sk.split("#")
        assert f"EDGE#{end}#{kind[1:] if kind.startswith('~') else '~' + kind}#{start}" in links
    held = {AliasKey.from_row(row, world.view.box).digest for row in world.rows("KEY#alias")}
    assert held == {digest for entity in graph(world).entities.values() for digest in entity.digests}


def test_people_whose_full_names_differ_are_not_one() -> None:
    for order in itertools.permutations(["Jana Novak works at Globex.", "Jana Kowalska works at Initech.", "Jana Lind works at Acme."]):
        world = World()
        world.write(*order)
        people = {entity.name for entity in graph(world).entities.values() if entity.type == "person"}
        assert people == {"Jana Novak", "Jana Kowalska", "Jana Lind"}


@pytest.mark.parametrize(
    "order", [("Jana works at Globex.", "Jana Novak lives in Oslo."), ("Jana Novak lives in Oslo.", "Jana works at Globex.")]
)
def test_a_first_name_and_the_one_full_name_are_one(order: Sequence[str]) -> None:
    world = World()
    world.write(*order)
    (person,) = [entity for entity in graph(world).entities.values() if entity.type == "person"]
    assert (person.name, set(person.aliases)) == ("Jana Novak", {"Jana", "Jana Novak"})


def test_the_scopes_own_person_gets_a_name() -> None:
    world = World()
    world.write("I work at Initech.", "My name is Maya Lind.", "Maya lives in Oslo.")
    (person,) = [entity for entity in graph(world).entities.values() if entity.type == "person"]
    assert (person.name, set(person.aliases)) == ("Maya Lind", {"user", "Maya Lind", "Maya"})


def test_somebody_described_gets_a_name_later() -> None:
    world = World()
    world.write("My sister plays the cello.")
    world.write("My sister lives in Bergen.")
    world.write("My sister's name is Jana.")
    jana = next(entity for entity in graph(world).entities.values() if "Jana" in entity.aliases)
    assert (jana.name, set(jana.aliases)) == ("Jana", {"user's sister", "Jana"})


def test_a_second_sister_is_another_person() -> None:
    world = World()
    world.write("My sister Jana works at Globex.", "My sister Eva works at Initech.")
    found = graph(world)
    assert found.triples >= {("Jana", "sister_of", "user"), ("Eva", "sister_of", "user")}
    assert not [triple for triple in found.triples if triple[1] == "same_as"]


def test_two_entities_that_are_said_to_be_one_are_linked() -> None:
    world = World()
    world.write("Liz works at Globex.", "Elizabeth Chen lives in Oslo.")
    world.write(
        IncomingFact(content="Liz is short.", relations=(IncomingRelation(subject="Liz", type="same_as", object="Elizabeth Chen"),))
    )
    assert [triple for triple in graph(world).triples if triple[1] == "same_as"]


def test_an_update_rests_on_its_own_version() -> None:
    world = World()
    world.write("Maya works at Globex.")
    world.clock.advance(days=1)
    world.write("Maya works at Initech.")
    (head,) = world.current()
    found = graph(world).relations
    assert found["Maya", "works_at", "Globex"] == [Ground(head.ulid, 1)]
    assert found["Maya", "works_at", "Initech"] == [Ground(head.ulid, 2)]
    maya = next(about for about in graph(world).abouts if about.spoken(1) and about.spoken(2))
    assert len(maya.tells) == 2


def test_two_writers_make_one_entity() -> None:
    world, other = World(), World()
    other.tenancy = world.tenancy
    other.ids = world.ids
    raced: list[int] = []

    def race(operations: Sequence[Operation]) -> None:
        if not raced and any(op.key.sk.startswith("ENT#") for op in operations):
            raced.append(1)
            other.write("Jana lives in Bergen.")

    world.tenancy.records.before_write = race
    world.write("Jana works at Globex.")
    assert raced
    found = graph(world)
    assert sorted(entity.name for entity in found.entities.values()) == ["Bergen", "Globex", "Jana"]
    assert found.triples == {("Jana", "works_at", "Globex"), ("Jana", "lives_in", "Bergen")}


def test_an_alias_that_was_put_meanwhile_is_a_conflict() -> None:
    world = World()
    world.write("Ada likes tea.")
    view = world.view
    put = Put(
        AliasKey(tid=view.scope.tid, sid=view.scope.sid, digest=alias_digest(view.box, "jana"), entity="01K" + "9" * 23).to_row(view.box)
    )
    done: list[int] = []

    def race(operations: Sequence[Operation]) -> None:
        if not done and any(op.key == put.key for op in operations):
            done.append(1)
            world.tenancy.records.put_all([put.row])

    world.tenancy.records.before_write = race
    (result,) = world.write("Jana works at Globex.")
    assert (done, result.status) == ([1], "created")
    row = world.tenancy.records.get([put.key])[put.key]
    assert row.plain["entity"] in graph(world).entities, "an alias of an entity that is not there is taken over"


def test_scopes_share_nothing() -> None:
    world = World()
    world.write("Jana works at Globex.")
    ben = writer("ben")
    world.write("Jana works at Initech.", who=ben)
    assert graph(world).triples == {("Jana", "works_at", "Globex")}
    assert len(world.rows("ENT#", ben)) == 2


def test_what_passes_the_bounds_is_refused_before_any_write() -> None:
    world = World()
    names = tuple(f"Name {letter}" for letter in "ABCDEFGH")
    relation = IncomingRelation(subject="Someone Else", type="knows", object="Name A")
    results = world.write(IncomingFact(content="Ada knows all.", entities=names, relations=(relation,)), "Ada likes tea.")
    assert [(one.status, one.code, one.field) for one in results] == [("refused", "too_large", "relations"), ("created", None, None)]
    same = tuple(IncomingRelation(subject=f"A{n}", type="same_as", object=f"B{n}") for n in range(8))
    (result,) = world.write(IncomingFact(content="Ada knows all.", entities=("C", "D"), relations=same))
    assert (result.status, result.code) == ("refused", "too_large")
    with pytest.raises(ValueError, match="at most 8"):
        IncomingFact(content="x", relations=(relation,) * 9)
    with pytest.raises(ValueError, match="pattern"):
        IncomingRelation(subject="a", type="knows#b", object="c")


HOSTILE = (
    "#",
    "~about#",
    "EDGE#x",
    "' OR 1=1",
    "\u202eanaJ",
    "🙂",
    "a" * 250,
    "*",
    "%2F",
    "user",
    "The User's sister",
    "'s",
    "’",
    "Jana#Novak",
)


def test_hostile_names_stand_only_inside_content() -> None:
    world = World()
    for name in HOSTILE:
        world.write(IncomingFact(content=f"About {name}.", entities=(name,)))
    assert {entity.name for entity in graph(world).entities.values()}
    for row in world.rows():
        assert not any(name in row.key.sk for name in ("Jana", "🙂", "OR 1", "%2F"))
        assert not any("Jana" in str(value) for value in row.plain.values())


NAMES = st.sampled_from(["Jana", "jana", "Jana's", "Tom", "Globex", "the Globex", "user", "user's sister", "User's Sister Jana", "Bergen"])
KIND = st.sampled_from(["works_at", "knows", "same_as"])
RELATIONS = st.lists(st.builds(FactRelation, subject=NAMES, type=KIND, object=NAMES), max_size=8)


@given(st.lists(NAMES, max_size=12), RELATIONS)
def test_the_order_of_names_does_not_change_who_is_meant(names: list[str], relations: list[FactRelation]) -> None:
    def partition(names: Sequence[str], relations: Sequence[FactRelation]) -> set[frozenset[str]]:
        return {frozenset(name.form for name in mention.names) for mention in spoken(names, relations, SELF).mentions}

    assert partition(names, relations) == partition(names[::-1], relations[::-1])


@settings(max_examples=40, deadline=None)
@given(
    st.permutations(
        [
            "Jana works at Globex.",
            "My sister Jana lives in Bergen.",
            "Tom owns the Lime Bar.",
            "Jana's dog is called Rex.",
            "Tom lives in Bergen.",
        ]
    )
)
def test_the_order_of_arrival_does_not_change_who_is_who(facts: Sequence[str]) -> None:
    world = World()
    for fact in facts:
        world.write(fact)
    found = graph(world)
    assert found.aliases == {
        frozenset({"Jana", "user's sister"}), frozenset({"user"}), frozenset({"Globex"}), frozenset({"Bergen"}), frozenset({"Tom"}),
        frozenset({"Lime Bar"}), frozenset({"Rex", "Jana's dog"}),
    }  # fmt: skip
    assert found.triples == {
        ("Jana", "works_at", "Globex"), ("Jana", "sister_of", "user"), ("Jana", "lives_in", "Bergen"), ("Tom", "owns", "Lime Bar"),
        ("Rex", "pet_of", "Jana"), ("Tom", "lives_in", "Bergen"),
    }  # fmt: skip


WORDS = st.text(alphabet="abcdefghijklmnop", min_size=2, max_size=6).map(str.capitalize)
ANY_NAME = st.one_of(WORDS, st.tuples(WORDS, WORDS).map(" ".join))
FACTS = st.builds(
    lambda n, names, relations: IncomingFact(content=f"Fact {n}", entities=tuple(names), relations=tuple(relations)),
    st.integers(0, 30),
    st.lists(ANY_NAME, max_size=8, unique=True),
    st.lists(
        st.builds(IncomingRelation, subject=ANY_NAME, type=st.sampled_from(["works_at", "knows", "same_as", "sister_of"]), object=ANY_NAME),
        max_size=8,
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(FACTS, min_size=1, max_size=25))
def test_no_transaction_is_too_large_and_none_is_counted_short(facts: list[IncomingFact]) -> None:
    world = World()
    results = world.write(*facts)
    results += world.write(*facts[::-1])
    assert all(result.status in ("created", "confirmed", "updated") or result.code == "too_large" for result in results)
    assert max(len(operations) for operations in world.tenancy.records.writes) <= MAX_OPERATIONS
    for operations in world.tenancy.records.writes:
        assert len({operation.key for operation in operations}) == len(operations)


def test_extraction_trims_where_a_direct_write_is_refused() -> None:
    many = tuple(FactRelation(subject=f"A{n}", type="knows", object=f"B{n}") for n in range(12))
    said = spoken([f"C{n}" for n in range(12)], many, SELF)
    assert len([mention for mention in said.mentions if not mention.is_self]) <= 8
    assert all(link.start < len(said.mentions) and link.end < len(said.mentions) for link in said.links)


def test_the_write_is_refused_whole_when_the_race_for_an_entity_is_lost() -> None:
    """The entity's `rev` guards its links: an expiry that removes it meanwhile meets the commit, or the commit meets it."""
    world = World()
    world.write("Jana works at Globex.")
    (jana,) = [entity for entity in graph(world).entities.values() if entity.name == "Jana"]
    done: list[int] = []

    def race(operations: Sequence[Operation]) -> None:
        if not done and any(op.key == jana.key() for op in operations):
            done.append(1)
            world.tenancy.records.delete_all([jana.key()])

    world.tenancy.records.before_write = race
    world.write("Jana lives in Bergen.")
    assert done
    assert ("Jana", "lives_in", "Bergen") in _triples_of_known(world), "decided anew: a new entity under the freed name"


def _triples_of_known(world: World) -> set[tuple[str, str, str]]:
    box = world.view.box
    named = {entity.id: entity.name for entity in (Entity.from_row(row, box) for row in world.rows("ENT#"))}
    links = [Relates.from_row(row, box) for row in world.rows("EDGE#ent_") if "#~" not in row.key.sk]
    return {(named[link.start], link.kind, named[link.end]) for link in links if link.start in named and link.end in named}
