"""Bytes to a JSON object. Nothing that a caller can send gets further than here as anything but an object, or breaks what follows."""

from __future__ import annotations

import json
from typing import Any, NoReturn, cast

from mnemon.errors import Invalid, Malformed, TooLarge
from mnemon.model.text import clean

MAX_BODY = 1_048_576
ALLOWANCE = 65_536
"""For what stands around the messages' content: names, ids, times, punctuation."""


def parse(data: bytes, limit: int = MAX_BODY) -> dict[str, Any]:
    """Raises TooLarge, Malformed, and Invalid for JSON that is no object. Of a key that stands twice the last one counts."""
    if len(data) > limit:
        raise TooLarge(f"a body has at most {limit} bytes")
    try:
        text = data.decode("utf-8-sig")
        value: object = _with_clean_keys(json.loads(text, parse_constant=_refused)) if text.strip() else {}
    except (ValueError, RecursionError):  # UnicodeDecodeError and JSONDecodeError are ValueErrors
        raise Malformed("the body is not valid JSON in UTF-8") from None
    if not isinstance(value, dict):
        raise Invalid("the body is a JSON object", field="body")
    return cast(dict[str, Any], value)


def _refused(_: str) -> NoReturn:
    raise ValueError("NaN and Infinity are no JSON")


def _with_clean_keys(value: object) -> object:
    """A lone surrogate in a key would break the validator; in a value each field's own rule decides."""
    match value:
        case dict():
            return {clean(k): _with_clean_keys(v) for k, v in cast(dict[str, object], value).items()}
        case list():
            return [_with_clean_keys(v) for v in cast(list[object], value)]
        case _:
            return value
