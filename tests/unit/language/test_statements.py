# ruff: noqa: E501, SIM905
"""Rules are about the language: other people, other things, other wordings than those that they were written with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.language.readings import Reading
from mnemon.language.statements import attribute_of, read

AT = "2025-11-15T11:20:00.000Z"


def one(text: str, speaker: str | None = None) -> Reading:
    found = [r for r in read(text, at=AT, speaker=speaker) if r.attribute is not None]
    assert found, text
    return found[0]


@pytest.mark.parametrize(
    ("text", "subject", "attribute", "value"),
    [
        ("I bought a car today, a green Peugeot 208.", "user", "car", "green Peugeot 208"),
        ("Last spring we finally got a new van, a VW Transporter", "user", "car", "VW Transporter"),
        ("I drive a Skoda Octavia", "user", "car", "Skoda Octavia"),
        ("my phone is a Nokia 3310 now", "user", "phone", "Nokia 3310"),
        ("I've switched to a MacBook Air", "user", "laptop", "MacBook Air"),
        ("I treated myself to nothing, but I got myself a bike, a rusty Bianchi", "user", "bike", "rusty Bianchi"),
        ("I work at Lindt & Sprüngli as a chocolatier.", "user", "employer", "Lindt & Sprüngli"),
        ("I just started a new job at the Prado", "user", "employer", "the Prado"),
        ("I joined Médecins Sans Frontières in May", "user", "employer", "Médecins Sans Frontières"),
        ("I'm a welder at Harland Yards", "user", "employer", "Harland Yards"),
        ("I'm an electrician", "user", "job", "electrician"),
        ("I was promoted to regional manager", "user", "job", "regional manager"),
        ("I live in Tromsø.", "user", "home", "Tromsø"),
        ("We moved from Cork to Galway three weeks ago with our cats", "user", "home", "Galway"),
        ("I've been living in a small flat in Porto since 2021", "user", "home", "Porto"),
        ("I'm originally from Peru", "user", "hometown", "Peru"),
        ("My brother Otto lives in Graz", "user's brother Otto", "home", "Graz"),
        ("My mother is a judge", "user's mother", "job", "judge"),
        ("My son's name is Finn.", "user's son", "name", "Finn"),
        ("Our parrot is called Coco", "user's parrot", "name", "Coco"),
        ("I'm engaged to Noor", "user", "marital status", "engaged"),
        ("I love anchovies", "user", "opinion of anchovies", "likes"),
        ("I really can't stand karaoke", "user", "opinion of karaoke", "dislikes"),
        ("I'm not a fan of horror films", "user", "opinion of horror films", "dislikes"),
        ("My favorite band is Sigur Rós", "user", "favourite band", "Sigur Rós"),
        ("I prefer trains to planes", "user", "preference between planes and trains", "trains"),
        ("I prefer window seats", "user", "preferred seat", "window seats"),
        ("I'm vegan", "user", "diet", "vegan"),
        ("I'm allergic to latex", "user", "allergy to latex", "yes"),
        ("I take ramipril 5 mg every morning", "user", "medication ramipril", "5 mg"),
        ("I was diagnosed with celiac disease", "user", "condition celiac disease", "yes"),
        ("I'm 41 years old", "user", "age", "41"),
        ("I have four grandchildren", "user", "number of grandchildren", "4"),
        ("Please call me Bo", "user", "name", "Bo"),
        ("My driving test is on 7 February 2026.", "user", "driving test", "2026-02-07"),
        ("I'm flying to Nairobi on 3 March", "user", "trip to Nairobi", "2026-03-03"),
        ("I have a physio appointment on Tuesday at 4pm", "user", "physio appointment", "2025-11-18 4pm"),
        ("I swim every Thursday", "user", "schedule: swim", "every Thursday"),
        ("The port is 8080", "user", "port", "8080"),
        ("The port of the mail relay is 2525", "mail relay", "port", "2525"),
        ("The mail relay's port is 2526", "mail relay", "port", "2526"),
        ("I changed the timeout from 10 to 45 seconds", "user", "timeout", "45 seconds"),
        ("The budget has increased to $7,500", "user", "budget", "$7,500"),
        ("We use Redis for the session cache", "user", "session cache", "Redis"),
        ("My passport number is K0012345", "user", "passport number", "K0012345"),
        ("LOG_LEVEL is debug.verbose", "user", "log_level", "debug.verbose"),
        ("Remember that my locker is number 88", "user", "locker", "number 88"),
        ("Priya works at Tata Steel", "Priya", "employer", "Tata Steel"),
        ("The user lives in Quito", "user", "home", "Quito"),
    ],
)
def test_a_statement_says_what_of_whom(text: str, subject: str, attribute: str, value: str) -> None:
    reading = one(text)
    assert (reading.subject, reading.attribute, reading.value) == (subject, attribute, value)
    assert not reading.ends


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I quit Lindt in August", "employer", "Lindt"), ("I no longer work at Tata Steel", "employer", "Tata Steel"),
        ("I got laid off last week", "employer", None), ("I sold my Peugeot", "car", "Peugeot"), ("I don't own a bike anymore", "bike", None),
        ("I moved out of Graz", "home", "Graz"), ("I left my job at the Prado", "employer", "the Prado"),
    ],
)  # fmt: skip
def test_the_end_of_a_state_is_told_with_its_value(text: str, attribute: str, value: str | None) -> None:
    reading = one(text)
    assert (reading.attribute, reading.value, reading.ends) == (attribute, value, True)


@pytest.mark.parametrize(
    "text",
    [
        "Where do I work?", "Do you like jazz?", "Maybe I'll buy a boat", "I might move to Spain", "If I had a car I'd drive to Rome", "I wish I lived in Oslo",
        "I'm thinking about buying a Tesla", "Can you write a poem about my cat", "Thanks, talk to you later!", "I'm so proud of you!", "I hope so", "That's great!",
        "Write an email to my boss", "I guess I like it", "I'd love to visit Japan", "What if I worked at Google", "Haha", "I can't wait to see you",
    ],
)  # fmt: skip
def test_questions_guesses_wishes_and_small_talk_say_nothing(text: str) -> None:
    assert read(text, at=AT) == []


@pytest.mark.parametrize(
    ("text", "speaker", "content"),
    [
        ("I bought a car today, a green Peugeot.", "Lena", "Lena bought a car today (15 November 2025), a green Peugeot."),
        ("I've just adopted a puppy named Max", "Lena", "Lena has just adopted a puppy named Max."),
        (
            "I went to my sister's wedding last week and I cried",
            "Omar",
            "Omar went to their sister's wedding last week (week of 3 November 2025).",
        ),
        ("My sister Anna lives in Hamburg. She works at Siemens.", "Omar", "Omar's sister Anna works at Siemens."),
        ("I don't eat pork", None, "The user doesn't eat pork."),
        ("I live and work in Berlin", None, "The user lives and works in Berlin."),
        ("And by the way, I love hiking", None, "The user loves hiking."),
    ],
)
def test_content_stands_by_itself(text: str, speaker: str | None, content: str) -> None:
    assert content in [r.content for r in read(text, at=AT, speaker=speaker)]


def test_two_statements_of_one_sentence_have_words_of_their_own() -> None:
    contents = [r.content for r in read("I'm a nurse at St. Anne's Hospital, nights are always long.", at=AT, speaker="Ivo")]
    assert contents == ["Ivo is a nurse at St. Anne's Hospital, nights are always long.", "Ivo works as a nurse."]


def test_a_new_one_is_of_the_kind_that_was_spoken_of() -> None:
    readings = read("I sold the old bike last week. Yesterday I bought a new one, a used Gazelle.", at=AT)
    assert [(r.attribute, r.value, r.ends) for r in readings] == [("bike", None, True), ("bike", "Gazelle", False)]


def test_an_instruction_is_a_preference_of_who_gives_it() -> None:
    (reading,) = read("Always answer briefly", at=AT, speaker="Lena")
    assert (reading.kind, reading.content) == ("preference", "Lena asks: Always answer briefly.")


def test_an_event_without_an_attribute_is_kept_as_an_episode_with_its_date() -> None:
    (reading,) = read("I climbed Ben Nevis two years ago", at=AT)
    assert (reading.kind, reading.attribute, (reading.event_at or "")[:4]) == ("episode", None, "2023")


def test_without_a_word_of_time_no_event_date_is_invented() -> None:
    assert one("I live in Tromsø").event_at is None


def test_one_spelling_leads_to_one_attribute() -> None:
    assert one("My favorite color is teal").attribute == one("Teal is my favourite colour").attribute


def test_a_direct_fact_of_several_sentences_about_different_things_has_no_single_attribute() -> None:
    assert attribute_of("Ana lives in Oslo. Ana works at Equinor.", at=AT) is None


@given(st.text(max_size=400))
def test_any_text_is_read_without_an_error(text: str) -> None:
    for reading in read(text, at=AT, speaker="Lena"):
        assert reading.content


@given(
    st.lists(
        st.sampled_from(
            "I my we She bought a new red car , . and work at Acme not no longer in Paris yesterday on Friday is was the of's I'm 5 like".split()
        ),
        max_size=30,
    )
)
def test_any_sequence_of_plain_words_is_read_without_an_error(words: list[str]) -> None:
    read(" ".join(words), at=AT)
