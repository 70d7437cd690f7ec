"""A context as a client puts it into a prompt: counted by a real tokenizer, each memory once, in an order of its own."""

from __future__ import annotations

import re
from typing import Any

import pytest

from infra.local.client import ApiProblem
from tests.e2e.world import Person, World


def _context(person: Person, query: str, **more: Any) -> dict[str, Any]:
    return dict(person.api.call("POST", "/context", {"user_id": person.user, "query": query, **more}).json)


def _person(world: World) -> Person:
    person = world.person()
    person.say(
        "I live in Oslo.", "I work at Tata Steel as a chemist.", "I drive a red Honda Civic.", "My sister Berit is a nurse in Bergen."
    )
    return person


def test_its_tokens_are_a_large_models_and_never_over_the_budget(world: World) -> None:
    person = _person(world)
    for budget in (60, 120, 200, 400, 2_000):
        made = _context(person, "What does the user do in Oslo?", token_budget=budget)
        assert made["tokenizer"] == "o200k_base"
        assert made["tokens"] <= budget
        assert bool(made["text"]) == (made["tokens"] > 0)
    assert made["text"]


def test_every_line_is_cited_and_each_memory_stands_once(world: World) -> None:
    person = _person(world)
    made = _context(person, "Where does the user live and work, and what does Berit do?", token_budget=4_000)
    lines = made["text"].splitlines()[4:-1]
    cited = [match[1] for line in lines if (match := re.match(r"\[([ps]?\d+)\] ", line))]
    told = [one["memories"] for each in [made["profile"], *made["summaries"]] for one in each["sentences"]]
    assert len(cited) == len(told) + len(made["items"])
    assert all(told)
    assert all(item["sources"] for item in made["items"])
    memories = [item["id"] for item in made["items"] if item["type"] == "memory"]
    assert not set(memories) & {id for ids in told for id in ids}


def test_the_results_stand_in_an_order_of_their_own(world: World) -> None:
    person = _person(world)
    one, other = (
        _context(person, query, include=["memories"], floor=0) for query in ("Oslo Honda chemist Berit", "Berit chemist Honda Oslo")
    )
    assert one["text"] == other["text"]
    kinds = [item["type"] == "memory" for item in one["items"]]
    assert kinds == sorted(kinds, reverse=True)


def test_a_second_look_that_is_not_deployed_is_refused(world: World) -> None:
    person = world.person()
    with pytest.raises(ApiProblem) as refused:
        person.api.call("POST", "/search", {"user_id": person.user, "query": "x", "rerank": True})
    assert (refused.value.status, refused.value.problem["field"]) == (422, "rerank")


def test_the_page_to_try_it_on_is_public_and_whole(world: World) -> None:
    page = world.person().api.send("GET", "/docs", None, {})
    assert page.status == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
