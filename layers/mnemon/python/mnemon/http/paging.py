"""`next_token`: where a list goes on, encrypted and bound to the tenant, the scopes and the query that it belongs to."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from mnemon.errors import Invalid
from mnemon.model.scopes import Pepper
from mnemon.tenant.callers import Reader

MAX_TOKEN = 2_048
_NONCE = 12


class Paging:
    """AES-256-GCM under a key that is derived from the pepper; what a token is bound to is associated data."""

    def __init__(self, pepper: Pepper) -> None:
        self._key = pepper.key("paging")

    def token(self, position: Sequence[str | int], reader: Reader, query: Mapping[str, object]) -> str:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = os.urandom(_NONCE)
        sealed = AESGCM(self._key).encrypt(nonce, json.dumps(list(position)).encode(), _binding(reader, query))
        return base64.urlsafe_b64encode(nonce + sealed).decode().rstrip("=")

    def position(self, token: str | None, reader: Reader, query: Mapping[str, object]) -> list[Any] | None:
        """None without a token. Raises Invalid for one that was made for anything else, or by anybody else."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        if token is None:
            return None
        try:
            if len(token) > MAX_TOKEN:
                raise ValueError
            raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
            return json.loads(AESGCM(self._key).decrypt(raw[:_NONCE], raw[_NONCE:], _binding(reader, query)))
        except (ValueError, binascii.Error, InvalidTag):
            raise Invalid("is not a token of this list", field="next_token") from None


def _binding(reader: Reader, query: Mapping[str, object]) -> bytes:
    bound = [reader.tid, [key.sid for _, key in reader.scopes], query]
    return hashlib.sha256(json.dumps(bound, sort_keys=True, default=str).encode()).digest()
