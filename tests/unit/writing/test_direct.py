# ruff: noqa: E501
from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import pytest

from mnemon.errors import TryAgain
from mnemon.model import keys
from mnemon.model.records import Edge, TextKey
from mnemon.model.sources import Source
from mnemon.ports.records import MAX_OPERATIONS, Conflict, Operation, Unavailable
from mnemon.writing.requests import IncomingFact
from tests.unit.writing.world import World, contents, says, writer


def test_a_fact_is_whole_memory_keys_edges_source_and_marker_in_one_transaction() -> None:
    world = World()
    (result,) = world.write("Ada works at Tata Steel")
    (head,) = world.heads()
    assert (result.status, result.id, result.version) == ("created", head.id, 1)
    assert (head.subject, head.attribute, head.value) == ("Ada", "employer", "Tata Steel")
    assert head.written_by.method == "direct"
    assert head.embedding
    (written,) = [ops for ops in world.tenancy.records.writes if any(op.key == head.key() for op in ops)]
    prefixes = sorted(op.key.sk.split("#")[0] + "#" + op.key.sk.split("#")[1] if "#" in op.key.sk else op.key.sk for op in written)
    entities = [row.key.sk[4:] for row in world.rows("ENT#")]
    assert len(entities) == 2
    assert prefixes == sorted(
        [
            "NOW~",
            f"SRC#{head.sources[0].id[-26:]}",
            f"MEM#{head.ulid}",
            f"NOW#{_write(written)}",
            "KEY#text",
            "KEY#attr",
            f"EDGE#{head.id}",
            f"EDGE#{head.sources[0].id}",
            f"SUM~{_write(written)}",
            # Ada, who works at Tata Steel: two entities, their names, what the memory is about, the relation, from both ends.
            *[f"EDGE#{head.id}"] * 2,
            *[f"ENT#{ulid}" for ulid in entities],
            *[f"EDGE#ent_{head.sid}{ulid}" for ulid in entities] * 2,
            *["KEY#alias"] * 2,
        ]
    )


def _write(operations: Sequence[Operation]) -> str:
    return next(op.key.sk.split("#")[1] for op in operations if op.key.sk.startswith(keys.NOW))


def test_the_same_fact_twice_is_one_memory_whose_evidence_grows() -> None:
    world = World()
    first, second = (
        world.write("Ana's favourite café is the one on Lime Street.")[0],
        world.write("  ANA'S FAVOURITE CAFÉ IS THE ONE ON LIME STREET. ")[0],
    )
    assert (first.status, second.status) == ("created", "confirmed")
    assert first.id == second.id
    (head,) = world.heads()
    assert (head.version, head.source_count, len(head.sources)) == (1, 2, 2)


def test_the_same_fact_twice_in_one_call_is_one_memory() -> None:
    results = World().write("Ada plays the viola", "Ada sails", "Ada plays the viola")
    assert [result.status for result in results] == ["created", "created", "confirmed"]
    assert results[0].id == results[2].id


def test_a_batch_retried_gives_the_same_ids() -> None:
    world = World()
    first = world.write("Ada plays the viola", "Ada lives in Oslo")
    again = world.write("Ada plays the viola", "Ada lives in Oslo")
    assert [r.id for r in first] == [r.id for r in again]
    assert len(world.heads()) == 2


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ada works at Tata Steel", "Ada is employed by Tata Steel."), ("I live in Oslo", "My home is in Oslo"), ("Ada likes sushi", "Ada loves sushi"),
        ("The port is 8080", "the port is now 8080"),
    ],
)  # fmt: skip
def test_a_fact_again_in_other_words_is_one_memory_and_nothing_is_deleted(first: str, second: str) -> None:
    world = World()
    one, other = world.write(first)[0], world.write(second)[0]
    assert (one.id, other.status) == (other.id, "confirmed")
    assert contents(world.current()) == [first]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The port is 8080", "the port is 9090"), ("Ada likes sushi", "Ada hates sushi"), ("I work at A", "I joined B"), ("Ada lives in Oslo", "Ada moved to Bergen"),
        ("My favourite tea is mint", "My favourite tea is sencha"), ("I have 3 cats", "I have 4 cats"), ("My exam is on 3 May 2027", "My exam is on 9 May 2027"),
        ("I'm vegetarian", "I'm vegan"), ("My phone is a Pixel 9", "I bought a new phone, a Fairphone 6"), ("The deadline of the audit is 1 June 2027", "The audit's deadline is 9 June 2027"),
        ("My exam is on 9 May 2027", "My exam is on 3 May 2027"),
    ],
)  # fmt: skip
def test_near_identical_text_with_another_value_is_an_update(old: str, new: str) -> None:
    world = World()
    first = world.write(old)[0]
    world.clock.advance(days=1)
    second = world.write(new)[0]
    assert (second.id, second.status, second.version) == (first.id, "updated", 2)
    assert contents(world.current()) == [new]
    (ulid,) = {head.ulid for head in world.heads()}
    assert [v.content for v in world.versions(ulid)] == [old]
    assert not any(v.is_latest or v.valid_to is None or v.true_to is None for v in world.versions(ulid))


def test_two_unrelated_facts_that_share_an_entity_do_not_touch_each_other() -> None:
    world = World()
    world.write("Ada works at Tata Steel", "Tata Steel is in Jamshedpur", "Ada's sister lives in Jamshedpur", "Ada plays the viola")
    assert len(world.current()) == 4


def test_facts_of_two_namespaces_never_supersede_each_other() -> None:
    world = World()
    world.write(IncomingFact(content="The port is 8080", namespace="acme"), IncomingFact(content="The port is 9090", namespace="acme-corp"))
    assert len(world.current()) == 2


def test_two_users_share_nothing() -> None:
    world = World()
    world.write("The port is 8080", who=writer("ada"))
    world.write("The port is 9090", who=writer("ben"))
    assert len(world.heads(writer("ada"))) == len(world.heads(writer("ben"))) == 1


def test_fuller_words_for_the_same_state_take_the_place_of_the_shorter_ones() -> None:
    world = World()
    world.write("Ada works at Tata Steel")
    world.clock.advance(days=1)
    (result,) = world.write("Ada works at Tata Steel in Jamshedpur as chief metallurgist")
    assert result.status == "updated"
    (current,) = world.current()
    assert "metallurgist" in current.content
    (old,) = world.versions(current.ulid)
    assert old.true_to == old.true_from == current.true_from


def test_the_text_key_of_a_superseded_version_is_free_again() -> None:
    world = World()
    for text in ("The port is 8080", "The port is 9090"):
        world.write(text)
        world.clock.advance(seconds=1)
    (text_key,) = [TextKey.from_row(row, world.view.box) for row in world.rows("KEY#text#")]
    assert text_key.memory == world.heads()[0].ulid


@pytest.mark.parametrize(
    "gone",
    [{"deleted_at": "2026-11-29T12:00:00.000Z"}, {"hidden_at": "2026-11-29T12:00:00.000Z"}, {"expires_at": "2026-11-29T12:00:00.000Z"}],
)
def test_a_key_that_names_a_dead_memory_counts_as_free(gone: dict[str, str]) -> None:
    from mnemon.ports.records import Put

    world = World()
    first = world.write("Ada lives in Oslo")[0]
    (head,) = world.heads()
    world.tenancy.records.write(Put(head.model_copy(update=gone).to_row(world.view.box)))
    (second,) = world.write("Ada lives in Oslo")
    assert second.status == "created"
    assert second.id != first.id


def test_provenance_is_linked_from_both_ends() -> None:
    world = World()
    world.write("Ada lives in Oslo")
    world.write("Ada lives in Oslo")
    edges = [Edge.from_row(row, world.view.box) for row in world.rows("EDGE#") if "rests_on" in row.key.sk]
    assert sorted(edge.kind for edge in edges) == ["rests_on", "rests_on", "~rests_on", "~rests_on"]
    (head,) = world.heads()
    assert {edge.end for edge in edges if edge.kind == "rests_on"} == {ref.id for ref in head.sources}


def test_each_fact_has_its_own_result_and_a_refused_one_harms_no_other() -> None:
    world = World()
    results = world.write("Ada sails", IncomingFact(content="Old news", expires_at="2020-01-01"), "Ada rows")
    assert [r.status for r in results] == ["created", "refused", "created"]
    assert (results[1].code, results[1].field) == ("invalid", "expires_at")
    assert [r.index for r in results] == [0, 1, 2]
    assert len(world.heads()) == 2


def test_a_hundred_facts_are_written_by_transactions_that_each_hold_whole_facts() -> None:
    world = World()
    results = world.write(*(f"Ada keeps item {i} in box {i}" for i in range(100)))
    assert {r.status for r in results} == {"created"}
    assert len(world.heads()) == 100
    assert all(len(ops) <= MAX_OPERATIONS for ops in world.tenancy.records.writes)
    for ops in world.tenancy.records.writes:
        heads = [op.key.sk.split("#")[1] for op in ops if op.key.sk.startswith(keys.HEAD)]
        texts = [op for op in ops if op.key.sk.startswith("KEY#text#")]
        assert len(heads) == len(texts)


def test_a_hundred_updates_of_one_attribute_in_one_call_end_with_the_last() -> None:
    world = World()
    world.write(
        *(IncomingFact(content=f"The port is {9000 + i}", event_at=f"2025-01-01T00:{i // 60:02d}:{i % 60:02d}Z") for i in range(100))
    )
    assert contents(world.current()) == ["The port is 9099"]
    (head,) = world.heads()
    assert (head.last_version, len(world.versions(head.ulid))) == (100, 99)


def test_a_lost_race_is_decided_anew_on_a_fresh_view() -> None:
    """Whoever commits second sees the first one's fact: one memory, two versions, never two that are current."""
    world = World()
    other = World(tenancy=world.tenancy, ids=world.ids, clock=world.clock)
    raced: list[int] = []

    def race(operations: Sequence[Operation]) -> None:
        if not raced and any(op.key.sk.startswith(keys.HEAD) for op in operations):
            raced.append(1)
            other.write("The port is 9090")

    world.write("Ada sails")
    world.tenancy.records.before_write = race
    world.write("The port is 8080")
    current = [head.content for head in world.current() if "port" in head.content]
    assert len(current) == 1
    assert len([head for head in world.heads() if "port" in head.content]) == 1


def test_a_race_that_is_always_lost_says_that_the_scope_is_busy_and_leaves_nothing() -> None:
    world = World()
    world.write("Ada sails")

    def refuse(operations: Sequence[Operation]) -> None:
        if any(op.key.sk.startswith(keys.HEAD) for op in operations):
            raise Conflict([])

    world.tenancy.records.before_write = refuse
    with pytest.raises(TryAgain):
        world.write("Ada rows")
    world.tenancy.records.before_write = None
    assert len(world.heads()) == 1
    assert len(world.rows("SRC#")) == 1


def test_an_embedder_that_is_down_leaves_nothing() -> None:
    world = World()
    world.write("Ada sails")
    world.embedder.down = True
    with pytest.raises(TryAgain):
        world.write("Ada rows")
    assert len(world.rows("SRC#")) == len(world.tenancy.raw.keys()) == 1


def test_an_embedder_that_is_down_leaves_nothing_of_many_facts() -> None:
    world = World()
    world.write("Ada sails")
    world.embedder.down = True
    with pytest.raises(TryAgain):
        world.write(*(f"Parcel {i} is red" for i in range(30)))
    assert len(world.heads()) == len(world.rows("SRC#")) == len(world.tenancy.raw.keys()) == 1


def test_an_embedder_that_fails_midway_leaves_whole_facts_and_says_which() -> None:
    world = World()
    embed = world.embedder.embed
    begun: list[int] = []

    def once(texts: Sequence[str]) -> list[list[float]]:
        if begun:
            raise Unavailable("the embedder is down")
        begun.append(len(texts))
        return embed(texts)

    world.embedder.embed = once  # type: ignore[method-assign]
    results = world.write(*(f"Parcel {i} is red" for i in range(100)))
    written = [result for result in results if result.status == "created"]
    assert {result.code for result in results if result.status == "refused"} == {"unavailable"}
    assert 0 < len(written) == len(world.heads()) < 100
    world.embedder.embed = embed  # type: ignore[method-assign]
    again = world.write(*(f"Parcel {i} is red" for i in range(100)))
    assert [result.status for result in again] == ["confirmed"] * len(written) + ["created"] * (100 - len(written))


def test_no_embedding_outlives_the_request() -> None:
    world = World()
    embed = world.embedder.embed
    begun: list[int] = []

    def slow(texts: Sequence[str]) -> list[list[float]]:
        begun.append(len(texts))
        time.sleep(0.02)
        return embed(texts)

    world.embedder.embed = slow  # type: ignore[method-assign]
    facts = [f"Parcel {i} is red" for i in range(100)]
    world.write(*facts)
    assert begun == [32, 32, 32, 4]
    assert not [each for each in threading.enumerate() if each.name.startswith("embed")]


def test_an_erasure_meanwhile_ends_the_write() -> None:
    from mnemon.ports.records import Put

    world = World()
    world.write("Ada sails")
    begun: list[int] = []

    def erase(operations: Sequence[Operation]) -> None:
        if not begun and any(op.key.sk.startswith(keys.HEAD) for op in operations):
            begun.append(1)
            state = world.view.state
            world.tenancy.records.write(
                Put(state.model_copy(update={"epoch": state.epoch + 1, "seq": state.seq + 1}).to_row(world.view.box))
            )

    world.tenancy.records.before_write = erase
    with pytest.raises(TryAgain):
        world.write("Ada rows")
    assert contents(world.heads()) == ["Ada sails"]


def test_every_written_item_that_the_index_holds_is_marked() -> None:
    world = World()
    for text in ("The port is 8080", "The port is 9090"):
        world.write(text)
        world.clock.advance(seconds=1)
    (head,) = world.heads()
    assert {f"MEM#{head.ulid}", f"VER#{head.ulid}#000001"} <= world.marked()


def test_facts_of_a_batch_are_embedded_in_batches() -> None:
    world = World()
    calls: list[int] = []
    embed = world.embedder.embed
    world.embedder.embed = lambda texts: (calls.append(len(texts)), embed(texts))[1]  # type: ignore[method-assign]
    world.write(*(f"Ada keeps item {i}" for i in range(30)))
    assert calls == [30]


def test_a_correction_is_not_undone_by_the_same_words_of_the_same_source() -> None:
    """A candidate that is committed again says nothing new, also of what was corrected since."""
    from mnemon.model.instants import Instant
    from mnemon.model.memory import SourceRef, WrittenBy
    from mnemon.model.records import Fact
    from mnemon.writing.commit import Commit, Prepared

    world = World()
    world.write("Ada sails")
    said: Instant = "2026-11-01T00:00:00.000Z"
    ref = SourceRef(type="conversation", id=f"src_{world.scope.sid}{world.ids.ulid()}", turns=(1,), wording="The port is 8080")
    fact = Fact(content="The port is 8080", subject="user", attribute="port", value="8080", stated_at=said, sources=(ref,))
    commit = Commit(world.clock, world.ids)
    stores = world.tenancy.stores(world.who.tid)
    author = WrittenBy(actor="extraction", method="extracted")
    commit(stores, world.scope, [Prepared(fact)], author)
    world.write(IncomingFact(content="The port is 9090", event_at=said))
    writes = len(world.tenancy.records.writes)
    (verdict,) = commit(stores, world.scope, [Prepared(fact)], author)
    assert verdict.status == "confirmed"
    assert len(world.tenancy.records.writes) == writes
    assert "The port is 9090" in contents(world.current())


def test_the_source_of_direct_facts_is_kept_sealed_before_any_memory() -> None:
    world = World()
    world.write("Ada lives in Skagen")
    (source,) = [Source.from_row(row, world.view.box) for row in world.rows("SRC#")]
    assert (source.type, source.status, source.count) == ("direct", "stored", 1)
    assert not any(b"Skagen" in data for data in world.tenancy.raw.all_bytes())
    order = [{op.key.sk[:4] for op in ops} & {"SRC#", "MEM#"} for ops in world.tenancy.records.writes]
    assert order.index({"SRC#"}) < order.index({"SRC#", "MEM#"})


def test_a_source_counts_before_the_first_of_many_facts_that_rest_on_it() -> None:
    world = World()
    world.write(*(f"Ada keeps item {i}" for i in range(40)))
    (source,) = [Source.from_row(row, world.view.box) for row in world.rows("SRC#")]
    assert source.status == "stored"


def test_five_updates_with_all_that_they_change_and_their_source_are_one_transaction() -> None:
    world = World()
    first = [IncomingFact(content=f"The port of {s} is 1", event_at="2025-01-01") for s in "abcde"]
    again = [IncomingFact(content=f"The port of {s} is 1", event_at="2025-03-01") for s in "abcde"]
    world.write(*first)
    world.write(*again)
    before = len(world.tenancy.records.writes)
    world.write(*(IncomingFact(content=f"The port of {s} is 2", event_at="2025-02-01") for s in "abcde"))
    assert len(world.tenancy.records.writes) == before + 2
    assert len(world.tenancy.records.writes[-1]) <= MAX_OPERATIONS


def test_the_user_and_the_only_speaker_of_its_scope_are_one_person() -> None:
    world = World()
    world.accept(says("I live in Oslo", name="Ada"))
    world.chunk_turns(world.scope, world.digest())
    world.write("Ada lives in Oslo", "Ada's sister lives in Bergen")
    world.clock.advance(days=1)
    (result, sister) = world.write("I live in Tromsø", "My sister lives in Molde")
    assert (result.status, sister.status) == ("updated", "updated")
    assert contents(world.current()) == ["I live in Tromsø", "My sister lives in Molde"]
