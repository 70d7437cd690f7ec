"""A playbook through the API: in and out as JSON, found by the words of its steps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.http.world import ApiWorld

STEPS: dict[str, Any] = {"steps": ["stop the pump", {"do": "drain the boiler", "wait": None, "times": [1, 2.5]}], "unattended": False}
FACT = {"content": "How to winterise the cabin", "kind": "procedure", "procedure": STEPS}


@pytest.fixture
def world() -> ApiWorld:
    return ApiWorld()


def test_it_comes_back_as_it_was_wherever_a_memory_is_shown(world: ApiWorld) -> None:
    id = world.call("POST", "/memories", {"memories": [FACT]}).json["results"][0]["id"]
    shown = [
        world.call("GET", f"/memories/{id}").json,
        world.call("GET", f"/memories/{id}/history").json["versions"][0],
        world.call("GET", "/memories", kind="procedure").json["memories"][0],
        world.call("POST", "/search", {"query": "drain the boiler"}).json["results"][0],
    ]
    assert [(one["id"], one["kind"], one["procedure"]) for one in shown] == [(id, "procedure", STEPS)] * 4
    assert "drain the boiler" in world.call("POST", "/context", {"query": "boiler"}).json["text"]


def test_a_memory_without_one_shows_none(world: ApiWorld) -> None:
    world.call("POST", "/memories", {"memories": [{"content": "Anna keeps bees", "kind": "procedure"}]})
    assert "procedure" not in world.call("GET", "/memories").json["memories"][0]


@pytest.mark.parametrize(
    ("fact", "field"),
    [
        ({**FACT, "kind": "fact"}, "memories.0.procedure"),
        ({**FACT, "procedure": {}}, "memories.0.procedure"),
        ({**FACT, "procedure": [1]}, "memories.0.procedure"),
        ({**FACT, "procedure": {"a": "x" * 20_000}}, "memories.0.procedure"),
        ({"kind": "procedure", "procedure": STEPS}, "memories.0.content"),
    ],
)
def test_a_bad_one_is_named(world: ApiWorld, fact: dict[str, Any], field: str) -> None:
    answer = world.call("POST", "/memories", {"memories": [fact]})
    assert (answer.status, answer.json["field"]) == (422, field), answer
    assert world.tenancy.records.all_rows() == []


@pytest.mark.parametrize("text", ['{"a": 1e999}', '{"a": ' + "[" * 40 + "]" * 40 + "}", '{"\\ud800": "\\ud800 \\u0000"}'])
def test_odd_json_is_named_or_kept(world: ApiWorld, text: str) -> None:
    raw = b'{"memories": [{"content": "x y", "kind": "procedure", "procedure": ' + text.encode() + b"}]}"
    answer = world.call("POST", "/memories", raw=raw)
    assert answer.status == (200 if "ud800" in text else 422), answer
    assert world.logged == []
