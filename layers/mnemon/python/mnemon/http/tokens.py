"""From a bearer token to a principal. No claim is read before the signature was verified."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard, cast

import jwt

from mnemon.model.principal import PERMISSIONS, Permission, Principal
from mnemon.model.scopes import InvalidScope, Scope

from .key_set import KeySet

ALGORITHMS = ("RS256", "ES256")
LEEWAY = 30
"""Seconds that clocks may differ."""
MAX_TOKEN = 16_384


class Refused(Exception):
    """Not a token that this deployment accepts. Why is nobody's business but the log's: `reason` quotes nothing of it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Powerless(Exception):
    """A valid token that names neither a user nor a service, or no tenant: less power, never more."""


@dataclass(frozen=True, slots=True)
class Verified:
    principal: Principal
    expires: int
    """Seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Verifier:
    """`audiences` are matched with `aud` or with Cognito's `client_id`; `prefix` is stripped from scopes (`<server>/memory:read`)."""

    keys: KeySet
    issuer: str
    audiences: frozenset[str]
    prefix: str = ""

    def __call__(self, header: str) -> Verified:
        """Of an Authorization header. Raises Refused, Powerless, KeysUnavailable."""
        scheme, _, token = header.strip().partition(" ")
        token = token.strip()
        if scheme.lower() != "bearer" or not token or len(token) > MAX_TOKEN:
            raise Refused("no bearer token")
        claims = self._claims(token)
        if not self._is_for_us(claims):
            raise Refused("audience")
        if claims.get("token_use", "access") != "access":
            raise Refused("token_use")
        return Verified(_principal(claims, self.prefix), int(claims["exp"]))

    def _claims(self, token: str) -> Mapping[str, Any]:
        try:
            head = jwt.get_unverified_header(token)
            kid = head.get("kid")
            if head.get("alg") not in ALGORITHMS or not isinstance(kid, str) or "crit" in head:
                raise Refused("header")
            key = self.keys.find(kid)
            if key is None or key.algorithm_name != head["alg"]:
                raise Refused("key")
            return cast(
                Mapping[str, Any],
                jwt.decode(
                    token,
                    key=key,
                    algorithms=list(ALGORITHMS),
                    issuer=self.issuer,
                    leeway=LEEWAY,
                    options={"require": ["exp", "iss", "sub"], "verify_aud": False},
                ),
            )
        except jwt.PyJWTError as error:
            raise Refused(type(error).__name__) from None

    def _is_for_us(self, claims: Mapping[str, Any]) -> bool:
        audience = claims.get("aud", claims.get("client_id"))
        named = [audience] if isinstance(audience, str) else audience
        return isinstance(named, list) and any(isinstance(one, str) and one in self.audiences for one in cast(list[object], named))


def _principal(claims: Mapping[str, Any], prefix: str) -> Principal:
    tenant, user = claims.get("tenant_id"), claims.get("user_id")
    service = claims.get("actor_type") == "service"
    if not isinstance(tenant, str) or not tenant.strip():
        raise Powerless
    if user is not None and not _is_name(user):
        raise Powerless
    if not service and user is None:
        raise Powerless
    return Principal(
        tenant=tenant,
        subject=str(claims["sub"]),
        service=service,
        user=None if service else user,
        teams=_names(claims.get("teams")),
        agents=_names(claims.get("agents")),
        permissions=_permissions(claims.get("scope"), prefix),
    )


def _names(claim: object) -> tuple[str, ...]:
    """A list, or a list as JSON in a string: some issuers' claims are text only. Anything else names nobody."""
    if isinstance(claim, str):
        try:
            claim = json.loads(claim)
        except ValueError:
            return ()
    if not isinstance(claim, list):
        return ()
    return tuple(dict.fromkeys(name for name in cast(list[object], claim) if _is_name(name)))


def _is_name(value: object) -> TypeGuard[str]:
    """A name that can stand for a scope."""
    try:
        return isinstance(value, str) and bool(Scope.user(value))
    except InvalidScope:
        return False


def _permissions(claim: object, prefix: str) -> frozenset[Permission]:
    listed = claim.split() if isinstance(claim, str) else cast(list[object], claim) if isinstance(claim, list) else []
    named = (scope.removeprefix(prefix) for scope in listed if isinstance(scope, str))
    return frozenset(cast(Permission, scope) for scope in named if scope in PERMISSIONS)
