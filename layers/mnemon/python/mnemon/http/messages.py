"""A request and a response, whatever carries them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

JSON = "application/json"


class Request(NamedTuple):
    """`path` is without stage and version; header names are lower case; `principal` is what the authorizer said."""

    method: str
    path: str
    headers: Mapping[str, str] = MappingProxyType({})
    query: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    body: bytes = b""
    principal: str | None = None
    id: str = ""


class Response(NamedTuple):
    status: int
    body: str = ""
    headers: Mapping[str, str] = MappingProxyType({})
    kept: str | None = None
    """What is kept for a repetition instead of the body: the body without what must not be kept."""

    @classmethod
    def json(cls, value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
        return cls.text(dumps(value), status, headers)

    @classmethod
    def text(cls, body: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
        """JSON that is serialised already."""
        return cls(status, body, {"content-type": JSON, **(headers or {})})


def dumps(value: Any) -> str:
    """ASCII only, so that nothing that a caller sent can break an encoder on its way back."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)
