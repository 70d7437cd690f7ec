"""Filters: one definition of each field and operator, compiled to clauses of the index and to a predicate on the record.

`ne` and `nin` are the complements of `eq` and `in`, so they hold for a record that lacks the field.
"""

from __future__ import annotations

import operator
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from mnemon.model.memory import Kind, SourceType

from .facets import Facets, Scalar

Clause = dict[str, Any]
FieldType = Literal["word", "words", "path", "number", "whole", "time"]

METADATA = "metadata."

_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {"gt": operator.gt, "gte": operator.ge, "lt": operator.lt, "lte": operator.le}
SETS = frozenset({"eq", "ne", "in", "nin", "exists"})
OPERATORS: Mapping[FieldType, frozenset[str]] = {
    "word": SETS | {"contains"},
    "words": SETS | {"contains"},
    "path": SETS,
    "number": SETS | _ORDER.keys(),
    "whole": SETS | _ORDER.keys(),
    "time": SETS | _ORDER.keys(),
}
ALL_OPERATORS = frozenset(name for names in OPERATORS.values() for name in names)


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


def is_within(namespace: str, parent: str) -> bool:
    """Whole segments from the left: `acme/app` is within `acme`, `acme-corp` is not."""
    return namespace == parent or namespace.startswith(f"{parent}/")


def _as_indexed(value: Scalar) -> Scalar:
    return struct.unpack("f", struct.pack("f", value))[0] if isinstance(value, float) else value


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "*?\\" else c for c in text)


def _any_of(clauses: list[Clause]) -> Clause:
    return {"bool": {"should": clauses, "minimum_should_match": 1}}


def _none_of(clause: Clause) -> Clause:
    return {"bool": {"must_not": [clause]}}
