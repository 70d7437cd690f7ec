"""Structured values as lines that can be read, embedded and searched: names with their values, lists by number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

_STEP = "  "


def outline(value: object) -> str:
    """Such as `steps:`, `  1. run the tests`. Every word of every key and value is in it, in order."""
    return "\n".join(_lines(value))


def _lines(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in cast("dict[str, object]", value).items():
            label = _flat(name.replace("_", " "))
            if isinstance(inner, dict | list):
                yield f"{label}:"
                yield from (_STEP + line for line in _lines(cast(object, inner)))
            else:
                yield f"{label}: {_scalar(inner)}"
    elif isinstance(value, list):
        for number, inner in enumerate(cast("list[object]", value), 1):
            first, *rest = list(_lines(inner)) or [""]
            yield f"{number}. {first}"
            yield from (_STEP + line for line in rest)
    else:
        yield _scalar(value)


def _scalar(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case _:
            return _flat(str(value))


def _flat(text: str) -> str:
    return " ".join(text.split())
