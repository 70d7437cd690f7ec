"""A bad field is told in the words of JSON, once."""

from __future__ import annotations

from typing import Any

import pytest

from .test_bad_input import EVENTS, MESSAGE
from .world import ANNA, ApiWorld


@pytest.fixture
def world() -> ApiWorld:
    return ApiWorld()


@pytest.mark.parametrize(
    ("more", "field", "detail"),
    [
        ({"messages": {"0": MESSAGE}}, "messages", "must be a list"),
        ({"messages": []}, "messages", "must not be empty"),
        ({"messages": [MESSAGE] * 101}, "messages", "must have at most 100 items"),
        ({"messages": ["hello"]}, "messages.0", "must be an object"),
        ({"messages": [{**MESSAGE, "content": 7}]}, "messages.0.content", "must be a string"),
        ({"messages": [{**MESSAGE, "role": "robot"}]}, "messages.0.role", "must be one of user, assistant, tool, system"),
        ({"messages": [{**MESSAGE, "timestamp": 5}]}, "messages.0.timestamp", "must be an ISO 8601 time, such as 2026-03-01T09:00:00Z"),
        ({"messages": [{**MESSAGE, "metadata": {"a=b": "c"}}]}, "messages.0.metadata.a=b", "must not hold ="),
        ({"messages": [{"role": "user"}]}, "messages.0.content", "is required"),
        ({"session_id": ""}, "session_id", "must not be empty"),
        ({"session_id": "x" * 257}, "session_id", "must have at most 256 characters"),
        ({"infer": "later"}, "infer", "must be one of now, idle, never"),
        ({"colour": "red"}, "colour", "unknown field"),
    ],
)
def test_what_is_wrong_is_told_once_and_in_words_of_json(world: ApiWorld, more: dict[str, Any], field: str, detail: str) -> None:
    answer = world.call("POST", "/events", {**EVENTS, **more}, who=ANNA).json
    assert (answer["field"], answer["detail"]) == (field, detail)
    assert "errors" not in answer


@pytest.mark.parametrize(
    ("more", "detail"),
    [
        ({"limit": "5"}, "must be a whole number"),
        ({"limit": 1.5}, "must be a whole number"),
        ({"limit": 101}, "must be at most 100"),
        ({"floor": 2}, "must be at most 1"),
        ({"floor": "high"}, "must be a number"),
        ({"explain": "yes"}, "must be true or false"),
        ({"filters": []}, "must be an object"),
    ],
)
def test_numbers_and_objects(world: ApiWorld, more: dict[str, Any], detail: str) -> None:
    assert world.call("POST", "/search", {"query": "boat", **more}, who=ANNA).json["detail"] == detail


def test_every_bad_field_is_named(world: ApiWorld) -> None:
    answer = world.call("POST", "/memories", {"memories": [{"content": 7, "kind": "rumour"}]}, who=ANNA).json
    assert [each["field"] for each in answer["errors"]] == ["memories.0.content", "memories.0.kind"]
