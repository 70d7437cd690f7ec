"""What is said to be over, and what takes its place, in one breath or two."""

from __future__ import annotations

import pytest

from mnemon.language.readings import Reading
from mnemon.language.statements import read

AT = "2025-06-10T10:00:00.000Z"


def _read(text: str) -> list[Reading]:
    return [reading for reading in read(text, at=AT) if reading.attribute is not None]


def _named(found: list[Reading]) -> set[tuple[str | None, str | None, str | None, bool]]:
    return {(each.subject, each.attribute, each.value, each.ends) for each in found}


@pytest.mark.parametrize(
    ("text", "subject", "was", "now"),
    [
        ("Rita isn't my boss any more, it's Hugo now.", "user's boss", "Rita", "Hugo"),
        ("Rita isn’t my boss anymore, it’s Hugo now", "user's boss", "Rita", "Hugo"),
        ("Olga is no longer my therapist, Iris is.", "user's therapist", "Olga", "Iris"),
        ("Olga is no longer my therapist. It's Iris now.", "user's therapist", "Olga", "Iris"),
        ("Ben is not my roommate any longer - it's Kofi now.", "user's roommate", "Ben", "Kofi"),
        ("My landlord isn't Mr. Brandt any more, it's Mrs. Sato.", "user's landlord", "Mr. Brandt", "Mrs. Sato"),
        ("Dr. Weber is no longer my dentist, Dr. Lang is.", "user's dentist", "Dr. Weber", "Dr. Lang"),
        ("Nadia's no longer my manager and Piotr took over.", "user's manager", "Nadia", "Piotr"),
        ("Nadia is no longer my manager, she was replaced by Piotr.", "user's manager", "Nadia", "Piotr"),
        ("Lena stopped being my coach.", "user's coach", "Lena", None),
        ("Rita isn't our landlord any more.", "user's landlord", "Rita", None),
        ("Rita is no longer my boss, and I like it.", "user's boss", "Rita", None),
        ("Omar is no longer my girlfriend's boss.", None, None, None),
    ],
)
def test_who_is_no_longer_whose_they_were(text: str, subject: str | None, was: str | None, now: str | None) -> None:
    ended = {(subject, "name", was, True)} if was else set[tuple[str | None, str | None, str | None, bool]]()
    assert {each for each in _named(_read(text)) if each[1] == "name"} == ended | ({(subject, "name", now, False)} if now else set())


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I changed my mind, blue is my favourite colour.", "favourite colour", "blue"),
        ("I've changed my mind about that: jazz is my favourite music now.", "favourite music", "jazz"),
        ("Blue is my favourite colour now.", "favourite colour", "Blue"),
        ("These days ramen is my favorite dish.", "favourite dish", "ramen"),
        ("My favourite colour is green. Actually, make that blue.", "favourite colour", "blue"),
        ("I changed my mind, green isn't my favourite colour any more, it's blue.", "favourite colour", "blue"),
        ("Green is no longer my favourite colour, it's blue now.", "favourite colour", "blue"),
        ("My favourite band isn't Muse any more, it's Low.", "favourite band", "Low"),
    ],
)
def test_a_favourite_is_what_it_is_said_to_be_last(text: str, attribute: str, value: str) -> None:
    last = _read(text)[-1]
    assert (last.subject, last.attribute, last.value, last.ends) == ("user", attribute, value, False)


@pytest.mark.parametrize(
    "text",
    [
        "If Rita isn't my boss any more, I'll quit.",
        "Maybe Rita isn't my boss any more.",
        "Isn't Rita my boss any more?",
        "Is it true that Rita is no longer my boss?",
        "Rita isn't my boss.",
        "It isn't my favourite colour any more.",
        "She isn't my boss any more.",
        "Tom thinks Rita is no longer my boss.",
        "Tom thinks green is no longer my favourite colour.",
        "Rita isn't my boss any more than you are.",
        "Rita is no longer my only boss.",
        "I put Emma to sleep.",
        "I had to put Emma down for a nap.",
        "Tom said that Rita is no longer his boss.",
        "Pixel almost died.",
        "Did Pixel die?",
        "I dreamt that Pixel died.",
        "Miso ran away but came back.",
        "Rex nearly ran away.",
        "If Pixel died I would cry.",
        "Pixel died in the movie.",
        "Pixel didn't run away.",
        "Everyone died.",
        "My neighbour's dog died.",
        "We put Rex down on the sofa.",
    ],
)
def test_what_is_asked_supposed_denied_or_said_of_others_ends_nothing(text: str) -> None:
    assert not [each for each in _read(text) if each.ends or each.attribute in ("living", "whereabouts")]


def test_a_verdict_is_no_successor() -> None:
    assert not [each for each in _read("Muse is no longer my favourite band, it's a shame.") if not each.ends]
    assert not [each for each in _read("Green is no longer my favourite colour. It's raining.") if not each.ends]


def test_only_what_one_has_one_of_is_replaced_by_the_next() -> None:
    assert [each.value for each in _read("Hugo is my new boss.")] == ["Hugo"]
    assert [each.value for each in _read("Hugo is my dentist now.")] == ["Hugo"]
    assert not [text for text in ("Music is my therapist.", "Kim is my new friend.", "Kim is my colleague now.") if _read(text)]


@pytest.mark.parametrize(
    ("text", "attribute", "name"),
    [
        ("Pixel died yesterday.", "living", "Pixel"),
        ("Sadly, Luna passed away on Monday.", "living", "Luna"),
        ("We had to put Rex down.", "living", "Rex"),
        ("Rex was put to sleep last week.", "living", "Rex"),
        ("Miso ran away.", "whereabouts", "Miso"),
        ("We had to give Bruno away.", "whereabouts", "Bruno"),
    ],
)
def test_who_is_known_by_name_alone_is_dead_or_gone(text: str, attribute: str, name: str) -> None:
    (found,) = _read(text)
    assert (found.subject, found.attribute, found.kind, found.ends) == (name, attribute, "episode", False)


def test_pets_that_are_named_together_are_known_each() -> None:
    found = _named(_read("We have three cats: Miso, Tofu and Nori."))
    assert {name for name, attribute, value, _ in found if (attribute, value) == ("relation to user", "cat")} == {"Miso", "Tofu", "Nori"}


@pytest.mark.parametrize(
    ("text", "employer"),
    [
        ("Since Monday I've been teaching at a nursing school.", "a nursing school"),
        ("I've been working at Northwind since May.", "Northwind"),
        ("I'm teaching maths at Lakeside High now.", "Lakeside High"),
        ("I started teaching at the conservatory in March.", "the conservatory"),
        ("I've been teaching at home since May.", None),
        ("I also teach at a music school.", None),
        ("I've been teaching at a yoga studio on weekends.", None),
        ("I've been thinking at length about it.", None),
        ("I've been swimming at Lakeside since May.", None),
    ],
)
def test_who_teaches_somewhere_works_there(text: str, employer: str | None) -> None:
    assert [each.value for each in _read(text) if each.attribute == "employer"] == ([employer] if employer else [])
