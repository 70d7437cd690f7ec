"""JSON that callers hand over as it is: bounded, so that whatever walks it later can."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import cast

MAX_DEPTH = 32


def bounded(value: object) -> object:
    """Raises ValueError for what is nested too deeply, or no number that JSON can write."""
    waiting = [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        if isinstance(one, float) and not math.isfinite(one):
            raise ValueError("holds a number that is too large")
        inner: Iterable[object] = ()
        if isinstance(one, dict):
            inner = cast("dict[str, object]", one).values()
        elif isinstance(one, list):
            inner = cast("list[object]", one)
        else:
            continue
        if depth > MAX_DEPTH:
            raise ValueError(f"is nested more than {MAX_DEPTH} deep")
        waiting += [(each, depth + 1) for each in inner]
    return value


def compact(value: object) -> str:
    """In the order in which it was given."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def size(value: object) -> int:
    """Bytes of it as JSON. A lone surrogate counts as what takes its place; a number that is none as its name."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))
