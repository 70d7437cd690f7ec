import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from infra.local.receipts import BadReceipt, Receipt

KEY = ec.generate_private_key(ec.SECP256R1())
CLAIMS = {"erasure": "era_x", "counts": {"memories": 7}}


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


def _sign(key: ec.EllipticCurvePrivateKey) -> str:
    return jwt.encode(CLAIMS, key, algorithm="ES256", headers={"kid": "receipts"})


def test_a_receipt_is_read_and_verified() -> None:
    assert Receipt.read(_sign(KEY), _public(KEY)) == Receipt(CLAIMS, "receipts", True)


def test_without_a_key_it_is_read_and_says_that_nothing_was_verified() -> None:
    assert Receipt.read(_sign(KEY), None) == Receipt(CLAIMS, "receipts", False)


def test_another_key_or_another_text_is_refused() -> None:
    with pytest.raises(BadReceipt):
        Receipt.read(_sign(KEY), _public(ec.generate_private_key(ec.SECP256R1())))
    head, _, signature = _sign(KEY).split(".")
    body = _sign(ec.generate_private_key(ec.SECP256R1())).split(".")[0]
    with pytest.raises(BadReceipt):
        Receipt.read(f"{head}.{body}.{signature}", _public(KEY))


@pytest.mark.parametrize(
    "text", ["", "a.b", "a.b.c", "....", jwt.encode(CLAIMS, "x" * 32, algorithm="HS256"), jwt.encode(CLAIMS, "", algorithm="none")]
)
def test_what_is_no_receipt_is_refused(text: str) -> None:
    with pytest.raises(BadReceipt):
        Receipt.read(text, _public(KEY))
