"""Counts and times the calls to AWS and to the index that a piece of work makes in this process, whichever thread makes them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from botocore.client import BaseClient
from opensearchpy import Transport


@dataclass
class Calls:
    """By `service.Operation`; `opensearch.<last part of the path>` for the index."""

    counts: Counter[str] = field(default_factory=Counter[str])
    milliseconds: Counter[str] = field(default_factory=Counter[str])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, name: str, seconds: float) -> None:
        with self._lock:
            self.counts[name] += 1
            self.milliseconds[name] += seconds * 1_000  # type: ignore[assignment]

    def clear(self) -> None:
        self.counts.clear()
        self.milliseconds.clear()


@contextmanager
def counted() -> Iterator[Calls]:
    calls = Calls()
    aws: Any = BaseClient._make_api_call  # type: ignore[attr-defined]
    index: Any = Transport.perform_request

    def call_aws(self: Any, operation: str, arguments: Any) -> Any:
        began = perf_counter()
        try:
            return aws(self, operation, arguments)
        finally:
            calls.add(f"{self.meta.service_model.service_name}.{operation}", perf_counter() - began)

    def call_index(self: Any, method: str, url: str, *rest: Any, **more: Any) -> Any:
        began = perf_counter()
        try:
            return index(self, method, url, *rest, **more)
        finally:
            calls.add(f"opensearch.{url.rstrip('/').rpartition('/')[2]}", perf_counter() - began)

    BaseClient._make_api_call = call_aws  # type: ignore[attr-defined]
    Transport.perform_request = call_index  # type: ignore[method-assign]
    try:
        yield calls
    finally:
        BaseClient._make_api_call = aws  # type: ignore[attr-defined]
        Transport.perform_request = index  # type: ignore[method-assign]
