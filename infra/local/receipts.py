"""An erasure's receipt, as anybody with the public key can check it: a compact JWS, ES256. Run inside the cloud environment.

curl ... $URL/erasures/<id> | python -m infra.local.receipts [--key FILE]
"""

from __future__ import annotations

import argparse
import base64
import binascii
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import jwt
from cryptography.hazmat.primitives.serialization import load_der_public_key

from infra.local.errors import LocalError

TYPED_IN = "give it an erasure: call $URL/erasures/$ERASURE | make receipt"


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


def in_answer(text: str) -> str:
    """The receipt of an erasure's JSON; a text that is no JSON is taken for the receipt itself. Raises LocalError."""
    try:
        answer: object = json.loads(text)
    except ValueError:
        return text.strip()
    held = cast("dict[str, Any]", answer) if isinstance(answer, dict) else {}
    if receipt := held.get("receipt"):
        return str(receipt)
    said = held.get("status") or held.get("detail") or "no erasure"
    raise LocalError(f"there is no receipt in it: {said}", "the receipt is there once the erasure has succeeded")


def key_in(path: Path) -> bytes:
    """A public key as KMS gives it: DER, plain or in base64, with or without PEM's frame. Raises LocalError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LocalError(f"{path} cannot be read: {error.strerror}") from error
    lines = [line for line in data.split(b"\n") if not line.startswith(b"-----")]
    try:
        return base64.b64decode(b"".join(lines), validate=True)
    except binascii.Error:
        return data


def main(arguments: Sequence[str] | None = None) -> int:
    """0: it was signed with the key. 1: it was not. 2: there is nothing to check, or nothing to check it with."""
    parser = argparse.ArgumentParser(prog="receipt", description="Reads an erasure's receipt from stdin and checks its signature.")
    parser.add_argument("--key", type=Path, help="a file with the public key; without it, the local cloud's")
    asked = parser.parse_args(arguments)
    try:
        if sys.stdin.isatty():
            raise LocalError(TYPED_IN)
        compact = in_answer(sys.stdin.read())
        if asked.key is None:
            from infra.local.connect import receipt_key  # asks KMS

            key = receipt_key()
        else:
            key = key_in(asked.key)
        receipt = Receipt.read(compact, key)
    except LocalError as error:
        print(error, file=sys.stderr)
        return 2
    except BadReceipt as error:
        print(f"not valid: {error}", file=sys.stderr)
        return 1
    print(json.dumps(receipt.claims, indent=2, ensure_ascii=False))
    print(f"signature: ES256, valid, by key {receipt.key_id}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
