"""Queues on SQS."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mnemon.adapters.aws import unavailable
from mnemon.ports.flow import QueueName

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

MAX_DELAY_SECONDS = 900


class SqsQueues:
    """`ports.flow.Queues` over the URLs of those queues that a function may send to."""

    def __init__(self, client: SQSClient, urls: Mapping[QueueName, str]) -> None:
        self._client: Any = client
        self._urls = dict(urls)

    def send(self, queue: QueueName, message: Mapping[str, object], *, delay_seconds: int = 0) -> None:
        if not 0 <= delay_seconds <= MAX_DELAY_SECONDS:
            raise ValueError(f"a delay is 0 to {MAX_DELAY_SECONDS} seconds")
        body = json.dumps(message, separators=(",", ":"))
        with unavailable(f"queue {queue}"):
            self._client.send_message(QueueUrl=self._urls[queue], MessageBody=body, DelaySeconds=delay_seconds)
