"""The API as the gateway knows it."""

from __future__ import annotations

import json
from typing import Any

from tests.infra.assembly import Assembly, text

PUBLIC = {"openapi.json", "docs", "health"}


def _methods(assembly: Assembly) -> dict[str, dict[str, Any]]:
    resources = assembly.all("AWS::ApiGateway::Resource")
    found: dict[str, dict[str, Any]] = {}
    for method in assembly.all("AWS::ApiGateway::Method").values():
        properties = method["Properties"]
        resource = properties["ResourceId"].get("Ref")
        path = resources[resource]["Properties"]["PathPart"] if resource in resources else ""
        found[path] = properties
    return found


def test_everything_but_the_public_pages_wants_a_token(either: Assembly) -> None:
    methods = _methods(either)
    assert set(methods) == PUBLIC | {"", "{proxy+}"}
    for path, method in methods.items():
        assert method["AuthorizationType"] == ("NONE" if path in PUBLIC else "CUSTOM"), path
        assert method["HttpMethod"] == ("GET" if path in PUBLIC else "ANY"), path
        assert method["Integration"]["Type"] == "AWS_PROXY", path


def test_results_are_cached_by_the_whole_token(either: Assembly) -> None:
    authorizer = either.one("AWS::ApiGateway::Authorizer")
    assert authorizer["Type"] == "TOKEN"
    assert authorizer["IdentitySource"] == "method.request.header.Authorization"
    assert authorizer["AuthorizerResultTtlInSeconds"] == 300


def test_the_gateway_answers_as_the_product_does(either: Assembly) -> None:
    responses = {each["Properties"]["ResponseType"]: each["Properties"] for each in either.all("AWS::ApiGateway::GatewayResponse").values()}
    wanted = {"UNAUTHORIZED": 401, "ACCESS_DENIED": 403, "REQUEST_TOO_LARGE": 413, "THROTTLED": 429, "DEFAULT_4XX": 400, "DEFAULT_5XX": 500}
    assert set(wanted) <= set(responses)
    for kind, response in responses.items():
        body = json.loads(response["ResponseTemplates"]["application/json"])
        assert {"type", "title", "status", "code", "detail"} <= set(body), kind
        assert str(body["status"]) == response["StatusCode"], kind
        assert response["ResponseParameters"]["gatewayresponse.header.Content-Type"] == "'application/problem+json'", kind
        # The request's own words never come back.
        assert set(_variables(body)) <= {"$context.requestId"}, kind
    for kind, status in wanted.items():
        assert responses[kind]["StatusCode"] == str(status)


def test_the_stage(either: Assembly) -> None:
    stage = either.one("AWS::ApiGateway::Stage")
    assert stage["StageName"] == "v1"
    (settings,) = stage["MethodSettings"]
    assert settings["ThrottlingRateLimit"] > 0
    assert settings["ThrottlingBurstLimit"] > 0
    assert (settings["DataTraceEnabled"], settings["LoggingLevel"]) == (False, "ERROR")
    assert stage["TracingEnabled"] is False


def test_access_logs_hold_nothing_personal(either: Assembly) -> None:
    line = json.loads(either.one("AWS::ApiGateway::Stage")["AccessLogSetting"]["Format"])
    personal = ("identity", "path", "querystring", "authorizer.claims", "authorizer.principalId", "header", "messageString")
    for value in line.values():
        assert value.startswith("$context.")
        assert not any(value.startswith(f"$context.{word}") for word in personal), value


def test_the_user_pool_lets_no_client_write_who_somebody_is(aws: Assembly) -> None:
    pool = aws.one("AWS::Cognito::UserPool")
    assert pool["AdminCreateUserConfig"]["AllowAdminCreateUserOnly"] is True
    custom = {each["Name"]: each["Mutable"] for each in pool["Schema"] if each["Name"] in ("tenant_id", "user_id")}
    assert custom == {"tenant_id": False, "user_id": False}
    assert pool["LambdaConfig"]["PreTokenGenerationConfig"]["LambdaVersion"] == "V3_0"
    for client in aws.all("AWS::Cognito::UserPoolClient").values():
        written = client["Properties"].get("WriteAttributes")
        if client["Properties"]["AllowedOAuthFlows"] != ["client_credentials"]:
            assert written
            assert not [name for name in written if name.startswith("custom:")]


def test_scopes_of_the_pool_are_the_apis(aws: Assembly) -> None:
    server = aws.one("AWS::Cognito::UserPoolResourceServer")
    names = {scope["ScopeName"] for scope in server["Scopes"]}
    shared = {"memory:read", "memory:write", "memory:write:shared", "memory:erase", "memory:approve", "memory:audit"}
    assert names == shared | {"tenant:admin"}
    environment = aws.functions["authorizer"]["Environment"]["Variables"]
    assert environment["MNEMON_SCOPE_PREFIX"] == "mnemon/"
    assert text(environment["MNEMON_JWKS_URL"]).endswith("/.well-known/jwks.json")
    assert text(environment["MNEMON_AUDIENCE"]).count("<") == 2


def test_an_issuer_of_ones_own_needs_no_pool(local: Assembly) -> None:
    assert not local.all("AWS::Cognito::UserPool")
    assert "pre_token" not in local.functions
    assert local.functions["authorizer"]["Environment"]["Variables"]["MNEMON_JWKS_URL"] == "http://127.0.0.1:4571/jwks.json"


def _variables(body: dict[str, Any]) -> list[str]:
    return [value for value in body.values() if isinstance(value, str) and "$" in value]
