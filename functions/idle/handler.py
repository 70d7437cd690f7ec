"""Delayed messages, each of which names a session and its last event when it was sent."""

from __future__ import annotations

import json
from typing import Any

from aws_lambda_powertools import Logger
from composition import extract_idle

from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Unavailable

logger = Logger()


def handler(event: dict[str, Any], _: object) -> dict[str, Any]:
    """What no store could answer for comes again; what is no message of ours goes to the dead letters."""
    failed: list[str] = []
    started = 0
    for record in event["Records"]:
        try:
            body = json.loads(record["body"])
            started += extract_idle()(ScopeKey(tid=body["tid"], sid=body["sid"]), str(body["session"]), str(body["event"]))
        except (ValueError, KeyError, TypeError):
            logger.error("not a message of ours", extra={"message_id": record["messageId"]})
            failed.append(record["messageId"])
        except Unavailable as error:
            logger.warning("comes again", extra={"message_id": record["messageId"], "cause": str(error)})
            failed.append(record["messageId"])
    logger.info("looked at", extra={"sessions": len(event["Records"]), "started": started})
    return {"batchItemFailures": [{"itemIdentifier": id} for id in failed]}
