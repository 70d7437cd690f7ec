"""A sentence that names the wrong value and the right one corrects what had the wrong one, where that is one thing."""

from __future__ import annotations

import pytest

from mnemon.adapters.rules import RuleExtractor
from mnemon.language.readings import Reading
from mnemon.language.statements import read
from mnemon.model.sources import Turn
from mnemon.ports.models import Passage
from tests.bench._inprocess import Parts
from tests.support.fakes import HashEmbedder

AT = "2025-11-15T11:20:00.000Z"
DENTIST = "My dentist appointment is on 14 December."


def _told(*turns: str) -> list[Reading]:
    """What the last of the turns says."""
    earlier: list[Reading] = []
    for turn in turns[:-1]:
        earlier += read(turn, at=AT, earlier=earlier)
    return read(turns[-1], at=AT, earlier=earlier)


@pytest.mark.parametrize(
    "correction",
    [
        "Correction: it is not the 14th but the 17th",
        "Correction: it is not the 14th but the 17th.",
        "Sorry, not the 14th but the 17th.",
        "Not on the 14th but on the 17th!",
        "It's on the 17th, not the 14th.",
        "It isn't on the 14th, it's on the 17th.",
        "I meant the 17th, not the 14th.",
        "I said the 14th, but I meant the 17th.",
        "Sorry, the 17th of December, not the 14th of December.",
    ],
)
def test_a_day_is_corrected(correction: str) -> None:
    (reading,) = _told(DENTIST, correction)
    assert (reading.attribute, reading.value, reading.event_at) == ("dentist appointment", "2025-12-17", "2025-12-17T00:00:00.000Z")
    assert reading.content == "The user's dentist appointment is on 17 December 2025."


@pytest.mark.parametrize(
    ("said", "correction", "attribute", "value"),
    [
        ("I live in Porto.", "Correction: it's not Porto but Lisbon.", "home", "Lisbon"),
        ("I live in Porto.", "No, it isn't Porto, it's Lisbon.", "home", "Lisbon"),
        ("My rent is $1,400.", "It's not $1,400 but $1,450.", "rent", "$1,450"),
        ("My sister is called Jana.", "It's not Jana but Jane.", "name", "Jane"),
        ("The port is 8080.", "Actually it's 9090, not 8080.", "port", "9090"),
        ("I'm flying to Lisbon on 12 December.", "Not the 12th but the 14th.", "trip to Lisbon", "2025-12-14"),
    ],
)
def test_so_is_any_value_that_was_told(said: str, correction: str, attribute: str, value: str) -> None:
    (reading,) = _told(said, correction)
    assert (reading.attribute, reading.value) == (attribute, value)


@pytest.mark.parametrize(
    "turns",
    [
        (DENTIST, "My exam is on 14 December too.", "It is not the 14th but the 17th."),
        (DENTIST, "The concert is on 14 December.", "It is not the 14th but the 17th."),
        (DENTIST, "It is not the 12th but the 17th."),
        (DENTIST, "It is not the 14th but the 45th."),
        ("I live in Porto.", "It's not Rome but Oslo."),
        ("I live in Porto.", "The weather is not good but cold."),
        ("I like tea.", "It's not tea but coffee that I need."),
        ("It is not the 14th but the 17th.",),
    ],
)
def test_nothing_is_corrected_where_nobody_can_tell_what(turns: tuple[str, ...]) -> None:
    assert _told(*turns) == []


def test_a_day_without_a_year_is_of_the_year_of_the_one_that_it_replaces() -> None:
    (reading,) = _told("My exam is on 14 January.", "It's on 12 January, not the 14th.")
    assert reading.value == "2026-01-12"


def test_another_day_of_a_plan_keeps_the_plan() -> None:
    (reading,) = _told("I'm moving to Lisbon next month.", "Sorry, it's on 3 January.")
    assert (reading.attribute, reading.value) == ("planned home", "Lisbon 2026-01-03")
    assert reading.content == "The user's planned home is Lisbon (3 January 2026)."


def test_a_turn_before_the_passage_is_corrected_too_and_not_told_again() -> None:
    before, now = (
        Turn.model_validate({"number": n, "role": "user", "content": said, "at": AT})
        for n, said in enumerate((DENTIST, "It is not the 14th but the 17th."), 1)
    )
    passage = Passage(source_ids=("src_x",), turns=(now,), before=(before,), session_id="s", run_id=None, reference=AT)
    (fact,) = RuleExtractor().extract(passage)
    assert (fact.attribute, fact.value) == ("dentist appointment", "2025-12-17")


def test_the_memory_of_it_is_updated() -> None:
    world = Parts(HashEmbedder())
    for minute, said in enumerate((DENTIST, "Correction: it is not the 14th but the 17th.")):
        world.say([{"role": "user", "content": said, "timestamp": f"2025-11-15T11:{20 + minute}:00Z"}], "s")
    current = [head for head in world.heads() if head.is_current(world.clock.now())]
    assert [(head.content, head.version) for head in current] == [("The user's dentist appointment is on 17 December 2025.", 2)]
