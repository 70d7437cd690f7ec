from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.language.names import naming


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("We went to the beach", 0),
        ("I think I'm fine, and I've slept", 0),
        ("See you on Friday in May", 0),
        ("Hey Mel! Good to see you", 0),
        ("Thanks, John. That helps", 0),
        ("Wow Caroline, that is great", 0),
        ("We flew to Lisbon yesterday", 1),
        ("My dog is called Rex and he bites", 1),
        ("Last year. Then we saw the Pacific Northwest together", 2),
        ("I just read “the little prince” again", 2),
        ('have you seen "Spirited Away"?', 2),
        ("", 0),
        ("你好吗？", 0),
    ],
)
def test_what_a_text_names(text: str, level: int) -> None:
    assert naming(text) == level


@given(st.text(max_size=300))
def test_of_any_text_it_says_something(text: str) -> None:
    assert naming(text) in (0, 1, 2)
