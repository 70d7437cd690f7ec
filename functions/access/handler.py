"""What left a request in one queue send: which memories an answer returned, and lines for the audit trail."""

from __future__ import annotations

import json
from typing import Any

from aws_lambda_powertools import Logger
from composition import record_access, record_audit

from mnemon.maintenance.access import Recalled
from mnemon.ports.records import Unavailable

logger = Logger()


def handler(event: dict[str, Any], _: object) -> dict[str, Any]:
    """A message may hold either, or both. What no store could take comes again; what is no message of ours goes to the dead letters."""
    recalled: dict[str, Recalled] = {}
    entries: dict[str, dict[str, Any]] = {}
    failed: set[str] = set()
    for record in event["Records"]:
        id = record["messageId"]
        try:
            body = json.loads(record["body"])
            if "ids" in body:
                recalled[id] = Recalled.read(body)
            if "audit" in body:
                entries[id] = dict(body["audit"])
        except (ValueError, TypeError):
            logger.error("not a message of ours", extra={"message_id": id})
            failed.add(id)
    if entries:
        failed |= _kept(entries)
    if recalled:
        failed |= _counted(recalled)
    logger.info("written", extra={"recalled": len(recalled), "audit": len(entries), "failed": len(failed)})
    return {"batchItemFailures": [{"itemIdentifier": id} for id in sorted(failed)]}


def _kept(entries: dict[str, dict[str, Any]]) -> set[str]:
    try:
        record_audit()(list(entries.values()))
    except (Unavailable, ValueError):
        # one by one, so that one entry that cannot be kept does not take the others with it
        return {id for id, entry in entries.items() if len(entries) == 1 or _kept({id: entry})}
    return set()


def _counted(recalled: dict[str, Recalled]) -> set[str]:
    try:
        record_access()(list(recalled.values()))
    except Unavailable:
        return set(recalled)
    return set()
