# ruff: noqa: E501 (sentences)
"""How people tell in long talks that something has another value now: what is kept, and that it updates what was said before."""

from __future__ import annotations

import pytest

from mnemon.language.relation import goes_with, relation
from mnemon.language.statements import read

AT, LATER = "2025-03-03T09:00:00.000Z", "2025-04-03T09:00:00.000Z"

UPDATES = [
    ("I pay $1,450 rent for a one-bedroom, is that too much?", "My landlord just increased my rent to $1,580, can I contest that?"),
    ("The choir rehearsal is at 4 PM, when should we arrive?", "The venue shifted the choir rehearsal to 5:30 PM, can we still eat before?"),
    ("There are 34 open tickets in the tracker, how do I sort them?", "We're down to 19 open tickets in the tracker, what's next?"),
    ("My record has 9 songs, in which order should they be?", "I wrote two more tracks so my record has 11 songs now, is that too long?"),
    ("We're planning to open the bakery on June 3, any tips?", "We had to move the opening of the bakery to June 17 because of the oven."),
    ("The seminar is on October 12, how do I prepare?", "The seminar got pushed back to October 19, so I've more time, what else can I read?"),
    ("My lease ends on July 31, how do I renew it?", "We agreed on it, my lease ends on September 30 now, when do I pack?"),
    ("I'm running a study with 16 participants, how do I pay them?", "I've found more people and my study now has 24 participants, is it enough?"),
    ("I've saved $4,500 in my travel fund, is that enough?", "My travel fund has now reached $6,200, where should I go?"),
    ("My project runs on Django 4.1, is that old?", "I upgraded my project to Django 5.0 yesterday, can you check the settings?"),
    ("My model reaches 81% accuracy on the holdout set, can I do better?", "I'm deploying my model, which now achieves 88% accuracy on the holdout set, how?"),
    ("I have 14 vacation days left this year, how do I spread them?", "After the trip I have 6 vacation days left this year, can I keep them?"),
    ("My thesis is supervised by Dr. Alvarez, can you draft an email?", "My thesis is now supervised by Dr. Okafor, how do I start?"),
    ("So far 40 patches were accepted into our kernel tree, is that slow?", "Just looked, 52 patches were accepted into our kernel tree, can you sum them up?"),
    ("About 9 singers attend my choir, how do I find more?", "About 15 singers attend my choir these days, is the hall too small?"),
    ("120 of my records are cleaned, how long will the rest take?", "By now, 210 of my records are cleaned, what is left?"),
    ("A broker offered me a loan with a fee of 2%, is that usual?", "Now the fee of the loan is 1.5%, should I take it?"),
    ("The billing API has an error rate of 3%, where do I look?", "After the fix, the billing API's error rate is down to 1%, what else?"),
    ("The hall costs $900 for the day, can I bargain?", "They were kind, so the hall costs $750 for the day, what do I sign?"),
    ("The import takes 20 minutes, how do I speed it up?", "With an index, the import takes 4 minutes, can I do better?"),
    ("The retreat takes place in Graz, what is there to see?", "The hotel closed so the retreat takes place in Linz instead, how do we get there?"),
    ("The workshop I'm giving is held in Brno, where do I stay?", "They relocated the workshop, it's held in Olomouc now, where do I stay?"),
    ("I'm planning a garden with 6 beds, what goes where?", "I've redrawn the garden and it has 8 beds now, can you check it?"),
    ("My account is with Blue Bank, what else is there?", "I closed the old one and my account is with Green Bank now, how do I move it?"),
    ("My vet visit is on May 6, what do I ask?", "They called to move my vet visit to May 9, can you help me plan?"),
    ("My channel has 800 readers, how do I grow it?", "My channel just crossed 1,100 readers, what now?"),
    ("I've sorted 60 slides from the attic, how do I go on?", "I've sorted 95 slides from the attic so far, how do I scan them?"),
    ("I sleep 6 hours a night, is it enough?", "I've been sleeping 7.5 hours a night since I quit coffee, is that it?"),
    ("I have 12 ferns, which need shade?", "I have 17 ferns after the sale, how do I water them?"),
    ("I take 20 mg of iron daily, is that much?", "My doctor told me to take 40 mg of iron daily instead, is that safe?"),
]  # fmt: skip
STAY = [
    ("The price of storage of the Pro plan is $5.", "The price of the Pro plan was raised to $7."),
    ("I prefer writing in the mornings before work.", "I prefer trying software before purchase."),
    ("My current savings are $25,000.", "I saved 5 hours."),
    ("The deadline for the pilot episode is June 30.", "The September 1 deadline for the pilot editing is currently 90% complete."),
    ("My team has 6 developers.", "My team now has 3 open positions."),
    ("Our class starts at 6 PM.", "Our class now ends at 8 PM."),
    ("The user's morning class starts at 8 AM.", "The user's evening class starts at 6 PM."),
    ("The weekly limit is 40 hours.", "The daily limit is 8 hours."),
    ("The user bought 3 shirts.", "The user bought 5 shirts."),
    ("The user ran 5 km.", "The user ran 8 km."),
]
ONE_ATTRIBUTE = [
    (
        "My editor for the memoir is Priscilla Grant, how do I answer her?",
        "Priscilla left the house, so Tobias Werner is my editor for the memoir now, what do I say?",
    ),
    ("I'm building the client in Vue 2, how do I start?", "I ended up migrating the client to Svelte, how do I test it?"),
    ("I keep my savings at Blue Bank, is that wise?", "I moved my savings to Green Bank, how are they taxed?"),
    ("My daughter attends Ghent University, what does she need?", "My daughter switched to Leuven University, whom do I call?"),
    ("My sister is studying in Leiden, what can I send?", "My sister transferred, she's studying in Utrecht now, what is there to see?"),
    (
        "The sponsor for our regatta is Denise, what does she get?",
        "Denise was reassigned, and the sponsor for our regatta is now Hamid, what do I tell him?",
    ),
]


def _contents(said: str, at: str) -> list[str]:
    return [reading.content for reading in read(said, at=at)]


@pytest.mark.parametrize(("before", "after"), UPDATES)
def test_a_later_telling_takes_the_place_of_the_earlier(before: str, after: str) -> None:
    earlier, later = _contents(before, AT), _contents(after, LATER)
    assert any(relation(one, other) == "updates" for one in earlier for other in later), (earlier, later)


@pytest.mark.parametrize(("before", "after"), ONE_ATTRIBUTE)
def test_both_tellings_are_of_one_attribute(before: str, after: str) -> None:
    (earlier,), (later,) = ([r for r in read(said, at=AT) if r.attribute is not None] for said in (before, after))
    assert (earlier.subject, earlier.attribute) == (later.subject, later.attribute)
    assert earlier.value != later.value


@pytest.mark.parametrize(("before", "after"), STAY)
def test_what_is_told_of_something_else_leaves_it(before: str, after: str) -> None:
    assert relation(before, after) != "updates"


@pytest.mark.parametrize(
    "said",
    [
        "Should I move the hearing to May 4?",
        "If I raised my budget to $900, could I afford it?",
        "What would happen if the landlord increased the rent to $1,500?",
        "Can you set my reminder to 9 AM?",
    ],
)
def test_what_is_asked_or_supposed_changes_nothing(said: str) -> None:
    assert _contents(said, AT) == []


def test_who_changed_it_is_no_part_of_it() -> None:
    assert _contents("My landlord just increased my rent to $1,580, can I contest that?", AT) == [
        "The user's rent was increased to $1,580."
    ]


def test_what_it_is_that_was_changed() -> None:
    said = "I'm working on the start page, and I've managed to reduce it to 300 ms, can you check it?"
    assert "The start page was reduced to 300 ms." in _contents(said, AT)


def test_what_is_told_on_the_way_to_a_question() -> None:
    assert "The user prefers paper books." in _contents("I prefer paper books, which ones would you suggest?", AT)
    assert _contents("If I prefer paper books, which ones would you suggest?", AT) == []


def test_what_a_turn_told_in_other_words_goes_with_its_value() -> None:
    told = "The user wants to improve their shop service, it has 120 unit tests and the coverage is 64%."
    now = "The shop service now has 148 unit tests."
    assert goes_with("The quality of the shop service has 120 unit tests.", told, now)
    assert not goes_with("The coverage of the shop service is 64%.", told, now)
    assert not goes_with("The shop service was tested on May 3.", told, now)
