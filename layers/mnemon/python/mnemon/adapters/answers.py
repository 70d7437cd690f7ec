"""The table's answers, read by the JSON decoder alone.

botocore walks each attribute of each item by its model, which takes ten times as long as reading the answer does: most of what a search
takes of its own. It lets a handler read the answer in its place. Binary values stay base64 text then (`attributes.binary`).
"""

from __future__ import annotations

import json
from typing import Any

_READS = ("GetItem", "BatchGetItem", "Query")
_NOTHING = b"{}"


def read_plainly(client: Any) -> None:
    """From now on the reads of a DynamoDB client answer so; what goes wrong is told as before."""
    for operation in _READS:
        client.meta.events.register(f"before-parse.dynamodb.{operation}", _read)


def _read(response_dict: dict[str, Any], customized_response_dict: dict[str, Any], **_: Any) -> None:
    if response_dict["status_code"] == 200:
        customized_response_dict.update(json.loads(response_dict["body"]))
        response_dict["body"] = _NOTHING
