"""The steps of an extraction that write memories, and what is derived from them: ids in, counts out."""

from __future__ import annotations

from typing import Any

from aws_lambda_powertools import Logger
from composition import commit_window, rewrite_summaries

from mnemon.model.scopes import ScopeKey
from mnemon.writing.commit import Erased

logger = Logger()


def handler(event: dict[str, Any], _: object) -> dict[str, Any]:
    """A failure is raised: the state machine repeats the step, which meets the same candidates."""
    scope = ScopeKey(tid=event["tid"], sid=event["sid"])
    if event["step"] == "summarise":
        written = rewrite_summaries()(scope)
        logger.info("summarised", extra={"job": event["job"], "summaries": written})
        return {"summaries": written}
    try:
        commit = commit_window()
        memories = commit(scope, str(event["job"]), str(event["session"]), int(event["window"]))
        more = commit.more(scope, str(event["session"]))
    except Erased:
        logger.info("its scope was erased", extra={"job": event["job"]})
        return {"memories": 0, "more": False}
    logger.info("committed", extra={"job": event["job"], "window": event["window"], "memories": len(memories)})
    return {"memories": len(memories), "more": more}
