from __future__ import annotations

import pytest

from mnemon.errors import Collision, NotFound, PreconditionFailed
from mnemon.forgetting.soft_delete import DeleteMemory, RestoreMemory
from mnemon.model import keys
from mnemon.model.memory import Head
from mnemon.ports.records import Put, Unavailable
from tests.support.held import Held, World


def delete(held: Held, id: str, if_match: int | None = None) -> Head:
    return DeleteMemory(held.world.tenancy, held.world.clock, held.world.ids)(held.writer, id, if_match)


def restore(held: Held, id: str, if_match: int | None = None) -> Head:
    return RestoreMemory(held.world.tenancy, held.world.clock, held.world.ids)(held.writer, id, if_match)


def key_items(held: Held) -> dict[str, str]:
    rows = held.stores.records.walk(held.key.partition, "KEY#")
    return {row.key.sk.split("#")[1]: str(row.plain["memory"]) for row in rows}


def test_a_deleted_memory_is_out_of_the_index_and_its_keys_are_free() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("User drives a Volvo", attribute="car")
    held.update(memory.ulid, "User drives a Saab")
    world.serve()
    before = held.view().state
    head = delete(held, memory.id)
    assert head == held.head(memory.ulid)
    assert (head.deleted_at, head.rev) == (world.clock.now(), 3)
    assert key_items(held) == {}
    assert [keys.marked(key) for key in world.markers()] == [memory.key()]
    assert held.view().state.seq == before.seq + 1
    world.serve()
    assert world.index.documents() == {}
    assert world.index.documents("recall-past") == {}


def test_deleting_again_changes_nothing() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("x")
    first = delete(held, memory.id)
    rows = world.tenancy.records.all_rows()
    world.clock.advance(seconds=5)
    assert delete(held, memory.id) == first
    assert world.tenancy.records.all_rows() == rows


def test_a_restored_memory_is_as_it_was() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("User drives a Volvo", attribute="car")
    held_keys = key_items(held)
    delete(held, memory.id)
    head = restore(held, memory.id)
    assert head == held.head(memory.ulid)
    assert head == memory.model_copy(update={"rev": 3})
    assert key_items(held) == held_keys
    world.serve()
    assert len(world.index.documents()) == 1
    assert restore(held, memory.id) == head


@pytest.mark.parametrize("content", ["User drives a volvo", "User drives a Saab"])
def test_a_memory_whose_text_or_attribute_another_holds_by_now_stays_deleted(content: str) -> None:
    world = World()
    held = world.scope()
    memory = held.memory("User drives a Volvo", attribute="car")
    delete(held, memory.id)
    other = held.memory(content, attribute="car" if "Saab" in content else None)
    with pytest.raises(Collision):
        restore(held, memory.id)
    delete(held, other.id)
    assert restore(held, memory.id).deleted_at is None


def test_an_attribute_whose_state_has_ended_is_still_held() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("User works at Acme", attribute="employer")
    delete(held, memory.id)
    other = held.memory("User works at Globex", attribute="employer")
    ended = other.model_copy(update={"is_latest": False, "valid_to": world.clock.now(), "rev": 2})
    held.commit(Put(ended.to_row(held.view().box)), marked=[other.key()])
    with pytest.raises(Collision):
        restore(held, memory.id)
    superseded = ended.model_copy(update={"superseded_by": "mem_x", "rev": 3})
    held.commit(Put(superseded.to_row(held.view().box)), marked=[other.key()])
    assert restore(held, memory.id).deleted_at is None
    assert key_items(held)["attr"] == memory.ulid


def test_a_key_that_names_an_expired_or_absent_memory_is_free() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("User likes tea")
    delete(held, memory.id)
    expiring = held.memory("User likes tea", expires_at="2026-11-29T13:00:00.000Z")
    with pytest.raises(Collision):
        restore(held, memory.id)
    world.clock.advance(hours=2)
    assert restore(held, memory.id).deleted_at is None
    delete(held, memory.id)
    held.memory("User likes tea")
    world.tenancy.records.delete_all([keys.head(held.key, ulid) for ulid in key_items(held).values()])
    assert restore(held, memory.id).deleted_at is None
    with pytest.raises(NotFound):
        delete(held, expiring.id)


def test_a_superseded_memory_that_is_deleted_and_restored_takes_nobodys_key() -> None:
    world = World()
    held = world.scope()
    old = held.memory("User likes tea")
    gone = old.model_copy(update={"is_latest": False, "valid_to": world.clock.now(), "rev": 2, "superseded_by": "mem_x"})
    held.commit(Put(gone.to_row(held.view().box)), marked=[old.key()])
    new = held.memory("User likes tea")
    delete(held, old.id)
    assert key_items(held) == {"text": new.ulid}
    assert restore(held, old.id).is_latest is False
    assert key_items(held) == {"text": new.ulid}
    world.serve()
    assert set(world.index.documents()) == {f"{held.key.sid}{new.ulid}"}
    assert set(world.index.documents("recall-past")) == {f"{held.key.sid}{old.ulid}"}


def test_a_lost_update_is_refused_and_another_scopes_memory_is_not_found() -> None:
    world = World()
    held, other = world.scope(), world.scope("bob")
    memory = held.memory("x")
    with pytest.raises(PreconditionFailed):
        delete(held, memory.id, if_match=7)
    assert delete(held, memory.id, if_match=1).deleted_at
    with pytest.raises(PreconditionFailed):
        restore(held, memory.id, if_match=1)
    for id in (memory.id, "mem_" + held.key.sid + world.ids.ulid(), "nonsense", memory.id.replace("mem_", "src_")):
        with pytest.raises(NotFound):
            delete(other if id == memory.id else held, id)


def test_a_race_is_decided_anew() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("User drives a Volvo", attribute="car")
    races: list[object] = []

    def interfere(_: object) -> None:
        world.tenancy.records.before_write = None
        races.append(held.memory("User drives a Saab", attribute="boat"))

    world.tenancy.records.before_write = interfere
    assert delete(held, memory.id).deleted_at
    assert races
    assert held.head(memory.ulid).deleted_at  # type: ignore[union-attr]


def test_nothing_is_written_while_the_scope_is_erased() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("x")
    from mnemon.forgetting.request import ErasureRequest

    era = world.request(ErasureRequest("user", held.key.sid))
    world.erasure_steps("block", held.key.tid, era.ulid)
    with pytest.raises(Unavailable):
        delete(held, memory.id)
