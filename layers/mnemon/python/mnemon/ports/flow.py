"""Workflows, queues, time and ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

from mnemon.model.instants import Instant

Workflow = Literal["extraction", "erasure"]
QueueName = Literal["ingest", "idle", "access", "expire", "unindexable"]


class Workflows(Protocol):
    def start(self, workflow: Workflow, name: str, ids: Mapping[str, str]) -> bool:
        """Starts one execution, once: True when one of this name and these ids runs, since now or already; False when the name is taken
        by one that has ended, however it did, or that was given other ids. `name` is deterministic (80 characters at most), `ids` never
        hold content. Raises Unavailable."""
        ...


class Queues(Protocol):
    def send(self, queue: QueueName, message: Mapping[str, object], *, delay_seconds: int = 0) -> None:
        """Ids, counts and hashes only. Raises Unavailable."""
        ...


class Clock(Protocol):
    def now(self) -> Instant: ...


class Ids(Protocol):
    def ulid(self) -> str:
        """26 characters of Crockford base32, upper case, rising within a process."""
        ...


class Signer(Protocol):
    """Signs receipts (ECDSA P-256, SHA-256)."""

    @property
    def key_id(self) -> str: ...

    def sign(self, message: bytes) -> bytes:
        """A raw 64-byte r||s signature, as JWS ES256 wants it (RFC 7518, 3.4). Raises Unavailable."""
        ...
