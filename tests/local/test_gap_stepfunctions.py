"""A second start of a running execution."""

import json

import pytest

from tests.local.emulators import ROLE, Running

WAITING = json.dumps({"StartAt": "Wait", "States": {"Wait": {"Type": "Wait", "Seconds": 20, "End": True}}})


def test_the_same_name_and_input_answers_with_the_running_execution(emulator: Running) -> None:
    machines = emulator.client("stepfunctions")
    machine = machines.create_state_machine(name="waiting", definition=WAITING, roleArn=ROLE)["stateMachineArn"]
    first = machines.start_execution(stateMachineArn=machine, name="once", input='{"a": 1}')
    assert machines.start_execution(stateMachineArn=machine, name="once", input='{"a":1}')["executionArn"] == first["executionArn"]
    with pytest.raises(machines.exceptions.ExecutionAlreadyExists):
        machines.start_execution(stateMachineArn=machine, name="once", input='{"a": 2}')
