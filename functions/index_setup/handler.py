"""Answers CloudFormation; makes no index yet."""

import json
import urllib.request
from typing import Any


def handler(event: dict[str, Any], context: object) -> None:
    answer = {
        "Status": "SUCCESS",
        "PhysicalResourceId": event.get("PhysicalResourceId", "index"),
        **{key: event[key] for key in ("StackId", "RequestId", "LogicalResourceId")},
    }
    request = urllib.request.Request(event["ResponseURL"], data=json.dumps(answer).encode(), method="PUT")
    with urllib.request.urlopen(request, timeout=30):
        pass
