"""A job that failed or was lost starts again, under a new attempt: what was kept of it is found, and no turn is taken twice."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from mnemon.errors import Collision, NotFound, TryAgain
from mnemon.model import keys
from mnemon.model.records import Job
from mnemon.model.rows import Key, Row
from mnemon.ports.flow import Clock, Workflows
from mnemon.ports.records import Conflict, Unavailable, Update, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.callers import Writer
from mnemon.tenant.executions import extraction_ids, extraction_name, is_abandoned

from .document_sources import READ

FIRST = 1
_NOTHING = "there is no such record"


class RedriveJob:
    """`POST /v1/jobs/{id}/redrive`."""

    def __init__(self, tenancy: Tenancy, clock: Clock, workflows: Workflows) -> None:
        self._tenancy, self._clock, self._workflows = tenancy, clock, workflows

    def __call__(self, who: Writer, job_id: str) -> Job:
        """The job as it waits for its new attempt. One that says that it waits or runs is believed as long as its execution runs; when
        that was aborted, timed out or lost, and could not say so, the job starts again like any that failed. A call that died in between,
        or came twice, does no harm.

        Raises NotFound, Collision for a job that runs or has succeeded, or whose file was not taken in yet, TryAgain.
        """
        stores, ulid = self._tenancy.stores(who.tid), who.owned(job_id, "job", NotFound(_NOTHING, field="id"))
        try:
            job = _read(stores, who, ulid)
            _refuse_what_cannot_run(stores, job)
            if job.status != "failed" and not is_abandoned(job, self._clock.now()) and self._is_under_way(job):
                if job.status == "running":
                    raise Collision("the job runs: only one that has failed can be redriven", field="status")
                return job
            job = self._raised(stores, who, job)
            self._start(stores, job)
        except Unavailable as error:
            raise TryAgain("the job cannot be started now; it can be redriven later") from error
        return job

    def _is_under_way(self, job: Job) -> bool:
        """Asked by starting it under the name that it has: that finds an execution that runs, refuses one that was closed, and makes up
        for a call that died before it started any."""
        if self._workflows.start("extraction", extraction_name(job.source, job.attempt), _ids(job)):
            return True
        # its turns' step is over, and the run that silence brings may be what it waits for
        due = _ids(job, infer="now")
        return job.infer == "idle" and self._workflows.start("extraction", extraction_name(job.source, idle=True), due)

    def _raised(self, stores: TenantStores, who: Writer, job: Job) -> Job:
        """Of several calls at once one raises the attempt; the others find it raised."""
        again = {"status": "queued", "attempt": job.attempt + 1, "stage": "", "error": "", "updated_at": self._clock.now()}
        seen = When(equals={"status": job.status, "attempt": job.attempt, "updated_at": job.updated_at})
        try:
            stores.records.write(Update(job.key(), set=again, when=seen))
            return job.model_copy(update=again)
        except Conflict:
            job = _read(stores, who, job.ulid)
        if job.status != "queued":
            raise Collision("the job has changed meanwhile", field="status")
        return job

    def _start(self, stores: TenantStores, job: Job) -> None:
        try:
            self._workflows.start("extraction", extraction_name(job.source, job.attempt), _ids(job))
        except Unavailable as error:
            failed = {"status": "failed", "stage": "start", "error": type(error).__name__, "updated_at": self._clock.now()}
            with contextlib.suppress(Unavailable, Conflict):
                seen = When(equals={"status": "queued", "attempt": job.attempt})
                stores.records.write(Update(job.key(), set=failed, when=seen))
            raise


def _ids(job: Job, infer: str = "") -> Mapping[str, str]:
    """What failed was due already, so silence is not waited for a second time."""
    infer = infer or (job.infer if job.attempt == FIRST or job.infer == "never" else "now")
    return extraction_ids(job.tid, job.sid, job=job.ulid, source=job.source, session=job.session, infer=infer)


def _refuse_what_cannot_run(stores: TenantStores, job: Job) -> None:
    """Raises Collision."""
    if job.status == "succeeded":
        raise Collision("only a job that has failed can be redriven", field="status")
    if job.kind != "document":
        return
    if job.status == "failed" and job.stage == READ:  # of its document there is no text, and there will be none
        raise Collision("the file cannot be read: hand over another", field="status")
    source = _row(stores, keys.source(job.scope_key, job.source))
    if source is not None and source.plain.get("status") == "storing":
        # an execution would find nothing to read, and would have taken the name of the one that is to come
        raise Collision("the file waits to be taken in, or its delivery is a dead letter", field="status")


def _read(stores: TenantStores, who: Writer, ulid: str) -> Job:
    row = _row(stores, keys.job(who.scope_key, ulid))
    if row is None:
        raise NotFound(_NOTHING, field="id")
    # Nothing of a job is sealed: ids, counts and names of ours only.
    return Job.model_validate({**row.plain, **Job.identity(row.key)})


def _row(stores: TenantStores, key: Key) -> Row | None:
    return stores.records.get([key]).get(key)
