"""Listed words are found as a reader sees them, and never inside another word; what is always kept is kept as a statement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.language.always import kept
from mnemon.language.statements import read
from mnemon.language.terms import terms

AT = "2026-03-01T10:00:00.000Z"


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("class", "My CLASS, today"),
        ("class", "the class's door"),
        ("straße", "STRASSE 5"),
        ("falcon", "ｆａｌｃｏｎ"),
        ("falcon", "fal\u200bc\u00adon"),
        ("Project  Falcon", "project\n falcon."),
        ("project-x", "project‑x"),
        ("don't", "I don’t"),
        ("cafe\u0301", "CAFÉ"),
        ("ERR-4021", "err-4021!"),
        ("PROJECT-NIGHTINGALE", "project nightingale"),
        ("PROJECT-NIGHTINGALE", "Project Nightingale's start"),
        ("PROJECT-NIGHTINGALE", "the projectnightingale file"),
        ("project nightingale", "PROJECT-NIGHTINGALE,"),
        ("project nightingale", "ｐｒｏｊｅｃｔ－ｎｉｇｈｔｉｎｇａｌｅ"),
        ("project nightingale", "project_nightingale"),
        ("project nightingale", "project - nightingale"),
        ("project nightingale", "#ProjectNightingale"),
        ("project nightingale", "project/nightingale"),
        ("Project_Nightingale", "a project\u00a0nightingale"),
        ("e-mail", "an email"),
        ("ナイチン・ゲール", "ナイチンゲール計画"),
        ("c++", "I write C++11"),
        ("🦊", "a 🦊 here"),
        ("猎鹰", "我喜欢猎鹰项目"),
        ("サーバー", "サーバーが落ちた"),
        ("tokyo", "Tokyoに行く"),
        ("กา", "ดื่มกาแฟ"),
        ("서울", "서울에서 살아요"),
        ("हिन्दी", "मैं हिन्दी बोलता हूँ"),
        ("بنك", "ذهبت إلى بنك كبير"),
    ],
)
def test_found(phrase: str, text: str) -> None:
    assert terms((phrase,)).holds(text)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("class", "a classic car"),
        ("class", "subclass"),
        ("class", "class_name"),
        ("class", "class2"),
        ("4021", "14021"),
        ("cafe", "café"),
        ("cat", "cat\u0301s"),
        ("हिन्द", "हिन्दी"),
        ("서울", "남서울"),
        ("acme", "acmé"),
        ("new york", "a new yorker"),
        ("the rapist", "a therapist"),
        ("project nightingale", "the project. Nightingale sang"),
        ("project nightingale", "subproject nightingale"),
        ("PROJECT-NIGHTINGALE", "nightingale project"),
        ("class", "a subClass"),
        ("-x-", "x"),
    ],
)
def test_not_inside_another_word(phrase: str, text: str) -> None:
    assert not terms((phrase,)).holds(text)


def test_a_later_place_counts_where_an_earlier_one_is_inside_a_word() -> None:
    assert terms(("class",)).holds("classic class")


def test_which_of_several_is_told() -> None:
    assert terms(("tulip", "rose", "a rose")).first("she grew a rose") == 1
    assert terms(()).first("anything") is None


@given(st.text(max_size=40), st.text(min_size=1, max_size=8))
def test_any_text_and_phrase(text: str, phrase: str) -> None:
    assert terms((phrase,)).holds(f"{text} {phrase} {text}") or not phrase.strip() or not phrase.isprintable()


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("The budget for the offsite is tight.", ["The budget for the offsite is tight."]),
        ("Budget: 40k", ["Budget: 40k."]),
        ("It rained. The budget moved to Friday", ["The budget moved to Friday (6 March 2026)."]),
        ("What is the budget?", []),
        ("Maybe the budget changes.", []),
        ("Please check the budget.", []),
        ("The budgeting course was long.", []),
    ],
)
def test_what_is_always_kept(text: str, contents: list[str]) -> None:
    assert [reading.content for reading in kept(text, [], terms(("budget",)), at=AT)] == contents


@pytest.mark.parametrize("text", ["My budget is 300 euros.", "I live in Oslo and the budget for March is 300 euros."])
def test_what_a_rule_has_read_is_not_kept_twice(text: str) -> None:
    assert kept(text, read(text, at=AT), terms(("budget",)), at=AT) == []


def test_the_speaker_is_named() -> None:
    (reading,) = kept("I think the tulip order is with my sister.", [], terms(("tulip order",)), at=AT, speaker="Ada")
    assert "Ada" in reading.content
    assert reading.attribute is None
