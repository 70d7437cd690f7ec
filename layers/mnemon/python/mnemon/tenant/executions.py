"""Names of workflow executions: deterministic, so that whoever starts one twice starts it once."""

from __future__ import annotations

from collections.abc import Mapping


def extraction_name(event: str, attempt: int = 1, *, idle: bool = False) -> str:
    """`event` is the source's ULID, which belongs to one session; an idle run of the same event is another execution than its turn
    step's, and so is each attempt of a job that failed: a closed name is taken for 90 days."""
    return f"x-{event}-{'idle' if idle else 'event'}-{attempt}"


def extraction_ids(tid: str, sid: str, *, job: str, source: str, session: str, infer: str) -> Mapping[str, str]:
    """The whole input of the extraction state machine: ids and hashes, never text."""
    return {"tid": tid, "sid": sid, "job": job, "source": source, "session": session, "infer": infer}
