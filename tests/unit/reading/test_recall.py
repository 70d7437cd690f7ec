from __future__ import annotations

from collections.abc import Sequence

import pytest

from mnemon.errors import TryAgain
from mnemon.maintenance.documents import lineage_changes
from mnemon.model.rows import Key, Row
from mnemon.model.scopes import Scope
from mnemon.ports.index import Document
from tests.unit.reading.world import ANNA, BEN, World, contents

GOLF = "Anna drives a red Golf"


@pytest.fixture
def world() -> World:
    return World()


def test_a_memory_is_found_with_its_sources(world: World) -> None:
    turn = world.turn("I bought a red Golf")
    head = world.head(GOLF, sources=(world.ref(turn),))
    world.store(head, turn)
    world.index_all(head, turn)

    result = world.search("what does Anna drive")

    assert contents(result) == [GOLF]
    assert result.results[0].citations[0].wording == "I bought a red Golf"
    assert result.degraded == ()


def test_a_turn_is_found_beside_memories(world: World) -> None:
    turn, head = world.turn("The bakery opens at seven"), world.head(GOLF)
    world.store(head, turn)
    world.index_all(head, turn)

    result = world.search("when does the bakery open")

    assert contents(result) == ["The bakery opens at seven", GOLF]
    assert [c.turns for c in result.results[0].citations] == [(1,)]


def test_a_turn_lends_its_place_to_the_memory_that_rests_on_it(world: World) -> None:
    turn = world.turn("the spare key is under the blue pot")
    other = world.head("the blue pot holds basil")
    memory = world.head("A key is hidden outside", sources=(world.ref(turn),))
    world.store(turn, other, memory)
    world.index_all(turn, other, memory)

    result = world.search("spare key under the blue pot")

    assert contents(result) == ["A key is hidden outside", "the blue pot holds basil"]


def test_the_first_of_few_is_the_first_of_many(world: World) -> None:
    turn = world.turn("the spare key is under the blue pot")
    memory = world.head("A key is hidden outside", sources=(world.ref(turn),))
    world.store(turn, memory)
    world.index_all(turn, memory)

    assert [contents(world.search("spare key under the blue pot", limit=limit))[0] for limit in (1, 2)] == [memory.content] * 2


def test_a_turn_that_says_more_than_the_memory_that_rests_on_it_is_found_for_the_rest(world: World) -> None:
    turn = world.turn("The plumber comes about the boiler with reference QX-7781. I bought a red Golf.")
    ref = world.ref(turn).model_copy(update={"wording": "I bought a red Golf."})
    head = world.head(GOLF, sources=(ref,))
    world.store(head, turn)
    world.index_all(head, turn)

    result = world.search("which reference does the plumber have")

    assert sorted(contents(result)) == sorted([turn.words, GOLF])


def test_several_chunks_of_one_turn_are_one_result(world: World) -> None:
    first = world.turn("a long story about the harbour", turn=4)
    second = first.model_copy(update={"number": 5, "words": "and the harbour again"})
    world.store(first, second)
    world.index_all(first, second)

    assert len(world.search("harbour").results) == 1


def test_a_turn_that_only_a_superseded_version_rests_on_is_not_returned(world: World) -> None:
    said_first, said_later = world.turn("I love sushi"), world.turn("I hate sushi now")
    head = world.head("Anna hates sushi", version=2, last_version=2, sources=(world.ref(said_later),))
    old = world.version_of(head, "Anna loves sushi", sources=(world.ref(said_first),))
    world.store(said_first, said_later, head, old)
    world.index_all(said_first, said_later, head, versions=[old])

    assert contents(world.search("sushi")) == ["Anna hates sushi"]
    assert set(contents(world.search("sushi", include_superseded=True))) == {"Anna hates sushi", "Anna loves sushi"}


class TestTheTableDecides:
    """Whatever the index says."""

    @pytest.mark.parametrize(
        "change",
        [
            {"deleted_at": "2026-01-01T00:00:00.000Z"},
            {"hidden_at": "2026-01-01T00:00:00.000Z"},
            {"expires_at": "2026-11-29T12:00:00.000Z"},
            {"is_latest": False, "valid_to": "2026-01-01T00:00:00.000Z"},
        ],
    )
    @pytest.mark.parametrize("looks_back", [{}, {"include_superseded": True}, {"as_of": "2027-01-01T00:00:00.000Z"}])
    def test_what_it_says_is_gone(self, world: World, change: dict[str, object], looks_back: dict[str, object]) -> None:
        indexed = world.head(GOLF)
        world.index_all(indexed)
        world.store(indexed.model_copy(update=change))

        found = contents(world.search("red Golf", **looks_back))

        superseded = "is_latest" in change
        assert found == ([GOLF] if superseded and looks_back else [])

    def test_what_is_absent(self, world: World) -> None:
        head, turn = world.head(GOLF), world.turn("a red Golf")
        world.view()
        world.index_all(head, turn)

        assert contents(world.search("red Golf")) == []

    def test_a_text_that_was_corrected(self, world: World) -> None:
        head = world.head("Anna drives a blue Golf")
        world.index_all(head)
        world.store(world.head(GOLF, ulid=head.ulid, version=2, rev=2))

        assert contents(world.search("blue Golf")) == [GOLF]

    def test_what_is_another_scopes(self, world: World) -> None:
        mine, foreign = world.head("Anna likes tea"), world.head(GOLF, scope=BEN)
        world.store(mine)
        world.store(foreign, scope=BEN)
        world.index_all(mine, foreign)
        (document,) = (c for c in lineage_changes(foreign, [], world.clock.now()) if isinstance(c, Document))
        claims_to_be_mine = {**document.body, "sid": world.key(ANNA).sid}
        world.index.plant(Document("recall", document.id, document.routing, 9, claims_to_be_mine))

        assert contents(world.search("red Golf")) == ["Anna likes tea"]

    def test_what_is_another_tenants(self, world: World) -> None:
        other = World(tenant="acme-corp", tenancy=world.tenancy, index=world.index)
        foreign = other.head(GOLF)
        other.store(foreign)
        world.view()
        (document,) = (c for c in lineage_changes(foreign, [], world.clock.now()) if isinstance(c, Document))
        body = {**document.body, "tid": world.tid, "sid": world.key().sid}
        world.index.plant(Document("recall", document.id, world.tid, 9, body))

        assert contents(world.search("red Golf")) == []

    def test_what_is_no_id_of_ours(self, world: World) -> None:
        head = world.head(GOLF)
        world.store(head)
        world.index_all(head)
        (document,) = (c for c in lineage_changes(head, [], world.clock.now()) if isinstance(c, Document))
        for id in ("nonsense", document.id.upper(), f"{document.id}000001", f"{document.id}9999999", document.id[:-1]):
            world.index.plant(Document("recall", id, world.tid, 9, document.body))
            world.index.plant(Document("recall", id + "x", world.tid, 9, {**document.body, "type": "turn"}))

        assert contents(world.search("red Golf")) == [GOLF]

    def test_what_fails_is_refilled(self, world: World) -> None:
        good = [world.head(f"note {i} about sailing", true_from="2026-01-01T00:00:00.000Z") for i in range(5)]
        stale = [world.head("sailing sailing sailing") for _ in range(60)]
        world.store(*good)
        world.index_all(*good, *stale)

        assert sorted(contents(world.search("sailing", limit=5))) == sorted(head.content for head in good)


class TestJustAfterAWrite:
    def test_before_the_refresh(self, world: World) -> None:
        head, turn = world.head(GOLF), world.turn("the bakery opens at seven")
        world.store(head, turn, marked=True)

        assert contents(world.search("red Golf")) == [GOLF, turn.words]
        assert contents(world.search("bakery opens")) == [turn.words, GOLF]

    def test_when_the_refresh_falls_between_the_reads(self, world: World) -> None:
        """The marker goes and the document comes after the scope was looked at and before the index is asked."""
        head = world.head(GOLF)
        world.store(head, marked=True)

        def refresh(_: object) -> None:
            world.index.before_search = None
            world.index_all(head)
            world.unmark()

        world.index.before_search = refresh
        assert contents(world.search("red Golf")) == [GOLF]

    def test_the_scopes_are_looked_at_before_the_index_is_asked(self, world: World) -> None:
        """In the other order a record could be missed in both."""
        world.store(world.head(GOLF), marked=True)
        world.tenancy.records.calls.clear()
        seen: list[str] = []
        world.index.before_search = lambda _: seen.extend(world.tenancy.records.calls)

        world.search("red Golf")
        assert seen[0] == "query"
        assert world.tenancy.records.calls.count("query") == 1

    def test_a_correction_is_found_by_its_new_words_only(self, world: World) -> None:
        old = world.head("Anna works at Initech as a welder")
        world.index_all(old)
        world.store(world.head("Anna works at Globex", ulid=old.ulid, version=2, rev=2), marked=True)
        welders = world.head("Bob is a welder at Initech")
        world.store(welders)
        world.index_all(welders)

        assert contents(world.search("welder at Initech", limit=1)) == [welders.content]

    def test_a_deletion_that_is_not_indexed_yet(self, world: World) -> None:
        head = world.head(GOLF)
        world.index_all(head)
        world.store(head.model_copy(update={"deleted_at": world.clock.now(), "rev": 2}), marked=True)

        assert contents(world.search("red Golf")) == []

    def test_an_answer_by_the_question_before_it(self, world: World) -> None:
        """Both are new: the words that are asked for stand in the neighbour."""
        source = world.ids.ulid()
        asked = world.turn("How long have you been married?", source=source, turn=1)
        said = world.turn("Five years already!", source=source, turn=2, before=[asked.key().sk])
        other = world.turn("Nine lives has a cat!", source=source, turn=9)
        world.store(asked.model_copy(update={"after": [said.key().sk]}), said, other, marked=True)
        world.embedder.down = True

        found = contents(world.search("how long married"))
        assert found.index(said.words) < (found.index(other.words) if other.words in found else len(found))

    def test_more_than_can_be_looked_at_is_said(self, world: World) -> None:
        world.store(*(world.head(f"fact {i}") for i in range(201)), marked=True)

        assert world.search("fact 3").degraded == ("newest",)

    def test_a_new_version_makes_the_older_one_past(self, world: World) -> None:
        head = world.head("Anna drives a Tesla", version=2, last_version=2, true_from="2026-11-01T00:00:00.000Z")
        old = world.version_of(head, GOLF, true_from="2026-03-01T00:00:00.000Z", true_to=head.true_from)
        world.store(old)
        world.store(head, marked=True)

        assert contents(world.search("what does Anna drive", as_of="2026-06-01T00:00:00.000Z")) == [GOLF]
        assert contents(world.search("what does Anna drive")) == ["Anna drives a Tesla"]


class TestDegraded:
    def test_the_index_is_down(self, world: World) -> None:
        indexed, fresh = world.head("Anna plays the cello"), world.head(GOLF)
        world.store(indexed)
        world.store(fresh, marked=True)
        world.index_all(indexed)
        world.index.down = True

        result = world.search("red Golf")
        assert (contents(result), result.degraded) == ([GOLF], ("index",))

        world.index.down = False
        result = world.search("cello")
        assert (contents(result), result.degraded) == (["Anna plays the cello", GOLF], ())

    def test_the_embedder_is_down(self, world: World) -> None:
        cello, golf = world.head("Anna plays the cello"), world.head(GOLF)
        world.store(cello)
        world.store(golf, marked=True)
        world.index_all(cello, golf)
        world.embedder.down = True

        result = world.search("cello")
        assert (contents(result)[0], result.degraded) == ("Anna plays the cello", ("embedder",))
        assert contents(world.search("golf"))[0] == GOLF

    def test_both_are_down(self, world: World) -> None:
        world.store(world.head(GOLF), marked=True)
        world.index.down = world.embedder.down = True

        result = world.search("red Golf")
        assert (contents(result), set(result.degraded)) == ([GOLF], {"index", "embedder"})

    def test_the_table_is_down(self, world: World) -> None:
        world.tenancy.records.down = True
        with pytest.raises(TryAgain):
            world.search("red Golf")

    def test_the_queue_is_down(self, world: World) -> None:
        head = world.head(GOLF)
        world.store(head)
        world.index_all(head)
        world.queues.down = True

        assert contents(world.search("red Golf")) == [GOLF]


def test_a_scope_whose_secret_is_gone_gives_nothing(world: World) -> None:
    head = world.head(GOLF)
    world.store(head, marked=True)
    world.index_all(head)
    world.tenancy.vault.destroy(world.key())

    assert contents(world.search("red Golf")) == []


def test_the_union_of_scopes_is_searched(world: World) -> None:
    org = Scope.org()
    mine, shared, hers = world.head(GOLF), world.head("Golf is banned in the yard", scope=org), world.head("Ben's Golf", scope=BEN)
    world.store(mine)
    world.store(shared, scope=org)
    world.store(hers, scope=BEN)
    world.index_all(mine, shared, hers)

    assert set(contents(world.search("Golf", ANNA, org))) == {GOLF, shared.content}
    assert {m["sid"] for m in world.queues.of("access")} == {mine.sid, shared.sid}


def test_one_message_counts_what_was_returned(world: World) -> None:
    head = world.head(GOLF)
    world.store(head)
    world.index_all(head)
    world.search("Golf")

    assert world.queues.of("access") == [{"tid": head.tid, "sid": head.sid, "ids": [head.ulid], "at": world.clock.now()}]


def test_calls_of_one_search(world: World) -> None:
    """One query a scope, one `_msearch`, two batch reads: of the names that the question holds, and of the winners."""
    heads = [world.head(f"fact {i} about tea") for i in range(30)]
    world.store(*heads)
    world.index_all(*heads)
    world.tenancy.records.calls.clear()
    world.search("tea")

    assert world.tenancy.records.calls == ["query", "get", "get"]
    assert [search.index for search in world.index.searches] == ["recall", "recall", "recall-past", "recall-past"]
    assert all(search.routing == world.tid for search in world.index.searches)


def test_types_and_limit(world: World) -> None:
    heads, turns = [world.head(f"tea {i}") for i in range(4)], [world.turn(f"tea time {i}") for i in range(4)]
    world.store(*heads, *turns)
    world.index_all(*heads, *turns)

    assert len(world.search("tea", types=("turn",)).results) == 4
    assert all("time" not in c for c in contents(world.search("tea", types=("memory",))))
    assert len(world.search("tea", limit=3).results) == 3


def test_memories_alone_are_read_no_further_than_they_can_be_returned(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    heads = [world.head(f"fact {i} about tea") for i in range(50)]
    world.store(*heads)
    world.index_all(*heads)
    read: list[Key] = []
    get = world.tenancy.records.get

    def getting(keys: Sequence[Key]) -> dict[Key, Row]:
        read.extend(keys)
        return get(keys)

    monkeypatch.setattr(world.tenancy.records, "get", getting)
    world.search("tea")

    assert len([key for key in read if key.sk.startswith("MEM#")]) == 20
