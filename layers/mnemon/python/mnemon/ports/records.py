"""The table: the truth. Reads are strongly consistent; writes that belong together are one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from mnemon.model.rows import Key, Row, Value

MAX_OPERATIONS = 100
MAX_BYTES = 4_000_000


class Conflict(Exception):
    """A condition did not hold, or another transaction touched the same items. `keys` are those refused; all may be retried."""

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__(f"{len(keys)} item(s) changed meanwhile")
        self.keys = tuple(keys)


class Unavailable(Exception):
    """A store or service did not answer in time, throttled, or answered with an error of its own. The call may be repeated."""


@dataclass(frozen=True, slots=True)
class When:
    """A condition on the stored item. All parts must hold; `or_absent` lets an absent item pass whatever else is asked."""

    absent: bool = False
    exists: bool = False
    equals: Mapping[str, Value] = field(default_factory=dict[str, Value])
    missing: tuple[str, ...] = ()
    """Attributes that must not be there."""
    or_absent: bool = False


@dataclass(frozen=True, slots=True)
class Put:
    row: Row
    when: When | None = None

    @property
    def key(self) -> Key:
        return self.row.key


@dataclass(frozen=True, slots=True)
class Update:
    """Changes plain attributes only: what is sealed is never edited."""

    key: Key
    set: Mapping[str, Value] = field(default_factory=dict[str, Value])
    add: Mapping[str, int] = field(default_factory=dict[str, int])
    remove: tuple[str, ...] = ()
    when: When | None = When(exists=True)


@dataclass(frozen=True, slots=True)
class Delete:
    key: Key
    when: When | None = None


@dataclass(frozen=True, slots=True)
class Check:
    key: Key
    when: When


Operation = Put | Update | Delete | Check


@dataclass(frozen=True, slots=True)
class Page:
    rows: tuple[Row, ...]
    after: str | None
    """The sort key to go on after; None when there is no more."""


@dataclass(frozen=True, slots=True)
class KeyPage:
    """Of the sparse index `lists`: keys only and eventually consistent, so a reader checks the items themselves."""

    keys: tuple[Key, ...]
    after: str | None
    """The list's sort key to go on after."""


class Records(Protocol):
    """Every call is bound to one tenant by its credentials: another tenant's partition is refused by IAM, not only by code."""

    def get(self, keys: Sequence[Key]) -> dict[Key, Row]:
        """Any number of items, strongly consistent, in batches of 100; absent ones are left out. Raises Unavailable."""
        ...

    def query(
        self,
        partition: str,
        prefix: str = "",
        *,
        limit: int = 100,
        descending: bool = False,
        after: str | None = None,
        until: str | None = None,
    ) -> Page:
        """One page of a partition in sort-key order, strongly consistent. `prefix` selects sort keys that begin with it; with `until`
        the range is [prefix, until] inclusive instead. Raises Unavailable."""
        ...

    def walk(self, partition: str, prefix: str = "") -> Iterator[Row]:
        """All rows of a partition whose sort key begins with `prefix`, over all pages."""
        ...

    def list(self, name: str, *, limit: int = 100, descending: bool = True, after: str | None = None) -> KeyPage:
        """One page of the list `name` (attribute LPK) by LSK."""
        ...

    def write(self, *operations: Operation) -> None:
        """All or nothing, 100 operations and 4 MB at most, each item once. Raises Conflict, Unavailable."""
        ...

    def put_all(self, rows: Sequence[Row]) -> None:
        """Unconditional puts, any number, in batches: only for items that nothing else decides on. Raises Unavailable."""
        ...

    def delete_all(self, keys: Sequence[Key]) -> None:
        """Unconditional deletes, any number, in batches. Raises Unavailable."""
        ...
