# ruff: noqa: E501
"""No text may cost more than its length: a pattern that can match in many ways is a way to stop the service."""

from __future__ import annotations

import time

import pytest

from mnemon.language.detect import language
from mnemon.language.secrets import find
from mnemon.language.sentences import pieces, sentences
from mnemon.language.smalltalk import is_small_talk
from mnemon.language.statements import read

N = 30_000
AT = "2025-11-15T11:20:00.000Z"
TEXTS = {
    "adverbs": ("I " + "really " * 120 + "like x. ") * (N // 900), "spaces": " " * N, "lines": "I\n" * (N // 2), "urls": "http://a:b" * (N // 10),
    "passwords": "password is " * (N // 12), "names": ("I work at " + "Aa " * 290 + ". ") * (N // 900), "commas": "a, " * (N // 3), "dashes": "-" * N,
    "letters": "x" * N, "digits": "1234 " * (N // 5), "prefixes": "sk-" * (N // 3), "quotes": "'" * N, "parentheses": "(" * N, "han": "我住在上海" * (N // 5),
    "is": ("the a b c of the d " * 45 + " is x. ") * (N // 900), "days": "every monday two days ago " * (N // 26), "dots": "a." * (N // 2), "marks": "e\u0301" * (N // 2),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_reading_takes_time_in_proportion(name: str) -> None:
    text = TEXTS[name]
    began = time.process_time()
    read(text, at=AT)
    find(text)
    language(text)
    is_small_talk(text)
    sentences(text)
    pieces(text, 1_800)
    assert time.process_time() - began < 8
