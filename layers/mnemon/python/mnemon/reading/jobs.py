"""Background work: one job, and a list of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from mnemon.model import keys
from mnemon.model.instants import Instant, epoch_seconds
from mnemon.model.records import Job, JobStatus
from mnemon.model.rows import Key, Row
from mnemon.ports.flow import Clock
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.callers import Reader
from mnemon.tenant.executions import is_abandoned

from .listed import listed
from .owned import nothing, opened_by_id

ABANDONED_JOB = "Abandoned"
"""The error of a job that tells nothing any more."""


class GetJob:
    def __init__(self, tenancy: Tenancy, clock: Clock) -> None:
        self.tenancy, self.clock = tenancy, clock

    def __call__(self, reader: Reader, job_id: str) -> Job:
        """Raises NotFound."""
        scope, ulid = opened_by_id(self.tenancy, reader, job_id, "job", keys.job)
        job = scope.item(Job, keys.job(scope.scope, ulid))
        if job is None or _is_over(job, epoch_seconds(self.clock.now())):
            raise nothing()
        return _seen(job, self.clock.now())


class Jobs(NamedTuple):
    jobs: tuple[Job, ...]
    next: str | None


class ListJobs:
    def __init__(self, tenancy: Tenancy, clock: Clock) -> None:
        self.tenancy, self.clock = tenancy, clock

    def __call__(
        self, tid: str, *, sids: Collection[str] | None, status: JobStatus | None = None, limit: int = 20, after: str | None = None
    ) -> Jobs:
        """Newest first. `sids` are the scopes whose jobs may be seen; None: every scope of the tenant.

        The list is eventually consistent and names keys only; what is shown is read from the items themselves.
        """
        records, now = self.tenancy.stores(tid).records, self.clock.now()

        def read(wanted: Collection[Key]) -> dict[Key, Job]:
            rows = records.get(list(wanted)) if wanted else {}
            jobs = {key: _seen(_job(row), now) for key, row in rows.items()}
            return {key: job for key, job in jobs.items() if not _is_over(job, epoch_seconds(now)) and status in (None, job.status)}

        return Jobs(*listed(records, _name(tid), sids=sids, read=read, where_of=lambda job: job.LSK, limit=limit, after=after))


def _name(tid: str) -> str:
    return f"T#{tid}#JOB"


def _job(row: Row) -> Job:
    """Nothing of a job is sealed: ids, counts and names of ours only."""
    return Job.model_validate({**row.plain, **Job.identity(row.key)})


def _seen(job: Job, now: Instant) -> Job:
    """One that was abandoned can be redriven like any that failed, and is shown and found as such."""
    return job.model_copy(update={"status": "failed", "error": ABANDONED_JOB}) if is_abandoned(job, now) else job


def _is_over(job: Job, now: int) -> bool:
    return job.ttl is not None and job.ttl <= now
