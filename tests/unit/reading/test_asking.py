from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.reading.asking import matter
from mnemon.reading.words import understand


@pytest.mark.parametrize(
    ("text", "lexical"),
    [
        ("Can you list my allergies?", "allergies"),
        ("Please remind me of the landlord's number", "landlord's number"),
        ("Could you give me a short overview of the kitchen renovation?", "kitchen renovation"),
        ("Walk me through the order in which the guests arrived.", "guests arrived"),
        ("Which museums did we visit, in chronological order?", "museums visit"),
        ("How did the garden change throughout our recent conversations?", "garden change"),
        ("How many bicycles have I mentioned across my sessions?", "bicycles"),
        ("Which doctor did we talk about?", "doctor"),
        ("Which cities do I like? Name only three of them.", "cities like"),
        ("We've moved, haven't we? Where to?", "moved"),
        ("I'm vegan. What can't I eat?", "vegan eat"),
    ],
)
def test_how_a_question_is_asked_is_not_what_it_is_about(text: str, lexical: str) -> None:
    assert understand(text).lexical == lexical


@pytest.mark.parametrize(
    "text",
    [
        "what is on my shopping list",
        "where did I order the sofa",
        "which of us left in order to study",
        "who walks the dog",
        "what show do we watch",
        "name of the cat",
        "when is my next training session",
        "what did Anna mention about Oslo",
        "who left me a message from the bank",
        "which questions did the doctor ask",
        "I moved. Give notice to the landlord?",
    ],
)
def test_the_same_words_are_something_to_ask_about(text: str) -> None:
    assert matter(text) == text


@pytest.mark.parametrize("text", ["Can you tell me?", "List", "Remind me of our conversation", "Tell us"])
def test_a_question_of_nothing_else_keeps_its_words(text: str) -> None:
    assert understand(text).lexical


def test_what_is_asked_for_letter_by_letter_is_kept() -> None:
    assert understand('Tell me what "list the order" means').exact.keys == ("list the order",)


@given(st.text(alphabet="list order in. ?\n only tell me", max_size=200))
def test_nothing_is_added(text: str) -> None:
    assert set(matter(text).split()) <= set(text.split())
    understand(text)
