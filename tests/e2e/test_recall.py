"""Recall over HTTP: what it says of nothing known, of what is alike, of what is asked letter by letter, and why."""

from __future__ import annotations

import pytest

from infra.local.client import ApiProblem
from tests.e2e.world import Person, World


@pytest.fixture(scope="module")
def anna(world: World) -> Person:
    person = world.person()
    person.write(
        "Anna drives a red Golf.", "Anna's sister lives in Lisbon.", "The build fails with ERR-4021 on the second runner.",
        "The build fails with ERR-4022 on the first runner.", "Anna works as a nurse at the harbour clinic.",
    )  # fmt: skip
    person.say("We went to the old lighthouse with Ben and had soup.", session="may", at="2023-05-09T10:00:00Z")
    person.say("We went to the old lighthouse with Cleo and had cake.", session="august", at="2023-08-09T10:00:00Z")
    person.settle()
    return person


def test_of_nothing_known_it_says_so(anna: Person) -> None:
    answer = anna.search("What is the capital of Peru?")
    assert (answer["results"], answer["nothing_known"], answer["degraded"]) == ([], True, [])
    whatever = anna.search("What is the capital of Peru?", floor=0)
    assert whatever["results"]
    assert not whatever["nothing_known"]
    known = anna.search("Where does Anna's sister live?")
    assert known["results"][0]["content"] == "Anna's sister lives in Lisbon."
    assert not known["nothing_known"]
    assert known["results"][0]["relevance"] > 0.5


def test_a_context_of_nothing_known_is_empty(anna: Person) -> None:
    assert anna.api.context("What is the boiling point of mercury?", user_id=anna.user)["text"] == ""


@pytest.mark.parametrize("code", ["ERR-4021", "ERR-4022"])
def test_a_key_is_found_exactly(anna: Person, code: str) -> None:
    first = anna.search(f"what was {code}?")["results"][0]
    assert code in first["content"]
    assert first["relevance"] == 1.0


def test_an_id_leads_to_its_memory(anna: Person) -> None:
    found = anna.search("red Golf")["results"][0]
    assert anna.search(found["id"])["results"][0]["id"] == found["id"]


def test_the_time_asked_for_is_preferred_and_excludes_nothing(anna: Person) -> None:
    for month, name in (("May", "Ben"), ("August", "Cleo")):
        found = anna.found(f"whom did we go to the old lighthouse with in {month} 2023?")
        lighthouse = [content for content in found if "lighthouse" in content]
        assert name in lighthouse[0]
        assert len(lighthouse) > 1


def test_it_explains_itself(anna: Person) -> None:
    plain, told = anna.search("which car does Anna drive"), anna.search("which car does Anna drive", explain=True)
    assert [one["id"] for one in plain["results"]] == [one["id"] for one in told["results"]]
    assert all("explain" not in one for one in plain["results"])
    for one in told["results"]:
        explained = one["explain"]
        assert set(explained) == {"lists", "factors", "kept"}
        assert explained["lists"]
        assert sum(explained["factors"].values()) <= one["score"] + 1e-3
    assert told["results"][0]["explain"]["lists"]["vectors"]["rank"] >= 1


@pytest.mark.parametrize("body", [{"floor": 1.5}, {"floor": -0.1}, {"explain": "yes"}])
def test_what_cannot_be_applied_is_refused(anna: Person, body: dict[str, object]) -> None:
    with pytest.raises(ApiProblem) as refused:
        anna.search("Golf", **body)
    assert (refused.value.status, refused.value.field) == (422, next(iter(body)))
