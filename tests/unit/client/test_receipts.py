import io
import json
from base64 import b64encode
from pathlib import Path

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from infra.local.receipts import BadReceipt, Receipt, main

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


def _checked(text: str, key: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    file = tmp_path / "key"
    file.write_bytes(key)
    return main(["--key", str(file)])


PEM = KEY.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


@pytest.mark.parametrize("key", [_public(KEY), b64encode(_public(KEY)) + b"\n", PEM], ids=["der", "base64", "pem"])
@pytest.mark.parametrize("text", [json.dumps({"status": "succeeded", "receipt": _sign(KEY)}), _sign(KEY) + "\n"], ids=["answer", "receipt"])
def test_an_erasures_answer_is_checked_in_one_command(
    text: str, key: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _checked(text, key, tmp_path, monkeypatch) == 0
    told = capsys.readouterr().out
    assert json.loads(told[: told.rindex("}") + 1]) == CLAIMS
    assert "signature: ES256, valid, by key receipts" in told


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (json.dumps({"status": "running"}), 2, "there is no receipt in it: running"),
        (json.dumps({"detail": "there is no such record"}), 2, "there is no such record"),
        (_sign(ec.generate_private_key(ec.SECP256R1())), 1, "not valid: InvalidSignatureError"),
        ("", 1, "not valid"),
    ],
)
def test_what_cannot_be_checked_is_told(
    text: str, code: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _checked(text, _public(KEY), tmp_path, monkeypatch) == code
    assert says in capsys.readouterr().err
