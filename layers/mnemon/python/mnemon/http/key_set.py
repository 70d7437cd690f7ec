"""The issuer's public keys (JWKS), kept and fetched again when a key is met that is not among them."""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from jwt import PyJWK

LIFETIME = 3_600.0
"""Seconds after which keys are fetched anew, so that one that the issuer withdrew is not trusted for ever."""
PAUSE = 60.0
"""Seconds between two fetches for keys that are not known: a stranger's tokens cannot make us ask more often."""
TIMEOUT = 3.0
MAX_BYTES = 1_000_000


class KeysUnavailable(Exception):
    """The issuer's keys cannot be had, and none were kept."""


class KeySet:
    def __init__(self, fetch: Callable[[], Mapping[str, Any]], seconds: Callable[[], float] = time.monotonic) -> None:
        self._fetch, self._seconds = fetch, seconds
        self._keys: dict[str, PyJWK] = {}
        self._fetched: float | None = None
        self._asked: float | None = None
        self._lock = threading.Lock()

    def find(self, kid: str) -> PyJWK | None:
        """The key of that id. Raises KeysUnavailable."""
        with self._lock:
            now = self._seconds()
            expired = self._fetched is None or now - self._fetched >= LIFETIME
            may_ask = self._asked is None or now - self._asked >= PAUSE
            if (expired or kid not in self._keys) and may_ask:
                self._refresh(now)
            if self._fetched is None:
                raise KeysUnavailable
            return self._keys.get(kid)

    def _refresh(self, now: float) -> None:
        self._asked = now
        try:
            document = self._fetch()
        except (OSError, ValueError):
            return  # what is known serves on
        self._keys = _read(document)
        self._fetched = now


def over_http(url: str) -> Callable[[], Mapping[str, Any]]:
    """Fetches a JWKS. The URL is the operator's, never a token's."""

    def fetch() -> Mapping[str, Any]:
        with urllib.request.urlopen(url, timeout=TIMEOUT) as answer:
            return cast(Mapping[str, Any], json.loads(answer.read(MAX_BYTES)))

    return fetch


def _read(document: Mapping[str, Any]) -> dict[str, PyJWK]:
    """Keys that this cannot use are passed over."""
    from jwt import PyJWK, PyJWTError

    keys: dict[str, PyJWK] = {}
    for listed in cast(list[object], document.get("keys", [])):
        entry = cast(dict[str, Any], listed) if isinstance(listed, dict) else {}
        kid, kind = entry.get("kid"), entry.get("kty")
        if not isinstance(kid, str) or entry.get("use", "sig") != "sig":
            continue
        algorithm = {"RSA": "RS256", "EC": "ES256"}.get(str(kind))
        if algorithm is None or entry.get("alg", algorithm) != algorithm:
            continue
        try:
            keys[kid] = PyJWK(entry, algorithm=algorithm)
        except PyJWTError:
            continue
    return keys
