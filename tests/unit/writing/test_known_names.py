"""A name alone, told of somebody or of a pet that the scope knows: what it ends and what it updates, and what it leaves."""

from __future__ import annotations

import pytest

from tests.bench._inprocess import Parts
from tests.support.fakes import HashEmbedder


def _told(*texts: str, name: str | None = None) -> Parts:
    world = Parts(HashEmbedder())
    for number, text in enumerate(texts):
        said = {"role": "user", "content": text, "timestamp": f"2025-0{number + 1}-10T10:00:00Z"}
        world.say([said | ({"name": name} if name else {})], f"s{number}")
    return world


def _current(world: Parts) -> list[str]:
    return [head.content for head in world.heads() if head.is_current(world.clock.now())]


def _ended(world: Parts) -> dict[str, str]:
    return {head.content: head.true_to[:10] for head in world.heads() if not head.is_latest and head.true_to}


@pytest.mark.parametrize(
    ("had", "said", "day"),
    [
        ("I have a dog called Pixel.", "Pixel died yesterday.", "2025-02-09"),
        ("We adopted a cat named Luna.", "Luna passed away on February 3.", "2025-02-03"),
        ("I have a rabbit called Miso.", "Miso ran away.", "2025-02-10"),
        ("We have a puppy called Rex.", "We had to put Rex down.", "2025-02-10"),
        ("My horse is called Storm.", "Storm died.", "2025-02-10"),
    ],
)
@pytest.mark.parametrize("name", [None, "Ada"])
def test_a_pet_that_is_dead_or_gone_is_kept_no_more(had: str, said: str, day: str, name: str | None) -> None:
    world = _told(had, said, name=name)
    assert list(_ended(world).values()) == [day]
    assert len(_current(world)) == 1, "that it happened stays known"


def test_of_two_pets_one_is_left() -> None:
    world = _told("I have two cats, Miso and Tofu.", "Miso ran away, only Tofu is left.")
    assert list(_ended(world)) == ["Miso is the user's cat."]
    assert "Tofu is the user's cat." in _current(world)


@pytest.mark.parametrize(
    "said",
    [
        "Bruno died yesterday.",
        "Did Pixel die?",
        "Pixel almost died.",
        "If Pixel died I'd cry.",
        "Tom's dog Pixel died.",
        "Pixel didn't die.",
    ],
)
def test_what_happened_to_others_or_not_at_all_ends_nothing(said: str) -> None:
    assert not _ended(_told("I have a dog called Pixel.", said))


def test_who_died_stays_who_they_were() -> None:
    world = _told("My brother Paul lives in Berlin.", "Paul died.")
    assert "Paul is the user's brother." in _current(world)


@pytest.mark.parametrize(
    ("known", "said", "place"),
    [
        ("My brother Paul lives in Berlin.", "Paul moved to Munich.", "Munich"),
        ("My friend Yuki lives in Osaka.", "Yuki lives in Kyoto now.", "Kyoto"),
        ("My cousin Ines works at Lindt.", "Ines works at Nestlé now.", "Nestlé"),
    ],
)
@pytest.mark.parametrize("name", [None, "Ada"])
def test_a_name_is_the_one_person_of_that_name(known: str, said: str, place: str, name: str | None) -> None:
    world = _told(known, said, name=name)
    heads = [head for head in world.heads() if head.attribute in ("home", "employer")]
    assert [(head.value, head.version) for head in heads] == [(place, 2)]


@pytest.mark.parametrize(
    "texts",
    [
        ("My brother Paul lives in Berlin.", "My friend Paul is a baker.", "Paul moved to Munich."),
        ("My brother Paul lives in Berlin.", "Jonas moved to Munich."),
        ("My brother Paul lives in Berlin.", "Paul Simon moved to Munich."),
    ],
)
def test_a_name_that_two_bear_or_another_has_updates_nobody(texts: tuple[str, ...]) -> None:
    world = _told(*texts)
    assert [head.value for head in world.heads() if head.subject == "user's brother Paul" and head.attribute == "home"] == ["Berlin"]


@pytest.mark.parametrize(
    ("texts", "boss"),
    [
        (("My boss is Rita.", "Rita isn't my boss any more, it's Hugo now."), "Hugo"),
        (("My boss is Rita.", "Rita is no longer my boss, Hugo is."), "Hugo"),
        (("My boss is Rita.", "Rita is no longer my boss. It's Hugo now."), "Hugo"),
        (("My boss is Rita.", "Hugo is my new boss."), "Hugo"),
        (("My boss is Rita.", "Rita isn't my boss any more."), None),
        (("My boss is Rita.", "Clara isn't my boss any more."), "Rita"),
        (("My boss is Rita.", "Is Rita no longer my boss?"), "Rita"),
        (("My boss is Rita.", "Tom's boss isn't Rita any more."), "Rita"),
    ],
)
def test_who_holds_a_relation_now(texts: tuple[str, ...], boss: str | None) -> None:
    world = _told(*texts)
    held = [
        head for head in world.heads() if (head.subject, head.attribute) == ("user's boss", "name") and head.is_current(world.clock.now())
    ]
    assert [head.value for head in held] == ([boss] if boss else [])


def test_a_relation_told_beside_a_name_ends_with_it() -> None:
    world = _told("My coach Lena runs a gym.", "Lena isn't my coach any more.")
    assert "Lena is the user's coach." in _ended(world)


def test_of_one_session_the_later_turn_counts_too() -> None:
    world = Parts(HashEmbedder())
    said = ["My brother Paul lives in Berlin.", "I have a dog called Pixel.", "Paul moved to Munich.", "Pixel died."]
    turns = [{"role": "user", "content": text, "timestamp": f"2025-03-0{n + 1}T10:00:00Z"} for n, text in enumerate(said)]
    world.say(turns, "s")
    assert [head.value for head in world.heads() if head.attribute == "home"] == ["Munich"]
    assert list(_ended(world)) == ["The user has a dog called Pixel."]
