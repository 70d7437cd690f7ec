from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mnemon.maintenance.index_items import IndexItems, Signal
from mnemon.maintenance.reindex import ReindexScope
from mnemon.model import keys
from mnemon.model.rows import Key, Row
from mnemon.ports.index import Document, Outcome, Removal
from mnemon.ports.records import Delete, Put, Unavailable, Update
from tests.support.fakes import TEST_PEPPER
from tests.support.held import TID, Held, World


def signals(world: World) -> list[Signal]:
    return [Signal("marked", key, str(n)) for n, key in enumerate(world.markers())]


def ids(world: World, index: Any = "recall") -> set[str]:
    return {id.removeprefix(next(iter(world.tenancy.vault.secrets)).sid) for id in world.index.documents(index)}


def delete(held: Held, ulid: str) -> None:
    head = held.head(ulid)
    assert head is not None
    held.commit(
        Put(head.model_copy(update={"deleted_at": held.world.clock.now(), "rev": head.rev + 1}).to_row(held.view().box)),
        marked=[head.key()],
    )


def test_a_head_goes_with_all_its_versions_and_only_its_marker_is_removed() -> None:
    world = World()
    held = world.scope()
    memory, other = held.memory("v1"), held.memory("other")
    served = signals(world)[:1]
    held.update(memory.ulid, "v2")
    assert world.index_items(served) == []
    assert ids(world) == {memory.ulid}
    assert ids(world, "recall-past") == {memory.ulid + "000001"}
    assert next(iter(world.index.documents().values()))["text"].endswith("v2")
    left = {keys.marked(key) for key in world.markers()}
    assert left == {memory.key(), other.key()}  # of the other, and of the update that its own signal will serve


def test_a_late_older_statement_is_marked_by_its_own_key_and_finds_its_place() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("v1")
    held.update(memory.ulid, "v2")
    world.serve()
    late = held.versions(memory.ulid)[0].model_copy(update={"version": 3, "content": "late"})
    head = held.head(memory.ulid)
    assert head is not None
    box = held.view().box
    held.commit(Put(late.to_row(box)), Put(head.model_copy(update={"last_version": 3, "rev": 3}).to_row(box)), marked=[late.key()])
    world.serve()
    assert ids(world, "recall-past") == {memory.ulid + "000001", memory.ulid + "000003"}


def test_superseded_deleted_restored_and_gone_go_where_they_belong() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("v1")
    world.serve()
    box, head = held.view().box, held.head(memory.ulid)
    assert head is not None
    superseded = head.model_copy(update={"is_latest": False, "valid_to": world.clock.now(), "rev": 2})
    held.commit(Put(superseded.to_row(box)), marked=[head.key()])
    world.serve()
    assert (ids(world), ids(world, "recall-past")) == (set(), {memory.ulid})
    delete(held, memory.ulid)
    world.serve()
    assert (ids(world), ids(world, "recall-past")) == (set(), set())
    held.commit(Put(head.model_copy(update={"rev": 4}).to_row(box)), marked=[head.key()])
    world.serve()
    assert (ids(world), ids(world, "recall-past")) == ({memory.ulid}, set())
    held.commit(Delete(head.key()), marked=[head.key()])
    world.serve()
    assert (ids(world), ids(world, "recall-past")) == (set(), set())
    late = Document("recall", f"{held.key.sid}{memory.ulid}", TID, 10**6, {"sid": held.key.sid})
    world.index.apply([late])
    assert ids(world) == set()  # absent is for good


def test_a_head_that_ttl_removed_leaves_the_index_with_its_versions_and_is_handed_on() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("v1")
    held.update(memory.ulid, "v2")
    world.serve()
    world.tenancy.records.delete_all([memory.key()])
    assert world.index_items([Signal("removed", memory.key(), "1")]) == []
    assert (ids(world), ids(world, "recall-past")) == (set(), set())
    assert world.queues.of("expire")[1:] == [{"tid": TID, "sid": held.key.sid, "ulid": memory.ulid}]


def test_a_removed_head_that_is_there_again_is_not_handed_on() -> None:
    world = World()
    memory = world.scope().memory("v1")
    assert world.index_items([Signal("removed", memory.key(), "1")]) == []
    assert world.queues.of("expire") == []
    assert ids(world) == {memory.ulid}


def test_a_chunk_is_built_from_its_neighbours_as_they_are_now() -> None:
    world = World()
    held = world.scope()
    source = held.source(["one", "two", "three", "four"])
    world.serve()
    contexts = {body["position"]: body["ctx"].split("] ")[1] for body in world.index.documents().values()}
    assert contexts[1] == "Ada: two Ada: one Ada: three Ada: four"
    held.commit(Delete(keys.chunk(held.key, source.ulid, 1)), marked=[])
    second = keys.chunk(held.key, source.ulid, 2)
    held.commit(Update(second, set={"before": list[str](), "rev": 9}), marked=[second])
    world.serve()
    contexts = {body["position"]: body["ctx"].split("] ")[1] for body in world.index.documents().values()}
    assert contexts[1] == "Ada: two Ada: three Ada: four"


def test_an_engine_that_is_down_is_raised_and_the_marker_stays() -> None:
    world = World()
    memory = world.scope().memory("v1")
    records = signals(world)
    world.index.down = True
    with pytest.raises(Unavailable):
        world.index_items(records)
    assert len(world.markers()) == 1
    world.index.down = False
    assert world.index_items(records) == []
    assert world.markers() == []
    assert ids(world) == {memory.ulid}


def test_the_marker_is_removed_only_after_the_refresh() -> None:
    world = World()
    world.scope().memory("v1")
    world.index.delayed = True
    seen: list[int] = []
    world.index.on_refresh = lambda: seen.append(len(world.markers()))
    world.serve()
    assert seen == [1]


def test_what_is_refused_for_now_is_returned_and_the_rest_is_served() -> None:
    world = World()
    held = world.scope()
    memories = [held.memory(f"m{n}") for n in range(3)]
    real = world.index.apply

    def throttled(changes: Any, *, wait: bool = True) -> list[Outcome]:
        outcomes = real([c for c in changes if memories[1].ulid not in c.id], wait=wait)
        done = iter(outcomes)
        busy = "circuit_breaking_exception"
        return [Outcome(c.id, c.index, ok=False, retriable=True, error=busy) if memories[1].ulid in c.id else next(done) for c in changes]

    world.index.apply = throttled  # type: ignore[method-assign]
    late = world.index_items(signals(world))
    assert [signal.id for signal in late] == ["1"]
    assert [keys.marked(key) for key in world.markers()] == [memories[1].key()]
    world.index.apply = real  # type: ignore[method-assign]
    assert world.index_items(late) == []
    assert ids(world) == {memory.ulid for memory in memories}


def test_what_can_never_be_indexed_goes_to_a_queue_by_key_and_holds_nothing_up() -> None:
    world = World()
    held = world.scope()
    bad, good = held.memory("bad"), held.memory("good")
    world.index.rejects = {f"{held.key.sid}{bad.ulid}"}
    assert world.index_items(signals(world)) == []
    assert world.markers() == []
    assert ids(world) == {good.ulid}
    assert world.queues.of("unindexable") == [{"tid": TID, "sid": held.key.sid, "sk": f"MEM#{bad.ulid}"}]


def test_an_item_that_is_no_record_of_ours_goes_to_the_queue_too() -> None:
    world = World()
    held = world.scope()
    bad, good = held.memory("bad"), held.memory("good")
    box = held.view().box
    world.tenancy.records.put_all([Row(bad.key(), {"rev": 2}, box.seal(bad.key(), b'{"content": 1}'))])
    assert world.index_items(signals(world)) == []
    assert world.markers() == []
    assert ids(world) == {good.ulid}
    assert world.queues.of("unindexable") == [{"tid": TID, "sid": held.key.sid, "sk": f"MEM#{bad.ulid}"}]


def test_what_cannot_be_opened_any_more_leaves_the_index() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("v1")
    world.serve()
    held.commit(marked=[memory.key()])
    world.tenancy.vault.destroy(held.key)
    world.serve()
    assert ids_of(world) == set()
    assert world.markers() == []


def ids_of(world: World) -> set[str]:
    return {*world.index.documents(), *world.index.documents("recall-past")}


def test_a_table_or_vault_that_is_down_removes_nothing() -> None:
    world = World()
    memory = world.scope().memory("v1")
    world.serve()
    for store in (world.tenancy.records, world.tenancy.vault):
        store.down = True
        with pytest.raises(Unavailable):
            world.index_items([Signal("removed", memory.key(), "1")])
        store.down = False
    assert ids(world) == {memory.ulid}


def test_a_batch_holds_records_of_several_tenants_and_each_is_read_with_its_own_stores() -> None:
    world = World()
    held, other = world.scope(), world.scope("ada", TEST_PEPPER.tenant("globex"))
    mine, theirs = held.memory("mine"), other.memory("theirs")
    asked: list[str] = []
    real = world.tenancy.stores

    class Watched:
        def stores(self, tid: str) -> Any:
            asked.append(tid)
            return real(tid)

    IndexItems(Watched(), world.index, world.queues, world.clock)(signals(world))
    assert set(asked) == {held.key.tid, other.key.tid}
    assert set(world.index.documents()) == {f"{held.key.sid}{mine.ulid}", f"{other.key.sid}{theirs.ulid}"}
    assert world.index.documents()[f"{other.key.sid}{theirs.ulid}"]["tid"] == other.key.tid


def test_a_marker_of_something_that_has_no_document_is_served_by_removing_it() -> None:
    world = World()
    held = world.scope()
    held.commit(marked=[Key(held.key.partition, "SUM#later")])
    world.serve()
    assert world.markers() == []


def test_a_batch_costs_few_calls() -> None:
    world = World()
    held = world.scope()
    for number in range(100):
        held.memory(f"m{number}")
    world.tenancy.records.calls.clear()
    world.serve()
    assert world.tenancy.records.calls == ["get", "get", "write"]


def test_reindexing_puts_everything_back_and_serves_markers_whose_records_were_lost() -> None:
    world = World()
    held = world.scope()
    held.source(["one", "two"])
    memory = held.memory("v1")
    held.update(memory.ulid, "v2")
    world.serve()
    before = {name: world.index.documents(name) for name in ("recall", "recall-past")}  # type: ignore[arg-type]
    held.memory("lost by the stream")
    world.index._stored.clear()
    count = ReindexScope(world.index_items)(held.stores, held.key)
    assert count == 2 + 2 + 1
    assert world.markers() == []
    assert len(world.index.documents()) == len(before["recall"]) + 1
    assert world.index.documents("recall-past") == before["recall-past"]


# Any order, any duplication, any batching, with the table changing in between: the index ends as the table is.

actions = st.lists(
    st.tuples(
        st.sampled_from(["memory", "update", "update", "delete", "restore", "hide", "erase", "expire", "source"]),
        st.integers(0, 2),  # which memory
        st.integers(0, 3),  # how many signals are served after it
    ),
    min_size=2,
    max_size=20,
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(actions, st.randoms(use_true_random=False))
def test_signals_in_any_order_and_any_number_converge_on_what_the_table_says(steps: list[tuple[str, int, int]], random: Any) -> None:
    world = World()
    held = world.scope()
    written = recorded(world)
    seen: list[Signal] = []
    known: set[Key] = set()
    heads = [held.memory("the first").ulid]
    for name, which, served in steps:
        _act(world, held, heads, seen, name, which)
        for key in world.markers():
            if key not in known:
                known.add(key)
                seen.append(Signal("marked", key, str(len(seen))))
        if served and seen:
            world.index_items([*random.choices(seen, k=served - 1), seen[-1]])
    everything = seen * 2
    random.shuffle(everything)
    for start in range(0, len(everything), 7):
        world.index_items(everything[start : start + 7])
    assert world.markers() == []
    fresh = World(tenancy=world.tenancy)
    ReindexScope(fresh.index_items)(held.stores, held.key)
    for late in [*random.sample(written, len(written)), []]:
        # An indexer that was slow: what it read is long outdated when it is written.
        for index in ("recall", "recall-past"):
            assert world.index.documents(index) == fresh.index.documents(index)  # type: ignore[arg-type]
        world.index.apply(late)


def recorded(world: World) -> list[Sequence[Document | Removal]]:
    """Every bulk that is sent from now on."""
    real, written = world.index.apply, list[Sequence[Document | Removal]]()

    def apply(changes: Sequence[Document | Removal], *, wait: bool = True) -> list[Outcome]:
        written.append(changes)
        return real(changes, wait=wait)

    world.index.apply = apply  # type: ignore[method-assign]
    return written


def _act(world: World, held: Held, heads: list[str], seen: list[Signal], name: str, number: int) -> None:
    if name == "memory":
        heads.append(held.memory(f"memory {len(heads)}").ulid)
        return
    if name == "source":
        held.source(["a", "b"])
        return
    ulid = heads[number % len(heads)]
    head = held.head(ulid)
    if head is None:
        return
    box, now = held.view().box, world.clock.now()
    changes: dict[str, dict[str, Any]] = {"delete": {"deleted_at": now}, "restore": {"deleted_at": None}, "hide": {"hidden_at": now}}
    match name:
        case "update" if head.is_latest:
            held.update(ulid, f"update {world.ids.ulid()}")
        case "delete" | "restore" | "hide":
            held.commit(Put(head.model_copy(update={**changes[name], "rev": head.rev + 1}).to_row(box)), marked=[head.key()])
        case "erase":
            versions = [version.key() for version in held.versions(ulid)]
            held.commit(*map(Delete, [head.key(), *versions]), marked=[head.key(), *versions])
        case "expire":
            world.tenancy.records.delete_all([head.key()])
            seen.append(Signal("removed", head.key(), str(len(seen))))
            versions = [version.key() for version in held.versions(ulid)]
            world.index_items(seen[-1:])
            world.tenancy.records.delete_all(versions)
        case _:
            pass
