"""A client of Bedrock whose models answer what a test says, through Converse."""

from __future__ import annotations

import json
from typing import Any

import boto3
from botocore.config import Config
from botocore.stub import ANY, Stubber

_ASKED_WITH = ("modelId", "system", "messages", "toolConfig", "inferenceConfig")


class Converse:
    """`asked`: the parameters of each call, as they were then."""

    def __init__(self) -> None:
        self.client: Any = boto3.client(
            "bedrock-runtime",
            region_name="eu-central-1",
            aws_access_key_id="x",
            aws_secret_access_key="x",
            config=Config(retries={"total_max_attempts": 1, "mode": "standard"}),
        )
        self.stub = Stubber(self.client)
        self.asked: list[dict[str, Any]] = []
        self.client.meta.events.register(
            "provide-client-params.bedrock-runtime.Converse", lambda params, **_: self.asked.append(json.loads(json.dumps(params)))
        )

    def says(self, *content: dict[str, Any], stop: str = "tool_use") -> None:
        answer = {
            "output": {"message": {"role": "assistant", "content": list(content)}},
            "stopReason": stop,
            "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
            "metrics": {"latencyMs": 1},
        }
        self.stub.add_response("converse", answer, dict.fromkeys(_ASKED_WITH, ANY))
