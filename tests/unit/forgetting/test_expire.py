from mnemon.forgetting.expire import ExpireMemories
from mnemon.maintenance.access import Recalled, RecordAccess
from mnemon.model import keys
from tests.support.held import World


def test_what_ttl_left_behind_goes_and_what_others_hold_stays() -> None:
    world = World()
    held = world.scope()
    source = held.source(["tea"])
    gone = held.memory("User likes tea", [source], attribute="drink")
    held.update(gone.ulid, "User likes green tea", [source])
    stays = held.memory("User likes cake", [source])
    RecordAccess(world.tenancy)([Recalled(held.key, (gone.ulid, stays.ulid), world.clock.now())])
    world.serve()
    world.tenancy.records.delete_all([gone.key()])
    taken = held.memory("User likes coffee", attribute="drink")  # by an expired memory's key: free
    assert ExpireMemories(world.tenancy)(held.key, [gone.ulid, stays.ulid]) == [gone.ulid]
    left = held.sort_keys()
    assert not [sk for sk in left if gone.ulid in sk]
    assert keys.access(held.key, stays.ulid).sk in left
    holders = {str(row.plain["memory"]) for row in held.stores.records.walk(held.key.partition, "KEY#")}
    assert holders == {stays.ulid, taken.ulid}
    assert ExpireMemories(world.tenancy)(held.key, [gone.ulid]) == [gone.ulid]
    assert held.sort_keys() == left


def test_a_memory_that_is_there_is_left_alone() -> None:
    world = World()
    held = world.scope()
    memory = held.memory("x")
    before = held.sort_keys()
    assert ExpireMemories(world.tenancy)(held.key, [memory.ulid]) == []
    assert held.sort_keys() == before
