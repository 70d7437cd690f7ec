"""Rows as the table's low-level API writes them. boto3's own serialiser makes a Decimal of each number and is many times slower."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from mnemon.adapters.operations import KEY_ATTRIBUTES
from mnemon.model.rows import SEALED, Key, Row, Value

Attribute = dict[str, Any]
Item = dict[str, Attribute]


def to_attribute(value: Value) -> Attribute:
    match value:
        case str():
            return {"S": value}
        case bool():
            return {"BOOL": value}
        case int():
            return {"N": str(value)}
        case bytes():
            return {"B": value}
        case list():
            return {"L": [{"S": item} for item in value]}
        case dict():
            return {"M": {name: {"N": str(number)} for name, number in value.items()}}


def from_attribute(attribute: Mapping[str, Any]) -> Value:
    ((kind, value),) = attribute.items()
    match kind:
        case "S" | "BOOL":
            return value
        case "N":
            return int(value)
        case "B":
            return binary(value)
        case "L":
            return [item["S"] for item in value]
        case "M":
            return {name: int(number["N"]) for name, number in value.items()}
        case _:
            raise TypeError(f"the table holds an attribute of type {kind}")


def binary(value: str | bytes) -> bytes:
    """As the client read it, or as `answers` left it."""
    return base64.b64decode(value) if isinstance(value, str) else bytes(value)


def to_key(key: Key) -> Item:
    return {"PK": {"S": key.pk}, "SK": {"S": key.sk}}


def from_key(item: Mapping[str, Any]) -> Key:
    return Key(item["PK"]["S"], item["SK"]["S"])


def to_item(row: Row) -> Item:
    item: Item = {"PK": {"S": row.key.pk}, "SK": {"S": row.key.sk}}
    for name, value in row.plain.items():
        item[name] = to_attribute(value)
    if row.sealed is not None:
        item[SEALED] = {"B": row.sealed}
    return item


def from_item(item: Mapping[str, Any]) -> Row:
    plain = {name: from_attribute(value) for name, value in item.items() if name != SEALED and name not in KEY_ATTRIBUTES}
    sealed = item.get(SEALED)
    return Row(from_key(item), plain, None if sealed is None else binary(sealed["B"]))
