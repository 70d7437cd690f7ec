"""A source, a session or a memory is forgotten; the rest of the person's memory stays whole."""

from __future__ import annotations

import contextlib
import json

import pytest

from mnemon.errors import NotFound
from mnemon.forgetting.request import ErasureRequest
from mnemon.model import keys
from mnemon.model.records import Edge, Erasure, Fact
from mnemon.model.rows import Key
from mnemon.model.sources import Chunk, Source
from mnemon.ports.records import Put, Unavailable
from mnemon.tenant.fact_keys import session_digest
from mnemon.tenant.views import look
from tests.support.held import TID, Held, World

CANARY = "zanzibar"


def erase_source(world: World, held: Held, source: Source, **options: bool) -> Erasure:
    return world.run(world.request(ErasureRequest("source", held.key.sid, source_id=source.id, **options)))


def open_for_writing(held: Held) -> bool:
    return held.view().state.erasing is None


def test_a_source_goes_with_all_that_rests_on_it_alone() -> None:
    world = World()
    held = world.scope()
    kept = held.source(["I like tea"], session="s0")
    source = held.source([f"I fly to {CANARY}", "By ship"], session="s1")
    held.memory("User likes tea", [kept])
    doomed = held.memory(f"User flies to {CANARY}", [source], attribute="trip")
    held.job(source, Fact(content=CANARY, stated_at=world.clock.now()))
    world.serve()
    assert {place.split()[0] for place in world.contains(CANARY)} == {"table", "index", "raw"}
    era = erase_source(world, held, source)
    assert era.status == "succeeded", era
    assert era.counts == {"sources": 1, "chunks": 2, "turns": 2, "memories": 1, "raw_objects": 1}
    assert world.contains(CANARY) == []
    assert held.head(doomed.ulid) is None
    left = " ".join(held.sort_keys())
    assert source.ulid not in left
    assert doomed.ulid not in left
    assert len([sk for sk in held.sort_keys() if sk.startswith("KEY#")]) == 1
    assert len(world.index.documents()) == 2  # the other turn and the other memory
    assert list(world.tenancy.raw.keys()) == [kept.object]
    assert open_for_writing(held)
    assert world.tenancy.vault.exists(held.key)
    assert not [row for row in world.tenancy.records.all_rows() if row.key.sk.startswith(f"ERA#{era.ulid}#")]


def test_a_fact_on_two_sources_stays_resting_on_the_other() -> None:
    world = World()
    held = world.scope()
    one, two = held.source(["I drive a Volvo"], session="s1"), held.source(["My Volvo again"], session="s2")
    memory = held.memory("User drives a Volvo", [one, two], attribute="car")
    world.serve()
    era = erase_source(world, held, one)
    assert era.status == "succeeded"
    assert era.counts["memories_kept"] == 1
    assert "memories" not in era.counts
    head = held.head(memory.ulid)
    assert head is not None
    assert [source.id for source in head.sources] == [two.id]
    assert (head.source_count, head.rev, head.content, head.is_latest) == (1, memory.rev + 1, memory.content, True)
    assert [sk for sk in held.sort_keys() if sk.startswith("EDGE#")] == sorted(
        [f"EDGE#{memory.id}#rests_on#{two.id}", f"EDGE#{two.id}#~rests_on#{memory.id}"]
    )
    assert len([sk for sk in held.sort_keys() if sk.startswith("KEY#")]) == 2
    assert world.index.documents()[f"{held.key.sid}{memory.ulid}"]["session"] == ["s2"]


def test_both_sources_of_a_fact_in_one_session_take_it_with_them() -> None:
    world = World()
    held = world.scope()
    sources = [held.source([f"{CANARY} {n}"], session="s1") for n in range(3)]
    memory = held.memory(f"User knows {CANARY}", sources)
    world.serve()
    era = world.run(world.request(ErasureRequest("session", held.key.sid, session_id="s1")))
    assert era.status == "succeeded"
    assert era.counts["sources"] == 3
    assert era.counts["memories"] == 1
    assert held.head(memory.ulid) is None
    assert world.contains(CANARY) == []
    assert not [sk for sk in held.sort_keys() if sk.startswith(("SES#", "SRC#", "EDGE#", "KEY#", "MEM#"))]


def test_a_session_begun_anew_under_the_same_name_is_left_alone() -> None:
    world = World()
    held = world.scope()
    held.source([CANARY], session="s1")
    world.serve()
    fresh: list[Source] = []

    def begin(step: str) -> None:
        if step == "sweep":
            fresh.append(held.source(["Hello again"], session="s1"))

    era = world.run(world.request(ErasureRequest("session", held.key.sid, session_id="s1")), after=begin)
    assert era.status == "succeeded"
    assert world.contains(CANARY) == []
    assert world.tenancy.raw.keys() == [fresh[0].object]
    assert len(world.index.documents()) == 1
    digest = session_digest(held.view().box, "s1")
    assert keys.session(held.key, digest).sk in held.sort_keys()


@pytest.mark.parametrize("which", [0, 1, 2, 3, 4])
def test_the_neighbours_of_removed_turns_become_neighbours_and_forget_their_words(which: int) -> None:
    world = World()
    held = world.scope()
    turns = [["one a", "one b"], ["two a"], [f"{CANARY} a", f"{CANARY} b", f"{CANARY} c"], ["four a"], ["five a", "five b"]]
    turns[2], turns[which] = turns[which], turns[2]
    sources = [held.source(words) for words in turns]
    world.serve()
    assert any(CANARY in body["ctx"] and CANARY not in body["text"] for body in world.index.documents().values())
    era = erase_source(world, held, sources[which])
    assert era.status == "succeeded"
    assert world.contains(CANARY) == []
    chunks = [
        Chunk.from_row(row, held.view().box) for row in held.stores.records.walk(held.key.partition, "SRC#") if "#CHUNK#" in row.key.sk
    ]
    in_order = [chunk.key().sk for chunk in sorted(chunks, key=lambda chunk: chunk.position)]
    for chunk in chunks:
        at = in_order.index(chunk.key().sk)
        assert chunk.before == in_order[max(at - 2, 0) : at][::-1]
        assert chunk.after == in_order[at + 1 : at + 3]
    newest = held.stores.records.get([keys.session(held.key, session_digest(held.view().box, "s1"))])
    assert next(iter(newest.values())).plain["last_chunks"] == in_order[-2:][::-1]
    # what the index holds is what the table says now
    for body in world.index.documents().values():
        words = {chunk.words for chunk in chunks}
        assert any(word in body["ctx"] for word in words)


def test_the_wording_of_a_removed_source_goes_and_an_older_one_is_not_revived() -> None:
    world = World()
    held = world.scope()
    one, two = held.source(["I work at Acme"], session="s1"), held.source([f"Now at {CANARY}"], session="s2")
    memory = held.memory("User works at Acme", [one], attribute="employer")
    held.update(memory.ulid, f"User works at {CANARY}", [two])
    world.serve()
    era = erase_source(world, held, two)
    assert era.status == "succeeded"
    head = held.head(memory.ulid)
    assert head is not None
    assert head.content == "User works at Acme"
    assert not head.is_latest
    assert head.valid_to is not None
    assert held.versions(memory.ulid) == []
    assert world.contains(CANARY) == []
    assert f"{held.key.sid}{memory.ulid}" not in world.index.documents()
    assert f"{held.key.sid}{memory.ulid}" in world.index.documents("recall-past")
    assert not [sk for sk in held.sort_keys() if sk.startswith("KEY#")]


def test_an_older_wording_goes_and_the_present_one_stays() -> None:
    world = World()
    held = world.scope()
    one, two = held.source([f"I work at {CANARY}"], session="s1"), held.source(["Now at Globex"], session="s2")
    memory = held.memory(f"User works at {CANARY}", [one], attribute="employer")
    head = held.update(memory.ulid, "User works at Globex", [two])
    world.serve()
    erase_source(world, held, one)
    assert held.head(memory.ulid) == head
    assert held.versions(memory.ulid) == []
    assert world.contains(CANARY) == []
    assert world.index.documents("recall-past") == {}


def test_a_fact_with_more_sources_than_it_shows_stays_on_one_that_it_does_not_show() -> None:
    world = World()
    held = world.scope()
    sources = [held.source([f"Tea again {n}"], session=f"s{n}") for n in range(12)]
    memory = held.memory("User likes tea", sources[2:])
    box, now = held.view().box, world.clock.now()
    for source in sources[:2]:  # older grounds, no longer shown
        edge = Edge(tid=TID, sid=held.key.sid, start=memory.id, kind="rests_on", end=source.id, created_at=now, turns=["1"], wording="tea")
        back = Edge(tid=TID, sid=held.key.sid, start=source.id, kind="~rests_on", end=memory.id, created_at=now)
        held.put(edge, back)
    held.commit(Put(memory.model_copy(update={"source_count": 12, "rev": 2}).to_row(box)))
    for number, source in enumerate(sources[2:]):
        assert erase_source(world, held, source).status == "succeeded"
        head = held.head(memory.ulid)
        assert head is not None
        assert head.source_count == 11 - number
    head = held.head(memory.ulid)
    assert head is not None
    assert {ref.id for ref in head.sources} == {source.id for source in sources[:2]}
    for source in sources[:2]:
        erase_source(world, held, source)
    assert held.head(memory.ulid) is None


def test_a_memory_goes_with_its_versions_keys_edges_and_counts_and_its_source_stays() -> None:
    world = World()
    held = world.scope()
    source = held.source(["I was there"])
    memory = held.memory(f"User was in {CANARY}", [source], attribute="place")
    held.update(memory.ulid, f"User was in {CANARY} twice", [source])
    world.serve()
    era = world.run(world.request(ErasureRequest("memory", held.key.sid, memory_id=memory.id)))
    assert era.status == "succeeded"
    assert era.counts == {"memories": 1, "versions": 1}
    assert world.contains(CANARY) == []
    assert not [sk for sk in held.sort_keys() if memory.ulid in sk]
    assert not [sk for sk in held.sort_keys() if sk.startswith("KEY#")]
    assert keys.source(held.key, source.ulid).sk in held.sort_keys()
    assert open_for_writing(held)


def test_a_memory_of_another_scope_that_rests_on_an_erased_source_loses_that_ground() -> None:
    world = World()
    ada, team = world.scope(), world.scope("team")
    source, own = ada.source([f"We use {CANARY}"]), team.source(["We use it too"])
    shared = team.memory("The team uses it", [own, source])
    alone = team.memory(f"The team uses {CANARY}", [source])
    world.serve()
    era = world.run(world.request(ErasureRequest("user", ada.key.sid)))
    assert era.status == "succeeded"
    head = team.head(shared.ulid)
    assert head is not None
    assert [ref.id for ref in head.sources] == [own.id]
    assert team.head(alone.ulid) is None
    world.serve()
    assert world.contains(CANARY) == []
    assert not [sk for sk in team.sort_keys() if source.id in sk]


def test_until_what_stood_beside_is_indexed_again_it_is_not_done() -> None:
    world = World()
    held = world.scope()
    sources = [held.source(["before"]), held.source([CANARY]), held.source(["after"])]
    world.serve()
    era = world.request(ErasureRequest("source", held.key.sid, source_id=sources[1].id))
    steps = world.erasure_steps
    steps("block", TID, era.ulid)
    steps("sweep", TID, era.ulid)
    from mnemon.forgetting.erasures import Work, load
    from mnemon.forgetting.unindex import unindex_parts

    work = Work(load(held.stores, era.ulid), held.stores, world.index, world.clock, world.ids)
    waited: list[float] = []
    with pytest.raises(Unavailable):
        unindex_parts(work, waited.append)
    assert waited
    held.memory("A later write has no part in it")
    later = max(world.markers(), key=lambda key: key.sk)
    from mnemon.maintenance.index_items import Signal

    world.index_items([Signal("marked", key) for key in world.markers() if key != later])
    unindex_parts(work, waited.append)


@pytest.mark.parametrize("failing", range(12))
def test_a_sweep_that_breaks_off_anywhere_is_finished_by_its_retry(failing: int) -> None:
    world = World()
    held = world.scope()
    sources = [held.source(["before"]), held.source([f"{CANARY} a", f"{CANARY} b"]), held.source(["after"])]
    held.memory(f"{CANARY} alone", [sources[1]])
    both = held.memory("on both", [sources[0], sources[1]])
    world.serve()
    era = world.request(ErasureRequest("source", held.key.sid, source_id=sources[1].id))
    world.erasure_steps("block", TID, era.ulid)
    calls, real = [0], world.tenancy.records.write

    def fail(*operations: object) -> None:
        calls[0] += 1
        if calls[0] == failing + 1:
            raise Unavailable("throttled")
        real(*operations)  # type: ignore[arg-type]

    world.tenancy.records.write = fail  # type: ignore[method-assign,assignment]
    with contextlib.suppress(Unavailable):
        world.erasure_steps("sweep", TID, era.ulid)
    world.tenancy.records.write = real  # type: ignore[method-assign]
    done = world.run(era)
    assert done.status == "succeeded"
    assert done.counts["memories"] == 1
    assert world.contains(CANARY) == []
    head = held.head(both.ulid)
    assert head is not None
    assert [ref.id for ref in head.sources] == [sources[0].id]
    chunk = next(row for row in held.stores.records.walk(held.key.partition, f"SRC#{sources[0].ulid}#CHUNK#"))
    assert chunk.plain["after"] == [f"SRC#{sources[2].ulid}#CHUNK#000001"]


def test_a_dry_run_counts_what_would_go_and_what_would_stay() -> None:
    world = World()
    held = world.scope()
    one, two = held.source(["a", "b"], session="s1"), held.source(["c"], session="s2")
    held.memory("alone", [one])
    held.memory("both", [one, two])
    before = world.tenancy.records.partition(held.key.partition)
    world.serve()
    served = [row for row in before if not row.key.sk.startswith("NOW#")]
    era = erase_source(world, held, one, dry_run=True)
    assert era.counts == {"sources": 1, "chunks": 2, "turns": 2, "memories": 1, "memories_kept": 1}
    assert world.tenancy.records.partition(held.key.partition) == served
    assert open_for_writing(held)


def test_what_is_not_there_or_of_another_scope_is_not_found() -> None:
    world = World()
    held, other = world.scope(), world.scope("bob")
    source = other.source(["x"])
    memory = other.memory("y")
    for request in (
        ErasureRequest("source", held.key.sid, source_id=source.id),
        ErasureRequest("memory", held.key.sid, memory_id=memory.id),
        ErasureRequest("memory", held.key.sid, memory_id="mem_nonsense"),
        ErasureRequest("session", held.key.sid, session_id="never"),
        ErasureRequest("session", world.scope("new").key.sid, session_id="s1"),
    ):
        with pytest.raises(NotFound):
            world.request(request)
    assert world.workflows.started == {}


def test_a_failed_part_lets_writers_in_again() -> None:
    world = World()
    held = world.scope()
    source = held.source(["x"])
    era = world.request(ErasureRequest("source", held.key.sid, source_id=source.id))
    world.erasure_steps("block", TID, era.ulid)
    assert look(held.stores, held.key).state.erasing == era.ulid
    world.erasure_steps("fail", TID, era.ulid, {"stage": "sweep", "error": "Unavailable"})
    assert open_for_writing(held)
    assert world.erasure(era).status == "failed"


def direct(held: Held, contents: list[str]) -> Source:
    """The source of facts that were written directly: the raw resource holds them word for word."""
    box, world = held.view().box, held.world
    ulid = world.ids.ulid()
    name = keys.raw_object(held.key, ulid, "facts.json")
    data = json.dumps({"facts": [{"content": content} for content in contents]}).encode()
    source = Source(
        tid=TID, sid=held.key.sid, ulid=ulid, type="direct", status="stored", object=name, count=len(contents),
        created_at=world.clock.now(), scope=str(held.scope),
    )  # fmt: skip
    held.put(source)
    held.stores.raw.put(name, box.seal(Key(name, ""), data))
    return source


def test_a_memory_written_directly_takes_its_request_with_it() -> None:
    world = World()
    held = world.scope()
    source = direct(held, [f"Likes {CANARY}"])
    memory = held.memory(f"Likes {CANARY}", [source])
    world.serve()
    era = world.run(world.request(ErasureRequest("memory", held.key.sid, memory_id=memory.id)))
    assert era.status == "succeeded"
    assert era.counts == {"memories": 1, "sources": 1, "raw_objects": 1}
    assert world.contains(CANARY) == []
    assert world.tenancy.raw.keys() == []
    assert not [sk for sk in held.sort_keys() if sk.startswith("SRC#")]


def test_a_memory_written_beside_others_is_taken_out_of_their_common_request() -> None:
    world = World()
    held = world.scope()
    source = direct(held, [f"likes {CANARY.upper()}", "Likes tea"])
    memory, other = held.memory(f"Likes {CANARY}", [source]), held.memory("Likes tea", [source])
    world.serve()
    era = world.run(world.request(ErasureRequest("memory", held.key.sid, memory_id=memory.id)))
    assert era.status == "succeeded"
    assert era.counts == {"memories": 1}
    assert world.contains(CANARY) == []
    assert world.contains(CANARY.upper()) == []
    assert held.head(other.ulid) is not None
    view = held.view()
    row = held.stores.records.get([source.key()])[source.key()]
    left = Source.from_row(row, view.box)
    assert json.loads(view.box.open(Key(left.object, ""), held.stores.raw.get(left.object))) == {"facts": [{"content": "Likes tea"}]}
    assert (left.count, len(list(held.stores.raw.versions("")))) == (1, 1)
    era = world.run(world.request(ErasureRequest("memory", held.key.sid, memory_id=other.id)))
    assert list(held.stores.raw.versions("")) == []
