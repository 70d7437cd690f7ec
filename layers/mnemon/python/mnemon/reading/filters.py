"""The API's filter language: one definition, compiled to clauses of the index and to a predicate on the record.

An object is the conjunction of its entries: `and`, `or`, `not`, or a field with its operators. `ne` and `nin` are the
complements of `eq` and `in`, so they hold for a record that lacks the field. What cannot be applied is an error.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast, get_args

from mnemon.errors import Invalid
from mnemon.model.instants import InvalidInstant, parse
from mnemon.model.memory import MAX_METADATA_KEY, MAX_METADATA_VALUE, Kind, SourceType
from mnemon.model.text import clean

from .facets import Facets, Scalar

Clause = dict[str, Any]
FieldType = Literal["word", "words", "path", "number", "whole", "time"]

MAX_DEPTH = 8
MAX_CONDITIONS = 64
MAX_VALUES = 100
MAX_TEXT = 512
METADATA = "metadata."

_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {"gt": operator.gt, "gte": operator.ge, "lt": operator.lt, "lte": operator.le}
_SETS = frozenset({"eq", "ne", "in", "nin", "exists"})
_OPERATORS: Mapping[FieldType, frozenset[str]] = {
    "word": _SETS | {"contains"},
    "words": _SETS | {"contains"},
    "path": _SETS,
    "number": _SETS | _ORDER.keys(),
    "whole": _SETS | _ORDER.keys(),
    "time": _SETS | _ORDER.keys(),
}
ALL_OPERATORS = frozenset(name for names in _OPERATORS.values() for name in names)


class Field(NamedTuple):
    """`stored` is the field's name in the index; `choices` are the only values that it can have."""

    type: FieldType
    stored: str
    choices: tuple[str, ...] = ()


FIELDS: Mapping[str, Field] = {
    "kind": Field("word", "kind", get_args(Kind)),
    "category": Field("word", "category"),
    "entity": Field("words", "entities"),
    "attribute": Field("word", "attribute"),
    "confidence": Field("number", "confidence"),
    "salience": Field("number", "salience"),
    "sensitivity": Field("whole", "sensitivity"),
    "trust": Field("whole", "trust"),
    "event_at": Field("time", "event_at"),
    "true_from": Field("time", "true_from"),
    "created_at": Field("time", "created_at"),
    "namespace": Field("path", "namespace"),
    "source_type": Field("words", "source_type", get_args(SourceType)),
    "session": Field("words", "session"),
    "run": Field("words", "run"),
}


class Condition(NamedTuple):
    """One operator on one field. `values` are normalised; only `in` and `nin` have more than one."""

    name: str
    operator: str
    values: tuple[Scalar, ...]

    def matches(self, facets: Facets) -> bool:
        if self.name.startswith(METADATA):
            found = facets.metadata.get(self.name.removeprefix(METADATA))
            held, kind = (() if found is None else (found,)), "word"
        else:
            held, kind = facets.values.get(self.name, ()), FIELDS[self.name].type
        match self.operator:
            case "exists":
                return bool(held) is bool(self.values[0])
            case "eq" | "in":
                return self._any_equal(held, kind)
            case "ne" | "nin":
                return not self._any_equal(held, kind)
            case "contains" if kind == "word":
                return any(str(self.values[0]) in str(value) for value in held)
            case "contains":
                return self._any_equal(held, kind)
            case order:
                wanted = self.values[0]
                return any(_ORDER[order](_as_indexed(value), wanted) for value in held)

    def _any_equal(self, held: Sequence[Scalar], kind: str) -> bool:
        if kind == "path":
            return any(is_within(str(value), str(wanted)) for value in held for wanted in self.values)
        return any(_as_indexed(value) in self.values for value in held)

    def clause(self) -> Clause:
        if self.name.startswith(METADATA):
            return self._metadata_clause(self.name.removeprefix(METADATA))
        field = FIELDS[self.name]
        match self.operator:
            case "exists":
                present: Clause = {"exists": {"field": field.stored}}
                return present if self.values[0] else _none_of(present)
            case "eq" | "in":
                return self._equal_clause(field)
            case "ne" | "nin":
                return _none_of(self._equal_clause(field))
            case "contains" if field.type == "word":
                return {"wildcard": {field.stored: {"value": f"*{_escaped(str(self.values[0]))}*"}}}
            case "contains":
                return self._equal_clause(field)
            case order:
                return {"range": {field.stored: {order: self.values[0]}}}

    def _equal_clause(self, field: Field) -> Clause:
        if field.type == "path":
            return _any_of([c for v in self.values for c in ({"term": {field.stored: v}}, {"prefix": {field.stored: f"{v}/"}})])
        return {"terms": {field.stored: list(self.values)}}

    def _metadata_clause(self, key: str) -> Clause:
        if self.operator == "exists":
            present: Clause = {"prefix": {"metadata": f"{key}="}}
            return present if self.values[0] else _none_of(present)
        equal: Clause = {"terms": {"metadata": [f"{key}={value}" for value in self.values]}}
        return _none_of(equal) if self.operator in ("ne", "nin") else equal


class All(NamedTuple):
    parts: tuple[Filter, ...]

    def matches(self, facets: Facets) -> bool:
        return all(part.matches(facets) for part in self.parts)

    def clause(self) -> Clause:
        return {"bool": {"filter": [part.clause() for part in self.parts]}}


class Any_(NamedTuple):
    parts: tuple[Filter, ...]

    def matches(self, facets: Facets) -> bool:
        return any(part.matches(facets) for part in self.parts)

    def clause(self) -> Clause:
        return _any_of([part.clause() for part in self.parts])


class Not(NamedTuple):
    part: Filter

    def matches(self, facets: Facets) -> bool:
        return not self.part.matches(facets)

    def clause(self) -> Clause:
        return _none_of(self.part.clause())


Filter = Condition | All | Any_ | Not


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


def is_within(namespace: str, parent: str) -> bool:
    """Whole segments from the left: `acme/app` is within `acme`, `acme-corp` is not."""
    return namespace == parent or namespace.startswith(f"{parent}/")


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
            allowed = _SETS if name.startswith(METADATA) else _OPERATORS[field.type]
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


def _as_indexed(value: Scalar) -> Scalar:
    return struct.unpack("f", struct.pack("f", value))[0] if isinstance(value, float) else value


def _shown(name: str) -> str:
    """A caller's key as it stands in an error's path."""
    return clean(name)[: MAX_METADATA_KEY + len(METADATA)]


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "*?\\" else c for c in text)


def _any_of(clauses: list[Clause]) -> Clause:
    return {"bool": {"should": clauses, "minimum_should_match": 1}}


def _none_of(clause: Clause) -> Clause:
    return {"bool": {"must_not": [clause]}}
