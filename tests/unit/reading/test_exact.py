from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.reading.exact import exact

MEMORY = "mem_" + "a" * 26 + "01K" + "0" * 23
SOURCE = "src_" + "b" * 26 + "01K" + "0" * 23


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("what was ERR-4021 about?", ("err-4021",)),
        ("3f2504e0-4f89-11d3-9a0c-0305e82c3301", ("3f2504e0-4f89-11d3-9a0c-0305e82c3301",)),
        ("who edited /etc/nginx/nginx.conf, and when", ("/etc/nginx/nginx.conf",)),
        ("does it run on 10.0.0.1 or v2.3.1?", ("10.0.0.1", "v2.3.1")),
        ('who said "under the blue pot"', ("under the blue pot",)),
        ("what is max_pool_size", ("max_pool_size",)),
        ("what happened on the 8th, in 2023, at 10:30 or 7pm", ()),
        ("a 3-day trip of 500km with 20s music", ()),
        ("what is her well-known and/or brother-in-law's name", ()),
        ("", ()),
    ],
)
def test_keys(question: str, keys: tuple[str, ...]) -> None:
    assert exact(question).keys == keys


def test_ids_are_no_keys() -> None:
    asked = exact(f"what are {MEMORY} and {SOURCE}?")
    assert [str(id) for id in asked.ids] == [MEMORY, SOURCE]
    assert asked.keys == ()
    assert exact(MEMORY.replace("mem_", "job_")).ids == ()


def test_a_key_is_held_whole() -> None:
    asked = exact("ERR-402")
    assert asked.held_by("then came Err-402.")
    assert not asked.held_by("then came ERR-4021")
    assert not exact("ERR-4021").held_by("XERR-4021")
    assert exact("「x」 `我买了一辆`").held_by("昨天我买了一辆丰田汽车")
    assert not exact("who is she").held_by("who is she")


@given(st.text(max_size=200))
def test_of_any_question(question: str) -> None:
    asked = exact(question)
    assert len(asked.keys) <= 4
    assert all(asked.held_by(f"so {key} it is") for key in asked.keys)
