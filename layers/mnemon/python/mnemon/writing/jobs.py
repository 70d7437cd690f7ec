"""What becomes of an extraction job: seen while it runs, and when it fails seen with the stage and the kind of error."""

from __future__ import annotations

import contextlib

from mnemon.model import keys
from mnemon.model.records import JobStatus
from mnemon.model.scopes import ScopeKey
from mnemon.ports.flow import Clock
from mnemon.ports.records import Conflict, Update
from mnemon.ports.tenancy import Tenancy

_LONGEST = 100


class TrackJob:
    """A job that is not there any more was erased: nothing is told of it."""

    def __init__(self, tenancy: Tenancy, clock: Clock) -> None:
        self._tenancy, self._clock = tenancy, clock

    def running(self, scope: ScopeKey, job: str, stage: str) -> None:
        self._set(scope, job, "running", stage)

    def succeeded(self, scope: ScopeKey, job: str) -> None:
        self._set(scope, job, "succeeded", "done")

    def failed(self, scope: ScopeKey, job: str, stage: str, error: str) -> None:
        """`error` is a class name: a message may quote content."""
        self._set(scope, job, "failed", stage, error)

    def _set(self, scope: ScopeKey, job: str, status: JobStatus, stage: str, error: str = "") -> None:
        values = {"status": status, "stage": stage[:_LONGEST], "error": error[:_LONGEST], "updated_at": self._clock.now()}
        with contextlib.suppress(Conflict):
            self._tenancy.stores(scope.tid).records.write(Update(keys.job(scope, job), set=values))
