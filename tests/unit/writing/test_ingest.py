"""Events that come without a token."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest

from mnemon.errors import Invalid, TryAgain
from mnemon.model import keys
from mnemon.model.rows import Row
from mnemon.model.scopes import Scope
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.idempotency import Answer, Claim, Idempotent
from mnemon.writing.ingest import AcceptOnce, IngestBusEvent, IngestObject
from tests.support.fakes import TEST_PEPPER

from .world import QUICK, TENANT, World, writer

SAID = {"session_id": "s1", "messages": [{"role": "user", "content": "I bought a red bicycle in Ghent."}]}
KEY = f"in/{TENANT}/user%2Fada/log.json"


def once(world: World, attempts: Attempts = QUICK) -> AcceptOnce:
    return AcceptOnce(world.tenancy, TEST_PEPPER, world.clock, world.ids, world.accept_events, attempts=attempts)


def drop(world: World, key: str = KEY, body: Any = SAID) -> IngestObject:
    world.tenancy.drop.put(key, json.dumps(body).encode())
    return IngestObject(world.tenancy, once(world))


def bus_event(**over: Any) -> dict[str, Any]:
    return {"id": "e-1", "account": "111122223333", "source": "shop.chat", "detail": {**SAID, "user_id": "ada"}, **over}


def bus(world: World) -> IngestBusEvent:
    registered = Row(keys.producer("111122223333", "shop.chat"), {"tid": TENANT})
    world.tenancy.records.put_all([registered])
    return IngestBusEvent(world.tenancy.records, once(world))


def test_a_dropped_object_is_kept_in_the_scope_of_its_prefix_and_leaves_the_bucket():
    world = World()
    accepted = drop(world)(KEY, "etag")
    assert accepted is not None
    assert accepted.turns == 1
    assert world.session().turns == 1
    assert world.tenancy.drop.keys() == []
    assert [ids["infer"] for ids in world.workflows.of("extraction")] == ["now"]


def test_an_object_whose_name_begins_with_anothers_is_left_alone():
    world = World()
    world.tenancy.drop.put(KEY + ".later", b"{}")
    drop(world)(KEY, "etag")
    assert world.tenancy.drop.keys() == [KEY + ".later"]


def test_the_same_put_delivered_twice_is_taken_in_once():
    world = World()
    take = drop(world)
    take(KEY, "etag")
    drop(world)  # the object is still there when the second delivery arrives: the first could not delete it
    assert take(KEY, "etag") is None
    assert world.session().turns == 1
    assert world.tenancy.drop.keys() == []


def test_an_object_that_is_gone_was_taken_in():
    world = World()
    assert IngestObject(world.tenancy, once(world))(KEY, "etag") is None


@pytest.mark.parametrize("name", ["ada@example.com", "a/b", "a%2Fb", "ü#*'\"", "日本"])
def test_a_scope_in_a_key_is_read_exactly(name: str):
    world = World(who=writer(name))
    key = f"in/{TENANT}/{quote(f'user/{name}', safe='')}/log.json"
    drop(world, key)(key, "etag")
    assert world.session().turns == 1
    assert TEST_PEPPER.scope(TENANT, Scope.user(name)) == world.scope


@pytest.mark.parametrize(
    "key", [f"in/{TENANT}/user%2Fada", "in/short/user%2Fada/x", f"in/{TENANT}/planet%2Fada/x", f"in/{TENANT}/user%2F/x", "x"]
)
def test_an_object_under_no_scope_is_refused(key: str):
    with pytest.raises(Invalid) as refused:
        IngestObject(World().tenancy, once(World()))(key, "etag")
    assert refused.value.field == "key"


@pytest.mark.parametrize(
    "body", [[], {"session_id": "s"}, {**SAID, "user_id": "eve"}, {**SAID, "messages": [{"role": "king", "content": "x"}]}]
)
def test_an_object_that_is_no_event_is_refused_and_stays(body: Any):
    world = World()
    with pytest.raises(Invalid):
        drop(world, body=body)(KEY, "etag")
    assert world.tenancy.drop.keys() == [KEY]
    assert world.rows("SRC#") == []


def test_a_store_that_is_down_leaves_the_object_for_the_next_delivery():
    world = World()
    take = drop(world)
    world.tenancy.raw.down = True
    with pytest.raises(TryAgain):
        take(KEY, "etag")
    world.tenancy.raw.down = False
    assert take(KEY, "etag") is not None
    assert world.session().turns == 1


def test_a_bus_event_belongs_to_the_tenant_that_its_source_and_account_are_registered_for():
    world = World()
    accepted = bus(world)(bus_event())
    assert accepted is not None
    assert world.session().turns == 1


@pytest.mark.parametrize("over", [{"source": "other"}, {"account": "999999999999"}, {"source": "shop.chat#x"}])
def test_a_bus_event_of_an_unknown_producer_is_refused_whatever_it_says(over: dict[str, str]):
    world = World()
    event = bus_event(**over)
    event["detail"] = {**event["detail"], "metadata": {"tenant_id": "acme"}}
    with pytest.raises(Invalid):
        bus(world)(event)
    assert world.rows() == []


def test_a_bus_event_delivered_twice_is_taken_in_once():
    world = World()
    take = bus(world)
    take(bus_event())
    assert take(bus_event()) is None
    assert world.session().turns == 1


def test_a_bus_event_names_its_user():
    event = bus_event()
    event["detail"] = SAID
    with pytest.raises(Invalid) as refused:
        bus(World())(event)
    assert refused.value.field == "user_id"


def test_one_producers_event_ids_do_not_hide_anothers():
    world = World()
    take = bus(world)
    world.tenancy.records.put_all([Row(keys.producer("444455556666", "shop.chat"), {"tid": TENANT})])
    take(bus_event())
    assert take(bus_event(account="444455556666")) is not None
    assert replace(world).session().turns == 2


def under_way(world: World) -> tuple[Idempotent, Claim]:
    """Another delivery of the bus event has claimed it."""
    first = Idempotent(TENANT, world.tenancy.records, world.clock)
    digest = TEST_PEPPER.caller(TENANT, "ingest", "bus\n111122223333\ne-1")
    claim = first.claim(digest, digest)
    assert isinstance(claim, Claim)
    return first, claim


def test_a_delivery_waits_for_another_of_the_same_that_is_under_way():
    world = World()
    take = bus(world)
    first, claim = under_way(world)
    waits = Attempts(limit=3, pause=lambda _: first.complete(claim, Answer(202, "{}")))
    assert IngestBusEvent(world.tenancy.records, once(world, waits))(bus_event()) is None
    assert take(bus_event()) is None
    assert world.rows("SRC#") == []


def test_a_delivery_comes_again_when_the_other_does_not_end():
    world = World()
    take = bus(world)
    under_way(world)
    with pytest.raises(TryAgain):
        take(bus_event())
