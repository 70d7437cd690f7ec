"""One item of the table as the product sees it: a key, plain attributes for conditions, and one sealed payload."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from pydantic import BaseModel, ConfigDict

Value = str | int | bool | bytes | list[str] | dict[str, int]
SEALED = "sealed"


class Key(NamedTuple):
    pk: str
    sk: str


class Row(NamedTuple):
    """`plain` never holds content; `sealed` is the ciphertext of everything that a person may have said."""

    key: Key
    plain: Mapping[str, Value]
    sealed: bytes | None = None


class Box(Protocol):
    """Seals and digests for one scope at one epoch. `seal` and `open` bind the ciphertext to the item's key."""

    def seal(self, key: Key, plain: bytes) -> bytes: ...
    def open(self, key: Key, sealed: bytes) -> bytes:
        """Raises `Unreadable` when the secret is gone or the ciphertext belongs to another key."""
        ...

    def digest(self, purpose: str, text: str) -> str:
        """A keyed hash of 26 base32 characters: equal texts of one scope and purpose are equal, nothing else can be told."""
        ...


class Unreadable(Exception):
    """A sealed payload cannot be opened: its scope's secret was destroyed, or it was moved to another key."""


class Stored(BaseModel):
    """Base of everything kept in the table.

    A subclass names the fields that its key already says (`key_fields`, read back by `identity`) and those that are
    sealed. All other fields are plain: strings, integers, booleans, bytes or lists of strings, so that conditions and
    updates can name them. None is not stored.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    key_fields: ClassVar[frozenset[str]] = frozenset()
    sealed_fields: ClassVar[frozenset[str]] = frozenset()

    def key(self) -> Key:
        raise NotImplementedError

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        """The values of `key_fields`, read from a key."""
        raise NotImplementedError

    def to_row(self, box: Box) -> Row:
        key = self.key()
        plain = self.model_dump(exclude={*self.sealed_fields, *self.key_fields}, exclude_none=True)
        if not self.sealed_fields:
            return Row(key, plain)
        body = self.model_dump_json(include=set(self.sealed_fields), exclude_none=True)
        return Row(key, plain, box.seal(key, body.encode()))

    @classmethod
    def from_row(cls, row: Row, box: Box) -> Self:
        """Raises Unreadable when the payload cannot be opened."""
        sealed: dict[str, Any] = {} if row.sealed is None else json.loads(box.open(row.key, row.sealed))
        return cls.model_validate({**sealed, **row.plain, **cls.identity(row.key)})
