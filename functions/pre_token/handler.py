"""Puts tenant and user into a Cognito access token (pre-token-generation trigger, event version 3).

For a user they stand in attributes that nobody can change once an administrator has made the user, and in groups. For a service the tenant
stands in a map of client ids that only an operator can write. Whoever has no tenant gets no token.
"""

from __future__ import annotations

import functools
import json
import os
import time
from typing import Any, Final

import boto3

_REFRESH_SECONDS: Final = 60


class NoTenant(Exception):
    """The client or user belongs to no tenant: a missing claim never means more power."""


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    if event["triggerSource"] == "TokenGeneration_ClientCredentials":
        claims = service_claims(event["callerContext"]["clientId"], _services(int(time.time() // _REFRESH_SECONDS)))
    else:
        claims = user_claims(event["request"]["userAttributes"], event["request"].get("groupConfiguration") or {})
    event["response"] = {"claimsAndScopeOverrideDetails": {"accessTokenGeneration": {"claimsToAddOrOverride": claims}}}
    return event


def service_claims(client_id: str, services: dict[str, str]) -> dict[str, Any]:
    tenant = services.get(client_id)
    if not tenant:
        raise NoTenant("this client is registered for no tenant")
    return {"tenant_id": tenant, "actor_type": "service"}


def user_claims(attributes: dict[str, str], groups: dict[str, Any]) -> dict[str, Any]:
    """Groups `team/<id>` and `agent/<id>` say what the user may read besides its own."""
    tenant, user = attributes.get("custom:tenant_id"), attributes.get("custom:user_id")
    if not tenant or not user:
        raise NoTenant("this user belongs to no tenant")
    names: list[str] = groups.get("groupsToOverride") or []
    claims: dict[str, Any] = {"tenant_id": tenant, "user_id": user}
    for claim, prefix in (("teams", "team/"), ("agents", "agent/")):
        if members := [name.removeprefix(prefix) for name in names if name.startswith(prefix)]:
            claims[claim] = members
    return claims


@functools.lru_cache(maxsize=1)
def _services(_minute: int) -> dict[str, str]:
    """Read again each minute, so that a new service needs no deployment."""
    parameter = _parameters().get_parameter(Name=os.environ["MNEMON_SERVICES_PARAMETER"])
    return json.loads(parameter["Parameter"]["Value"])


@functools.cache
def _parameters() -> Any:
    return boto3.client("ssm")  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
