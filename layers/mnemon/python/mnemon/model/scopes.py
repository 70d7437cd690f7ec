"""Whose a memory is: the tenant, the scope inside it, and the opaque hashes that stand for both in keys."""

from __future__ import annotations

import base64
import hashlib
import hmac
import unicodedata
from typing import Literal, Self
from urllib.parse import quote, unquote

from pydantic import BaseModel, ConfigDict

ScopeKind = Literal["org", "team", "user", "agent"]
HASH_LENGTH = 26
MAX_NAME = 512


class InvalidScope(ValueError):
    """The text is not one of `org`, `team/<id>`, `user/<id>`, `agent/<id>`."""


class Scope(BaseModel):
    """Exactly one of `org`, `team/<id>`, `user/<id>`, `agent/<id>`; ids are NFC and compared by equality, never by prefix."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    kind: ScopeKind
    name: str = ""

    @classmethod
    def org(cls) -> Self:
        return cls(kind="org")

    @classmethod
    def of(cls, kind: ScopeKind, name: str) -> Self:
        """A scope from a caller's id in clear. Raises InvalidScope on a blank or over-long id, a NUL or a lone surrogate."""
        name = unicodedata.normalize("NFC", name)
        if kind == "org":
            if name:
                raise InvalidScope("the org scope has no id")
            return cls(kind=kind)
        if not name.strip() or len(name) > MAX_NAME or "\x00" in name:
            raise InvalidScope(f"a {kind} id has 1 to {MAX_NAME} characters and no NUL")
        try:
            name.encode()
        except UnicodeEncodeError as error:
            raise InvalidScope(f"a {kind} id is valid Unicode") from error
        return cls(kind=kind, name=name)

    @classmethod
    def user(cls, name: str) -> Self:
        return cls.of("user", name)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The inverse of `str(scope)`. Raises InvalidScope."""
        kind, slash, name = text.partition("/")
        if kind == "org" and not slash:
            return cls.org()
        if kind not in ("team", "user", "agent") or not name:
            raise InvalidScope(f"not a scope: {kind!r} is none of org, team/<id>, user/<id>, agent/<id>")
        return cls.of(kind, unquote(name, errors="strict"))

    def __str__(self) -> str:
        return self.kind if self.kind == "org" else f"{self.kind}/{quote(self.name, safe='')}"


class ScopeKey(BaseModel):
    """A scope as it stands in keys: hashes only, nothing personal. 26 base32 characters each."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    tid: str
    sid: str

    @property
    def partition(self) -> str:
        return f"T#{self.tid}#S#{self.sid}"


class Pepper:
    """Derives tenant and scope hashes: the first 26 characters of base32(HMAC-SHA256(pepper, ...)), lower case (130 bits)."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) < 16:
            raise ValueError("the pepper needs at least 16 bytes")
        self._secret = secret

    def tenant(self, tenant: str) -> str:
        return self._hash("t:" + tenant)

    def scope(self, tid: str, scope: Scope) -> ScopeKey:
        return ScopeKey(tid=tid, sid=self._hash(f"s:{tid}:{scope}"))

    def caller(self, tid: str, subject: str, idempotency_key: str) -> str:
        """The hash that stands for one caller's idempotency key."""
        return self._hash("\x1f".join(("i", tid, subject, idempotency_key)))

    def request(self, caller: str, body: bytes) -> str:
        """The hash that stands for what was sent under an idempotency key, whose own hash is `caller`: without the pepper no guess
        can be tried."""
        return short_hash(hmac.digest(self._secret, b"\x1f".join((b"b", caller.encode(), body)), hashlib.sha256))

    def actor(self, tid: str, subject: str) -> str:
        """The hash that stands for a caller in the audit trail."""
        return self._hash("\x1f".join(("a", tid, subject)))

    def key(self, purpose: str) -> bytes:
        """32 bytes for one purpose: HKDF-SHA256 (RFC 5869) without salt."""
        extracted = hmac.digest(bytes(32), self._secret, hashlib.sha256)
        return hmac.digest(extracted, purpose.encode() + b"\x01", hashlib.sha256)

    def _hash(self, text: str) -> str:
        return short_hash(hmac.digest(self._secret, text.encode(), hashlib.sha256))


def short_hash(digest: bytes) -> str:
    """26 lower-case base32 characters of a digest: the form of every hash in a key."""
    return base64.b32encode(digest).decode()[:HASH_LENGTH].lower()
