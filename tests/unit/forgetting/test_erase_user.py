"""A person is forgotten as a whole."""

from __future__ import annotations

import base64
import json

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from mnemon.forgetting.request import ErasureRequest
from mnemon.forgetting.steps import NotVerified
from mnemon.maintenance.index_items import Signal
from mnemon.model import keys
from mnemon.model.domain_version import ConfigVersion
from mnemon.model.records import Fact
from mnemon.model.rows import Key
from mnemon.model.scopes import Scope
from mnemon.ports.records import Conflict, Put, Unavailable
from mnemon.tenant.views import advance, enter, look, mark
from tests.support.held import TID, Held, World

CANARY = "zanzibar"


def full(world: World, name: str = "ada") -> Held:
    """A scope with the canary in everything that can hold it."""
    held = world.scope(name)
    source = held.source([f"I fly to {CANARY} in May", "And back in June", f"{CANARY} is hot"])
    memory = held.memory(f"User flies to {CANARY}", [source], attribute="trip")
    held.update(memory.ulid, f"User flew to {CANARY} twice", [source])
    held.memory(f"{CANARY} is an island", [source])
    held.job(source, Fact(content=f"likes {CANARY}", stated_at=world.clock.now()))
    held.task_state(f"book {CANARY}", CANARY, {"to": CANARY})
    world.tenancy.drop.put(f"in/{TID}/user%2F{name}/{CANARY}.txt", CANARY.encode())
    world.tenancy.drop.put(f"up/{TID}/{held.key.sid}/{source.ulid}", CANARY.encode())
    return held


def erase(world: World, held: Held) -> object:
    return world.run(world.request(ErasureRequest("user", held.key.sid)))


def test_nothing_of_the_person_is_left_anywhere_and_the_other_person_is_untouched() -> None:
    world = World()
    ada, bob = full(world), full(world, "bob")
    world.serve()
    before = {place.split()[0] for place in world.contains(CANARY)}
    assert before == {"table", "index", "raw"}  # so that the scan can fail
    bobs = bob.sort_keys()
    era = world.run(world.request(ErasureRequest("user", ada.key.sid)))
    assert era.status == "succeeded"
    assert ada.sort_keys() == ["NOW~"]
    state = world.tenancy.records.partition(ada.key.partition)[0]
    assert set(state.plain) == {"epoch", "seq"}
    assert state.sealed is None
    assert bob.sort_keys() == bobs
    assert not world.tenancy.vault.exists(ada.key)
    assert world.tenancy.vault.exists(bob.key)
    assert not [key for key, _ in world.tenancy.raw.versions(keys.raw_prefix(ada.key))]
    assert world.tenancy.drop.keys() == [
        f"in/{TID}/user%2Fbob/{CANARY}.txt",
        f"up/{TID}/{bob.key.sid}/{world.tenancy.drop.keys()[1][-26:]}",
    ]
    assert world.index.count(TID, [ada.key.sid]) == 0
    assert world.index.count(TID, [bob.key.sid]) > 0
    assert Key(keys.tenant_partition(TID), f"SCOPE#{ada.key.sid}") not in [row.key for row in world.tenancy.records.all_rows()]


def test_all_versions_and_delete_markers_of_raw_objects_go() -> None:
    world = World()
    held = full(world)
    (key, _), *_ = world.tenancy.raw.versions(keys.raw_prefix(held.key))
    world.tenancy.raw.put(key, b"another version")
    world.tenancy.raw.mark_deleted(key)
    era = erase(world, held)
    assert not list(world.tenancy.raw.versions(""))
    assert era.counts["raw_objects"] == 3


@pytest.mark.parametrize("page_rows", [None, 1, 7])
def test_500_memories_over_all_pages_and_the_count_is_true(page_rows: int | None) -> None:
    world = World()
    held = world.scope()
    for number in range(500):
        held.memory(f"The number {number} was said")
    world.tenancy.records.page_rows = page_rows
    era = erase(world, held)
    assert era.status == "succeeded"
    assert era.counts["memories"] == 500
    assert era.counts["fact_keys"] == 500
    assert held.sort_keys() == ["NOW~"]


def test_a_step_that_is_repeated_counts_nothing_twice() -> None:
    world = World()
    held = full(world)
    era = world.request(ErasureRequest("user", held.key.sid))
    steps = world.erasure_steps
    expected = sum(1 for sk in held.sort_keys() if not sk.startswith("NOW"))
    steps("block", TID, era.ulid)
    real = world.tenancy.records.delete_all
    try:
        world.tenancy.records.delete_all = lambda keys: real(keys[:3]) or (_ for _ in ()).throw(Unavailable("throttled"))  # type: ignore[method-assign,func-returns-value]
        with pytest.raises(Unavailable):
            steps("sweep", TID, era.ulid)
    finally:
        world.tenancy.records.delete_all = real  # type: ignore[method-assign]
    done = world.run(era)
    assert sum(count for name, count in done.counts.items() if name not in ("raw_objects", "dropped_objects", "secrets")) == expected


def test_the_receipt_is_signed_and_holds_nothing_personal() -> None:
    world = World()
    held = full(world, "ada@example.org")
    era = erase(world, held)
    header, payload, signature = era.receipt.split(".")
    raw = _decoded(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    world.signer.public_key.verify(der, f"{header}.{payload}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(_decoded(header)) == {"alg": "ES256", "kid": "test-receipts", "typ": "erasure-receipt+jwt"}
    claims = json.loads(_decoded(payload))
    assert claims["erasure"] == era.id
    assert claims["target"] == {"kind": "user", "tenant": TID, "scope": held.key.sid}
    assert set(claims["left"].values()) == {0}
    assert set(claims["left"]) == {"table", "index", "raw", "drop", "secrets"}
    assert claims["counts"]["memories"] == 2
    assert claims["secret_destroyed"] is True
    assert "example.org" not in str(claims)
    assert CANARY not in str(claims)
    assert "sub-1" not in str(claims)


def _decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def test_what_was_already_answered_as_done_is_not_done_again() -> None:
    world = World()
    era = erase(world, full(world))
    for step in ("block", "sweep", "index", "objects", "secret", "verify", "receipt"):
        world.erasure_steps(step, TID, era.ulid)
    assert world.erasure(era) == era


def test_there_is_no_receipt_for_what_was_not_verified() -> None:
    world = World()
    held = full(world)
    era = world.request(ErasureRequest("user", held.key.sid))
    for step in ("block", "sweep", "index", "objects", "secret"):
        world.erasure_steps(step, TID, era.ulid)
    with pytest.raises(NotVerified):
        world.erasure_steps("receipt", TID, era.ulid)
    assert not world.erasure(era).receipt


def test_the_index_down_is_not_done_and_is_finished_when_it_is_back() -> None:
    world = World()
    held = full(world)
    world.serve()
    era = world.request(ErasureRequest("user", held.key.sid))
    steps = world.erasure_steps
    world.index.down = True
    steps("block", TID, era.ulid)
    assert steps("sweep", TID, era.ulid) == {"more": False}
    with pytest.raises(Unavailable):
        steps("index", TID, era.ulid)
    assert world.erasure(era).status == "running"
    assert not world.erasure(era).receipt
    assert held.sort_keys() == ["NOW~"]  # the truth is gone at once
    world.index.down = False
    assert world.run(era).status == "succeeded"
    assert world.index.count(TID, [held.key.sid]) == 0


def test_a_write_in_flight_is_refused_and_resurrects_nothing() -> None:
    world = World()
    held = full(world)
    now = world.clock.now()
    view = look(held.stores, held.key)
    late = held.memory("written before")
    in_flight = [Put(late.model_copy(update={"ulid": world.ids.ulid()}).to_row(view.box)), mark(view, world.ids.ulid(), late.key(), now)]
    era = world.request(ErasureRequest("user", held.key.sid))

    def try_it(_: str) -> None:
        with pytest.raises(Conflict):
            held.stores.records.write(*in_flight, advance(view, now))

    done = world.run(era, after=try_it)
    try_it("")
    assert done.status == "succeeded"
    assert held.sort_keys() == ["NOW~"]


def test_while_it_runs_nobody_can_begin_to_write() -> None:
    world = World()
    held = full(world)

    def begin(step: str) -> None:
        if step in ("block", "sweep", "index", "objects", "secret"):
            with pytest.raises(Unavailable):
                enter(held.stores, held.scope, held.key, world.clock.now())

    assert world.run(world.request(ErasureRequest("user", held.key.sid)), after=begin).status == "succeeded"
    enter(held.stores, held.scope, held.key, world.clock.now())


def test_the_same_person_again_starts_afresh() -> None:
    world = World()
    held = full(world)
    world.serve()
    erase(world, held)
    again = world.scope()
    assert again.key == held.key
    again.memory("User likes tea")
    world.serve()
    (found,) = world.index.documents().values()
    assert "tea" in found["text"]
    assert world.contains(CANARY) == []
    assert again.view().state.epoch == 2  # once at the block, once when it was opened again


@pytest.mark.parametrize("served", [True, False])
def test_replayed_stream_records_bring_nothing_back(served: bool) -> None:
    world = World()
    held = full(world)
    records = [Signal("marked", key) for key in world.markers()]
    records += [Signal("removed", Key(held.key.partition, sk)) for sk in held.sort_keys() if sk.startswith("MEM#")]
    if served:
        world.serve()
    erase(world, held)
    assert world.index_items(records) == []
    assert world.index.documents() == {}
    assert world.index.documents("recall-past") == {}
    assert held.sort_keys() == ["NOW~"]


def test_an_indexer_that_read_before_and_writes_after_brings_nothing_back() -> None:
    world = World()
    held = full(world)
    signals = [Signal("marked", key) for key in world.markers()]
    real, overtaken = world.index.apply, []

    def slow(changes: object, *, wait: bool = True) -> object:
        if not overtaken:
            overtaken.append(True)
            era = world.request(ErasureRequest("user", held.key.sid))
            world.index.apply = real  # type: ignore[method-assign]
            assert world.run(era).status == "succeeded"
            world.index._stored.clear()  # the engine forgets the versions of what was deleted a while ago
        return real(changes, wait=wait)  # type: ignore[arg-type]

    world.index.apply = slow  # type: ignore[method-assign,assignment]
    assert world.index_items(signals) == []
    assert world.index.documents() == {}
    assert world.index.documents("recall-past") == {}


def test_a_copy_of_the_table_from_before_yields_nothing() -> None:
    world = World()
    held = full(world)
    backup = world.tenancy.records.snapshot()
    assert world.contains(CANARY)
    erase(world, held)
    world.tenancy.records.restore(backup)
    world.serve()
    assert world.contains(CANARY) == []


def test_something_that_was_overlooked_is_swept_again_before_there_is_a_receipt() -> None:
    world = World()
    held = full(world)
    key, left = Key(held.key.partition, "ACC#" + world.ids.ulid()), []

    def overlook(step: str) -> None:
        if step == "secret" and not left:
            left.append(step)
            from mnemon.model.rows import Row

            world.tenancy.records.put_all([Row(key, {"count": 1})])

    era = world.run(world.request(ErasureRequest("user", held.key.sid)), after=overlook)
    assert era.status == "succeeded"
    assert held.sort_keys() == ["NOW~"]


def test_a_person_of_whom_nothing_was_kept_is_erased_with_what_was_dropped_for_them() -> None:
    world = World()
    nobody = world.scope("nobody@example.org")
    world.tenancy.drop.put(f"in/{TID}/user%2Fnobody%40example.org/x.txt", b"x")
    world.tenancy.drop.put(f"in/{TID}/user%2Fnobody@example.org/in/a/folder.txt", b"x")
    others = [f"in/{TID}/{name}/x.txt" for name in ("org", "user%2Fnobody%40example.org.uk", "team%2Fnobody%40example.org", "what%2Fis")]
    for key in others:
        world.tenancy.drop.put(key, b"x")
    era = world.run(world.request(ErasureRequest("user", nobody.key.sid, scope=Scope.user("nobody@example.org"))))
    assert era.status == "succeeded"
    assert world.tenancy.drop.keys() == sorted(others)
    assert nobody.sort_keys() == ["NOW~"]
    assert not world.tenancy.vault.exists(nobody.key)


def test_a_dry_run_counts_and_changes_nothing() -> None:
    world = World()
    held = full(world)
    before = {row.key: row for row in world.tenancy.records.partition(held.key.partition)}
    era = world.run(world.request(ErasureRequest("user", held.key.sid, dry_run=True)))
    assert era.status == "succeeded"
    assert era.receipt == ""
    assert era.counts["memories"] == 2
    assert era.counts["versions"] == 1
    assert {key: row for key, row in before.items() if not key.sk.startswith("NOW#")} == {
        row.key: row for row in world.tenancy.records.partition(held.key.partition)
    }


def test_a_second_erasure_waits_for_the_first_and_takes_over_one_that_failed() -> None:
    world = World()
    held = full(world)
    first, second = (world.request(ErasureRequest("user", held.key.sid)) for _ in range(2))
    steps = world.erasure_steps
    steps("block", TID, first.ulid)
    with pytest.raises(Unavailable):
        steps("block", TID, second.ulid)
    steps("fail", TID, first.ulid, {"stage": "index", "error": "Unavailable"})
    assert (world.erasure(first).status, world.erasure(first).stage, world.erasure(first).error) == ("failed", "index", "Unavailable")
    assert world.run(second).status == "succeeded"
    assert held.sort_keys() == ["NOW~"]


def test_an_erasure_whose_workflow_is_gone_is_taken_over_in_time() -> None:
    world = World()
    held = full(world)
    first, second = (world.request(ErasureRequest("user", held.key.sid)) for _ in range(2))
    world.erasure_steps("block", TID, first.ulid)
    world.clock.advance(days=1)
    with pytest.raises(Unavailable):
        world.erasure_steps("block", TID, second.ulid)
    world.clock.advance(days=1)
    assert world.run(second).status == "succeeded"


def test_a_tenant_is_forgotten_with_all_its_scopes_and_another_is_not() -> None:
    world = World()
    scopes = [full(world, name) for name in ("ada", "bob", "cyd")]
    from tests.support.fakes import TEST_PEPPER

    other = world.scope("ada", TEST_PEPPER.tenant("acme-corp"))
    other.memory("Other tenant's")
    for tid in (TID, other.key.tid):
        config = ConfigVersion(tid=tid, version=1, document='{"never":["falcon"]}', created_at=world.clock.now(), written_by="x")
        world.tenancy.records.write(Put(config.row()))
    world.serve()
    era = world.run(world.request(ErasureRequest("tenant")))
    assert era.status == "succeeded"
    assert era.counts["memories"] == 6
    assert all(held.sort_keys() == ["NOW~"] for held in scopes)
    assert list(world.tenancy.vault.secrets) == [other.key]
    assert len(world.index.documents()) == 1
    assert other.head is not None
    assert [row.key.sk for row in world.tenancy.records.partition(keys.tenant_partition(TID))] == [f"ERA#{era.ulid}"]
    assert keys.config(other.key.tid, 1) in [row.key for row in world.tenancy.records.all_rows()]
