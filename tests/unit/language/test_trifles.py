"""True sentences that nobody asks for again leave no memory; what is told beside does."""

from __future__ import annotations

import pytest

from mnemon.language.answers import answer
from mnemon.language.person import Speaker
from mnemon.language.statements import read

AT = "2025-03-03T09:00:00.000Z"


@pytest.mark.parametrize(
    "said",
    [
        "I just finished this amazing fantasy series.",
        "We all have our own way, and together we can do more.",
        "I've heard great things about Lisbon.",
        "When I'm there, I usually bring a book.",
        "I never miss a match of theirs!",
        "We still had some money left after the trip.",
        "The map service answers 401.",
        "My app returns a 404 error.",
        "My brother's okay and that was a reminder that life is short.",
        "We've been putting in a lot of work.",
        "We held some events.",
        "I recently went to an event.",
        "The Eiffel Tower is so cool!",
        "I'm still figuring out the details.",
        "I'm taking it easy these days.",
        "I feel tired these days.",
        "I have more time these days.",
        "I usually agree.",
        "I usually go there.",
        "I do this every day.",
        "I use it every day.",
        "I get it now.",
        "I see what you mean now.",
        "I have to go now.",
        "We usually hang out.",
    ],
)
def test_no_memory(said: str) -> None:
    assert [reading.content for reading in read(said, at=AT)] == []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ('I just finished this amazing series "Dune".', "Dune"),
        ("We all made our own pots in Marta's studio last Friday.", "pots"),
        ("The map service runs on port 4010.", "4010"),
        ("I went to an event in Berlin about solar panels.", "Berlin"),
    ],
)
def test_what_says_which_is_kept(said: str, kept: str) -> None:
    assert any(kept in reading.content for reading in read(said, at=AT))


def test_an_answer_to_a_question_that_only_the_talk_explains() -> None:
    speaker = Speaker("Maya", None)
    assert answer("Where will you drive it first?", "To the office, of course.", at=AT, speaker=speaker) is None
    assert answer("And what are your plans for the app?", "Max and Daisy.", at=AT, speaker=speaker) is None
    assert answer("Which team did you sign with?", "The Minnesota Wolves.", at=AT, speaker=speaker) is not None
