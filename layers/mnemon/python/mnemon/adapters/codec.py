"""The one codec of content: what a scope's secret seals, in the table and in the buckets alike.

Envelope: one version byte, 12 random bytes of nonce, AES-256-GCM ciphertext with its tag. The item's key is associated data, so a
payload moved to another item does not open. Two keys come from the scope's secret (HKDF-SHA256): one seals, one digests.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from functools import cached_property
from typing import TYPE_CHECKING

from mnemon.model.rows import Key, Unreadable
from mnemon.model.scopes import short_hash

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

VERSION = 1
SECRET_BYTES = 32
NONCE_BYTES = 12
TAG_BYTES = 16
OVERHEAD = 1 + NONCE_BYTES + TAG_BYTES
_SEPARATOR = "\x1f"


class Codec:
    """A `model.rows.Box` over one secret. Safe to share between threads."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a scope's secret has {SECRET_BYTES} bytes")
        self._secret = secret

    def __repr__(self) -> str:
        return "Codec(...)"

    def seal(self, key: Key, plain: bytes) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return bytes((VERSION,)) + nonce + self._cipher.encrypt(nonce, plain, _bound_to(key))

    def open(self, key: Key, sealed: bytes) -> bytes:
        from cryptography.exceptions import InvalidTag

        if len(sealed) < OVERHEAD or sealed[0] != VERSION:
            raise Unreadable("not an envelope of this codec")
        try:
            return self._cipher.decrypt(sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :], _bound_to(key))
        except InvalidTag:
            raise Unreadable("sealed with another secret, for another item, or changed") from None

    def digest(self, purpose: str, text: str) -> str:
        return short_hash(hmac.digest(self._digest_key, f"{purpose}{_SEPARATOR}{text}".encode(), hashlib.sha256))

    @cached_property
    def _cipher(self) -> AESGCM:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        return AESGCM(self._derived("content"))

    @cached_property
    def _digest_key(self) -> bytes:
        return self._derived("digest")

    def _derived(self, purpose: str) -> bytes:
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        return HKDF(algorithm=SHA256(), length=32, salt=None, info=f"mnemon/{VERSION}/{purpose}".encode()).derive(self._secret)


class Locked:
    """The box of a scope that has no secret: never written, or erased."""

    def seal(self, key: Key, plain: bytes) -> bytes:  # noqa: ARG002
        raise Unreadable("the scope has no secret")

    def open(self, key: Key, sealed: bytes) -> bytes:  # noqa: ARG002
        raise Unreadable("the scope has no secret")

    def digest(self, purpose: str, text: str) -> str:  # noqa: ARG002
        raise Unreadable("the scope has no secret")


def _bound_to(key: Key) -> bytes:
    return f"{key.pk}{_SEPARATOR}{key.sk}".encode()
