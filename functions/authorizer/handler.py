"""Verifies a caller's token; its verdict covers the whole stage, since the gateway keeps it for every path."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from aws_lambda_powertools import Logger

from mnemon.http.key_set import KeySet, over_http
from mnemon.http.principals import encode
from mnemon.http.tokens import Powerless, Refused, Verifier
from mnemon.settings import Settings

log = Logger(service=os.environ.get("POWERTOOLS_SERVICE_NAME", "authorizer"))


class AuthorizerSettings(Settings):
    """`audience`: one or more, separated by commas."""

    issuer: str
    audience: str
    jwks_url: str
    scope_prefix: str = ""


@cache
def verifier() -> Verifier:
    settings = AuthorizerSettings.load()
    audiences = frozenset(name.strip() for name in settings.audience.split(",") if name.strip())
    return Verifier(KeySet(over_http(settings.jwks_url)), settings.issuer, audiences, settings.scope_prefix)


def handler(event: Mapping[str, Any], context: object) -> dict[str, Any]:  # noqa: ARG001
    """A raised "Unauthorized" is a 401 of the gateway's, a policy that denies is a 403, anything else raised is a 500."""
    stage = "/".join(str(event["methodArn"]).split("/")[:2]) + "/*"
    try:
        verified = verifier()(_header(event))
    except Refused as error:
        log.info("refused", reason=error.reason)
        raise Exception("Unauthorized") from None  # the gateway knows it by these words
    except Powerless:
        log.info("denied", reason="the token names neither a user nor a service")
        return _policy("nobody", "Deny", stage, {})
    who = verified.principal
    return _policy(who.subject, "Allow", stage, {"principal": encode(who, verified.expires)})


def _header(event: Mapping[str, Any]) -> str:
    """Of a TOKEN or of a REQUEST authorizer's event."""
    headers: Mapping[str, Any] = event.get("headers") or {}
    sent = {name.lower(): value for name, value in headers.items()}
    return str(event.get("authorizationToken") or sent.get("authorization") or "")


def _policy(principal: str, effect: str, resource: str, context: Mapping[str, str]) -> dict[str, Any]:
    return {
        "principalId": principal,
        "policyDocument": {
            "Version": "2012-10-17",
            "Statement": [{"Action": "execute-api:Invoke", "Effect": effect, "Resource": resource}],
        },
        "context": dict(context),
    }
