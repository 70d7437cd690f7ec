"""The API's filter language, read into filters.

An object is the conjunction of its entries: `and`, `or`, `not`, or a field with its operators. What cannot be applied is an
error that names its path, never dropped.
"""

from __future__ import annotations

import math
import struct
from typing import cast

from mnemon.errors import Invalid
from mnemon.model.instants import InvalidInstant, parse
from mnemon.model.memory import MAX_METADATA_KEY, MAX_METADATA_VALUE
from mnemon.model.text import clean

from .facets import Scalar
from .filters import FIELDS, METADATA, OPERATORS, SETS, All, Any_, Condition, Field, Filter, Not

MAX_DEPTH = 8
MAX_CONDITIONS = 64
MAX_VALUES = 100
MAX_TEXT = 512


def compile_filter(value: object, path: str = "filters") -> Filter | None:
    """None for no filter at all. Raises Invalid with the path of what cannot be applied."""
    if value is None or value == {}:
        return None
    return _Compiler().object(value, path, 1)


def equals(name: str, value: str) -> Condition:
    """The filter `{name: {"eq": value}}`. Raises Invalid on a value that the field cannot have."""
    return Condition(name, "eq", (_value(value, FIELDS[name], name),))


def within(name: str, start: str | None, end: str | None) -> list[Condition]:
    """`start` <= field < `end`, both instants."""
    return [Condition(name, op, (value,)) for op, value in (("gte", start), ("lt", end)) if value is not None]


class _Compiler:
    def __init__(self) -> None:
        self._conditions = 0

    def object(self, value: object, path: str, depth: int) -> Filter:
        if not isinstance(value, dict) or not value:
            raise Invalid("a filter is an object with at least one entry", field=path)
        if depth > MAX_DEPTH:
            raise Invalid(f"filters nest at most {MAX_DEPTH} deep", field=path)
        entries = cast(dict[str, object], value)
        parts = [part for name, inner in entries.items() for part in self._entry(name, inner, path, depth)]
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _entry(self, name: str, inner: object, path: str, depth: int) -> list[Filter]:
        here = f"{path}.{_shown(name)}"
        match name:
            case "and" | "or":
                if not isinstance(inner, list) or not inner:
                    raise Invalid("needs a list of at least one filter", field=here)
                listed = cast(list[object], inner)
                parts = tuple(self.object(part, f"{here}.{i}", depth + 1) for i, part in enumerate(listed))
                return [All(parts) if name == "and" else Any_(parts)]
            case "not":
                return [Not(self.object(inner, here, depth + 1))]
            case _:
                return [*self._conditions_on(name, inner, here)]

    def _conditions_on(self, name: str, inner: object, here: str) -> list[Condition]:
        field = _field(name, here)
        if not isinstance(inner, dict) or not inner:
            raise Invalid('needs an object with an operator, such as {"eq": ...}', field=here)
        conditions: list[Condition] = []
        for op, value in cast(dict[str, object], inner).items():
            at = f"{here}.{_shown(op)}"
            allowed = SETS if name.startswith(METADATA) else OPERATORS[field.type]
            if op not in allowed:
                raise Invalid(f"unknown operator here; it takes {', '.join(sorted(allowed))}", field=at)
            self._conditions += 1
            if self._conditions > MAX_CONDITIONS:
                raise Invalid(f"at most {MAX_CONDITIONS} conditions", field=at)
            conditions.append(Condition(name, op, _values(op, value, field, at)))
        return conditions


def _field(name: str, path: str) -> Field:
    if name.startswith(METADATA):
        key = name.removeprefix(METADATA)
        if not key or len(key) > MAX_METADATA_KEY or "=" in key or clean(key) != key:
            raise Invalid(f"a metadata key has 1 to {MAX_METADATA_KEY} characters and no '='", field=path)
        return Field("word", "metadata")
    if name not in FIELDS:
        raise Invalid(f"unknown field; filters take {', '.join(FIELDS)} and metadata.<key>", field=path)
    return FIELDS[name]


def _values(op: str, value: object, field: Field, path: str) -> tuple[Scalar, ...]:
    if op == "exists":
        if not isinstance(value, bool):
            raise Invalid("needs true or false", field=path)
        return (value,)
    if op not in ("in", "nin"):
        return (_value(value, field, path),)
    if not isinstance(value, list) or not 0 < len(cast(list[object], value)) <= MAX_VALUES:
        raise Invalid(f"needs a list of 1 to {MAX_VALUES} values", field=path)
    return tuple(_value(item, field, f"{path}.{i}") for i, item in enumerate(cast(list[object], value)))


def _value(value: object, field: Field, path: str) -> Scalar:
    match field.type:
        case "number":
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise Invalid("needs a number", field=path)
            return _single(value, path)
        case "whole":
            if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 2**31 - 1:
                raise Invalid("needs a whole number", field=path)
            return value
        case "time":
            if not isinstance(value, str):
                raise Invalid("needs an ISO 8601 time", field=path)
            try:
                return parse(value)
            except InvalidInstant:
                raise Invalid("needs an ISO 8601 time", field=path) from None
        case _:
            return _text(value, field, path)


def _text(value: object, field: Field, path: str) -> str:
    if not isinstance(value, str):
        raise Invalid("needs a string", field=path)
    text = clean(value)
    longest = MAX_METADATA_VALUE if field.stored == "metadata" else MAX_TEXT
    if len(text) > longest:
        raise Invalid(f"at most {longest} characters", field=path)
    if field.choices and text not in field.choices:
        raise Invalid(f"is one of {', '.join(field.choices)}", field=path)
    if field.type == "path":
        text = text.strip("/")
        if not text:
            raise Invalid("needs at least one segment", field=path)
    return text


def _single(value: float, path: str) -> float:
    """The number as the index holds it (32-bit), so that both ways of applying a filter agree on its edges."""
    try:
        number = struct.unpack("f", struct.pack("f", float(value)))[0]
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise Invalid("needs a finite number", field=path)
    return number


def _shown(name: str) -> str:
    """A caller's key as it stands in an error's path."""
    return clean(name)[: MAX_METADATA_KEY + len(METADATA)]
