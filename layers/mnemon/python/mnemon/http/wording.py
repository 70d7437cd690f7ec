"""What a validator found, in the words of JSON: who sends a request knows lists, objects and strings, and neither tuples nor patterns.

One error a field: where something in a list is wrong, that the list is then too short says nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_OBJECT, _LIST, _WHOLE, _NUMBER, _BOOLEAN = (
    f"must be {what}" for what in ("an object", "a list", "a whole number", "a number", "true or false")
)
_FIXED: Mapping[str, str] = {
    "missing": "is required",
    "extra_forbidden": "unknown field",
    "string_type": "must be a string",
    "string_unicode": "must be text: it holds half of a character",
    "tuple_type": _LIST,
    "list_type": _LIST,
    "set_type": _LIST,
    "frozen_set_type": _LIST,
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": "must be a finite number",
    "bool_type": _BOOLEAN,
    "bool_parsing": _BOOLEAN,
    "none_required": "must be null",
}
_COUNTED: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "string_too_short": lambda c: _at_least(c["min_length"], "character"),
    "string_too_long": lambda c: f"must have at most {_many(c['max_length'], 'character')}",
    "too_short": lambda c: _at_least(c["min_length"], "item"),
    "too_long": lambda c: f"must have at most {_many(c['max_length'], 'item')}",
    "greater_than_equal": lambda c: f"must be at least {_plain(c['ge'])}",
    "less_than_equal": lambda c: f"must be at most {_plain(c['le'])}",
    "greater_than": lambda c: f"must be more than {_plain(c['gt'])}",
    "less_than": lambda c: f"must be less than {_plain(c['lt'])}",
    "literal_error": lambda c: _one_of(c["expected"]),
    "enum": lambda c: _one_of(c["expected"]),
    "string_pattern_mismatch": lambda c: _PATTERNS.get(c["pattern"], f"must match {c['pattern']}"),
}
_PATTERNS: Mapping[str, str] = {
    r"^[^=]*$": "must not hold =",
    r"^[a-z][a-z0-9_]*$": "must begin with one of a-z and hold nothing but a-z, 0-9 and _",
}
_QUOTED = re.compile(r"'([^']*)'")
_PYDANTICS = re.compile(r"^(?:Value error, |Assertion failed, )|^Input should (?=be)")


def told(errors: Iterable[ErrorDetails]) -> list[tuple[str, str]]:
    """(path, what is wrong) for each field, in order. What was sent is in none of it."""
    found: dict[str, str] = {}
    short: set[str] = set()
    for one in errors:
        path = ".".join(str(part) for part in one["loc"] if part != "[key]")
        if one["type"] == "too_short":
            short.add(path)
        found.setdefault(path, words(one["type"], one["msg"], one.get("ctx", {})))
    return [(path, said) for path, said in found.items() if path not in short or not _holds_another(path, found)]


def words(kind: str, message: str, context: Mapping[str, Any]) -> str:
    """Of one error, by its type; its own message where the type is not known here or the message is ours."""
    if (fixed := _FIXED.get(kind)) is not None:
        return fixed
    if (counted := _COUNTED.get(kind)) is not None:
        return counted(context)
    return _PYDANTICS.sub(lambda m: "must " if m[0].startswith("Input") else "", message)


def _holds_another(path: str, found: Iterable[str]) -> bool:
    return any(other.startswith(f"{path}.") for other in found)


def _at_least(number: int, unit: str) -> str:
    return "must not be empty" if number == 1 else f"must have at least {_many(number, unit)}"


def _many(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def _plain(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else str(number)


def _one_of(expected: str) -> str:
    named = _QUOTED.findall(expected)
    return f"must be one of {', '.join(named)}" if len(named) > 1 else f"must be {expected.strip(chr(39))}"
