"""The trigger that puts tenant and user into access tokens."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HANDLER = Path(__file__).resolve().parents[2] / "functions" / "pre_token" / "handler.py"


class Parameters:
    """Parameter Store, as far as the function asks it."""

    def __init__(self, services: dict[str, str]) -> None:
        self.services = services
        self.asked: list[str] = []

    def get_parameter(self, *, Name: str) -> dict[str, Any]:
        self.asked.append(Name)
        return {"Parameter": {"Value": json.dumps(self.services)}}


@pytest.fixture
def parameters() -> Parameters:
    return Parameters({"client-1": "acme"})


@pytest.fixture
def trigger(parameters: Parameters, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("pre_token_handler", HANDLER)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setenv("MNEMON_SERVICES_PARAMETER", "/Mnemon/services")
    monkeypatch.setattr(module, "_parameters", lambda: parameters)
    return module


def service(client: str) -> dict[str, Any]:
    return {
        "version": "3",
        "triggerSource": "TokenGeneration_ClientCredentials",
        "callerContext": {"clientId": client},
        "request": {"userAttributes": {}, "groupConfiguration": {}, "scopes": ["mnemon/memory:read"]},
        "response": {"claimsAndScopeOverrideDetails": None},
    }


def user(attributes: dict[str, str], groups: list[str] | None = None) -> dict[str, Any]:
    return {
        "version": "3",
        "triggerSource": "TokenGeneration_HostedAuth",
        "callerContext": {"clientId": "users"},
        "request": {"userAttributes": attributes, "groupConfiguration": {"groupsToOverride": groups or []}},
        "response": {"claimsAndScopeOverrideDetails": None},
    }


def claims(answer: dict[str, Any]) -> dict[str, Any]:
    return answer["response"]["claimsAndScopeOverrideDetails"]["accessTokenGeneration"]["claimsToAddOrOverride"]


def test_a_registered_service(trigger: ModuleType, parameters: Parameters) -> None:
    assert claims(trigger.handler(service("client-1"), None)) == {"tenant_id": "acme", "actor_type": "service"}
    trigger.handler(service("client-1"), None)
    assert parameters.asked == ["/Mnemon/services"]


def test_a_service_that_nobody_registered_gets_no_token(trigger: ModuleType) -> None:
    with pytest.raises(trigger.NoTenant):
        trigger.handler(service("client-2"), None)


def test_a_user(trigger: ModuleType) -> None:
    attributes = {"custom:tenant_id": "acme", "custom:user_id": "ana", "email": "ana@example.com"}
    answer = trigger.handler(user(attributes, ["team/blue", "agent/helper", "admins"]), None)
    assert claims(answer) == {"tenant_id": "acme", "user_id": "ana", "teams": ["blue"], "agents": ["helper"]}


def test_a_user_is_never_a_service(trigger: ModuleType) -> None:
    attributes = {"custom:tenant_id": "acme", "custom:user_id": "ana", "custom:actor_type": "service"}
    assert "actor_type" not in claims(trigger.handler(user(attributes), None))


@pytest.mark.parametrize("missing", ["custom:tenant_id", "custom:user_id"])
def test_a_user_without_a_tenant_gets_no_token(trigger: ModuleType, missing: str) -> None:
    attributes = {"custom:tenant_id": "acme", "custom:user_id": "ana"}
    del attributes[missing]
    with pytest.raises(trigger.NoTenant):
        trigger.handler(user(attributes), None)
