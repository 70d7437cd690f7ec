# pyright: basic
"""Starting an execution twice.

On AWS a second start with the name and the input of a running execution answers with that execution. The emulator refuses it, so that a
caller who repeats a request meets an error here that it never meets there.
"""

import json
from typing import Any

from infra.local.gaps.upstream import upstream


def close() -> None:
    """Make StartExecution idempotent while the execution runs."""
    machines = upstream("services.stepfunctions")
    start = machines._start_execution

    def start_execution(data: dict[str, Any]) -> Any:
        reply = start(data)
        status, _headers, body = reply
        if status != 400 or b"ExecutionAlreadyExists" not in (body if isinstance(body, bytes) else str(body).encode()):
            return reply
        machine = machines._resolve_state_machine_arn(data.get("stateMachineArn", ""))
        for execution in list(machines._executions.values()):
            if (
                execution["stateMachineArn"] == machine
                and execution["name"] == data.get("name")
                and execution["status"] == "RUNNING"
                and json.loads(execution["input"]) == json.loads(data.get("input", "{}"))
            ):
                return machines.json_response({"executionArn": execution["executionArn"], "startDate": execution["startDate"]})
        return reply

    machines._start_execution = start_execution
