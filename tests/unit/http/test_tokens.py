from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

from mnemon.http.key_set import PAUSE, KeySet, KeysUnavailable
from mnemon.http.tokens import Powerless, Refused, Verifier

ISSUER, AUDIENCE = "https://issuer.example", "mnemon"
RSA, OTHER_RSA = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2))
EC = ec.generate_private_key(ec.SECP256R1())


def jwk(kid: str, key: Any, **more: str) -> dict[str, Any]:
    kind = RSAAlgorithm if isinstance(key, rsa.RSAPrivateKey) else ECAlgorithm
    return {**kind.to_jwk(key.public_key(), as_dict=True), "kid": kid, **more}


class Issuer:
    def __init__(self) -> None:
        self.keys = [jwk("one", RSA), jwk("two", EC)]
        self.fetched = 0
        self.down = False
        self.now = 1_000.0
        self.key_set = KeySet(self.fetch, lambda: self.now)
        self.verify = Verifier(self.key_set, ISSUER, frozenset({AUDIENCE}), "api://mnemon/")

    def fetch(self) -> dict[str, Any]:
        self.fetched += 1
        if self.down:
            raise OSError("unreachable")
        return {"keys": self.keys}


@pytest.fixture
def issuer() -> Issuer:
    return Issuer()


def claims(**changed: Any) -> dict[str, Any]:
    now = int(time.time())
    made = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": "s1",
        "exp": now + 600,
        "iat": now,
        "tenant_id": "acme",
        "user_id": "anna",
        "scope": "memory:read",
    }
    return {name: value for name, value in {**made, **changed}.items() if value is not ...}


def token(key: Any = RSA, kid: str | None = "one", algorithm: str = "RS256", headers: dict[str, Any] | None = None, **changed: Any) -> str:
    return "Bearer " + jwt.encode(claims(**changed), key, algorithm, headers={**({"kid": kid} if kid else {}), **(headers or {})})


def test_a_user(issuer: Issuer) -> None:
    verified = issuer.verify(
        token(teams=["red", "red", 7], agents='["bot"]', scope="api://mnemon/memory:read memory:write api://mnemon/nonsense openid")
    )
    who = verified.principal
    assert (who.tenant, who.subject, who.user, who.service) == ("acme", "s1", "anna", False)
    assert (who.teams, who.agents) == (("red",), ("bot",))
    assert who.permissions == {"memory:read", "memory:write"}


def test_a_service(issuer: Issuer) -> None:
    who = issuer.verify(token(user_id=..., actor_type="service")).principal
    assert (who.service, who.user) == (True, None)


def test_both_algorithms_and_cognitos_client_id(issuer: Issuer) -> None:
    assert issuer.verify(token(EC, "two", "ES256", aud=..., client_id=AUDIENCE, token_use="access")).principal.user == "anna"
    assert issuer.verify(token(aud=["else", AUDIENCE])).principal.user == "anna"


@pytest.mark.parametrize(
    "changed",
    [
        {"user_id": ...},
        {"user_id": ..., "actor_type": "Service"},
        {"user_id": ..., "actor_type": ["service"]},
        {"user_id": " "},
        {"user_id": 7},
        {"user_id": "a\x00"},
        {"tenant_id": ...},
        {"tenant_id": ""},
        {"tenant_id": ["acme"]},
    ],
)
def test_a_forgotten_claim_is_less_power(issuer: Issuer, changed: dict[str, Any]) -> None:
    with pytest.raises(Powerless):
        issuer.verify(token(**changed))


def hmac_token(secret: bytes, alg: str = "HS256") -> str:
    """By hand: the library itself refuses to sign with a public key as a secret."""

    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    said = f"{part({'alg': alg, 'kid': 'one', 'typ': 'JWT'})}.{part(claims())}"
    signature = base64.urlsafe_b64encode(hmac.digest(secret, said.encode(), hashlib.sha256)).decode().rstrip("=")
    return f"Bearer {said}.{signature}"


def public_pem(key: Any) -> bytes:
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def tampered() -> str:
    head, body, signature = token().split(".")
    changed = json.loads(base64.urlsafe_b64decode(body + "=="))
    forged = base64.urlsafe_b64encode(json.dumps({**changed, "user_id": "ben"}).encode()).decode().rstrip("=")
    return f"{head}.{forged}.{signature}"


@pytest.mark.parametrize(
    "make",
    [
        lambda: "",
        lambda: "Bearer",
        lambda: "Bearer a.b.c",
        lambda: "Basic " + token().removeprefix("Bearer "),
        lambda: token().removeprefix("Bearer "),
        lambda: "Bearer " + jwt.encode(claims(), "", "none", headers={"kid": "one"}),
        lambda: hmac_token(public_pem(RSA)),
        lambda: hmac_token(b"secret"),
        lambda: hmac_token(public_pem(RSA), "RS256"),
        lambda: token(OTHER_RSA),
        lambda: token(kid="unknown"),
        lambda: token(kid=None),
        lambda: token(EC, "one", "ES256"),
        lambda: token(RSA, "two"),
        lambda: token(RSA, algorithm="RS512"),
        lambda: token(RSA, algorithm="PS256"),
        lambda: token(headers={"crit": ["exp"]}),
        lambda: token(iss="https://else.example"),
        lambda: token(iss=...),
        lambda: token(aud="else"),
        lambda: token(aud=...),
        lambda: token(aud="else", client_id=AUDIENCE),
        lambda: token(exp=int(time.time()) - 60),
        lambda: token(exp=...),
        lambda: token(nbf=int(time.time()) + 600),
        lambda: token(sub=...),
        lambda: token(token_use="id"),
        lambda: token(padding="x" * 20_000),
        tampered,
    ],
)
def test_what_is_refused(issuer: Issuer, make: Callable[[], str]) -> None:
    with pytest.raises(Refused):
        issuer.verify(make())


class TestRotation:
    def test_a_new_key_is_fetched_when_it_is_met(self, issuer: Issuer) -> None:
        issuer.verify(token())
        issuer.keys.append(jwk("three", OTHER_RSA))
        issuer.now += PAUSE

        assert issuer.verify(token(OTHER_RSA, "three")).principal.user == "anna"
        assert issuer.fetched == 2

    def test_unknown_keys_are_asked_for_once_a_minute(self, issuer: Issuer) -> None:
        issuer.verify(token())
        for _ in range(5):
            with pytest.raises(Refused):
                issuer.verify(token(OTHER_RSA, "three"))
        assert issuer.fetched == 1
        issuer.now += PAUSE
        for _ in range(5):
            with pytest.raises(Refused):
                issuer.verify(token(OTHER_RSA, "three"))
        assert issuer.fetched == 2

    def test_a_key_that_was_withdrawn_is_trusted_no_more(self, issuer: Issuer) -> None:
        issuer.verify(token())
        issuer.keys = [jwk("three", OTHER_RSA)]
        issuer.now += 3_600
        with pytest.raises(Refused):
            issuer.verify(token())

    def test_known_keys_serve_on_while_the_issuer_is_down(self, issuer: Issuer) -> None:
        issuer.verify(token())
        issuer.down = True
        issuer.now += 7_200
        assert issuer.verify(token()).principal.user == "anna"

    def test_no_keys_at_all_is_a_failure_of_ours(self, issuer: Issuer) -> None:
        issuer.down = True
        with pytest.raises(KeysUnavailable):
            issuer.verify(token())

    def test_keys_that_are_not_for_us_are_passed_over(self, issuer: Issuer) -> None:
        issuer.keys = [
            {"kty": "oct", "kid": "one", "k": "c2VjcmV0"}, {"kty": "RSA", "kid": "broken"}, jwk("enc", RSA, use="enc"),
            jwk("other", RSA, alg="RS512"), {"kty": "RSA"}, jwk("good", RSA, alg="RS256", use="sig"),
        ]  # fmt: skip
        assert issuer.verify(token(kid="good")).principal.user == "anna"
        for kid in ("one", "broken", "enc", "other"):
            with pytest.raises(Refused):
                issuer.verify(token(kid=kid))
