"""What a write must look like before any store is asked: the limits of one transaction, the types of a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from mnemon.model.rows import SEALED, Row, Value
from mnemon.ports.records import MAX_BYTES, MAX_OPERATIONS, Check, Operation, Put, Update, When

MAX_ITEM_BYTES = 400_000
KEY_ATTRIBUTES = frozenset({"PK", "SK"})
LIST_ATTRIBUTES = ("LPK", "LSK")


def check(operations: Sequence[Operation]) -> None:
    """Raises ValueError on what the table would refuse whatever it holds: such a write is a bug of the caller."""
    if len(operations) > MAX_OPERATIONS:
        raise ValueError(f"{len(operations)} operations; one transaction takes {MAX_OPERATIONS}")
    if len({operation.key for operation in operations}) != len(operations):
        raise ValueError("one transaction touches each item once")
    if sum(size(operation.row) for operation in operations if isinstance(operation, Put)) > MAX_BYTES:
        raise ValueError(f"one transaction takes {MAX_BYTES} bytes")
    for operation in operations:
        if not operation.key.pk or not operation.key.sk:
            raise ValueError("an empty key")
        match operation:
            case Put(row):
                _check_attributes(row.plain.items())
                if size(row) > MAX_ITEM_BYTES:
                    raise ValueError(f"an item takes {MAX_ITEM_BYTES} bytes")
            case Update():
                _check_update(operation)
            case Check(when=when) if when == When():
                raise ValueError("a check without a condition")
            case _:
                pass


def size(row: Row) -> int:
    """About what the table counts for an item."""
    plain = sum(len(name) + (len(value) if isinstance(value, (str, bytes)) else len(str(value))) for name, value in row.plain.items())
    return len(row.key.pk) + len(row.key.sk) + plain + len(row.sealed or b"")


def _check_update(update: Update) -> None:
    names = [*update.set, *update.add, *update.remove]
    if not names:
        raise ValueError("an update that changes nothing")
    if len(set(names)) != len(names):
        raise ValueError("an update names an attribute twice")
    if forbidden := KEY_ATTRIBUTES.union({SEALED}).intersection(names):
        raise ValueError(f"an update may not touch {', '.join(sorted(forbidden))}")
    _check_attributes((*update.set.items(), *update.add.items()))


def _check_attributes(attributes: Iterable[tuple[str, Value]]) -> None:
    for name, value in attributes:
        if name in LIST_ATTRIBUTES and not value:
            raise ValueError(f"{name} is left out rather than empty")
        check_value(name, value)


def check_value(name: str, value: object) -> None:
    """Raises TypeError when a plain attribute is of a type that the table does not keep; names it, never quotes it."""
    if isinstance(value, (str, int, bytes)):
        return
    if isinstance(value, list) and all(isinstance(item, str) for item in cast(list[object], value)):
        return
    if isinstance(value, dict) and all(type(number) is int for number in cast(dict[str, object], value).values()):
        return
    raise TypeError(f"{name}: {type(cast(object, value)).__name__} is not a value of the table")
