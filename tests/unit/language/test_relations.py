# ruff: noqa: E501 (tables)
"""Names in one form, and the relations that a sentence or an attribute tells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.language.aliases import form, named
from mnemon.language.relations import KINDS, asked, kin, relations_of, with_relations
from mnemon.model.memory import MAX_RELATIONS
from mnemon.model.records import Fact

AT = "2026-01-01T00:00:00.000Z"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Caroline", "Caroline's"),
        ("Caroline", "CAROLINE"),
        ("Caroline", "Caroline’s"),
        ("St. Anne's", "st anne"),
        ("the billing service", "Billing  Service"),
        ("Zoë", "Zoe\u0308"),
        ("Ｊａｎａ", "Jana"),
    ],
)
def test_one_name_in_two_spellings(one: str, other: str) -> None:
    assert form(one) == form(other)


def test_a_description_is_told_from_a_name() -> None:
    assert named("Jana").name == "Jana"
    described = named("the user's little sister Jana Novak")
    assert (described.name, str(described.described)) == ("Jana Novak", "user's sister")
    assert named("Maya's mom").name is None
    assert str(named("Maya's mom").described) == "Maya's mother"
    assert str(named("user's sister's husband").described) == "user's sister's husband"


@pytest.mark.parametrize(
    ("content", "subject", "attribute", "value", "told"),
    [
        ("The user works at Initech.", "user", "employer", "Initech", {("user", "works_at", "Initech")}),
        ("Maya lives in Bergen, Norway.", "Maya", "home", "Bergen, Norway", {("Maya", "lives_in", "Bergen")}),
        ("Globex is based in Berlin.", "Globex", "home", "Berlin", {("Globex", "located_in", "Berlin")}),
        ("The user drives a red Volvo V60.", "user", "car", "red Volvo V60", {("user", "owns", "Volvo V60")}),
        ("The user bought a used bicycle.", "user", "bike", "bicycle", set()),
        ("The user studies at the University of Oslo.", "user", "school", "the University of Oslo", {("user", "studies_at", "University of Oslo")}),
        (
            "The user's sister Jana works at Globex.", "user's sister Jana", "employer", "Globex",
            {("Jana", "works_at", "Globex"), ("Jana", "sister_of", "user"), ("Jana", "same_as", "user's sister")},
        ),
        ("The user's sister's name is Jana.", "user's sister", "name", "Jana", {("Jana", "same_as", "user's sister"), ("user's sister", "sister_of", "user")}),
        ("Jana is Maya's sister.", None, None, None, {("Jana", "sister_of", "Maya"), ("Jana", "same_as", "Maya's sister"), ("Maya's sister", "sister_of", "Maya")}),
        ("My sister plays the cello.", None, None, None, {("user's sister", "sister_of", "user")}),
        ("The user met their friend in Oslo.", None, None, None, set()),
        ("Jana is a friend of Maya.", None, None, None, {("Jana", "friend_of", "Maya")}),
        ("Jana lives in Bergen with her husband Tom.", None, None, None, {("Tom", "partner_of", "Jana"), ("Tom", "same_as", "Jana's husband"), ("Jana", "lives_in", "Bergen")}),
        ("Jana owns the billing service.", None, None, None, {("Jana", "owns", "billing service")}),
        ("The billing service is owned by Jana Novak.", None, None, None, {("Jana Novak", "owns", "billing service")}),
        ("The owner of the payments API is Tom.", None, None, None, {("Tom", "owns", "payments API")}),
        ("Tom is the user's brother.", "Tom", "relation to user", "brother", {("Tom", "brother_of", "user"), ("Tom", "same_as", "user's brother"), ("user's brother", "brother_of", "user")}),
        ("The user has a dog named Rex.", "user", "pet dog Rex", "yes", {("Rex", "pet_of", "user"), ("Rex", "same_as", "user's dog")}),
        ("I lead the Atlas project.", None, None, None, {("user", "leads", "Atlas project")}),
        ("The user likes long walks.", "user", "opinion of walks", "likes", set()),
        ("The user went to Oslo on Monday.", None, None, None, set()),
    ],
)  # fmt: skip
def test_what_is_told(content: str, subject: str | None, attribute: str | None, value: str | None, told: set[tuple[str, str, str]]) -> None:
    assert {(one.subject, one.type, one.object) for one in relations_of(content, subject, attribute, value)} == told


def test_the_end_of_a_state_and_other_languages_tell_no_relation() -> None:
    ended = Fact(
        content="The user no longer works at Initech.", subject="user", attribute="employer", value="Initech", stated_at=AT, ends=True
    )
    german = Fact(content="Jana owns the billing service.", language="de", stated_at=AT)
    assert with_relations(ended).relations == ()
    assert with_relations(german).relations == ()


def test_which_relation_a_question_asks_for() -> None:
    assert set(asked("Where does Maya's sister work?")) == {"sister_of", "works_at"}
    assert set(asked("Who are her siblings?")) == {"sibling_of", "sister_of", "brother_of"}
    assert set(asked("Who is Tom's mum?")) == {"mother_of"}
    assert asked("What is the weather like?") == {}


def test_every_word_for_a_relation_has_a_type_that_may_stand_in_a_key() -> None:
    assert all(kind.replace("_", "").isalpha() and kind == kind.lower() for kind in KINDS)
    assert (kin("Mum"), kin("girlfriend"), kin("puppy"), kin("mother-in-law")) == ("mother_of", "partner_of", "pet_of", "mother_in_law_of")


@given(
    st.text(max_size=300), st.text(max_size=40), st.sampled_from(["employer", "name", "sister", "owner", "car", "x"]), st.text(max_size=40)
)
def test_no_text_breaks_it(content: str, subject: str, attribute: str, value: str) -> None:
    assert len(relations_of(content, subject, attribute, value)) <= MAX_RELATIONS
    assert isinstance(form(content), str)
