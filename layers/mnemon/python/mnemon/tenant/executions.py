"""Names of workflow executions: deterministic, so that whoever starts one twice starts it once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from mnemon.model.instants import Instant, moment
from mnemon.model.records import Job

ABANDONED = timedelta(hours=3)
"""A job that has told nothing for so long has no workflow any more: all retries of a step together take less."""


def extraction_name(event: str, attempt: int = 1, *, idle: bool = False) -> str:
    """`event` is the source's ULID, which belongs to one session; an idle run of the same event is another execution than its turn
    step's, and so is each attempt of a job that failed: a closed name is taken for 90 days."""
    return f"x-{event}-{'idle' if idle else 'event'}-{attempt}"


def extraction_ids(tid: str, sid: str, *, job: str, source: str, session: str, infer: str) -> Mapping[str, str]:
    """The whole input of the extraction state machine: ids and hashes, never text."""
    return {"tid": tid, "sid": sid, "job": job, "source": source, "session": session, "infer": infer}


def is_abandoned(job: Job, now: Instant) -> bool:
    """Its workflow ended and could not say so, or never came to its first step."""
    return job.status in ("queued", "running") and moment(now) - moment(job.updated_at) > ABANDONED
