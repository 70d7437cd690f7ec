# pyright: basic
"""What a query of a large partition costs.

On AWS a query takes as long as what it returns. The emulator parses the key condition anew for every item of the partition, so that the
three newest items of a partition of 6,000 took 180 ms. Here a condition of the usual forms on strings is read once a query; any other is
left to the emulator.
"""

import re
from collections.abc import Callable
from typing import Any

from infra.local.gaps.upstream import upstream

SLOT = "KeyConditionExpression"
Item = dict[str, Any]
Test = Callable[[Item], bool]
_NAME, _VALUE = r"[#\w.-]+", r":\w+"
_EQUAL = re.compile(rf"\s*({_NAME})\s*=\s*({_VALUE})\s*(?:AND\s+(.*\S)\s*)?", re.IGNORECASE | re.DOTALL)
_BEGINS = re.compile(rf"begins_with\s*\(\s*({_NAME})\s*,\s*({_VALUE})\s*\)", re.IGNORECASE)
_BETWEEN = re.compile(rf"({_NAME})\s+BETWEEN\s+({_VALUE})\s+AND\s+({_VALUE})", re.IGNORECASE)
_COMPARES = re.compile(rf"({_NAME})\s*(=|<=|>=|<|>)\s*({_VALUE})")
_COMPARISONS: dict[str, Callable[[str, str], bool]] = {
    "=": str.__eq__,
    "<": str.__lt__,
    "<=": str.__le__,
    ">": str.__gt__,
    ">=": str.__ge__,
}


def close() -> None:
    """Read a query's condition once. The emulator asks it of many items in a row, with the very same objects."""
    tables = upstream("services.dynamodb")
    evaluate = tables._evaluate_condition
    last: tuple[Any, Any, Any, Test | None] = (None, None, None, None)

    def evaluated(expr: str, item: Item, attr_values: Any, attr_names: Any, slot: str = "ConditionExpression") -> Any:
        nonlocal last
        if slot != SLOT:
            return evaluate(expr, item, attr_values, attr_names, slot)
        known = last
        if not (known[0] is expr and known[1] is attr_values and known[2] is attr_names):
            # the emulator's own reading tells what is wrong with a condition
            evaluate(expr, item, attr_values, attr_names, slot)
            known = last = (expr, attr_values, attr_names, compiled(expr, attr_values or {}, attr_names or {}))
        return evaluate(expr, item, attr_values, attr_names, slot) if known[3] is None else known[3](item)

    tables._evaluate_condition = evaluated


def compiled(expression: str, values: dict[str, Any], names: dict[str, str]) -> Test | None:
    """A test of an item; None for a condition that is not of the usual forms, or not on strings."""
    first = _EQUAL.fullmatch(expression)
    partition = _text(values, first[2]) if first else None
    if first is None or partition is None:
        return None
    attribute = names.get(first[1], first[1])
    if first[3] is None:
        return lambda item: item.get(attribute, {}).get("S") == partition
    rest = _sort_test(first[3], values, names)
    if rest is None:
        return None
    key, fits = rest
    return lambda item: item.get(attribute, {}).get("S") == partition and fits(item.get(key, {}).get("S", ""))


def _sort_test(expression: str, values: dict[str, Any], names: dict[str, str]) -> tuple[str, Callable[[str], bool]] | None:
    if found := _BEGINS.fullmatch(expression):
        start = _text(values, found[2])
        return None if start is None else (names.get(found[1], found[1]), lambda text: text.startswith(start))
    if found := _BETWEEN.fullmatch(expression):
        low, high = _text(values, found[2]), _text(values, found[3])
        return None if low is None or high is None else (names.get(found[1], found[1]), lambda text: low <= text <= high)
    if found := _COMPARES.fullmatch(expression):
        other, compare = _text(values, found[3]), _COMPARISONS[found[2]]
        return None if other is None else (names.get(found[1], found[1]), lambda text: compare(text, other))
    return None


def _text(values: dict[str, Any], name: str) -> str | None:
    found = values.get(name)
    return found.get("S") if isinstance(found, dict) and len(found) == 1 else None
