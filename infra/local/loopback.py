"""Requests to our own servers: on loopback, past any proxy of the user's."""

import urllib.error
import urllib.request
from collections.abc import Mapping

_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def answers(url: str, seconds: float = 2.0) -> bool:
    """Whether a URL answers with success."""
    try:
        with _opener.open(url, timeout=seconds) as reply:
            return 200 <= reply.status < 300
    except (OSError, urllib.error.HTTPError):
        return False


def post(url: str, body: bytes = b"", headers: Mapping[str, str] | None = None, seconds: float = 90.0) -> bytes:
    """What a URL answers to a POST."""
    with _opener.open(urllib.request.Request(url, data=body, method="POST", headers=dict(headers or {})), timeout=seconds) as reply:
        return reply.read()
