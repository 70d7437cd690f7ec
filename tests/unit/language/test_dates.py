from __future__ import annotations

import pytest

from mnemon.language.dates import annotate, event_time, find

MONDAY = "2023-05-08T13:56:00.000Z"


@pytest.mark.parametrize(
    ("text", "day", "shown"),
    [
        ("I went there yesterday", "2023-05-07", "yesterday (7 May 2023)"),
        ("Last week I scored twice", "2023-05-01", "Last week (week of 1 May 2023)"),
        ("I painted it last year", "2022-01-01", "last year (2022)"),
        ("We met two years ago", "2021-01-01", "two years ago (2021)"),
        ("I saw her on Friday", "2023-05-05", "Friday (5 May 2023)"),
        ("I have an appointment on Friday", "2023-05-12", "Friday (12 May 2023)"),
        ("I've got an appointment on Friday", "2023-05-12", "Friday (12 May 2023)"),
        ("I was wrong, the exam is on Friday", "2023-05-12", "Friday (12 May 2023)"),
        ("last Saturday we danced", "2023-05-06", "last Saturday (6 May 2023)"),
        ("Two weekends ago we camped", "2023-04-29", "Two weekends ago (weekend of 29 April 2023)"),
        ("I quit in August", "2022-08-01", "in August 2022"),
        ("I'm flying to Oslo on 12 December", "2023-12-12", "12 December 2023"),
        ("The exam is on 7 February 2025", "2025-02-07", "7 February 2025"),
        ("Since 2019 I live here", "2019-01-01", "2019"),
        ("I've been married for 5 years", "2018-01-01", "for 5 years (2018)"),
        ("The meeting was moved to Thursday", "2023-05-11", "Thursday (11 May 2023)"),
        ("They extended the deadline of our bid to September 12", "2023-09-12", "September 12 2023"),
        ("The release date of my record is October 4", "2023-10-04", "October 4 2023"),
        ("I got more time and have to send it in by December 2", "2023-12-02", "December 2 2023"),
        ("the day before yesterday", "2023-05-06", "the day before yesterday (6 May 2023)"),
        ("in a couple of weeks", "2023-05-22", "a couple of weeks (week of 22 May 2023)"),
        ("It ended on 2023-01-15", "2023-01-15", "2023-01-15"),
    ],
)
def test_words_of_time_are_resolved_against_the_turns_own_time(text: str, day: str, shown: str) -> None:
    mentions = find(text, MONDAY)
    assert (event_time(mentions, MONDAY) or "")[:10] == day
    assert shown in annotate(text, mentions)


@pytest.mark.parametrize(
    "text", ["I may go", "March on!", "I sat there", "I swim every Tuesday", "I worked there for 5 years", "2 + 2 = 4", "just now"]
)
def test_words_that_only_look_like_times_are_none(text: str) -> None:
    assert find(text, MONDAY) == []


def test_without_words_of_time_no_event_date_is_invented() -> None:
    assert event_time(find("I bought a car", MONDAY), MONDAY) is None


def test_what_happened_today_happened_when_it_was_said() -> None:
    assert event_time(find("I bought a car today", MONDAY), MONDAY) == MONDAY


def test_a_turn_of_2023_that_is_handed_over_later_means_2023() -> None:
    assert (event_time(find("We moved last month", "2023-01-31T23:30:00.000Z"), "2023-01-31T23:30:00.000Z") or "")[:7] == "2022-12"


@pytest.mark.parametrize("day", ["0000-99-99", "31 February 2023", "30/30/2023", "in 999 years", "999 decades ago"])
def test_a_date_that_does_not_exist_is_none_and_breaks_nothing(day: str) -> None:
    assert isinstance(find(f"I left on {day}", MONDAY), list)
