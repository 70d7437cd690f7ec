"""The page to try the API on: public, whole in itself, and calling nobody else."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from tests.unit.http.world import ApiWorld


@pytest.fixture
def world() -> ApiWorld:
    return ApiWorld()


def test_it_needs_no_token_and_is_html(world: ApiWorld) -> None:
    answer = world.call("GET", "/docs", who=None)
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.response.body.startswith("<!doctype html>")
    assert answer.response.body.isascii()


def test_nothing_in_it_names_another_host(world: ApiWorld) -> None:
    body = world.call("GET", "/docs", who=None).response.body
    assert "//" not in re.sub(r"^\s*//.*$", "", body, flags=re.MULTILINE)
    assert not re.search(r"\bsrc=|\bhref=|@import|url\(|innerHTML|\beval\b|localStorage| on\w+=", body)


def test_its_policy_lets_only_its_own_script_and_style_run(world: ApiWorld) -> None:
    answer = world.call("GET", "/docs", who=None)
    policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["connect-src"] == "'self'"
    for tag in ("script", "style"):
        (inline,) = re.findall(f"<{tag}>(.*?)</{tag}>", answer.response.body, re.DOTALL)
        assert policy[f"{tag}-src"] == f"'sha256-{base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()}'"


def test_it_is_in_the_contract_as_public(world: ApiWorld) -> None:
    contract = world.call("GET", "/openapi.json", who=None).json
    assert contract["paths"]["/docs"]["get"]["security"] == []
    assert world.call("POST", "/docs", {}, who=None).status in (401, 404, 405)
