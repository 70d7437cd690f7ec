from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from mnemon.language.outline import outline

VALUE = {
    "goal": "a release",
    "steps": ["run the tests", {"do": "push the tag", "only_if": {"branch": "main", "clean": True}}, ["a", "b"]],
    "rollback": None,
    "minutes": 4.5,
    "owners": [],
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)


def test_names_lists_and_nested_values_are_lines() -> None:
    assert outline(VALUE).splitlines() == [
        "goal: a release",
        "steps:",
        "  1. run the tests",
        "  2. do: push the tag",
        "    only if:",
        "      branch: main",
        "      clean: yes",
        "  3. 1. a",
        "    2. b",
        "rollback: none",
        "minutes: 4.5",
        "owners:",
    ]


@given(JSON)
def test_every_word_is_in_it(value: object) -> None:
    text = outline(value)
    flat = " ".join(text.split())
    for word in _words(value):
        assert word in flat


def _words(value: object) -> list[str]:
    if isinstance(value, dict):
        return [word for name, inner in value.items() for word in (*str(name).replace("_", " ").split(), *_words(inner))]
    if isinstance(value, list):
        return [word for inner in value for word in _words(inner)]
    return value.split() if isinstance(value, str) else []


def test_lines_have_no_breaks_of_their_own() -> None:
    assert outline({"a\nb": "c\n\n  d"}) == "a b: c d"
    assert json.dumps(outline({}))
