"""Whatever is sent, every endpoint answers problem+json that names the field; nothing is a 500, and nothing is half-written."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from infra.local.client import Api, Reply
from infra.local.issuer import Caller
from tests.e2e.world import Person, World, contents

MISSING_ULID = "01JP0000000000000000000000"


@dataclass(frozen=True)
class Endpoint:
    """One that takes a body, with a body that it accepts."""

    method: str
    path: str
    good: dict[str, Any]
    required: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


MESSAGE = {"role": "user", "content": "I like apples."}
BODIES = [
    Endpoint("POST", "/events", {"session_id": "s", "messages": [MESSAGE]}, ("session_id", "messages")),
    Endpoint("POST", "/memories", {"memories": [{"content": "Ana likes apples."}]}, ("memories",)),
    Endpoint("PATCH", "/memories/{id}", {"content": "Ana likes pears."}, ()),
    Endpoint("POST", "/search", {"query": "apples"}, ("query",)),
    Endpoint("POST", "/context", {"query": "apples", "token_budget": 200}, ("query",)),
    Endpoint("PUT", "/task-state?task=t&key=k", {"value": {"a": 1}, "ttl_seconds": 60}, ("value",)),
    Endpoint("POST", "/erasures", {"user_id": "{user}", "dry_run": True}, ()),
]
READS = [
    "/events?session_id=s",
    "/memories",
    "/memories/{id}",
    "/memories/{id}/history",
    "/sources/{id}",
    "/jobs",
    "/jobs/{id}",
    "/task-state?task=t&key=k",
    "/erasures/{id}",
]

VALUES: list[Any] = [None, True, 3, -1, 1e308, "", " ", "x" * 5_000, [], [[]], [None], {}, {"a": {}}, "\ud800", "\x00", "🐈" * 300]
"""Put in place of every field in turn."""


@pytest.fixture(scope="module")
def somebody(world: World) -> Person:
    person = world.person()
    person.write("Ana keeps bees.")
    return person


def _filled(endpoint: Endpoint, person: Person) -> tuple[str, dict[str, Any]]:
    path = endpoint.path.replace("{id}", person.memories()[0]["id"])
    return path, json.loads(json.dumps(endpoint.good).replace("{user}", person.user))


def _send(api: Api, method: str, path: str, body: bytes | None, **headers: str) -> Reply:
    sent = {"Authorization": f"Bearer {api.token()}", "Content-Type": "application/json", **headers}
    return api.send(method, path, body, sent)


def _is_problem(reply: Reply, *statuses: int) -> dict[str, Any]:
    assert reply.status in statuses, (reply.status, reply.text[:300])
    assert reply.headers["content-type"].startswith("application/problem+json"), reply.headers
    problem = reply.json
    assert {"type", "title", "status", "code", "detail"} <= set(problem), problem
    assert problem["status"] == reply.status
    return problem


@pytest.mark.parametrize("endpoint", BODIES, ids=str)
def test_what_is_no_json_object(somebody: Person, endpoint: Endpoint) -> None:
    path, _ = _filled(endpoint, somebody)
    for body in (b"{", b"nope", b'{"a": NaN}', b"\xff\xfe", b'"' + b"[" * 100_000, b"[" * 100_000, b"{'a': 1}"):
        _is_problem(_send(somebody.api, endpoint.method, path, body), 400)
    for body in (b"[]", b"3", b'"text"', b"null", b"true"):
        assert _is_problem(_send(somebody.api, endpoint.method, path, body), 422)["field"]


@pytest.mark.parametrize("endpoint", BODIES, ids=str)
def test_a_body_over_the_limit(somebody: Person, endpoint: Endpoint) -> None:
    path, body = _filled(endpoint, somebody)
    data = json.dumps({**body, "padding": "x" * 1_200_000}).encode()
    _is_problem(_send(somebody.api, endpoint.method, path, data), 413)


@pytest.mark.parametrize("endpoint", BODIES, ids=str)
def test_unknown_fields_are_refused_by_name_at_every_depth(somebody: Person, endpoint: Endpoint) -> None:
    path, body = _filled(endpoint, somebody)
    reply = _send(somebody.api, endpoint.method, path, json.dumps({**body, "usr_id": "x"}).encode())
    assert _is_problem(reply, 422)["field"] == "usr_id"
    for name, value in body.items():
        if isinstance(value, list):
            deeper = {**body, name: [{**value[0], "colour": 1}]}
            reply = _send(somebody.api, endpoint.method, path, json.dumps(deeper).encode())
            assert _is_problem(reply, 422)["field"] == f"{name}.0.colour"


@pytest.mark.parametrize("endpoint", [endpoint for endpoint in BODIES if endpoint.required], ids=str)
def test_a_missing_field_is_named(somebody: Person, endpoint: Endpoint) -> None:
    path, body = _filled(endpoint, somebody)
    for name in endpoint.required:
        reply = _send(somebody.api, endpoint.method, path, json.dumps({k: v for k, v in body.items() if k != name}).encode())
        assert _is_problem(reply, 422)["field"] == name


@pytest.mark.parametrize("endpoint", BODIES, ids=str)
def test_wrong_values_in_every_field_never_break_it(somebody: Person, endpoint: Endpoint) -> None:
    before = contents(somebody.memories())
    path, body = _filled(endpoint, somebody)
    for name in body:
        for value in VALUES:
            reply = _send(somebody.api, endpoint.method, path, json.dumps({**body, name: value}).encode())
            assert reply.status < 500, (name, value, reply.text[:200])
            if reply.status >= 400:
                problem = _is_problem(reply, 400, 403, 404, 409, 422)
                assert problem.get("field") or problem["status"] != 422, problem
    if endpoint.method == "POST":
        left = [text for text in contents(somebody.memories()) if text not in before]
        assert all(text.strip() and "\x00" not in text for text in left)


@pytest.mark.parametrize("path", READS)
def test_reading_what_is_not_there_or_not_said_well(somebody: Person, path: str) -> None:
    kind = {"memories": "mem", "sources": "src", "jobs": "job", "erasures": "era"}.get(path.split("/")[1], "mem")
    owner = somebody.tid if kind == "era" else somebody.scope.sid
    if "{id}" in path:
        missing = path.replace("{id}", f"{kind}_{owner}{MISSING_ULID}")
        _is_problem(_send(somebody.api, "GET", missing, None), 404)
        for wrong in ("x", "mem_", f"{kind}_{owner}", f"{kind}_{owner}{MISSING_ULID}x", "%00", "%F0%9F%90%88", "..", "a" * 2_000):
            _is_problem(_send(somebody.api, "GET", path.replace("{id}", wrong), None), 400, 404, 422)
    else:
        joint = "&" if "?" in path else "?"
        problem = _is_problem(_send(somebody.api, "GET", f"{path}{joint}colour=red", None), 422)
        assert problem["field"] == "colour"
        for token in ("x", "AAAA", "%00", "e" * 3_000):
            assert _is_problem(_send(somebody.api, "GET", f"{path}{joint}next_token={token}", None), 422)["field"] == "next_token"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"query": " "}, "query"),
        ({"query": "x", "limit": 0}, "limit"),
        ({"query": "x", "limit": 101}, "limit"),
        ({"query": "x", "limit": "5"}, "limit"),
        ({"query": "x", "as_of": "yesterday"}, "as_of"),
        ({"query": "x", "types": ["novel"]}, "types"),
        ({"query": "x", "scopes": ["galaxy/1"]}, "scopes"),
        ({"query": "x", "filters": {"colour": {"eq": "red"}}}, "filters"),
        ({"query": "x", "filters": {"kind": {"like": "f%"}}}, "filters"),
        ({"query": "x", "filters": {"metadata.a": {"gt": 1}}}, "filters"),
        ({"query": "x", "filters": {"xor": []}}, "filters"),
        ({"query": "x", "filters": {"created_at": {"gt": "soon"}}}, "filters"),
        ({"query": "x", "filters": [1]}, "filters"),
    ],
)
def test_a_search_that_cannot_be_done_as_asked_is_refused(somebody: Person, body: dict[str, Any], field: str) -> None:
    problem = _is_problem(_send(somebody.api, "POST", "/search", json.dumps(body).encode()), 422)
    assert problem["field"].startswith(field), problem


def test_one_bad_fact_of_many_is_told_and_the_others_are_written(somebody: Person) -> None:
    facts = [{"content": "Ana has a loom."}, {"content": " "}, {"content": "Ana has a kiln."}, {"content": "x" * 4_001}]
    reply = _send(somebody.api, "POST", "/memories", json.dumps({"memories": facts}).encode())
    if reply.status == 422:
        problem = _is_problem(reply, 422)
        assert problem["field"].startswith("memories.1")
        assert not any("loom" in text for text in contents(somebody.memories()))
        return
    results = reply.json["results"]
    assert [result["status"] for result in results] == ["created", "refused", "created", "refused"]
    assert results[1]["field"].endswith("content")
    assert sum("Ana has a" in text for text in contents(somebody.memories())) == 2


def test_words_that_break_others_are_kept_and_found(somebody: Person) -> None:
    """A lone surrogate, a NUL, combining marks, right-to-left marks: normalised, kept, found again."""
    for text, words in (
        ("Ana said \ud83d twice", "said"),
        ("Ana wrote a\x00b once", "wrote"),
        ("Ana drinks cafe\u0301 au lait", "café au lait"),
        ("\u202eAna reads\u202c שלום every day", "שלום"),
        ("ERR-4021 is Ana's error", "ERR-4021"),
    ):
        (result,) = somebody.write(text)
        assert result["status"] == "created", result
        assert any(result["id"] == one["id"] for one in somebody.search(words, limit=20)["results"]), words


def test_methods_and_paths_that_are_not_there(somebody: Person) -> None:
    _is_problem(_send(somebody.api, "GET", "/nothing/here", None), 404)
    _is_problem(_send(somebody.api, "DELETE", "/search", None), 405)
    _is_problem(_send(somebody.api, "PUT", "/memories", b"{}"), 405)


def test_who_may_not(world: World, somebody: Person) -> None:
    body = json.dumps({"query": "bees"}).encode()
    target = "/search"

    def status(token: str | None) -> int:
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        reply = somebody.api.send("POST", target, body, headers)
        _is_problem(reply, 401, 403)
        return reply.status

    claims = Caller(somebody.tenant, somebody.user).claims()
    sign = world.issuer.sign
    assert status(None) == 401
    assert status("not.a.token") in (401, 403)
    assert status(sign({**claims, "exp": 1})) in (401, 403)
    assert status(sign({**claims, "aud": "another"})) in (401, 403)
    assert status(sign({**claims, "iss": "http://elsewhere.example"})) in (401, 403)
    assert status(sign({name: value for name, value in claims.items() if name != "user_id"})) == 403
    assert status(sign({name: value for name, value in claims.items() if name != "tenant_id"})) in (401, 403)
    assert status(sign({**claims, "scope": "memory:write"})) == 403
    head, payload, signature = sign(claims).split(".")
    assert status(f"{head}.{payload}.{signature[:-4]}AAAA") in (401, 403)
    none = "eyJhbGciOiJub25lIn0"
    assert status(f"{none}.{payload}.AAAA") in (401, 403)


def test_a_new_signing_key_is_known_without_a_deployment(world: World, somebody: Person) -> None:
    world.issuer.rotate()
    world.cloud.fresh_workers()  # a worker that has just asked for keys waits a minute before it asks again
    newer = world.api(Caller(somebody.tenant, somebody.user))
    assert newer.search("bees", floor=0)["results"]
    assert somebody.api.search("bees", floor=0)["results"]


def test_the_contract_and_health_are_public(somebody: Person) -> None:
    for path in ("/health", "/openapi.json"):
        assert somebody.api.send("GET", path, None, {}).status == 200
    contract = somebody.api.send("GET", "/openapi.json", None, {}).json
    for path in ("/events", "/memories", "/memories/{id}", "/search", "/context", "/erasures", "/jobs"):
        assert any(known.removeprefix("/v1").replace("memory_id", "id") == path for known in contract["paths"]), (
            path,
            list(contract["paths"]),
        )
