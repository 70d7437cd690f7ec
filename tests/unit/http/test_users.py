"""The tenant's users, for the tenant's own backend alone."""

from __future__ import annotations

from typing import Any

import pytest

from mnemon.model import keys
from mnemon.model.scopes import Scope
from mnemon.ports.records import Put
from tests.unit.http.world import ANNA, BACKEND, BEN, ApiWorld

NAMES = [f"user-{n}" for n in range(7)] + ["é#/%*", "🦊"]


@pytest.fixture
def world() -> ApiWorld:
    return ApiWorld()


def met(world: ApiWorld, name: str, **body: Any) -> None:
    answer = world.call("POST", "/memories", {"user_id": name, "memories": [{"content": "x y z"}], **body}, who=BACKEND)
    assert answer.status == 200, answer


def listed(world: ApiWorld, **query: str) -> list[str]:
    return [user["user_id"] for user in world.call("GET", "/users", who=BACKEND, **query).json["users"]]


def test_users_and_no_other_scopes_over_pages(world: ApiWorld) -> None:
    for name in NAMES:
        met(world, name)
    met(world, NAMES[0], scope="org")
    met(world, NAMES[0], scope="team/red")
    for size in ("1", "2", "4", "100"):
        seen: list[str] = []
        token: dict[str, str] = {}
        while True:
            page = world.call("GET", "/users", who=BACKEND, limit=size, **token).json
            seen += [user["user_id"] for user in page["users"]]
            if "next_token" not in page:
                break
            token = {"next_token": page["next_token"]}
        assert sorted(seen) == sorted(NAMES)
    assert world.call("GET", "/users", who=BACKEND).json["users"][0]["created_at"] == world.clock.now()


def test_each_tenant_has_its_own(world: ApiWorld) -> None:
    met(world, "anna")
    other = BACKEND.model_copy(update={"tenant": "acme-corp"})
    assert world.call("GET", "/users", who=other).json == {"users": []}
    token = world.call("GET", "/users", who=BACKEND, limit="1").json.get("next_token")
    if token:
        assert world.call("GET", "/users", who=other, next_token=token).status == 422


def test_an_end_user_may_not_whatever_its_permissions_and_a_service_needs_the_permission(world: ApiWorld) -> None:
    assert world.call("GET", "/users", who=ANNA).status == 403
    assert world.call("GET", "/users", who=BEN).status == 403
    weak = BACKEND.model_copy(update={"permissions": BACKEND.permissions - {"tenant:admin"}})
    answer = world.call("GET", "/users", who=weak)
    assert (answer.status, "tenant:admin" in answer.json["detail"]) == (403, True)


def test_who_is_erased_is_not_in_it(world: ApiWorld) -> None:
    for name in ("anna", "ben", "cleo"):
        met(world, name)
    stores = world.tenancy.stores(world.data.tid)
    ben, cleo = (world.data.key(Scope.user(name)) for name in ("ben", "cleo"))
    row = stores.records.get([keys.state(ben)])[keys.state(ben)]
    stores.records.write(Put(row._replace(plain={**row.plain, "erasing": "01K" + "0" * 23})))
    stores.vault.destroy(cleo)
    assert listed(world) == ["anna"]


def test_a_store_that_is_down(world: ApiWorld) -> None:
    met(world, "anna")
    world.tenancy.vault.down = True
    assert world.call("GET", "/users", who=BACKEND).status == 503


@pytest.mark.parametrize(("query", "field"), [({"limit": "0"}, "limit"), ({"next_token": "x"}, "next_token"), ({"user": "x"}, "user")])
def test_parameters(world: ApiWorld, query: dict[str, str], field: str) -> None:
    answer = world.call("GET", "/users", who=BACKEND, **query)
    assert (answer.status, answer.json["field"]) == (422, field)
