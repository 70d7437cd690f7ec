from __future__ import annotations

import pytest

from mnemon.language.flags import flags
from mnemon.language.render import memory_text, turn_text


@pytest.mark.parametrize(
    ("text", "n_words", "asks", "has_time"),
    [
        ("How long have you been married?", 6, True, False),
        ("5 years already!", 3, False, True),
        ("word " * 26 + "?", 27, False, False),
        ("See you on Friday", 4, False, True),
        ("In 2019 we met", 4, False, True),
        ("你好吗？", 1, True, False),
        ("", 0, False, False),
    ],
)
def test_flags_are_those_of_the_recall_recipe(text: str, n_words: int, asks: bool, has_time: bool) -> None:
    assert flags(text)[:3] == (n_words, asks, has_time)


def test_a_turn_is_dated_and_names_its_speaker_and_what_is_shared() -> None:
    assert turn_text("2023-05-08T13:56:00.000Z", "Caroline", "Look!", "a lake") == "[8 May 2023] Caroline: Look! [shares a lake]"
    assert turn_text("2023-05-08T13:56:00.000Z", "", "A paragraph.") == "[8 May 2023] A paragraph."


def test_a_memory_is_dated() -> None:
    assert memory_text("2023-05-08T13:56:00.000Z", "Ana sails.") == "[8 May 2023] Ana sails."
