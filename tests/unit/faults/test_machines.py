"""The runner of the state machines understands what their files say, and says so when it does not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.faults.jsonata import evaluate
from tests.support.faults.machine import Execution, Failed, arrows, names


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("$rounds + 1", 3),
        ("$rounds < 5", True),
        ("$not($states.result.clean = false)", True),
        ("$states.result.more = true", False),
        ("$exists($states.result.window) ? $states.result.window : 0", 0),
        ("$exists($rounds) ? $rounds : 0", 2),
        ("'stage ' & $stage", "stage block"),
        ("$merge([{'a': 1}, {'b': $stage, 'c': $nothing}])", {"a": 1, "b": "block"}),
    ],
)
def test_expressions(expression: str, value: object) -> None:
    assert evaluate("{% " + expression + " %}", {"rounds": 2, "stage": "block", "states": {"result": {"other": 1}}}) == value


@pytest.mark.parametrize("expression", ["$sum(1)", "a.b", "1 +", "$rounds ~> $not"])
def test_what_is_not_understood_is_refused(expression: str) -> None:
    with pytest.raises((SyntaxError, KeyError)):
        evaluate("{% " + expression + " %}", {"rounds": 1})


def _run(workflow: str, answers: dict[str, Any]) -> tuple[list[str], Execution, list[float]]:
    steps: list[str] = []
    waited: list[float] = []

    def invoke(_: str, payload: dict[str, Any]) -> dict[str, Any]:
        steps.append(payload["step"])
        answer = answers.get(payload["step"], {})
        if isinstance(answer, str):
            raise Failed(answer)
        return answer

    execution = Execution(workflow, {"tid": "t", "sid": "s", "job": "j"}, invoke, waited.append, lambda *_: None)
    execution.run()
    return steps, execution, waited


def test_an_extraction_goes_from_turns_to_memories() -> None:
    steps, execution, _ = _run("extraction", {"turns": {"extract": True}, "window": {"window": 0, "candidates": 2, "more": False}})
    assert steps == ["turns", "window", "commit", "summarise", "finish"]
    assert execution.status == "SUCCEEDED"


def test_what_can_be_mended_is_repeated_with_growing_pauses_and_then_told() -> None:
    steps, execution, waited = _run("extraction", {"turns": "Unavailable"})
    assert steps == ["turns"] * 7 + ["fail"]
    assert waited == [1, 2, 4, 8, 16, 32]
    assert (execution.status, execution.error) == ("FAILED", "Unavailable")


def test_what_can_not_be_mended_is_told_at_once() -> None:
    assert _run("extraction", {"turns": {"extract": True}, "window": "ExtractionFailed"})[0] == ["turns", "window", "fail"]


def test_every_machine_has_arrows() -> None:
    assert all(arrows(name) for name in names())
