"""The steps of an extraction that read turns; the state machine says which. Ids in, ids and counts out."""

from __future__ import annotations

from typing import Any

from aws_lambda_powertools import Logger
from composition import steps

from mnemon.model.scopes import ScopeKey
from mnemon.writing.commit import Erased

logger = Logger()


def handler(event: dict[str, Any], _: object) -> dict[str, Any]:
    """A failure is raised: the state machine knows by its class whether to repeat the step."""
    scope = ScopeKey(tid=event["tid"], sid=event["sid"])
    job, step = str(event["job"]), str(event["step"])
    logger.append_keys(job=job, step=step)
    try:
        result = _run(step, event, scope, job)
    except Erased:
        logger.info("its scope was erased")
        return {"extract": False, "window": 0, "candidates": 0, "more": False}
    logger.info("done", extra=result)
    return result


def _run(step: str, event: dict[str, Any], scope: ScopeKey, job: str) -> dict[str, Any]:
    do = steps()
    match step:
        case "turns":
            do.track.running(scope, job, "turns")
            if not event.get("session"):  # a document: it has chunks, and no memories are made of it
                return {"extract": False, "chunks": do.chunk_document(scope, str(event["source"]))}
            chunks = do.chunk_turns(scope, str(event["session"]))
            return {"extract": event["infer"] == "now", "chunks": chunks}
        case "window":
            do.track.running(scope, job, "window")
            window = do.extract_window(scope, job, str(event["session"]))
            return {"window": window.start, "end": window.end, "candidates": window.candidates, "more": window.more}
        case "finish":
            do.track.succeeded(scope, job)
            return {}
        case "fail":
            do.track.failed(scope, job, str(event["stage"]), str(event["error"]))
            return {}
        case _:
            raise ValueError(f"unknown step {step!r}")
