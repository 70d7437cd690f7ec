from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from mnemon.writing.requests import Correction, Events, IncomingFact

TURN = {"role": "user", "content": "hello"}


def events(**more: Any) -> Events:
    return Events.model_validate({"session_id": "s", "messages": [TURN], **more})


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"messages": []}, "messages"),
        ({"messages": [TURN] * 101}, "messages"),
        ({"messages": [{**TURN, "content": "x" * 100_001}]}, "content"),
        ({"messages": [{**TURN, "role": "god"}]}, "role"),
        ({"messages": [{**TURN, "timestamp": "yesterday"}]}, "timestamp"),
        ({"messages": [{**TURN, "timestamp": 1}]}, "timestamp"),
        ({"messages": [{**TURN, "colour": "red"}]}, "colour"),
        ({"session_id": " "}, "session_id"),
        ({"session_id": 5}, "session_id"),
        ({"infer": "later"}, "infer"),
        ({"unknown": 1}, "unknown"),
        ({"metadata": {"k": 5}}, "k"),
        ({"metadata": {f"k{i}": "v" for i in range(33)}}, "metadata"),
        ({"metadata": {"k" * 65: "v"}}, "metadata"),
        ({"metadata": {"k": "v" * 513}}, "k"),
    ],
)
def test_what_is_wrong_is_refused_with_its_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        events(**change)
    assert any(field in map(str, error["loc"]) for error in refused.value.errors())


def test_times_are_utc_instants_whatever_their_zone() -> None:
    one = events(messages=[{**TURN, "timestamp": "2024-02-11T20:31:00+01:00"}, {**TURN, "timestamp": "2024-02-11T14:31:00-05:00"}])
    assert {message.timestamp for message in one.messages} == {"2024-02-11T19:31:00.000Z"}


def test_lone_surrogates_and_nuls_are_normalised_not_refused() -> None:
    message = events(messages=[{**TURN, "content": "a\x00b\ud800"}]).messages[0]
    assert message.content == "ab\ufffd"


def test_a_turn_of_100_000_characters_and_a_fact_of_one_word_are_accepted() -> None:
    assert events(messages=[{**TURN, "content": "x" * 100_000}])
    assert IncomingFact(content="Vegan")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"content": ""}, "content"), ({"content": "x" * 4_001}, "content"), ({"content": "x", "kind": "rumour"}, "kind"),
        ({"content": "x", "entities": ["e"] * 9}, "entities"), ({"content": "x", "namespace": "a//b"}, "namespace"),
        ({"content": "x", "confidence": 1.5}, "confidence"), ({"content": "x", "confidence": float("nan")}, "confidence"),
    ],
)  # fmt: skip
def test_a_fact_keeps_its_bounds(change: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        IncomingFact.model_validate(change)
    assert field in map(str, refused.value.errors()[0]["loc"])


def test_a_correction_tells_null_from_not_given() -> None:
    assert Correction.model_validate({"expires_at": None}).changes("expires_at")
    assert not Correction.model_validate({"pinned": True}).changes("expires_at")
