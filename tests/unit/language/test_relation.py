"""What a later text does to an earlier one: by what both say, not by how near they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.language.relation import relation

SAID_AGAIN = [
    ("The port of the billing service is 8080.", "The billing service listens on port 8080."),
    ("The port of service 17 is 8080.", "Service 17 listens on port 8080."),
    ("Maya works at Northwind.", "Maya's employer is Northwind."),
    ("Maya lives in Lisbon.", "Maya's home is in Lisbon."),
    ("The lead of project Atlas is Maya.", "Maya leads project Atlas."),
    ("The lead of project Atlas is Maya.", "Project Atlas is led by Maya."),
    ("Maya likes sushi.", "Maya loves sushi."),
    ("The budget for project Mars is $5,000.", "Project Mars has a budget of 5,000 dollars."),
    ("The nightly backup takes 40 minutes.", "The nightly backup finishes in 40 minutes."),
    ("Invoices are kept for 30 days.", "The retention period for invoices is 30 days."),
    ("The deadline for the audit is March 5.", "The audit is due on 5 March."),
    ("Room 12 has 30 seats.", "Room 12 seats 30 people."),
    ("The price of the basic plan is 40 euros.", "The basic plan costs 40 euros."),
    ("The weekly meeting is on Tuesday at 3 PM.", "The weekly meeting takes place on Tuesdays at 15:00."),
    ("Ana's favourite colour is green.", "Green is Ana's favourite color."),
    ("Ana has three cats.", "Ana owns 3 cats."),
    ("Maya reports to Bob.", "Maya's manager is Bob."),
]
ANOTHER_VALUE = [
    ("The port of the billing service is 8080.", "The billing service now listens on port 9090."),
    ("Maya works at Northwind.", "Maya now works at Initech."),
    ("Maya lives in Lisbon.", "Maya moved to Porto."),
    ("The lead of project Atlas is Maya.", "Project Atlas is now led by Noor."),
    ("Maya likes sushi.", "Maya hates sushi."),
    ("Maya likes sushi.", "Maya doesn't like sushi any more."),
    ("The budget for project Mars is $5,000.", "The budget for project Mars was raised to $6,500."),
    ("The nightly backup takes 40 minutes.", "The nightly backup now takes 55 minutes."),
    ("The staging cluster is healthy.", "The staging cluster is down."),
    ("The staging server has backups.", "The staging server does not have backups any more."),
    ("The billing database runs Postgres 14.", "The billing database runs Postgres 16."),
    ("Parcel 3 lies in box 17.", "Parcel 3 is now in box 20."),
    ("Tom plays chess.", "Tom no longer plays chess."),
    ("The deadline of the alder audit is July 1.", "The alder audit is due on July 2."),
    ("The user has a dentist appointment with Dr. Okafor on June 3.", "The dentist appointment with Dr. Okafor has been postponed."),
    ("The dentist appointment with Dr. Okafor has been postponed.", "The user has a dentist appointment with Dr. Okafor on June 9."),
    (
        "The user is worried that the test coverage of the parser is only 61% and the release is near.",
        "The user is happy because the test coverage of the parser improved to 78% after the last round of fixes.",
    ),
]
NOTHING = [
    ("The quota of the inner amber plan is 400 requests per minute.", "The main amber plan has a quota of 100 requests per minute."),
    ("The budget of the old saffron project was raised to $6,500.", "The main saffron project has a budget of $5,000."),
    ("The port of service 17 is 8080.", "The port of service 18 is 9090."),
    ("Maya works at Northwind.", "Noor works at Initech."),
    ("Maya leads project Atlas.", "Maya leads project Borealis."),
    ("Maya manages Noor.", "Noor manages Maya."),
    ("Maya likes sushi.", "Maya likes ramen."),
    ("The staging API quota is 100 calls.", "The API quota is 200 calls."),
    ("The port of the upper gateway is 80.", "The port of the lower gateway was changed to 81."),
    ("The nightly backup takes 40 minutes.", "The weekly backup takes 55 minutes."),
    ("Maya speaks French.", "Maya speaks German."),
    ("The billing service uses Postgres.", "The billing service uses Redis."),
    ("Tomas has 3 cats.", "Tomas now lives in Oslo."),
    ("The user completed 5 coin toss problems.", "The user has increased their practice to 12 conditional probability problems."),
    ("The report is finished.", "The weather is lovely."),
    ("The user's goal is to save more money on travel.", "The user's goal is to further improve their Spanish."),
    ("The user has got a deadline of April 1.", "The user has a deadline of December 15."),
    ("Tim also went on a tour.", "Tim recently went to an event."),
    ("John is in talks with Gatorade about a sponsorship.", "John was in Chicago."),
    (
        "Ana wants to read for a reading challenge with a goal of 10 books.",
        "Ana surpassed the reading challenge and has read 11 books by now.",
    ),
    (
        "The user ordered the Outlander box set for $55 from Montserrat Books.",
        "The user used a coupon from Montserrat Books to save $6 on the Outlander box set.",
    ),
    (
        "The user wrote about a controversial political project from 2021 in the personal statement.",
        "The user improved the flow of the 900-word personal statement on a political project.",
    ),
]


@pytest.mark.parametrize(("earlier", "later"), SAID_AGAIN)
def test_the_same_in_other_words(earlier: str, later: str) -> None:
    assert relation(earlier, later) == relation(later, earlier) == "restates"


@pytest.mark.parametrize(("earlier", "later"), ANOTHER_VALUE)
def test_another_value_a_denial_or_an_end(earlier: str, later: str) -> None:
    assert relation(earlier, later) == "updates"


@pytest.mark.parametrize(("earlier", "later"), NOTHING)
def test_what_shares_a_name_or_a_number_and_no_more(earlier: str, later: str) -> None:
    assert relation(earlier, later) == relation(later, earlier) == "unrelated"


def test_more_and_less_detail() -> None:
    short, long = "Tom plays chess with Ana.", "Tom plays chess with Ana on an old board in the park."
    assert relation(short, long) == "extends"
    assert relation("The user plays chess in the park with Tom.", "The user plays chess with Tom.") == "narrows"


SENTENCES = st.sampled_from([text for pair in (*SAID_AGAIN, *ANOTHER_VALUE, *NOTHING) for text in pair])


@given(SENTENCES, SENTENCES)
def test_whether_two_texts_have_to_do_with_each_other_does_not_depend_on_their_order(one: str, other: str) -> None:
    """Those of plain sentences; a change that only the later text tells of is another matter."""
    there, back = relation(one, other), relation(other, one)
    if there in ("same", "restates"):
        assert back == there


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_taken(one: str, other: str) -> None:
    assert relation(one, one) == "same"
    relation(one, other)
