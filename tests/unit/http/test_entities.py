"""Entities over the API: listed, shown with what is behind each relation, and only as far as it is true now and may be seen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.http.world import ANNA, BACKEND, BEN, ApiWorld


@pytest.fixture
def world() -> ApiWorld:
    return ApiWorld()


def write(world: ApiWorld, *facts: str | dict[str, Any], who: Any = ANNA, **more: Any) -> list[dict[str, Any]]:
    memories = [{"content": fact} if isinstance(fact, str) else fact for fact in facts]
    world.data.clock.advance(minutes=1)
    answer = world.call("POST", "/memories", {"memories": memories, **more}, who=who)
    assert answer.status == 200, answer
    return answer.json["results"]


def names(world: ApiWorld, who: Any = ANNA, **query: Any) -> list[str]:
    answer = world.call("GET", "/entities", who=who, **query)
    assert answer.status == 200, answer
    return [one["name"] for one in answer.json["entities"]]


def shown(world: ApiWorld, name: str, who: Any = ANNA, **query: Any) -> dict[str, Any]:
    (entity,) = [one for one in world.call("GET", "/entities", who=who).json["entities"] if one["name"] == name]
    answer = world.call("GET", f"/entities/{entity['id']}", who=who, **query)
    assert answer.status == 200, answer
    return answer.json


def told(entity: dict[str, Any]) -> set[tuple[str, str, str]]:
    return {(one["direction"], one["type"], one["entity"]["name"]) for one in entity["relations"]}


def test_an_entity_with_its_relations_and_the_memories_behind_them(world: ApiWorld) -> None:
    (sister, home) = write(world, "My sister Jana works at Globex.", "Jana lives in Bergen.")
    (cello,) = write(world, "My sister plays the cello.")
    entity = shown(world, "Jana")
    assert (entity["type"], set(entity["aliases"]), entity["scope"]) == ("person", {"Jana", "user's sister"}, "user/anna%40example.org")
    assert told(entity) == {("out", "works_at", "Globex"), ("out", "lives_in", "Bergen"), ("out", "sister_of", "user")}
    behind = {one["type"]: one["memory_ids"] for one in entity["relations"]}
    assert behind == {"works_at": [sister["id"]], "sister_of": [cello["id"], sister["id"]], "lives_in": [home["id"]]}
    assert [one["content"] for one in entity["memories"]] == [
        "My sister plays the cello.", "Jana lives in Bergen.", "My sister Jana works at Globex.",
    ]  # fmt: skip
    assert told(shown(world, "Globex")) == {("in", "works_at", "Jana")}


def test_lists_by_type_by_how_a_name_begins_and_over_pages(world: ApiWorld) -> None:
    write(world, "Jana works at Globex.", "Jan works at Initech.", "Johanna lives in Oslo.")
    assert names(world) == ["Jana", "Globex", "Jan", "Initech", "Johanna", "Oslo"]
    assert names(world, q="JAN") == ["Jana", "Jan"]
    assert names(world, q="the jana's") == ["Jana"]
    assert names(world, type="place") == ["Oslo"]
    seen: list[str] = []
    token: dict[str, str] = {}
    while True:
        page = world.call("GET", "/entities", limit="2", **token).json
        seen += [one["name"] for one in page["entities"]]
        if "next_token" not in page:
            break
        token = {"next_token": page["next_token"]}
    assert seen == names(world)
    assert world.call("GET", "/entities", who=BEN, **token).status == 422
    assert world.call("GET", "/entities", type="ghost").status == 422
    assert world.call("GET", "/entities", colour="red").status == 422


def test_what_is_over_deleted_or_corrected_names_nobody(world: ApiWorld) -> None:
    (secret, _) = write(world, "My partner Bob works at Globex.", "Ada works at Acme.")
    write(world, "Ada works at Initech.")
    assert "Acme" not in names(world)
    assert told(shown(world, "Ada")) == {("out", "works_at", "Initech")}
    id = next(one["id"] for one in world.call("GET", "/entities").json["entities"] if one["name"] == "Bob")
    assert world.call("DELETE", f"/memories/{secret['id']}").status == 204
    assert {"Bob", "Globex"} & set(names(world)) == set()
    assert names(world, q="user's partner") == []
    assert world.call("GET", f"/entities/{id}").status == 404
    assert world.call("POST", f"/memories/{secret['id']}/restore", {}).status == 200
    assert "Bob" in names(world)
    assert world.call("PATCH", f"/memories/{secret['id']}", {"content": "My partner Rob works at Globex."}).status == 200
    assert "Rob" in names(world)
    assert "Bob" not in names(world)


def test_filters_hold_for_memories_and_for_what_is_behind_relations(world: ApiWorld) -> None:
    write(world, {"content": "Jana works at Globex.", "namespace": "acme"}, {"content": "Jana lives in Bergen.", "namespace": "acme-corp"})
    entity = shown(world, "Jana", namespace="acme")
    assert [one["content"] for one in entity["memories"]] == ["Jana works at Globex."]
    assert told(entity) == {("out", "works_at", "Globex")}


def test_memories_about_an_entity_come_in_pages(world: ApiWorld) -> None:
    write(world, *({"content": f"Fact {n}.", "entities": ["Jana"]} for n in range(7)))
    id = shown(world, "Jana")["id"]
    seen: list[str] = []
    token: dict[str, str] = {}
    while True:
        page = world.call("GET", f"/entities/{id}", limit="3", **token).json
        seen += [one["content"] for one in page["memories"]]
        if "next_token" not in page:
            break
        token = {"next_token": page["next_token"]}
    assert seen == [f"Fact {n}." for n in reversed(range(7))]
    assert world.call("GET", f"/entities/{id}", kind="fact", **token).status == 422


def test_nobody_sees_anothers(world: ApiWorld) -> None:
    write(world, "My sister Jana works at Globex.")
    write(world, "Jana lives in Oslo.", who=BEN)
    id = shown(world, "Jana")["id"]
    assert world.call("GET", f"/entities/{id}", who=BEN).status == 404
    assert "Globex" not in names(world, BEN)
    assert world.call("GET", "/entities", who=BEN, user_id="anna@example.org").status == 403
    assert names(world, BACKEND, user_id="anna@example.org") == names(world)
    assert world.call("GET", f"/entities/{id}", who=BACKEND).status == 200
    for other in ("ent_x", f"mem_{id[4:]}", id[:-1] + ("0" if id[-1] != "0" else "1"), "ent_" + "a" * 26 + "0" * 26):
        assert world.call("GET", f"/entities/{other}").status == 404, other


HOSTILE = ["#", "~about#", "a/b/../c", "' OR '1'='1", "\u202enaJ", "🙂", "*", "%2F", "Jana\u0000Novak", "<script>", "A" * 250]


def test_hostile_names_come_back_as_they_were_said(world: ApiWorld) -> None:
    write(world, *({"content": f"About number {n}.", "entities": [name]} for n, name in enumerate(HOSTILE)))
    found = names(world, limit="100")
    assert found == [name.replace("\u0000", "") for name in HOSTILE]
    for name in found:
        assert name in names(world, q=name, limit="100")
        answer = world.call("POST", "/search", {"query": f"who is {name}?"})
        assert answer.status == 200


def test_relations_are_bounded_and_typed(world: ApiWorld) -> None:
    link = {"subject": "Invoice run", "type": "depends_on", "object": "Ledger"}
    write(world, {"content": "Invoices need it.", "relations": [link]})
    assert told(shown(world, "Invoice run")) == {("out", "depends_on", "Ledger")}
    for bad in (
        {**link, "type": "a#b"},
        {**link, "type": "Depends"},
        {**link, "type": "about"},
        {**link, "subject": " "},
        {**link, "weight": 1},
    ):
        assert world.call("POST", "/memories", {"memories": [{"content": "x", "relations": [bad]}]}).status == 422, bad
    assert world.call("POST", "/memories", {"memories": [{"content": "x", "relations": [link] * 9}]}).status == 422


def test_secrets_never_become_names(world: ApiWorld) -> None:
    key = "AKIAIOSFODNN7EXAMPLQ"
    link = {"subject": f"key {key}", "type": "depends_on", "object": "Ledger"}
    write(world, {"content": "A key.", "relations": [link], "entities": [f"it is {key}"]})
    assert not any(key in str(one) for one in world.call("GET", "/entities").json["entities"])


def test_the_contract_names_both_calls(world: ApiWorld) -> None:
    contract = world.call("GET", "/openapi.json", who=None).json
    assert {"/entities", "/entities/{id}"} <= set(contract["paths"])
    assert {"EntitiesView", "EntityDetailView"} <= set(contract["components"]["schemas"])
