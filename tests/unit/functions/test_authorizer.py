from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from mnemon.http.principals import decode
from tests.unit.http.test_tokens import AUDIENCE, ISSUER, Issuer, token

FOLDER = Path(__file__).parents[3] / "functions" / "authorizer"
ARN = "arn:aws:execute-api:eu-west-1:123456789012:abc123/v1/GET/memories/mem_x"


@pytest.fixture
def function(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.delitem(sys.modules, "handler", raising=False)
    import handler  # type: ignore[import-not-found]

    module: ModuleType = handler
    monkeypatch.setattr(module, "verifier", lambda: Issuer().verify)
    yield module
    sys.modules.pop("handler", None)


def test_a_verdict_covers_the_whole_stage(function: ModuleType) -> None:
    verdict = function.handler({"type": "TOKEN", "authorizationToken": token(), "methodArn": ARN}, None)
    (statement,) = verdict["policyDocument"]["Statement"]
    assert (statement["Effect"], statement["Action"]) == ("Allow", "execute-api:Invoke")
    assert statement["Resource"] == "arn:aws:execute-api:eu-west-1:123456789012:abc123/v1/*"
    assert verdict["principalId"] == "s1"
    assert "usageIdentifierKey" not in verdict
    assert list(verdict["context"]) == ["principal"]
    assert decode(verdict["context"]["principal"], "2026-01-01T00:00:00.000Z").user == "anna"


def test_a_request_authorizers_event(function: ModuleType) -> None:
    event = {"type": "REQUEST", "headers": {"Authorization": token()}, "methodArn": ARN}
    assert function.handler(event, None)["principalId"] == "s1"


def test_neither_user_nor_service_is_denied(function: ModuleType) -> None:
    verdict = function.handler({"authorizationToken": token(user_id=...), "methodArn": ARN}, None)
    assert verdict["policyDocument"]["Statement"][0]["Effect"] == "Deny"
    assert verdict["context"] == {}


@pytest.mark.parametrize("header", ["", "Bearer x", "Bearer a.b.c", None])
def test_no_token_of_ours(function: ModuleType, header: str | None) -> None:
    with pytest.raises(Exception, match=r"^Unauthorized$"):
        function.handler({"authorizationToken": header, "methodArn": ARN}, None)


def test_a_token_is_never_logged(function: ModuleType, caplog: pytest.LogCaptureFixture) -> None:
    bad = token(aud="else", user_id="canary")
    caplog.set_level(logging.INFO)
    with pytest.raises(Exception, match="Unauthorized"):
        function.handler({"authorizationToken": bad, "methodArn": ARN}, None)
    out = str([vars(record) for record in caplog.records])
    assert "audience" in out
    assert "canary" not in out
    assert bad.split(".")[1] not in out


def test_it_is_made_from_its_environment(function: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("MNEMON_ISSUER", ISSUER)
    monkeypatch.setenv("MNEMON_AUDIENCE", f"{AUDIENCE}, other")
    monkeypatch.setenv("MNEMON_JWKS_URL", "http://127.0.0.1:1/jwks.json")
    function.verifier.cache_clear()
    made = function.verifier()
    assert (made.issuer, made.audiences, made.prefix) == (ISSUER, {AUDIENCE, "other"}, "")
