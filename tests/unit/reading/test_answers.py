"""What recall makes of a ranking: the floor, what is alike, what is asked for letter by letter, and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.model.records import Access
from mnemon.ports.records import Put
from mnemon.reading.alike import gist
from mnemon.reading.fuse import Ranked
from mnemon.reading.judge import later_first
from mnemon.reading.merit import MeritWeights
from mnemon.reading.recall import RecallOptions
from mnemon.reading.refs import Ref
from mnemon.settings import Misconfigured
from tests.unit.reading.world import BEN, World, contents


@pytest.fixture
def world() -> World:
    return World()


def put(world: World, *records: object) -> None:
    world.store(*records)  # type: ignore[arg-type]
    world.index_all(*records)  # type: ignore[arg-type]


class TestTheFloor:
    def test_a_question_about_nothing_known_is_told_so(self, world: World) -> None:
        put(world, world.head("Anna drives a red Golf"))
        result = world.search("What is the capital of Peru?", floor=0.1)
        assert (result.results, result.nothing_known) == ((), True)
        found = world.search("What is the capital of Peru?", floor=0.0)
        assert (contents(found), found.nothing_known) == (["Anna drives a red Golf"], False)

    def test_what_reaches_it_brings_the_rest_along(self, world: World) -> None:
        put(world, world.head("Anna drives a red Golf"), world.head("Anna likes tea"))
        result = world.search("who drives the red Golf", floor=0.9)
        assert contents(result) == ["Anna drives a red Golf", "Anna likes tea"]
        relevant, other = (one.relevance or 0.0 for one in result.results)
        assert relevant >= 0.9 > other

    def test_without_an_embedder_and_without_an_index(self, world: World) -> None:
        head = world.head("Anna drives a red Golf")
        world.store(head, marked=True)
        world.embedder.down = world.index.down = True
        result = world.search("What is the capital of Peru?")
        assert (result.results, result.degraded) == ((), ("embedder", "index"))
        assert not result.nothing_known  # an index that did not answer knows nobody knows what
        assert contents(world.search("who drives a Golf")) == [head.content]

    def test_of_an_empty_scope_nothing_is_known(self, world: World) -> None:
        assert world.search("anything").nothing_known


class TestAlike:
    def test_what_says_the_same_is_told_once(self, world: World) -> None:
        first, second = world.turn("I love the old harbour!", at="2026-01-01T00:00:00.000Z"), world.turn("I love that old harbour.")
        other = world.turn("I do not love the old harbour")
        put(world, first, second, other)
        result = world.search("love harbour")
        assert [one.also for one in result.results] == [1, 0]
        assert {ref.id for ref in result.results[0].citations} == {first.source_id, second.source_id}

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("the port is 8080", "the port is 9090"),
            ("Ben likes Ann", "Ann likes Ben"),
            ("she eats meat", "she eats no meat"),
            ("Anna drives a red Golf", "Anna drives a blue Golf"),
        ],
    )
    def test_what_differs_in_a_word_that_means_something_is_two_results(self, world: World, one: str, other: str) -> None:
        put(world, world.head(one), world.head(other))
        assert sorted(contents(world.search(one))) == sorted([one, other])

    def test_other_speakers_scopes_namespaces_and_times_are_others(self, world: World) -> None:
        turn = world.turn("I love hiking", speaker="Anna")
        assert gist(turn) != gist(turn.model_copy(update={"speaker": "Ben"}))
        head = world.head("Anna hikes")
        for change in ({"namespace": "a"}, {"event_at": "2026-01-01T00:00:00.000Z"}, {"sid": world.key(BEN).sid}):
            assert gist(head) != gist(head.model_copy(update=change))
        today = world.turn("I ran today")
        assert gist(today) != gist(today.model_copy(update={"at": "2020-01-01T00:00:00.000Z"}))

    def test_the_past_is_told_in_full(self, world: World) -> None:
        put(world, world.head("Anna lives in Rome"), world.head("Anna lives in Rome!"))
        assert len(world.search("Anna lives in Rome", include_superseded=True).results) == 2

    @given(st.text(max_size=80))
    def test_capitals_spaces_and_marks_are_nothing(self, text: str) -> None:
        world = World()
        said = gist(world.head(text))
        assert said is None or said == gist(world.head(f"  {text.upper().lower()} ...")) or text.upper().lower() != text.lower()


class TestLetterByLetter:
    def test_an_id(self, world: World) -> None:
        head, turn = world.head("Anna drives a red Golf"), world.turn("the harbour was full")
        put(world, head, turn, world.head("what mem and src mean"))
        assert contents(world.search(f"what is {head.id}?"))[0] == head.content
        assert contents(world.search(turn.source_id))[0] == turn.words
        world.index.down = True
        assert contents(world.search(head.id)) == [head.content]

    def test_an_id_of_another_scope(self, world: World) -> None:
        foreign = world.head("Ben drives a boat", scope=BEN)
        world.store(foreign, scope=BEN)
        world.view()
        assert contents(world.search(foreign.id)) == []

    @pytest.mark.parametrize("key", ["ERR-4021", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "/etc/nginx/nginx.conf", "v2.3.1", "10.0.0.7"])
    def test_a_key_comes_first(self, world: World, key: str) -> None:
        near = [world.turn(f"what was {key[:-1]}9 about, what was it about, case {n}") for n in range(6)]
        holds = world.turn(f"the console said {key} again")
        put(world, *near, holds)
        result = world.search(f"what was {key} about")
        assert contents(result)[0] == holds.words
        assert result.results[0].relevance == 1.0

    def test_a_phrase(self, world: World) -> None:
        put(world, world.turn("the pot is blue and the key is under it, under the blue sky"), world.turn("look under the blue pot"))
        assert contents(world.search('"under the blue pot" key'))[0] == "look under the blue pot"


class TestOrder:
    def test_of_two_that_are_linked_the_later_comes_first(self, world: World) -> None:
        new = world.head("Anna works at Birch now")
        old = world.head(
            "Anna works at Acme, in Acme's tower", is_latest=False, valid_to=world.clock.now(), superseded_by=new.id,
            true_from="2020-01-01T00:00:00.000Z",
        )  # fmt: skip
        between = world.head("Acme has a tower where Anna goes")
        put(world, new, old, between)
        found = contents(world.search("Acme tower Anna works", include_superseded=True))
        assert found.index(new.content) == found.index(old.content) - 1

    @given(st.permutations(range(4)), st.sampled_from([None, 0, 1, 2, 3]))
    def test_linking_loses_nothing(self, places: list[int], successor: int | None) -> None:
        world = World()
        heads = [world.head(f"m{n}") for n in range(4)]
        if successor not in (None, 3):
            heads[3] = heads[3].model_copy(update={"superseded_by": heads[successor or 0].id})
        ranked = [Ranked(Ref.of(heads[place]), 1.0 - rank / 10) for rank, place in enumerate(places)]
        ordered = later_first(ranked, {Ref.of(head): head for head in heads})
        assert sorted(one.ref for one in ordered) == sorted(one.ref for one in ranked)
        assert [one.score for one in ordered] == sorted((one.score for one in ordered), reverse=True)
        refs = [one.ref for one in ordered]
        if successor not in (None, 3):
            assert refs.index(Ref.of(heads[successor or 0])) < refs.index(Ref.of(heads[3]))

    def test_what_was_used_lately_comes_first_of_equals(self, world: World) -> None:
        heads = [world.head(f"Anna owns boat {n}", created_at="2026-01-01T00:00:00.000Z") for n in ("alpha", "beta")]
        put(world, *heads)
        for used in heads:
            last = Access(tid=used.tid, sid=used.sid, ulid=used.ulid, count=1, last_at=world.clock.now())
            world.tenancy.records.write(Put(last.to_row(world.view().box)))
            options = RecallOptions(merit=MeritWeights(recency=0.5))
            from mnemon.reading.recall import SearchRequest

            found = world.recall(options)(world.reader(), SearchRequest("which boat"))
            assert contents(found)[0] == used.content
            world.tenancy.records.delete_all([last.key()])

    def test_reading_when_they_were_used_is_no_call_more(self, world: World) -> None:
        put(world, *(world.head(f"Anna owns boat {n}") for n in range(10)))
        world.tenancy.records.calls.clear()
        world.search("which boat")
        assert world.tenancy.records.calls.count("get") == 2  # the names in the question, and the winners


class TestExplain:
    def test_lists_factors_and_why(self, world: World) -> None:
        put(world, world.head("Anna drives a red Golf"), world.turn("the Golf is red"))
        plain, told = world.search("red Golf"), world.search("red Golf", explain=True)
        assert contents(plain) == contents(told)
        assert all(one.explained is None for one in plain.results)
        for one in told.results:
            assert one.explained is not None
            assert sum(one.explained.factors.values()) == pytest.approx(one.score, abs=1e-4)
            assert {"words", "vectors"} <= set(one.explained.lists)
        assert {one.explained.kept for one in told.results if one.explained} == {"memory", "turn"}
        assert {one.explained.lists["words"].rank for one in told.results if one.explained} == {1, 2}

    def test_a_memory_in_place_of_its_turn(self, world: World) -> None:
        turn = world.turn("the spare key is under the blue pot")
        memory = world.head("A key is hidden outside", sources=(world.ref(turn),))
        put(world, turn, memory)
        (found,) = world.search("spare key under the blue pot", explain=True).results
        assert found.explained is not None
        assert found.explained.kept == "memory_in_place_of_its_turns"


class TestHalfAnIndex:
    @pytest.mark.parametrize(("slow", "degraded"), [({0}, ("words",)), ({1}, ("vectors",)), ({0, 1}, ("words", "vectors"))])
    def test_what_is_left_is_used_and_told(self, world: World, slow: set[int], degraded: tuple[str, ...]) -> None:
        put(world, world.head("Anna drives a red Golf"))
        world.index.slow = slow
        result = world.search("red Golf")
        assert result.degraded == degraded
        assert contents(result) == ([] if len(slow) == 2 else ["Anna drives a red Golf"])
        assert not result.nothing_known


def test_weights_are_a_setting() -> None:
    options = RecallOptions.of({"owner": 0.5, "half_life_days": 7.0}, floor=0.2, index_timeout_ms=500)
    assert (options.weights.owner, options.merit.half_life_days, options.floor, options.index_timeout_ms) == (0.5, 7.0, 0.2, 500)
    with pytest.raises(Misconfigured, match="ownr"):
        RecallOptions.of({"ownr": 1.0}, floor=None, index_timeout_ms=1)
    with pytest.raises(Misconfigured, match="floor"):
        RecallOptions.of({}, floor=2.0, index_timeout_ms=1)
