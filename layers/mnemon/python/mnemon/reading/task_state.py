"""An agent's state for one task, as it is now."""

from __future__ import annotations

from mnemon.errors import NotFound
from mnemon.model import keys
from mnemon.model.task_state import TaskState
from mnemon.ports.flow import Clock
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.callers import Reader
from mnemon.tenant.fact_keys import task_digest, task_key_digest

from .owned import opened, readable


class GetTaskState:
    def __init__(self, tenancy: Tenancy, clock: Clock) -> None:
        self.tenancy, self.clock = tenancy, clock

    def __call__(self, reader: Reader, task: str, key: str) -> TaskState:
        """`reader` names the one scope that the task belongs to. Raises NotFound also for what has expired."""
        scope = opened(self.tenancy, reader.scopes[0][1])
        if scope is not None:
            at = keys.task_state(scope.scope, task_digest(scope.box, task), task_key_digest(scope.box, task, key))
            row = scope.records.get([at]).get(at)
            state = None if row is None else readable(TaskState, row, scope.box)
            if state is not None and state.is_there(self.clock.now()):
                return state
        raise NotFound("there is no such state", field="key")
