"""What is planned, beside what is so: a move or a job that is to come ends nothing today."""

from __future__ import annotations

import pytest

from mnemon.writing.requests import IncomingFact
from tests.bench._inprocess import Parts
from tests.support.fakes import HashEmbedder

FIRST, SAID, LATER = "2025-03-03T09:00:00Z", "2025-11-10T09:00:00Z", "2026-01-05T09:00:00Z"


def _world(*said: tuple[str, str]) -> Parts:
    world = Parts(HashEmbedder())
    for number, (text, at) in enumerate(said):
        world.say([{"role": "user", "content": text, "timestamp": at}], f"s{number}")
    return world


def _current(world: Parts, attribute: str) -> list[str]:
    return [head.content for head in world.heads() if head.is_current(world.clock.now()) and head.attribute == attribute]


def _attributes(world: Parts) -> list[str | None]:
    return sorted((head.attribute for head in world.heads() if head.is_current(world.clock.now())), key=str)


@pytest.mark.parametrize(
    ("so", "planned", "attribute"),
    [
        ("I live in Porto.", "I'm moving to Lisbon next month.", "home"),
        ("I live in Porto.", "I'm moving to Lisbon.", "home"),
        ("I live in Porto.", "We're relocating to Lisbon in two weeks.", "home"),
        ("I work at Northwind.", "I'm starting at Acme in March.", "employer"),
        ("I work at Northwind.", "I'm joining Acme next month.", "employer"),
        ("I work at Northwind.", "I accepted a job at Acme, starting in March.", "employer"),
        ("I work at Northwind.", "I'm working at Acme from 1 March.", "employer"),
        ("I work at Northwind.", "I'm leaving Northwind in January.", "employer"),
    ],
)
def test_what_is_to_begin_later_leaves_what_is_so_and_is_kept_as_a_plan(so: str, planned: str, attribute: str) -> None:
    world = _world((so, FIRST), (planned, SAID))
    now = [head for head in world.heads() if head.is_current(world.clock.now())]
    state = next(head for head in now if head.attribute == attribute)
    assert state.content == so.replace("I live", "The user lives").replace("I work", "The user works")
    assert state.true_to is None
    (plan,) = (head for head in now if head.ulid != state.ulid)
    assert plan.kind == "episode"
    assert plan.attribute is None or plan.attribute.startswith("planned ")


def test_it_is_so_once_somebody_says_that_it_has_come_about() -> None:
    world = _world(("I live in Porto.", FIRST), ("I'm moving to Lisbon next month.", SAID), ("I moved to Lisbon last week.", LATER))
    assert _current(world, "home") == ["The user moved to Lisbon last week (week of 29 December 2025)."]


def test_a_later_plan_takes_the_place_of_the_earlier() -> None:
    world = _world(("I'm moving to Lisbon next month.", SAID), ("I'm moving to Lisbon in March now.", LATER))
    assert _current(world, "planned home") == ["The user is moving to Lisbon in March 2026 now."]


def test_what_lasts_until_a_day_is_so_today() -> None:
    assert _attributes(_world(("I'm living in Porto until March.", SAID))) == ["home"]


def test_a_fact_that_is_written_by_hand_is_read_the_same_way() -> None:
    world = _world(("I live in Porto.", FIRST))
    world.write([IncomingFact.model_validate({"content": "I'm moving to Lisbon next month."})])
    assert _current(world, "home") == ["The user lives in Porto."]


@pytest.mark.parametrize(
    ("planned", "come_about", "attribute"),
    [
        ("I'm moving to Lisbon next month.", "I have moved to Lisbon.", "home"),
        ("I'm moving to Lisbon.", "I live in Lisbon now.", "home"),
        ("I'm working at Acme from 1 December.", "I work at Acme now.", "employer"),
        ("I'm leaving Northwind in December.", "I no longer work at Northwind.", "employer"),
    ],
)
def test_a_plan_ends_when_it_has_come_about(planned: str, come_about: str, attribute: str) -> None:
    world = _world(("I live in Porto.", FIRST), ("I work at Northwind.", FIRST), (planned, SAID), (come_about, LATER))
    plans = [head for head in world.heads() if (head.attribute or "").startswith("planned ")]
    assert [(head.attribute, head.is_latest, head.true_to) for head in plans] == [(plans[0].attribute, False, "2026-01-05T09:00:00.000Z")]
    assert (plans[0].attribute or "").endswith(attribute)


@pytest.mark.parametrize("said", ["I live in Porto.", "I have moved to Faro.", "My sister lives in Lisbon.", "I lived in Lisbon in 2019."])
def test_what_says_something_else_leaves_the_plan(said: str) -> None:
    world = _world(("I live in Porto.", FIRST), ("I'm moving to Lisbon in March.", SAID), (said, LATER))
    assert _current(world, "planned home") == ["The user is moving to Lisbon in March 2026."]
