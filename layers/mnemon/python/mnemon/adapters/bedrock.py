"""Calls to models on Bedrock."""

from __future__ import annotations

import json
from typing import Any, cast

from mnemon.adapters.aws import unavailable


def invoke(client: Any, model: str, body: dict[str, Any]) -> dict[str, Any]:
    """Raises Unavailable."""
    with unavailable(f"bedrock {model}"):
        answer = client.invoke_model(
            modelId=model, contentType="application/json", accept="application/json", body=json.dumps(body, ensure_ascii=False).encode()
        )
        return cast("dict[str, Any]", json.loads(answer["body"].read()))
