from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.reading.tokens import estimate
from mnemon.reading.words import MAX_WORDS, share, understand, units


@pytest.mark.parametrize(
    ("text", "speakers", "lexical", "owner"),
    [
        ("What does Caroline's sister do for a living?", ["Caroline", "Melanie"], "sister living", "caroline"),
        ("How long have Caroline and Melanie been friends?", ["Caroline", "Melanie"], "long friends", None),
        ("Who am I?", [], "who am i", None),
        ("Anna?", ["Anna"], "anna", "anna"),
        ("what did Mary Ann buy", ["Mary Ann", "Bo"], "buy", "mary ann"),
        ("what did Mary buy", ["Mary Ann"], "buy", None),
        ("tell the assistant about user tea", ["assistant", "user"], "tell assistant user tea", None),
        ("error ERR-4021 in v1.2.3", [], "error err 4021 v1 2 3", None),
        ("他开什么车", [], "他开什么车", None),
        ("", [], "", None),
        ("?!", [], "", None),
        ("ศิลปินท่านใดทำงานให้ลูเทอร์", [], "ศิลปินท่านใดทำงานให้ลูเทอร์", None),
        ("उसकी गाड़ी कौन सी है", [], "उसकी गाड़ी कौन सी है", None),
        ("In welchem Jahr wurde die Mannschaft von Ulm gegründet?", [], "jahr mannschaft ulm gegründet", None),
        ("¿Dónde fue construida la catedral de la ciudad?", [], "construida catedral ciudad", None),
    ],
)
def test_a_question(text: str, speakers: list[str], lexical: str, owner: str | None) -> None:
    question = understand(text, speakers)
    assert (question.lexical, question.owner) == (lexical, owner)


@pytest.mark.parametrize(
    ("text", "known"),
    [("What does Anna drive?", True), ("How did Anna and Ben meet?", True), ("What does Carla drive?", False), ("Who drives?", False)],
)
def test_whether_it_names_somebody_who_speaks(text: str, known: bool) -> None:
    assert understand(text, ["Anna", "Ben"]).names_known is known


def test_asks_when() -> None:
    assert understand("When did she move?").asks_when
    assert understand(" how long is it").asks_when
    assert understand("what year was that").asks_when
    assert not understand("what car does she drive when it rains").asks_when


def test_a_query_has_an_end() -> None:
    assert len(understand(" ".join(f"w{n}" for n in range(500))).lexical.split()) == MAX_WORDS


@pytest.mark.parametrize(
    ("asked", "text", "least", "most"),
    [
        ("driving cars", "she drives a car", 1, 1),
        ("married", "they marry in May", 1, 1),
        ("parties", "a party", 1, 1),
        ("red Golf", "a red bicycle", 0.5, 0.5),
        ("丰田汽车", "她买了一辆丰田", 0.3, 0.4),
        ("รถยนต์สีแดง", "เธอขับรถยนต์", 0.2, 0.7),
        ("Lieblingsfarbe", "meine Lieblingsfarbe ist blau", 1, 1),
        ("ERR-4021", "seen: ERR-4021", 1, 1),
        ("", "anything", 0, 0),
    ],
)
def test_how_much_of_it_a_text_holds(asked: str, text: str, least: float, most: float) -> None:
    assert least <= share(units(asked), text) <= most


@given(st.text(max_size=80))
def test_a_text_holds_all_of_itself(text: str) -> None:
    assert share(units(text), text) == (1.0 if units(text) else 0.0)
    understand(text, [text])


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("hello", 2), ("a b c", 3), ("12345", 2), ("你好", 2), ("a\nb", 3)])
def test_tokens(text: str, tokens: int) -> None:
    assert estimate(text) == tokens


@given(st.text(), st.text())
def test_lines_cost_what_they_cost_together(one: str, two: str) -> None:
    """So that a budget that is kept line by line is kept by the whole."""
    assert estimate(f"{one}\n") + estimate(f"{two}\n") >= estimate(f"{one}\n{two}\n")
