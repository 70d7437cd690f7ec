"""An erasure that broke off, at its worst moments, is finished: by its own repetition, or by the next one that is asked for."""

from __future__ import annotations

from datetime import timedelta

import pytest

from mnemon.errors import NotFound
from mnemon.forgetting.request import ErasureRequest, RequestErasure
from mnemon.model import keys
from mnemon.model.instants import instant, moment
from mnemon.ports.records import Unavailable
from mnemon.tenant.work import Work
from tests.support.fakes import TEST_PEPPER
from tests.support.held import TID, World
from tests.unit.forgetting.test_with_write_path import Product

CANARY = "Zanzibar"
ULID = "01K" + "9" * 23


def _product() -> Product:
    world = World()
    return Product(world, world.scope())


def _parts(world: World) -> list[str]:
    return [row.key.sk for row in world.tenancy.records.all_rows() if row.key.sk.startswith("ERA#") and row.key.sk.count("#") == 3]


def test_what_was_taken_out_of_a_raw_resource_does_not_stay_beside_it_when_the_sweep_dies_in_between() -> None:
    product = _product()
    world = product.world
    from mnemon.writing.requests import IncomingFact

    results = product.facts(product.writer, [IncomingFact(content=f"Knows {CANARY} well"), IncomingFact(content="Likes tea")])
    world.serve()
    era = world.request(ErasureRequest("memory", product.held.key.sid, memory_id=results[0].id))
    step = world.erasure_steps
    step("block", TID, era.ulid)
    real = world.tenancy.raw.purge
    world.tenancy.raw.purge = lambda _: (_ for _ in ()).throw(Unavailable("gone"))  # type: ignore[method-assign]
    with pytest.raises(Unavailable):
        step("sweep", TID, era.ulid)
    world.tenancy.raw.purge = real  # type: ignore[method-assign]
    assert world.run(era).status == "succeeded"
    assert world.contains(CANARY) == []
    assert len(world.tenancy.raw.keys()) == 1


def test_one_that_failed_after_its_record_was_gone_is_taken_over_by_the_next() -> None:
    product = _product()
    world, sid = product.world, product.held.key.sid
    said = product.tell(f"I fly to {CANARY} in the spring")
    world.serve()
    request = ErasureRequest("source", sid, source_id=said.source_id)
    first = world.request(request)
    step = world.erasure_steps
    step("block", TID, first.ulid)
    step("sweep", TID, first.ulid)
    with pytest.raises(NotFound):  # it is under way
        world.request(request)
    step("fail", TID, first.ulid, {"stage": "index", "error": "Unavailable"})
    assert world.contains(CANARY) != []
    second = world.request(request)
    assert second.takes_over == first.ulid
    assert world.run(second).status == "succeeded"
    assert world.contains(CANARY) == []
    assert _parts(world) == []


def test_one_that_tells_nothing_any_more_is_taken_over_too() -> None:
    product = _product()
    world = product.world
    said = product.tell(f"I fly to {CANARY} in the spring")
    request = ErasureRequest("source", product.held.key.sid, source_id=said.source_id)
    first = world.request(request)
    world.erasure_steps("block", TID, first.ulid)
    world.clock.set(instant(moment(world.clock.now()) + timedelta(days=2, seconds=1)))
    assert world.request(request).takes_over == first.ulid


def test_what_is_not_there_and_was_never_to_be_forgotten_is_not_found() -> None:
    product = _product()
    product.tell("I row")
    with pytest.raises(NotFound):
        product.world.request(ErasureRequest("memory", product.held.key.sid, memory_id=f"mem_{product.held.key.sid}{ULID}"))


def test_a_receipt_that_died_before_it_cleared_up_clears_up_when_it_is_repeated() -> None:
    product = _product()
    world = product.world
    said = product.tell("I row")
    era = world.request(ErasureRequest("source", product.held.key.sid, source_id=said.source_id))
    step = world.erasure_steps
    for name in ("block", "sweep"):
        step(name, TID, era.ulid)
    world.serve()
    for name in ("index", "objects", "secret", "verify"):
        step(name, TID, era.ulid)
    kept = [row for row in world.tenancy.records.all_rows() if row.key.sk.startswith(keys.erasure_parts(era.ulid))]
    step("receipt", TID, era.ulid)
    assert _parts(world) == []
    world.tenancy.records.put_all([row for row in kept if row.key.sk.count("#") == 3])
    step("receipt", TID, era.ulid)
    assert _parts(world) == []


def test_a_request_that_is_repeated_is_one_erasure() -> None:
    product = _product()
    world = product.world
    said = product.tell("I row")
    ask = RequestErasure(world.tenancy, TEST_PEPPER, world.clock, world.ids, world.workflows)
    request = ErasureRequest("source", product.held.key.sid, source_id=said.source_id)
    world.workflows.down = True
    with pytest.raises(Unavailable):
        ask(TID, request, "sub-1", Work(ULID))
    world.workflows.down = False
    assert ask(TID, request, "sub-1", Work(ULID, again=True)).ulid == ULID
    assert world.workflows.of("erasure") == [{"tid": TID, "job": ULID}]
