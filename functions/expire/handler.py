"""Memories whose heads TTL removed: the queue brings their ids once they are out of the index."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from aws_lambda_powertools import Logger
from composition import expire_memories

from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Unavailable

logger = Logger()


def handler(event: dict[str, Any], _: object) -> dict[str, Any]:
    """One look at a scope serves all its memories of the batch; messages of a scope that could not be served come again."""
    messages: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    failed: list[str] = []
    for record in event["Records"]:
        try:
            body = json.loads(record["body"])
            messages[body["tid"], body["sid"]][record["messageId"]] = body["ulid"]
        except (ValueError, KeyError, TypeError):
            logger.error("not a message of ours", extra={"message_id": record["messageId"]})
            failed.append(record["messageId"])
    for (tid, sid), group in messages.items():
        try:
            gone = expire_memories()(ScopeKey(tid=tid, sid=sid), list(group.values()))
            logger.info("expired", extra={"memories": len(gone)})
        except Unavailable:
            failed += group
    return {"batchItemFailures": [{"itemIdentifier": each} for each in failed]}
