"""What follows changes of memories: those whose heads TTL removed are swept up, and what is derived from memories is written anew."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from aws_lambda_powertools import Logger
from composition import expire_memories, rewrite_summaries

from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Unavailable

logger = Logger()


def handler(event: dict[str, Any], _: object) -> dict[str, Any]:
    """One look at a scope serves all its messages of the batch; messages of a scope that could not be served come again.

    A message names a memory that is gone (`ulid`), or asks for the scope's summaries alone (`summaries`).
    """
    messages: defaultdict[tuple[str, str], dict[str, str | None]] = defaultdict(dict)
    failed: list[str] = []
    for record in event["Records"]:
        try:
            body = json.loads(record["body"])
            messages[body["tid"], body["sid"]][record["messageId"]] = None if body.get("summaries") is True else body["ulid"]
        except (AttributeError, ValueError, KeyError, TypeError):
            logger.error("not a message of ours", extra={"message_id": record["messageId"]})
            failed.append(record["messageId"])
    for (tid, sid), group in messages.items():
        try:
            _serve(ScopeKey(tid=tid, sid=sid), [ulid for ulid in group.values() if ulid is not None])
        except Unavailable:
            failed += group
    return {"batchItemFailures": [{"itemIdentifier": each} for each in failed]}


def _serve(scope: ScopeKey, memories: list[str]) -> None:
    """Raises Unavailable."""
    gone = expire_memories()(scope, memories) if memories else []
    written = rewrite_summaries()(scope, gone)
    logger.info("served", extra={"expired": len(gone), "summaries": written})
