"""Who calls: what the authorizer put into the request's context, as one JSON string."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from pydantic import ValidationError

from mnemon.errors import Forbidden
from mnemon.model.instants import Instant, moment
from mnemon.model.principal import Permission, Principal

from .problems import Unauthorized

EXPIRES = "expires"
"""Seconds since the epoch: a cached verdict of the authorizer may outlive its token."""


def encode(principal: Principal, expires: int) -> str:
    return json.dumps({**principal.model_dump(mode="json", exclude_defaults=True), EXPIRES: expires}, sort_keys=True, separators=(",", ":"))


def decode(context: str | None, now: Instant) -> Principal:
    """Raises Unauthorized without a principal or when its token has expired, Forbidden when it is neither a user nor a service."""
    try:
        claims: object = json.loads(context or "")
        principal = Principal.model_validate(claims)
        expires = int(str(claims[EXPIRES]))  # type: ignore[index]
    except (ValueError, TypeError, KeyError, ValidationError):
        raise Unauthorized("a valid token is needed") from None
    if datetime.fromtimestamp(expires, UTC) <= moment(now):
        raise Unauthorized("the token has expired")
    if not principal.service and not principal.user:
        raise Forbidden("the token names neither a user nor a service")
    return principal


def require(principal: Principal, permission: Permission) -> None:
    """Raises Forbidden."""
    if not principal.allows(permission):
        raise Forbidden(f"the token lacks the permission {permission}")
