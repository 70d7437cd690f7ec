"""An erasure's receipt, as anybody with the public key can check it: a compact JWS, ES256. Run inside the cloud environment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import jwt
from cryptography.hazmat.primitives.serialization import load_der_public_key


class BadReceipt(ValueError):
    """The text is no receipt, or was not signed by the holder of the key."""


@dataclass(frozen=True, slots=True)
class Receipt:
    claims: dict[str, Any]
    key_id: str
    verified: bool

    @classmethod
    def read(cls, compact: str, public_key: bytes | None) -> Receipt:
        """`public_key`: DER, as KMS gives it; without one nothing is verified, and the receipt says so. Raises BadReceipt."""
        options: dict[str, Any] = {"verify_signature": public_key is not None, "verify_aud": False, "verify_iat": False}
        try:
            key = cast("Any", load_der_public_key(public_key)) if public_key else ""
            claims = jwt.decode(compact, key, algorithms=["ES256"], options=cast("Any", options))
            header = jwt.get_unverified_header(compact)
        except (jwt.InvalidTokenError, ValueError, TypeError) as error:
            raise BadReceipt(type(error).__name__) from error
        return cls(claims, str(header.get("kid", "")), public_key is not None)
