"""CloudFormation's custom resource for the index: it always gets an answer, also when something went wrong."""

from __future__ import annotations

import json
import time
import urllib.request
from typing import Any

from aws_lambda_powertools import Logger
from composition import Deployment, deployment

ATTEMPTS = 4
MAX_REASON = 1_000
logger = Logger()


def handler(event: dict[str, Any], context: Any) -> None:
    """Answers; never raises before it has."""
    try:
        data = _done(event, deployment(event["ResourceProperties"]), context.get_remaining_time_in_millis() / 1000)
        answer = {"Status": "SUCCESS", "Data": data}
    except Exception as error:
        logger.error("the index is not set up", extra={"error": type(error).__name__})
        answer = {"Status": "FAILED", "Reason": f"{type(error).__name__}: {error}"[:MAX_REASON]}
    _respond(event, answer)


def _done(event: dict[str, Any], wanted: Deployment, seconds: float) -> dict[str, str]:
    if event["RequestType"] == "Delete":
        if wanted.remove:
            wanted.admin.remove()
        return {}
    wanted.admin.wait(seconds / 2)
    wanted.admin.map_roles(wanted.roles)
    names = wanted.admin.ensure(wanted.dimension, wanted.embedder, rebuild=wanted.rebuild)
    logger.info("the index is set up", extra={"indices": sorted(names.values())})
    return {str(index): name for index, name in names.items()}


def _respond(event: dict[str, Any], answer: dict[str, Any]) -> None:
    body = {
        # one name for good: another would make CloudFormation delete what it thinks was replaced
        "PhysicalResourceId": event.get("PhysicalResourceId") or event["ResourceProperties"].get("IndexPrefix", "index"),
        **{name: event[name] for name in ("StackId", "RequestId", "LogicalResourceId")},
        **answer,
    }
    for attempt in range(ATTEMPTS):
        # the signed URL holds for an empty content type only
        request = urllib.request.Request(event["ResponseURL"], json.dumps(body).encode(), {"Content-Type": ""}, method="PUT")
        try:
            with urllib.request.urlopen(request, timeout=30):
                return
        except OSError as error:
            logger.warning("CloudFormation has no answer yet", extra={"error": type(error).__name__})
            if attempt + 1 == ATTEMPTS:
                raise
            time.sleep(2**attempt)
