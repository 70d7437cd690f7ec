"""The state machines of `infra/workflows`, run in this process: as many kinds of states and fields as they use."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from infra.local.layout import ROOT

from .jsonata import evaluate

_FOLDER = ROOT / "infra" / "workflows"
_KNOWN = {
    "Type", "Comment", "Resource", "Arguments", "TimeoutSeconds", "Assign", "Output", "Retry", "Catch", "Next", "End", "Choices", "Default",
    "Seconds", "Error", "Cause",
}  # fmt: skip
MOST_STEPS = 2_000

Invoke = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Function (as the file names it, such as ExtractFunction) and payload to answer. Raises `Failed`."""


class Failed(Exception):
    """A task that failed, by the name of its error."""

    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error


class Stopped(BaseException):
    """The execution ends between two states, and nobody is told."""


@cache
def definition(name: str) -> Mapping[str, Any]:
    found = json.loads((_FOLDER / f"{name}.asl.json").read_text())
    for state in found["States"].values():
        if unknown := set(state) - _KNOWN:
            raise NotImplementedError(f"fields that are not run here: {sorted(unknown)}")
    return found


def names() -> list[str]:
    return sorted(path.name.removesuffix(".asl.json") for path in _FOLDER.glob("*.asl.json"))


def arrows(name: str) -> set[tuple[str, str]]:
    """Every pair of states of which the second may follow the first."""
    return {(state, after) for state, fields in definition(name)["States"].items() for after in _after(fields)}


def _after(state: Mapping[str, Any]) -> Iterator[str]:
    for each in (state, *state.get("Choices", ()), *state.get("Catch", ())):
        if "Next" in each:
            yield each["Next"]
    if "Default" in state:
        yield state["Default"]


@dataclass
class Execution:
    """One execution. `passed` is called between two states with the names of the machine and of both; `wait` with seconds."""

    workflow: str
    input: Mapping[str, str]
    invoke: Invoke
    wait: Callable[[float], None]
    passed: Callable[[str, str, str], None]
    variables: dict[str, Any] = field(default_factory=dict[str, Any])
    state: str = ""
    status: str = "RUNNING"
    error: str = ""

    def run(self) -> None:
        """Until it has succeeded or failed; where it was stopped it goes on from its state, as a redriven one does."""
        states = definition(self.workflow)["States"]
        self.state = self.state or definition(self.workflow)["StartAt"]
        for _ in range(MOST_STEPS):
            following = self._step(states[self.state])
            if following is None:
                return
            before, self.state = self.state, following
            self.passed(self.workflow, before, following)
        raise RuntimeError(f"{self.workflow} does not end")

    def _step(self, state: Mapping[str, Any]) -> str | None:
        match state["Type"]:
            case "Pass":
                self._assign(state, {"input": self.input})
                return state["Next"]
            case "Wait":
                self.wait(float(state["Seconds"]))
                return state["Next"]
            case "Choice":
                chosen = (choice["Next"] for choice in state["Choices"] if evaluate(choice["Condition"], self.variables) is True)
                return next(chosen, state.get("Default"))
            case "Task":
                return self._task(state)
            case "Succeed":
                self.status = "SUCCEEDED"
                return None
            case "Fail":
                self.status, self.error = "FAILED", str(evaluate(state["Error"], self.variables))
                return None
            case kind:
                raise NotImplementedError(f"a state of type {kind}")

    def _task(self, state: Mapping[str, Any]) -> str:
        if state["Resource"] != "arn:aws:states:::lambda:invoke":
            raise NotImplementedError(state["Resource"])
        arguments = evaluate(state["Arguments"], self.variables)
        tried: dict[int, int] = {}
        while True:
            try:
                payload = self.invoke(arguments["FunctionName"].strip("${}"), arguments["Payload"])
            except Failed as failure:
                if self._is_retried(state, failure.error, tried):
                    continue
                caught = next((each for each in state.get("Catch", ()) if _matches(each, failure.error)), None)
                if caught is None:
                    raise
                self._assign(caught, {"errorOutput": {"Error": failure.error}})
                return caught["Next"]
            self._assign(state, {"result": {"Payload": json.loads(json.dumps(payload))}})
            return state["Next"]

    def _is_retried(self, state: Mapping[str, Any], error: str, tried: dict[int, int]) -> bool:
        for number, rule in enumerate(state.get("Retry", ())):
            if not _matches(rule, error):
                continue
            done = tried.get(number, 0)
            if done >= rule.get("MaxAttempts", 3):
                return False
            tried[number] = done + 1
            self.wait(min(rule.get("IntervalSeconds", 1) * rule.get("BackoffRate", 2) ** done, rule.get("MaxDelaySeconds", 10**9)))
            return True
        return False

    def _assign(self, state: Mapping[str, Any], states: Mapping[str, Any]) -> None:
        self.variables |= evaluate(state.get("Assign", {}), {**self.variables, "states": states})


def _matches(rule: Mapping[str, Any], error: str) -> bool:
    return any(wanted in ("States.ALL", error) for wanted in rule["ErrorEquals"])
