"""A failed job starts again, under a new attempt: what was kept of it is found, and no turn is taken twice."""

from __future__ import annotations

import contextlib

from mnemon.errors import Collision, NotFound, TryAgain
from mnemon.model import keys
from mnemon.model.records import Job
from mnemon.model.rows import Row
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
        """The job as it waits for its new attempt. One that waits already is started at most once more by its attempt's name, so that
        a call that died in between, or came twice, does no harm.

        Raises NotFound, Collision for a job that runs or has succeeded, TryAgain.
        """
        stores, ulid = self._tenancy.stores(who.tid), who.owned(job_id, "job", NotFound(_NOTHING, field="id"))
        try:
            job = self._claimed(stores, who, ulid)
            self._start(stores, job)
        except Unavailable as error:
            raise TryAgain("the job cannot be started now; it can be redriven later") from error
        return job

    def _claimed(self, stores: TenantStores, who: Writer, ulid: str) -> Job:
        """Of several calls at once one raises the attempt; the others find it raised."""
        job = _read(stores, who, ulid)
        now = self._clock.now()
        if (job.status == "failed" and not _is_unreadable(job)) or is_abandoned(job, now):
            again = {"status": "queued", "attempt": job.attempt + 1, "stage": "", "error": "", "updated_at": now}
            with contextlib.suppress(Conflict):
                seen = When(equals={"status": job.status, "attempt": job.attempt, "updated_at": job.updated_at})
                stores.records.write(Update(keys.job(who.scope_key, ulid), set=again, when=seen))
                return job.model_copy(update=again)
            job = _read(stores, who, ulid)
        if _is_unreadable(job):
            raise Collision("the file cannot be read: hand over another", field="status")
        if job.status != "queued":
            raise Collision("only a job that has failed can be redriven", field="status")
        return job

    def _start(self, stores: TenantStores, job: Job) -> None:
        # What failed was due already, so silence is not waited for a second time.
        infer = job.infer if job.attempt == FIRST or job.infer == "never" else "now"
        ids = extraction_ids(job.tid, job.sid, job=job.ulid, source=job.source, session=job.session, infer=infer)
        try:
            self._workflows.start("extraction", extraction_name(job.source, job.attempt), ids)
        except Unavailable as error:
            failed = {"status": "failed", "stage": "start", "error": type(error).__name__, "updated_at": self._clock.now()}
            with contextlib.suppress(Unavailable, Conflict):
                seen = When(equals={"status": "queued", "attempt": job.attempt})
                stores.records.write(Update(job.key(), set=failed, when=seen))
            raise


def _is_unreadable(job: Job) -> bool:
    """Of its document there is no text, and there will be none."""
    return job.kind == "document" and job.status == "failed" and job.stage == READ


def _read(stores: TenantStores, who: Writer, ulid: str) -> Job:
    key = keys.job(who.scope_key, ulid)
    row: Row | None = stores.records.get([key]).get(key)
    if row is None:
        raise NotFound(_NOTHING, field="id")
    # Nothing of a job is sealed: ids, counts and names of ours only.
    return Job.model_validate({**row.plain, **Job.identity(row.key)})
