"""Objects put into the drop bucket, and events on the bus; each queue message is one EventBridge event."""

from __future__ import annotations

import json
from typing import Any

from aws_lambda_powertools import Logger
from composition import ingest

from mnemon.errors import Invalid, TryAgain, Unreadable
from mnemon.ports.records import Unavailable
from mnemon.writing.accept import Accepted
from mnemon.writing.take_document import Taken, is_document

logger = Logger()


def handler(event: dict[str, Any], _: object) -> dict[str, Any]:
    """What cannot be taken in now comes again, and goes to the dead letters when it never can."""
    failed: list[str] = []
    for record in event["Records"]:
        id = record["messageId"]
        try:
            accepted = _take(json.loads(record["body"]))
            logger.info("taken in" if accepted else "taken in before", extra={"message_id": id, **_counts(accepted)})
        except Unreadable as error:
            logger.error("cannot be read", extra={"message_id": id, "error": error.reason})
            failed.append(id)
        except (Invalid, ValueError, KeyError, TypeError) as error:
            logger.error(
                "cannot be taken in", extra={"message_id": id, "error": type(error).__name__, "field": getattr(error, "field", None)}
            )
            failed.append(id)
        except (TryAgain, Unavailable) as error:
            logger.warning("comes again", extra={"message_id": id, "error": type(error).__name__})
            failed.append(id)
    return {"batchItemFailures": [{"itemIdentifier": id} for id in failed]}


def _take(event: dict[str, Any]) -> Accepted | Taken | None:
    if event["source"] == "aws.s3":
        dropped = event["detail"]["object"]
        if is_document(dropped["key"]):
            return ingest().take_document(dropped["key"], dropped["etag"], int(dropped["size"]))
        return ingest().take_object(dropped["key"], dropped["etag"])
    return ingest().take_event(event)


def _counts(taken: Accepted | Taken | None) -> dict[str, int]:
    match taken:
        case Accepted():
            return {"turns": taken.turns, "redactions": taken.redactions}
        case Taken():
            return {"chunks": taken.chunks, "redactions": taken.redactions}
        case None:
            return {}
