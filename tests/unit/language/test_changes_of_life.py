"""Changes of work, family and days in the ordinary words in which people tell them."""

from __future__ import annotations

import pytest

from mnemon.language.relation import relation
from mnemon.language.secrets import find
from mnemon.language.statements import read

AT = "2026-08-12T09:00:00.000Z"
"""A Wednesday."""


def _told(text: str) -> set[tuple[str | None, str | None, str | None]]:
    return {(each.subject, each.attribute, each.value) for each in read(text, at=AT)}


@pytest.mark.parametrize(
    ("text", "subject", "attribute", "value"),
    [
        ("I started at AVL on 1 May as team lead.", "user", "employer", "AVL"),
        ("I started at AVL on 1 May as team lead.", "user", "job", "team lead"),
        ("I left Siemens at the end of April.", "user", "employer", "Siemens"),
        ("I'm Rosa, a nurse at Mercy Hospital.", "user", "job", "nurse"),
        ("I'm Rosa, a nurse at Mercy Hospital.", "user", "employer", "Mercy Hospital"),
        ("I'm 33 years old, a lawyer.", "user", "job", "lawyer"),
        ("I've changed jobs: since Monday I'm a paramedic at the Red Cross.", "user", "job", "paramedic"),
        ("I retrained and now I'm a gardener.", "user", "job", "gardener"),
        ("Max is my son.", "Max", "relation to user", "son"),
        ("That's wrong: Max is my nephew.", "Max", "relation to user", "nephew"),
        ("The cat isn't called Minka but Mimi.", "user's cat", "name", "Mimi"),
        ("The dog isn't called Bo, it's Beau.", "user's dog", "name", "Beau"),
        ("The interview is on Monday the 24th at 11.", "user", "interview", "2026-08-24"),
        ("The team meeting has moved to Monday at 10.", "user", "team meeting", "2026-08-17"),
    ],
)
def test_what_has_changed_is_told_of_the_same_attribute(text: str, subject: str, attribute: str, value: str) -> None:
    assert (subject, attribute, value) in _told(text)


def test_who_was_made_redundant_works_there_no_more() -> None:
    (reading,) = read("I was made redundant at Globex.", at=AT)
    assert (reading.attribute, reading.value, reading.ends) == ("employer", "Globex", True)


def test_a_day_from_which_something_is_so_lies_ahead() -> None:
    (reading,) = read("As of 1 December my new address is 9 Mill Lane, Bath.", at=AT)
    assert "1 December 2026" in reading.content


def test_a_name_says_not_what_is_preferred() -> None:
    assert ("user", "opinion of earl grey", "likes") in _told("I prefer Earl Grey.")


def test_who_somebody_is_is_no_restatement_of_how_old_they_are() -> None:
    old, who = "The user's daughter Anna is 7.", "Anna is the user's daughter."
    assert (relation(old, who), relation(who, old)) == ("narrows", "extends")


@pytest.mark.parametrize("text", ["My password is Sommer2026!", "The door code is 99314#.", "password: hunter2$%"])
def test_the_last_sign_of_a_password_is_not_left_behind(text: str) -> None:
    (secret,) = find(text)
    assert text[secret.end :] in ("", ".")
