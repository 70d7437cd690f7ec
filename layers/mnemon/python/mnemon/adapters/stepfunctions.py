"""Workflows on Step Functions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from mnemon.adapters.aws import error_code, unavailable
from mnemon.ports.flow import Workflow

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient


class StateMachines:
    """`ports.flow.Workflows` over the ARNs of those state machines that a function may start."""

    def __init__(self, client: SFNClient, machines: Mapping[Workflow, str]) -> None:
        self._client: Any = client
        self._machines = dict(machines)

    def start(self, workflow: Workflow, name: str, ids: Mapping[str, str]) -> bool:
        body = json.dumps(ids, separators=(",", ":"))
        try:
            with unavailable(f"workflow {workflow}"):
                self._client.start_execution(stateMachineArn=self._machines[workflow], name=name, input=body)
        except ClientError as error:
            # StartExecution answers with the running execution of the same name and input, and refuses the name of one that was closed
            if error_code(error) != "ExecutionAlreadyExists":
                raise
            return False
        return True
