from __future__ import annotations

from collections.abc import Sequence

import pytest

from mnemon.model import keys
from mnemon.model.sources import Chunk
from mnemon.ports.records import MAX_OPERATIONS, Operation, Put, Unavailable
from mnemon.writing.commit import Erased
from tests.unit.writing.world import World, says


def step(world: World, session: str = "s1") -> int:
    return world.chunk_turns(world.scope, world.digest(session))


def told(chunk: Chunk) -> tuple[object, ...]:
    return chunk.number, chunk.words, chunk.before, chunk.after


def linked(chunks: Sequence[Chunk]) -> None:
    """Each chunk names the two before and the two after it, nearest first."""
    names = [chunk.key().sk for chunk in chunks]
    for i, chunk in enumerate(chunks):
        assert chunk.before == names[max(0, i - 2) : i][::-1]
        assert chunk.after == names[i + 1 : i + 3]


def test_a_chunk_per_turn_that_is_more_than_small_talk() -> None:
    world = World()
    world.accept(says("Hi there!"), says("I sail to Skagen", name="Ada"), says("Nice!", role="assistant"), says("With my dog"))
    assert step(world) == 2
    chunks = world.chunks()
    assert [(c.words, c.speaker, c.position, c.turn) for c in chunks] == [("I sail to Skagen", "Ada", 1, 2), ("With my dog", "user", 3, 4)]
    linked(chunks)


def test_chunks_of_later_events_are_linked_to_those_before_and_all_that_changed_is_marked() -> None:
    world = World()
    for i in range(6):
        world.accept(says(f"I sailed leg {i} today"))
        step(world)
    chunks = world.chunks()
    linked(chunks)
    assert [chunk.rev for chunk in chunks] == [3, 3, 3, 3, 2, 1]
    assert {chunk.key().sk for chunk in chunks} <= world.marked()


def test_events_that_pile_up_are_chunked_in_the_sessions_order_by_one_run() -> None:
    world = World()
    for i in range(4):
        world.accept(says(f"I sailed leg {i}"))
    assert step(world) == 4
    assert step(world) == 0
    linked(world.chunks())


def test_a_long_turn_is_cut_into_pieces_that_all_belong_to_it() -> None:
    world = World()
    world.accept(says("I sail to the island every summer with everyone. " * 2_000), says("and back"))
    step(world)
    chunks = world.chunks()
    assert len(chunks) > 50
    assert all(len(chunk.words) <= 1_800 for chunk in chunks)
    assert {chunk.turn for chunk in chunks[:-1]} == {1}
    linked(chunks)
    assert all(len(written) <= MAX_OPERATIONS for written in world.tenancy.records.writes)


def test_a_run_that_is_cut_off_is_gone_on_with_and_nothing_is_written_twice() -> None:
    """Each write in turn is refused once, the step is repeated: the outcome is that of a run without failures."""
    calm = World()
    text = "I sail to the island every summer with everyone. " * 1_900
    calm.accept(says(text), says("I sail back"), says("and forth"))
    step(calm)
    for failing in range(1, 6):
        world = World()
        world.accept(says(text), says("I sail back"), says("and forth"))
        count = [0]

        def fail(_: Sequence[Operation], count: list[int] = count, failing: int = failing) -> None:
            count[0] += 1
            if count[0] == failing:
                raise Unavailable("cut off")

        world.tenancy.records.before_write = fail
        for _ in range(3):
            try:
                step(world)
            except Unavailable:
                continue
        assert [(c.number, c.words, c.before, c.after) for c in world.chunks()] == [
            (c.number, c.words, c.before, c.after) for c in calm.chunks()
        ]


def test_two_runs_at_once_write_each_chunk_once() -> None:
    world = World()
    for i in range(3):
        world.accept(says(f"I sailed leg {i}"))
    other = World(tenancy=world.tenancy, ids=world.ids)
    raced: list[int] = []

    def race(operations: Sequence[Operation]) -> None:
        if not raced and any("#CHUNK#" in op.key.sk for op in operations if isinstance(op, Put)):
            raced.append(1)
            step(other)

    world.tenancy.records.before_write = race
    step(world)
    assert len(world.chunks()) == 3
    linked(world.chunks())


def test_speakers_join_the_scopes_state() -> None:
    world = World()
    world.accept(says("I sail", name="Ada"), says("I row", name="Bo"), says("I watch", role="assistant"))
    step(world)
    assert world.view.state.speakers == ("Ada", "Bo")


def test_text_and_embedding_are_kept_unmixed_and_the_dated_text_is_embedded() -> None:
    world = World()
    world.accept(says("I sail", "2024-05-01T10:00:00Z", name="Ada", attachments=[{"caption": "a boat"}]))
    step(world)
    assert world.embedder.embedded == ["[1 May 2024] Ada: I sail [shares a boat]"]
    assert world.chunks()[0].embedding


def test_an_echoed_recall_block_is_not_said_again() -> None:
    world = World()
    world.accept(says("<recalled-memories>\nAda has a boat\n</recalled-memories>\nI sail it on Sundays"))
    step(world)
    assert [chunk.words for chunk in world.chunks()] == ["I sail it on Sundays"]


def test_turns_in_other_scripts_keep_their_words_and_language() -> None:
    world = World()
    world.accept(says("我家的猫叫小米"), says("Mein Bruder arbeitet als Bäcker in Graz"), says("ฉันอาศัยอยู่ที่เชียงใหม่"))
    step(world)
    assert [(c.words[:3], c.language) for c in world.chunks()] == [("我家的", "zh"), ("Mei", "de"), ("ฉัน", "th")]


def test_an_erased_session_ends_the_step() -> None:
    world = World()
    world.accept(says("I sail"))
    digest = world.digest()
    world.tenancy.records.delete_all([keys.session(world.scope, digest)])
    with pytest.raises(Erased):
        world.chunk_turns(world.scope, digest)


def test_an_erased_source_is_passed_over() -> None:
    world = World()
    first = world.accept(says("I sail"))
    world.accept(says("I row"))
    ulid = first.source_id[-26:]
    world.tenancy.raw.purge(keys.raw_object(world.scope, ulid, ""))
    world.tenancy.records.delete_all([keys.source(world.scope, ulid)])
    step(world)
    assert [chunk.words for chunk in world.chunks()] == ["I row"]
    assert world.session().chunked == 2
