"""The tokenizer, on its real vocabulary: MNEMON_TEST_MODEL names the models' folder, else the local cloud's toolchain brings it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemon.adapters.tokens import BpeCounter
from mnemon.language.fence import CLOSING, OPENING
from mnemon.reading.page import Page
from mnemon.reading.tokens import estimate
from tests.support.models import models_dir
from tests.unit.reading.test_page import memory, told


@pytest.fixture(scope="module")
def counter() -> BpeCounter:
    return BpeCounter(models_dir())


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        # As tiktoken counts them with its own `get_encoding("o200k_base").encode(text, disallowed_special=())`.
        ("", 0),
        ("hello world", 2),
        ("tiktoken is great!", 6),
        ("<|endoftext|>", 7),
        ("\u4f60\u597d\uff0c\u4e16\u754c", 3),
    ],
)
def test_it_counts_as_the_models_do(counter: BpeCounter, text: str, tokens: int) -> None:
    assert counter.count(text) == tokens


def test_it_takes_any_string(counter: BpeCounter) -> None:
    assert counter.count("a\ud800b\x00") > 0
    assert counter.count("a" * 100_000) > 1_000


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=80), min_size=1, max_size=12), st.integers(min_value=60, max_value=600))
def test_a_page_is_never_over_its_budget_and_lines_add_up(texts: list[str], budget: int) -> None:
    counter = BpeCounter(models_dir()) if not _SHARED else _SHARED[0]
    _SHARED[:] = [counter]
    page = Page(counter, budget)
    page.limit(0.5)
    page.derived("Profile", "p", told(*texts[:4]))
    page.limit(1)
    page.results([memory(text) for text in texts[4:]])
    text, tokens = page.text()
    assert tokens == counter.count(text) <= budget
    assert tokens == sum(counter.count(line) for line in text.removeprefix(OPENING).removesuffix(CLOSING).splitlines(keepends=True)) + (
        counter.count(OPENING) + counter.count(CLOSING) if text else 0
    )


_SHARED: list[BpeCounter] = []


@pytest.mark.parametrize(
    "text",
    ["The user works at Contoso since 8 May 2023 (fact; source src_abc, turn 3)", "Ich habe einen Hund.", "\u4f60\u597d\uff0c\u4e16\u754c"],
)
def test_the_estimate_says_rather_too_many(counter: BpeCounter, text: str) -> None:
    assert estimate(text) >= counter.count(text)


def test_without_its_file_it_says_so(tmp_path: object) -> None:
    assert not BpeCounter(str(tmp_path)).is_there
