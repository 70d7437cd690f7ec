"""State machines: retried, caught, and free of text."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.infra.assembly import Assembly

WORKFLOWS = Path(__file__).resolve().parents[2] / "infra" / "workflows"
MACHINES = ("extraction", "erasure")
IDS = {"extraction": {"tid", "sid", "job", "source", "session", "infer"}, "erasure": {"tid", "job"}}
VARIABLES = {"ids", "extract", "window", "candidates", "more", "stage", "error", "rounds", "clean"}
STEPS = {
    "extraction": {"turns", "window", "commit", "summarise", "finish", "fail"},
    "erasure": {"block", "sweep", "index", "objects", "secret", "verify", "receipt", "fail"},
}

# The memories are there whether or not they are summarised.
AFTER_AN_ERROR = {"Fail": "Failed", "Summarise": "Finish"}


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    return request.param, json.loads((WORKFLOWS / f"{request.param}.asl.json").read_text())


def tasks(definition: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {name: state for name, state in definition["States"].items() if state["Type"] == "Task"}


def expressions(definition: dict[str, Any]) -> list[str]:
    return re.findall(r'"({%.*?%})"', json.dumps(definition))


def test_every_task_is_retried_and_caught(machine: tuple[str, dict[str, Any]]) -> None:
    _, definition = machine
    for name, task in tasks(definition).items():
        every = task["Retry"][-1]
        assert every["ErrorEquals"] == ["States.ALL"], name
        assert every["JitterStrategy"] == "FULL", name
        assert every["BackoffRate"] > 1, name
        assert every["MaxAttempts"] >= 3, name
        (catch,) = task["Catch"]
        assert catch["ErrorEquals"] == ["States.ALL"], name
        assert catch["Next"] == AFTER_AN_ERROR.get(name, "Fail"), name
        assert task["TimeoutSeconds"] <= 900, name


def test_an_erasure_waits_for_what_is_down() -> None:
    definition = json.loads((WORKFLOWS / "erasure.asl.json").read_text())
    for task in tasks(definition).values():
        retry = task["Retry"][-1]
        if task is not definition["States"]["Fail"]:
            assert retry["MaxAttempts"] * retry["MaxDelaySeconds"] >= 86_400


def test_a_failure_records_the_stage_and_the_class_of_the_error(machine: tuple[str, dict[str, Any]]) -> None:
    _, definition = machine
    for state, task in tasks(definition).items():
        if state != "Fail":
            (catch,) = task["Catch"]
            assert catch["Assign"] == {"stage": _step(task), "error": "{% $states.errorOutput.Error %}"}, state
    # The cause of an error is its message, which may quote.
    assert "errorOutput.Cause" not in json.dumps(definition)


def test_only_ids_go_in_and_only_counts_come_out(machine: tuple[str, dict[str, Any]]) -> None:
    name, definition = machine
    taken = definition["States"]["Ids"]["Assign"]["ids"]
    assert set(re.findall(r"\$states\.input\.(\w+)", taken)) == IDS[name]
    for state, task in tasks(definition).items():
        payload = task["Arguments"]["Payload"]
        assert set(re.findall(r"\$(\w+)", payload)) <= {"merge", "ids", "window", "stage", "error"}, state
        assert task["Output"] == "{% {} %}", state
        results = re.findall(r"\$states\.result\.Payload\.(\w+)", json.dumps(task.get("Assign", {})))
        assert set(results) <= {"extract", "window", "candidates", "more", "clean"}, state


def test_the_input_is_read_in_one_place(machine: tuple[str, dict[str, Any]]) -> None:
    _, definition = machine
    readers = [name for name, state in definition["States"].items() if "$states.input" in json.dumps(state)]
    assert readers == ["Ids"]


def test_variables_are_known(machine: tuple[str, dict[str, Any]]) -> None:
    _, definition = machine
    functions = {"merge", "not", "exists", "states"}
    assert expressions(definition)
    for expression in expressions(definition):
        assert set(re.findall(r"\$(\w+)", expression)) <= VARIABLES | functions, expression


def test_every_state_is_reached_and_leads_on(machine: tuple[str, dict[str, Any]]) -> None:
    _, definition = machine
    states = definition["States"]
    seen: set[str] = set()
    waiting = [definition["StartAt"]]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        state = states[name]
        ways = [state.get("Next"), state.get("Default"), *(way["Next"] for way in state.get("Choices", []) + state.get("Catch", []))]
        found = [way for way in ways if way]
        assert found or state["Type"] in ("Succeed", "Fail"), name
        waiting += found
    assert seen == set(states)


def test_the_steps_are_those_of_the_functions(machine: tuple[str, dict[str, Any]]) -> None:
    name, definition = machine
    assert definition["QueryLanguage"] == "JSONata"
    assert {_step(task) for task in tasks(definition).values()} == STEPS[name]


def test_machines_log_events_without_data(either: Assembly) -> None:
    for machine in either.all("AWS::StepFunctions::StateMachine").values():
        properties = machine["Properties"]
        assert properties["LoggingConfiguration"]["Level"] == "ALL"
        assert properties["LoggingConfiguration"]["IncludeExecutionData"] is False
        assert properties["TracingConfiguration"] == {"Enabled": True}


def test_every_placeholder_is_filled(either: Assembly) -> None:
    filled = [set(each["Properties"]["DefinitionSubstitutions"]) for each in either.all("AWS::StepFunctions::StateMachine").values()]
    wanted = [set(re.findall(r"\$\{(\w+)\}", (WORKFLOWS / f"{name}.asl.json").read_text())) for name in MACHINES]
    assert sorted(map(sorted, filled)) == sorted(map(sorted, wanted))


def _step(task: dict[str, Any]) -> str:
    found = re.search(r"'step': '(\w+)'", task["Arguments"]["Payload"])
    assert found
    return found[1]
