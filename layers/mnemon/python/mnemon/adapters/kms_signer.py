"""Receipts signed by a KMS key."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from mnemon.adapters.aws import unavailable

if TYPE_CHECKING:
    from mypy_boto3_kms import KMSClient

_COORDINATE_BYTES = 32


class KmsSigner:
    """`ports.flow.Signer` over an ECC_NIST_P256 key."""

    def __init__(self, client: KMSClient, key_id: str) -> None:
        self._client: Any = client
        self._key_id = key_id

    @property
    def key_id(self) -> str:
        return self._key_id

    def sign(self, message: bytes) -> bytes:
        # a digest, since KMS takes no more than 4 KB of a message
        with unavailable("kms sign"):
            answer = self._client.sign(
                KeyId=self._key_id,
                Message=hashlib.sha256(message).digest(),
                MessageType="DIGEST",
                SigningAlgorithm="ECDSA_SHA_256",
            )
        return raw_signature(answer["Signature"])

    def public_key(self) -> bytes:
        """The key that verifies, as DER (SubjectPublicKeyInfo). Raises Unavailable."""
        with unavailable("kms public key"):
            return self._client.get_public_key(KeyId=self._key_id)["PublicKey"]


def raw_signature(der: bytes) -> bytes:
    """r||s of a DER signature. Raises ValueError."""
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    r, s = decode_dss_signature(der)
    return r.to_bytes(_COORDINATE_BYTES, "big") + s.to_bytes(_COORDINATE_BYTES, "big")
