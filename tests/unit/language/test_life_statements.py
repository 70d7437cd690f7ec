# ruff: noqa: E501
"""Family, health, schooling, languages, pastimes, routines, and what is taken back: other words than those of the rules' tables."""

from __future__ import annotations

import time

import pytest

from mnemon.language.answers import answer, question_of
from mnemon.language.episodes import episodes
from mnemon.language.person import Speaker
from mnemon.language.readings import Reading
from mnemon.language.statements import attribute_of, read
from mnemon.language.synonyms import attribute_name

AT = "2025-11-15T11:20:00.000Z"


def said(text: str) -> list[tuple[str | None, str | None, str | None, bool]]:
    return [(r.subject, r.attribute, r.value, r.ends) for r in read(text, at=AT) if r.attribute is not None]


@pytest.mark.parametrize(
    ("text", "subject", "attribute", "value"),
    [
        ("I'm dating Noor", "user", "marital status", "in a relationship"),
        ("Noor and I got engaged yesterday", "user", "marital status", "engaged"),
        ("My girlfriend and I broke up last week", "user", "marital status", "single"),
        ("I got divorced in 2019", "user", "marital status", "divorced"),
        ("We adopted a kitten called Miso last month", "user", "pet cat Miso", "yes"),
        ("I have a puppy named Rex", "user", "pet dog Rex", "yes"),
        ("My guinea pig, Oscar, loves lettuce", "Oscar", "relation to user", "guinea pig"),
        ("My grandma passed away last year", "user's grandma", "living", "no"),
        ("I have a severe peanut allergy", "user", "allergy to peanut", "yes"),
        ("My daughter has asthma", "user's daughter", "condition asthma", "yes"),
        ("I have type 2 diabetes", "user", "condition type 2 diabetes", "yes"),
        ("I wear contact lenses", "user", "wears contact lenses", "yes"),
        ("I have a master's degree in biology from Oxford", "user", "degree in biology", "master's degree"),
        ("I graduated from the University of Oslo in 2019", "user", "graduated from", "the University of Oslo"),
        ("My mother tongue is Tamil", "user", "native language", "Tamil"),
        ("I'm fluent in Dutch", "user", "speaks Dutch", "fluently"),
        ("I'm learning Japanese", "user", "learning Japanese", "yes"),
        ("I took up pottery", "user", "pastime pottery", "yes"),
        ("I used to play chess", "user", "pastime chess", "no longer"),
        ("I collect stamps", "user", "collects stamps", "yes"),
        ("My birthday is on May 4", "user", "birthday", "4 May"),
        ("My daughter's birthday is 12 June", "user's daughter", "birthday", "12 June"),
        ("I was born on 4 May 1990", "user", "birthday", "4 May"),
        ("My yoga class is on Tuesdays at 6pm", "user", "schedule: yoga class", "on Tuesdays at 6pm"),
        ("I have yoga class every Tuesday", "user", "schedule: yoga class", "every Tuesday"),
        ("I work from 9 to 5", "user", "working hours", "from 9 to 5"),
        ("My mobile is 0171 2345678", "user", "phone number", "0171 2345678"),
        ("I'm Craig, a developer from Oslo", "user", "name", "Craig"),
    ],
)
def test_a_life_is_told_by_attributes(text: str, subject: str, attribute: str, value: str) -> None:
    assert (subject, attribute, value, False) in said(text)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I take milk in my coffee these days", "The user takes milk in their coffee these days."),
        ("Nowadays I use Firefox", "Nowadays the user uses Firefox."),
        ("These days I bike to work", "These days the user bikes to work."),
        ("I usually take the bus to work", "The user usually takes the bus to work."),
        ("I normally work from the kitchen", "The user normally works from the kitchen."),
        ("I eat lunch at my desk most days", "The user eats lunch at their desk most days."),
        ("I now take the train to work", "The user now takes the train to work."),
        ("I skip breakfast now", "The user skips breakfast now."),
        ("My wife takes milk in her coffee these days", "The user's wife takes milk in her coffee these days."),
    ],
)
def test_what_somebody_does_from_day_to_day_is_a_habit(text: str, content: str) -> None:
    assert [(r.content, r.category, r.kind) for r in read(text, at=AT)] == [(content, "habit", "preference")]


@pytest.mark.parametrize("text", ["I usually took the bus to work", "I had milk in my coffee every morning"])
def test_what_somebody_did_is_no_habit(text: str) -> None:
    assert all(r.category != "habit" for r in read(text, at=AT))


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("Our dog Rex passed away in March", "pet dog Rex", None),
        ("I stopped taking ramipril", "medication ramipril", None),
        ("I no longer have asthma", "condition asthma", None),
        ("I'm not vegan anymore", "diet", "vegan"),
        ("I dropped out of college", "school", None),
        ("I stopped playing tennis", "pastime tennis", None),
        ("I cancelled my gym membership", "gym membership", None),
        ("The meeting was cancelled", "meeting", None),
    ],
)
def test_what_is_over_ends(text: str, attribute: str, value: str | None) -> None:
    assert ("user", attribute, value, True) in said(text)


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("Correction: the meeting is not on the 14th but on the 17th", "meeting", "2025-11-17"),
        ("I was wrong, my flight is on Friday, not Thursday", "flight", "2025-11-21"),
        ("The port is 8080. Actually it's 9090, not 8080.", "port", "9090"),
        ("I live in Porto. No, I meant Lisbon.", "home", "Lisbon"),
        ("I don't live in Paris but in Lyon", "home", "Lyon"),
        ("I don't work at Globex but at Initech", "employer", "Initech"),
        ("I moved from Berlin to Lisbon", "home", "Lisbon"),
    ],
)
def test_what_is_taken_back_gets_the_right_value(text: str, attribute: str, value: str) -> None:
    assert said(text)[-1] == ("user", attribute, value, False)


def test_nothing_is_corrected_that_was_not_said() -> None:
    assert said("Actually it's 9090, not 8080.") == []


def test_an_earlier_turn_of_the_speaker_may_be_corrected() -> None:
    earlier = read("The port is 8080", at=AT)
    (reading,) = read("Sorry, it's 9090", at=AT, earlier=earlier)
    assert (reading.attribute, reading.value, reading.content) == ("port", "9090", "The user's port is 9090.")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My vehicle is a Volvo", "I drive a Volvo"), ("My job title is head chef", "I work as head chef"), ("My company is Acme", "I work at Acme"),
        ("My address is 12 Main Street", "My home is at 12 Main Street"), ("My favorite color is teal", "My favourite colour is teal"),
    ],
)  # fmt: skip
def test_one_attribute_whatever_it_is_called(one: str, other: str) -> None:
    first, second = attribute_of(one, at=AT), attribute_of(other, at=AT)
    assert first is not None
    assert second is not None
    assert (first.subject, first.attribute) == (second.subject, second.attribute)


def test_a_servers_address_and_a_books_title_are_no_persons() -> None:
    assert [reading[1] for reading in said("The mail relay's address is 10.0.0.7")] == ["address"]
    assert attribute_name("title") == "title"
    assert attribute_name("Job Title") == "job"
    assert attribute_name("trip to Nairobi") == "trip to Nairobi"


def test_statements_of_one_list_have_words_of_their_own() -> None:
    contents = [r.content for r in read("I speak English, French and a bit of Thai", at=AT)]
    assert contents == ["The user speaks English.", "The user speaks French.", "The user speaks Thai."]


@pytest.mark.parametrize(
    "text",
    [
        "My password is [secret:password:ab12cd]", "The user's API key is [secret:api_key:ab12cd].", "Here is my token: [secret:jwt:ab12cd]",
        "Check out this piece I made!", "Here's a pic of my horse painting I did recently.", "I painted this after I visited a gallery.", "We make a great team!",
        "I felt so proud.", "Seeing my kids' smiles was so awesome.", "I'm here for you.", "We can make a real difference together.", "I've got the following code so far:",
        "I took plenty of beach pics.", "I just had to try to capture that feeling.", "Life is so much more meaningful when we spend time together.",
        "Never heard of it, but it sounds interesting.", "Always happy to help!", "The colors are so bold.", "Almost like taking us back in time.",
    ],
)  # fmt: skip
def test_what_says_little_is_no_memory(text: str) -> None:
    assert [r.content for r in read(text, at=AT, speaker="Lena", listener="Omar")] == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Just got back from a road trip to Bergen, it was fun!", "Lena just got back from a road trip to Bergen."),
        ("Been volunteering at the shelter lately.", "Lena has been volunteering at the shelter lately."),
        (
            "Yeah Omar, I told you about my visit to Rome last week.",
            "Lena told Omar about their visit to Rome last week (week of 3 November 2025).",
        ),
        ("Since we last talked, I joined a chess club.", "Lena joined a chess club."),
        ("Yesterday, for example, I was at the opera.", "Yesterday (14 November 2025), for example, Lena was at the opera."),
        (
            "When I was younger, my family and I went on a trip to Oregon.",
            "When Lena was younger, their family and they went on a trip to Oregon.",
        ),
        ("Sam and I rented a cabin near Oslo.", "Sam and Lena rented a cabin near Oslo."),
        ("I went to a poetry reading last Fri.", "Lena went to a poetry reading last Fri (14 November 2025)."),
    ],
)
def test_content_is_led_back_to_who_and_when(text: str, content: str) -> None:
    assert content in [r.content for r in read(text, at=AT, speaker="Lena", listener="Omar")]


def answered(question: str, text: str) -> Reading | None:
    asked = question_of(question)
    return answer(asked, text, at=AT, speaker=Speaker("Lena", "Omar")) if asked else None


def test_a_short_answer_is_told_with_its_question() -> None:
    reading = answered("Congrats! How long have you two been married?", "5 years already! Time flies.")
    assert reading is not None
    assert reading.content == 'Asked "How long have you two been married?", Lena said: 5 years already.'
    home = answered("Where do you live?", "Lisbon.")
    assert home is not None
    assert (home.subject, home.attribute, home.value, home.content) == ("Lena", "home", "Lisbon", "Lena's home is Lisbon.")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What do you think?", "Lovely colours."), ("Where do you live?", "It was great!"), ("Where do you live?", "I live in Lisbon."),
        ("How are you?", "Busy with exams."), ("Where do you live?", "Maybe Lisbon."), ("I like tea.", "Lisbon."),
    ],
)  # fmt: skip
def test_what_is_no_short_answer_is_left_to_the_rules(question: str, text: str) -> None:
    assert answered(question, text) is None


def test_other_languages_keep_whole_sentences_that_tell_something() -> None:
    assert episodes("你好！今天我去了公园散步。你喜欢公园吗？", "zh") == [
        ("今天我去了公园散步。", "你好！今天我去了公园散步。你喜欢公园吗？")
    ]
    assert episodes("谢谢你的建议，我会去看看。", "zh") == []
    (kept,) = episodes("我很喜欢品茶，你觉得哪种好？", "zh")
    assert kept[0] == "我很喜欢品茶，你觉得哪种好？"


@pytest.mark.parametrize(
    "unit",
    [
        "I speak English, French and Thai, ",
        "I play tennis, golf, chess and ",
        "the meeting is not on the 14th but on the ",
        "since I was when I ",
        "not but ",
        "Anna, my dog Rex, ",
    ],
)
def test_a_long_turn_takes_time_in_proportion(unit: str) -> None:
    text = ((unit * 990)[:990] + ". ") * 30
    began = time.process_time()
    read(text, at=AT, speaker="Lena", listener="Anna")
    assert time.process_time() - began < 6
