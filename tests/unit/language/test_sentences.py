from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.language.sentences import pieces, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I met Dr. Lee. He is kind!", ["I met Dr. Lee.", "He is kind!"]),
        ("Version 1.2.3 is out. Use e.g. pip.", ["Version 1.2.3 is out.", "Use e.g. pip."]),
        ("I'm at St. Anne's now. Good.", ["I'm at St. Anne's now.", "Good."]),
        ("I work at A. I moved to B.", ["I work at A.", "I moved to B."]),
        ("我搬家了。现在住在上海！你呢？", ["我搬家了。", "现在住在上海！", "你呢？"]),
        ("one\ntwo\n\nthree", ["one", "two", "three"]),
        ("Really?! Yes.", ["Really?!", "Yes."]),
        ("", []),
    ],
)
def test_sentences_end_at_stops_and_lines_not_at_abbreviations(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(st.text(max_size=600), st.integers(min_value=20, max_value=120))
def test_pieces_are_short_enough_and_lose_nothing_but_spaces(text: str, limit: int) -> None:
    cut = pieces(text, limit)
    assert all(0 < len(piece) <= limit for piece in cut)
    assert "".join("".join(cut).split()) == "".join(text.split())


def test_a_long_turn_is_cut_at_sentence_borders() -> None:
    text = "The first sentence is here. " * 50
    cut = pieces(text, 200)
    assert all(piece.endswith(".") for piece in cut)


def test_a_text_without_any_border_is_cut_between_characters_not_inside_one() -> None:
    text = unicodedata.normalize("NFD", "é" * 60)
    assert all(not unicodedata.combining(piece[0]) for piece in pieces(text, 25))
