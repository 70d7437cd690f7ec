from __future__ import annotations

import pytest

from mnemon.language.sensitivity import ORDINARY, classes, level


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann was diagnosed with asthma in spring", "health"),
        ("Bob takes insulin every morning", "health"),
        ("Ann goes to the mosque on Fridays", "religion"),
        ("Bob is an atheist", "religion"),
        ("Bob came out to his parents", "orientation"),
        ("Ann is a lesbian", "orientation"),
        ("Ann voted for the Green Party", "politics"),
        ("Bob is a shop steward", "politics"),
        ("Ann's fingerprint opens the gate", "biometric"),
        ("他有糖尿病", "health"),
    ],
)
def test_a_class_is_known(text: str, name: str) -> None:
    assert name in classes(text)
    assert level(text) > ORDINARY


@pytest.mark.parametrize(
    "text", ["Ann drives a blue Saab", "Bob works at a bakery in Oslo", "the port is 9090", "Ann likes long walks", "the gate is left open"]
)
def test_what_is_ordinary_has_the_lowest_level(text: str) -> None:
    assert classes(text) == frozenset()
    assert level(text) == ORDINARY
