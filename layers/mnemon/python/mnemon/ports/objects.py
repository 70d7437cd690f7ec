"""Buckets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from mnemon.model.instants import Instant


class NoSuchObject(Exception):
    """There is no object of that key."""


@dataclass(frozen=True, slots=True)
class Upload:
    """Leave to PUT one object, with these headers and no others of its own kind, until `expires_at`. It is a secret."""

    url: str
    headers: Mapping[str, str]
    expires_at: Instant


class Objects(Protocol):
    """One bucket. Keys hold hashes only; bytes are sealed by the caller."""

    def put(self, key: str, data: bytes, *, media_type: str = "application/octet-stream") -> None:
        """Raises Unavailable."""
        ...

    def get(self, key: str) -> bytes:
        """Raises NoSuchObject, Unavailable."""
        ...

    def delete(self, key: str) -> None:
        """Deletes one object of a bucket that is not versioned; one that is absent is success. Raises Unavailable."""
        ...

    def upload(self, key: str, *, media_type: str, size: int, now: Instant) -> Upload:
        """Leave to put an object of exactly that type and size. Makes no call. Raises Unavailable."""
        ...

    def versions(self, prefix: str) -> Iterator[tuple[str, str]]:
        """(key, version id) of every version and delete marker under a prefix."""
        ...

    def purge(self, prefix: str) -> int:
        """Deletes every version and delete marker under a prefix, over all pages; the number deleted. Raises Unavailable."""
        ...
