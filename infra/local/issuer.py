"""The OIDC issuer of the local cloud: a key pair of its own, tokens signed with it. Run inside the cloud environment.

Its public half is served by the supervisor at the addresses that an issuer on AWS would have.
"""

import argparse
import json
import os
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from infra.local.endpoints import Endpoints
from infra.local.layout import State
from infra.local.names import AUDIENCE, TENANT

USER_SCOPES = ("memory:read", "memory:write", "memory:erase")
SERVICE_SCOPES = (*USER_SCOPES, "memory:write:shared", "memory:approve", "memory:audit", "tenant:admin")
HOURS = 12.0


@dataclass(frozen=True)
class Caller:
    """Who a token speaks for: an end user, or the tenant's own backend when `user` is None."""

    tenant: str
    user: str | None = None
    teams: Sequence[str] = ()
    agents: Sequence[str] = ()
    scopes: Sequence[str] | None = None
    subject: str | None = None

    def claims(self) -> dict[str, Any]:
        """The claims of its token, times and issuer aside."""
        scopes = self.scopes if self.scopes is not None else SERVICE_SCOPES if self.user is None else USER_SCOPES
        claims: dict[str, Any] = {"tenant_id": self.tenant, "scope": " ".join(scopes), "token_use": "access"}
        if self.user is None:
            return claims | {"sub": self.subject or f"{self.tenant}-backend", "actor_type": "service"}
        shared = {name: list(values) for name, values in (("teams", self.teams), ("agents", self.agents)) if values}
        return claims | {"sub": self.subject or self.user, "user_id": self.user} | shared


class Issuer:
    """Signs tokens with the newest key of a folder; older keys stay in the JWKS, so that rotation can be tried."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder = folder
        self.url = url

    @property
    def jwks(self) -> Path:
        """The public keys, as a JWKS document."""
        return self._folder / "jwks.json"

    def ensure_key(self) -> None:
        """Make a key pair when there is none."""
        if not self.jwks.exists():
            self.rotate()

    def rotate(self) -> str:
        """Make a new key pair, which signs from now on. Gives back its `kid`."""
        self._folder.mkdir(parents=True, exist_ok=True)
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        kid = uuid.uuid4().hex[:16]
        private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        with os.fdopen(os.open(self._folder / f"{kid}.pem", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(private)
        public = RSAAlgorithm.to_jwk(key.public_key(), as_dict=True) | {"kid": kid, "use": "sig", "alg": "RS256"}
        keys: list[dict[str, str]] = json.loads(self.jwks.read_text())["keys"] if self.jwks.exists() else []
        part = self.jwks.with_suffix(".part")
        part.write_text(json.dumps({"keys": [public, *keys]}, indent=2))
        part.replace(self.jwks)
        return kid

    def sign(self, claims: dict[str, Any], hours: float = HOURS, kid: str | None = None) -> str:
        """A token with these claims; a claim given explicitly wins, so that wrong tokens can be made for tests."""
        self.ensure_key()
        kid = kid or json.loads(self.jwks.read_text())["keys"][0]["kid"]
        now = int(time.time())
        standard = {"iss": self.url, "aud": AUDIENCE, "iat": now, "exp": now + int(hours * 3600), "jti": uuid.uuid4().hex}
        return jwt.encode(standard | claims, (self._folder / f"{kid}.pem").read_text(), algorithm="RS256", headers={"kid": kid})

    def token(self, caller: Caller, hours: float = HOURS) -> str:
        """A token for a caller."""
        return self.sign(caller.claims(), hours)


def main() -> None:
    """Print a token."""
    parser = argparse.ArgumentParser(prog="token")
    parser.add_argument("--tenant", default=TENANT)
    parser.add_argument("--user", help="an end user; without it the token is the tenant's own backend's")
    parser.add_argument("--team", action="append", default=[])
    parser.add_argument("--agent", action="append", default=[])
    parser.add_argument("--scope", help="permissions, with blanks between them")
    parser.add_argument("--hours", type=float, default=HOURS)
    asked = parser.parse_args()
    caller = Caller(asked.tenant, asked.user or None, asked.team, asked.agent, asked.scope.split() if asked.scope else None)
    state = State.named()
    print(Issuer(state.keys, Endpoints.read(state).issuer).token(caller, asked.hours))


if __name__ == "__main__":
    main()
