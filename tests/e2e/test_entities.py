"""Entities and relations as a client sees them: what is said is listed, answers a question about a relation, and goes with its source."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from infra.local.client import ApiProblem
from tests.e2e.world import Person, World, eventually


def _entities(person: Person, **query: str) -> dict[str, dict[str, Any]]:
    asked = {"user_id": person.user, "limit": "100", **query}
    return {one["name"]: one for one in person.api.call("GET", "/entities", query=asked).json["entities"]}


def _entity(person: Person, name: str) -> dict[str, Any]:
    return dict(person.api.call("GET", f"/entities/{_entities(person)[name]['id']}").json)


def _told(entity: dict[str, Any]) -> set[tuple[str, str, str]]:
    return {(one["direction"], one["type"], one["entity"]["name"]) for one in entity["relations"]}


def _word() -> str:
    return "".join(chr(ord("a") + int(digit, 16)) for digit in uuid.uuid4().hex[:10]).capitalize()


def test_what_is_said_is_listed_answers_and_goes_with_its_source(world: World) -> None:
    person, firm, town = world.person(), _word(), _word()
    said = person.say(f"My sister Jana works at {firm}.")
    person.say(f"Jana lives in {town}.", "The weather was fine on Sunday and we all had a long walk.", session="t")
    assert {"Jana", firm, town} <= set(_entities(person))
    assert _told(_entity(person, "Jana")) >= {("out", "works_at", firm), ("out", "lives_in", town), ("out", "sister_of", "user")}
    assert f"works at {firm}" in person.found("Who is my sister's employer?")[0]
    assert town in person.found("Where does my sister live?")[0]

    person.forget(source_id=said["source_id"])
    assert firm not in _entities(person)
    jana = _entity(person, "Jana")
    assert _told(jana) == {("out", "lives_in", town)}
    assert jana["aliases"] == ["Jana"]
    assert not any(firm in content for content in person.found("Who is my sister's employer?"))


def test_the_employer_comes_before_the_job_title(world: World) -> None:
    person = world.person()
    person.write("Maya works at Initech.", "Maya's job is data engineer.", "Maya likes jasmine tea.", "Maya lives in Oslo.")
    assert person.found("Who is Maya's employer?")[0] == "Maya works at Initech."
    assert person.found("What is Maya's job title?")[0] == "Maya's job is data engineer."


def test_two_hops(world: World) -> None:
    person = world.person()
    person.write("Tom is Maya's brother.", "Tom owns the Lime Bar.", "The Lime Bar is located in Bergen.", "Maya likes jasmine tea.")
    assert "Tom owns the Lime Bar." in person.found("What does Maya's brother own?")[:2]
    person.settle()
    assert "Tom owns the Lime Bar." in person.found("What does Maya's brother own?")[:2]
    assert person.found("Who owns the Lime Bar?")[0] == "Tom owns the Lime Bar."


def test_anothers_entities_are_never_reached(world: World) -> None:
    person, firm = world.person(), _word()
    other = world.person(person.tenant)
    person.write(f"Jana is Maya's sister. She works at {firm}.", f"Jana works at {firm}.")
    other.write("Maya likes jasmine tea.", "Jana likes long walks.")
    assert firm in _entities(person)
    assert firm not in _entities(other)
    assert not any(firm in content for content in other.found("Where does Maya's sister work?"))
    with pytest.raises(ApiProblem) as refused:
        other.api.call("GET", f"/entities/{_entities(person)[firm]['id']}")
    assert refused.value.status == 404


HOSTILE = ("#", "~about#", "a/../b", "' OR '1'='1", "🙂", "*", "%2F", "<script>alert(1)</script>")


def test_hostile_names_are_kept_as_said_and_match_nothing_else(world: World) -> None:
    person = world.person()
    person.write(*({"content": f"About number {n}.", "entities": [name]} for n, name in enumerate(HOSTILE)))
    listed = _entities(person)
    assert set(listed) == set(HOSTILE)
    for name in HOSTILE:
        detail = person.api.call("GET", f"/entities/{listed[name]['id']}").json
        assert [memory["content"] for memory in detail["memories"]] == [f"About number {HOSTILE.index(name)}."]
    keys = [row["SK"]["S"] for row in world.rows(partition=person.scope.partition)]
    assert not any(name in key for key in keys for name in HOSTILE if len(name) > 1 and name != "~about#")
    eventually(lambda: world.is_indexed(person.scope), what="the index has caught up")
    person.forget()
    assert _entities(person) == {}
