"""Conditions and updates in the table's expression language. Every name and value is a placeholder."""

from __future__ import annotations

from typing import Any

from mnemon.adapters.attributes import Attribute, to_attribute
from mnemon.model.rows import Value
from mnemon.ports.records import Update, When


class Placeholders:
    """Names and values of one request."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._values: dict[str, Attribute] = {}

    def name(self, attribute: str) -> str:
        return self._names.setdefault(attribute, f"#n{len(self._names)}")

    def value(self, value: Value) -> str:
        placeholder = f":v{len(self._values)}"
        self._values[placeholder] = to_attribute(value)
        return placeholder

    def parameters(self) -> dict[str, Any]:
        parameters: dict[str, Any] = {}
        if self._names:
            parameters["ExpressionAttributeNames"] = {placeholder: name for name, placeholder in self._names.items()}
        if self._values:
            parameters["ExpressionAttributeValues"] = self._values
        return parameters


def condition(when: When, use: Placeholders) -> str:
    """Empty when nothing is asked."""
    parts = [f"{use.name(name)} = {use.value(value)}" for name, value in when.equals.items()]
    parts += [f"attribute_not_exists({use.name(name)})" for name in when.missing]
    if when.absent:
        parts.append(f"attribute_not_exists({use.name('PK')})")
    if when.exists:
        parts.append(f"attribute_exists({use.name('PK')})")
    asked = " AND ".join(parts)
    return f"attribute_not_exists({use.name('PK')}) OR ({asked})" if asked and when.or_absent else asked


def change(update: Update, use: Placeholders) -> str:
    clauses: list[str] = []
    if update.set:
        clauses.append("SET " + ", ".join(f"{use.name(name)} = {use.value(value)}" for name, value in update.set.items()))
    if update.add:
        clauses.append("ADD " + ", ".join(f"{use.name(name)} {use.value(by)}" for name, by in update.add.items()))
    if update.remove:
        clauses.append("REMOVE " + ", ".join(use.name(name) for name in update.remove))
    return " ".join(clauses)
