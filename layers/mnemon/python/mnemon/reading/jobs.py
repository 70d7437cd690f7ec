"""Background work: one job, and a list of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from mnemon.model import keys
from mnemon.model.instants import Instant, epoch_seconds
from mnemon.model.records import Job, JobStatus
from mnemon.model.rows import Row
from mnemon.ports.flow import Clock
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.callers import Reader
from mnemon.tenant.executions import is_abandoned

from .owned import nothing, opened_by_id

ABANDONED_JOB = "Abandoned"
"""The error of a job that tells nothing any more."""
_PAGE = 100
_MOST_READ = 1_000
"""Of the tenant's jobs, for one page of those that the caller may see."""


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
        found: list[Job] = []
        looked = 0
        while True:
            page = records.list(_name(tid), limit=min(_PAGE, _MOST_READ - looked), after=after)
            wanted = [key for key in page.keys if sids is None or keys.scope_of(key).sid in sids]
            rows = records.get(wanted) if wanted else {}
            for key in page.keys:
                looked += 1
                row = rows.get(key)
                job = None if row is None else _seen(_job(row), now)
                if job is None or _is_over(job, epoch_seconds(now)) or (status is not None and job.status != status):
                    continue
                found.append(job)
                if len(found) == limit:
                    return Jobs(tuple(found), job.LSK)
            after = page.after
            if after is None or looked >= _MOST_READ:
                return Jobs(tuple(found), after)


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
