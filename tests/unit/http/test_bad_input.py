"""Whatever is sent to whatever call: an answer, never a fault of ours; and a bad field is named."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.http.world import ANNA, BACKEND, ApiWorld

MEM = f"mem_{'a' * 26}01K{'0' * 23}"
SRC = f"src_{'a' * 26}01K{'0' * 23}"
MESSAGE = {"role": "user", "content": "hello there world"}
EVENTS: dict[str, Any] = {"session_id": "s", "messages": [MESSAGE]}
FACTS: dict[str, Any] = {"memories": [{"content": "Anna owns a boat"}]}
SEARCH: dict[str, Any] = {"query": "boat"}
DOCUMENT: dict[str, Any] = {"media_type": "text/plain", "content": "Go by train."}

WITH_BODY = [
    ("POST", "/events"),
    ("POST", "/documents"),
    ("POST", "/memories"),
    ("PATCH", f"/memories/{MEM}"),
    ("POST", f"/memories/{MEM}/restore"),
    ("POST", "/search"),
    ("POST", "/context"),
    ("POST", "/erasures"),
    ("POST", f"/jobs/{MEM.replace('mem', 'job')}/redrive"),
]
WITHOUT_BODY = [
    ("GET", "/events"),
    ("GET", "/memories"),
    ("GET", f"/memories/{MEM}"),
    ("GET", f"/memories/{MEM}/history"),
    ("DELETE", f"/memories/{MEM}"),
    ("GET", f"/sources/{SRC}"),
    ("GET", f"/sources/{SRC}/chunks"),
    ("DELETE", f"/sources/{SRC}"),
    ("GET", f"/erasures/{MEM.replace('mem', 'era')}"),
    ("GET", "/jobs"),
    ("GET", f"/jobs/{MEM.replace('mem', 'job')}"),
    ("GET", "/task-state"),
    ("DELETE", "/task-state"),
    ("GET", "/users"),
]


@pytest.fixture
def world() -> ApiWorld:
    return ApiWorld()


@pytest.mark.parametrize(("method", "path"), WITH_BODY)
@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"{", 400),
        (b"not json", 400),
        (b'{"a": NaN}', 400),
        (b'{"a": Infinity}', 400),
        (b"\xff\xfe{}", 400),
        (b'{"query": "\xed\xa0\x80"}', 400),
        (b'{"a":' * 5_000 + b"1" + b"}" * 5_000, 400),
        (b"[" * 100_000, 400),
        (b'{"a": 1' + b"0" * 5_000 + b"}", 400),
        (b"[]", 422),
        (b"null", 422),
        (b'"text"', 422),
        (b"7", 422),
        (b'{"\\ud800": 1}', 422),
        (b'{"unknown_field": 1}', 422),
        (b'{"a": "' + b"x" * 3_300_000 + b'"}', 413),
    ],
    ids=lambda value: value[:12].decode("utf-8", "replace") if isinstance(value, bytes) else str(value),
)
def test_bodies(world: ApiWorld, method: str, path: str, raw: bytes, status: int) -> None:
    answer = world.call(method, path, raw=raw)
    assert (answer.status, answer.headers["content-type"]) == (status, "application/problem+json"), answer
    if status == 422:
        assert answer.json["field"]
    assert world.logged == []
    assert world.tenancy.records.all_rows() == []


BAD: list[tuple[str, str, Any, str]] = [
    ("POST", "/events", {}, "session_id"),
    ("POST", "/events", {**EVENTS, "messages": []}, "messages"),
    ("POST", "/events", {**EVENTS, "messages": [MESSAGE] * 101}, "messages"),
    ("POST", "/events", {**EVENTS, "messages": {"0": MESSAGE}}, "messages"),
    ("POST", "/events", {**EVENTS, "messages": ["hello"]}, "messages.0"),
    ("POST", "/events", {**EVENTS, "messages": [MESSAGE, {**MESSAGE, "content": 7}]}, "messages.1.content"),
    ("POST", "/events", {**EVENTS, "messages": [{**MESSAGE, "content": None}]}, "messages.0.content"),
    ("POST", "/events", {**EVENTS, "messages": [{**MESSAGE, "role": "robot"}]}, "messages.0.role"),
    ("POST", "/events", {**EVENTS, "messages": [{**MESSAGE, "timestamp": "yesterday"}]}, "messages.0.timestamp"),
    ("POST", "/events", {**EVENTS, "messages": [{**MESSAGE, "timestamp": 1700000000}]}, "messages.0.timestamp"),
    ("POST", "/events", {**EVENTS, "messages": [{**MESSAGE, "extra": 1}]}, "messages.0.extra"),
    ("POST", "/events", {**EVENTS, "messages": [{**MESSAGE, "metadata": {"a": 1}}]}, "messages.0.metadata.a"),
    ("POST", "/events", {**EVENTS, "infer": "later"}, "infer"),
    ("POST", "/events", {**EVENTS, "session_id": ""}, "session_id"),
    ("POST", "/events", {**EVENTS, "session_id": 7}, "session_id"),
    ("POST", "/events", {**EVENTS, "user_id": "a\x00b"}, "user_id"),
    ("POST", "/events", {**EVENTS, "user_id": "\ud800"}, "user_id"),
    ("POST", "/events", {**EVENTS, "user_id": "x" * 600}, "user_id"),
    ("POST", "/events", {**EVENTS, "user_id": {"$ne": 1}}, "user_id"),
    ("POST", "/documents", {}, "media_type"),
    ("POST", "/documents", {"media_type": "text/plain"}, "content"),
    ("POST", "/documents", {**DOCUMENT, "content": " \n"}, "content"),
    ("POST", "/documents", {**DOCUMENT, "content": None}, "content"),
    ("POST", "/documents", {**DOCUMENT, "content": 7}, "content"),
    ("POST", "/documents", {**DOCUMENT, "content": ["a"]}, "content"),
    ("POST", "/documents", {**DOCUMENT, "media_type": "text/rtf"}, "media_type"),
    ("POST", "/documents", {**DOCUMENT, "media_type": "TEXT/PLAIN"}, "media_type"),
    ("POST", "/documents", {**DOCUMENT, "media_type": "application/pdf"}, "media_type"),
    ("POST", "/documents", {**DOCUMENT, "size": 5}, "size"),
    ("POST", "/documents", {"media_type": "application/pdf", "size": 0}, "size"),
    ("POST", "/documents", {"media_type": "application/pdf", "size": "5"}, "size"),
    ("POST", "/documents", {"media_type": "application/pdf", "size": 5.0}, "size"),
    ("POST", "/documents", {"media_type": "application/pdf", "size": True}, "size"),
    ("POST", "/documents", {**DOCUMENT, "title": ""}, "title"),
    ("POST", "/documents", {**DOCUMENT, "title": "x" * 257}, "title"),
    ("POST", "/documents", {**DOCUMENT, "session_id": " "}, "session_id"),
    ("POST", "/documents", {**DOCUMENT, "metadata": {"a": 1}}, "metadata.a"),
    ("POST", "/documents", {**DOCUMENT, "metadata": {str(n): "x" for n in range(33)}}, "metadata"),
    ("POST", "/documents", {**DOCUMENT, "infer": "later"}, "infer"),
    ("POST", "/documents", {**DOCUMENT, "scope": "galaxy"}, "scope"),
    ("POST", "/documents", {**DOCUMENT, "user_id": "x" * 600}, "user_id"),
    ("POST", "/documents", {**DOCUMENT, "tenant_id": "other"}, "tenant_id"),
    ("POST", "/documents", {**DOCUMENT, "url": "http://127.0.0.1/"}, "url"),
    ("POST", "/memories", {}, "memories"),
    ("POST", "/memories", {"memories": [{}]}, "memories.0.content"),
    ("POST", "/memories", {"memories": [{"content": " "}]}, "memories.0.content"),
    ("POST", "/memories", {"memories": [{"content": "x" * 4_001}]}, "memories.0.content"),
    ("POST", "/memories", {"memories": [{"content": "x", "kind": "rumour"}]}, "memories.0.kind"),
    ("POST", "/memories", {"memories": [{"content": "x", "confidence": 2}]}, "memories.0.confidence"),
    ("POST", "/memories", {"memories": [{"content": "x", "entities": ["e"] * 9}]}, "memories.0.entities"),
    ("POST", "/memories", {"memories": [{"content": "x", "event_at": "2026-13-01"}]}, "memories.0.event_at"),
    ("POST", "/memories", {"memories": [{"content": "x"}] * 101}, "memories"),
    ("POST", "/memories", {"memories": [{"content": "x", "metadata": {"a=b": "c"}}]}, "memories.0.metadata.a=b"),
    ("POST", "/memories", {"memories": [{"content": "x", "metadata": {"k" * 65: "c"}}]}, f"memories.0.metadata.{'k' * 65}"),
    ("POST", "/search", {"query": " \n"}, "query"),
    ("POST", f"/jobs/{MEM.replace('mem', 'job')}/redrive", {"attempt": 2}, "attempt"),
    ("POST", "/memories", {**FACTS, "scope": "user"}, "scope"),
    ("POST", "/memories", {**FACTS, "scope": "planet/earth"}, "scope"),
    ("POST", "/memories", {**FACTS, "scope": "team/%ff"}, "scope"),
    ("POST", "/memories", {**FACTS, "tenant_id": "other"}, "tenant_id"),
    ("PATCH", f"/memories/{MEM}", {"content": ""}, "content"),
    ("PATCH", f"/memories/{MEM}", {"pinned": "maybe"}, "pinned"),
    ("POST", f"/memories/{MEM}/restore", {"x": 1}, "x"),
    ("POST", "/search", {}, "query"),
    ("POST", "/search", {"query": ""}, "query"),
    ("POST", "/search", {"query": "\x00"}, "query"),
    ("POST", "/search", {"query": ["boat"]}, "query"),
    ("POST", "/search", {"query": "x" * 4_001}, "query"),
    ("POST", "/search", {**SEARCH, "limit": 0}, "limit"),
    ("POST", "/search", {**SEARCH, "limit": 101}, "limit"),
    ("POST", "/search", {**SEARCH, "limit": "5"}, "limit"),
    ("POST", "/search", {**SEARCH, "limit": 1.5}, "limit"),
    ("POST", "/search", {**SEARCH, "limit": True}, "limit"),
    ("POST", "/search", {**SEARCH, "limit": 10**30}, "limit"),
    ("POST", "/search", {**SEARCH, "types": ["dream"]}, "types.0"),
    ("POST", "/search", {**SEARCH, "types": []}, "types"),
    ("POST", "/search", {**SEARCH, "scopes": []}, "scopes"),
    ("POST", "/search", {**SEARCH, "scopes": ["everything"]}, "scopes.0"),
    ("POST", "/search", {**SEARCH, "scopes": ["org", "org/x"]}, "scopes.1"),
    ("POST", "/search", {**SEARCH, "as_of": "soon"}, "as_of"),
    ("POST", "/search", {**SEARCH, "known_at": 5}, "known_at"),
    ("POST", "/search", {**SEARCH, "include_superseded": "yes"}, "include_superseded"),
    ("POST", "/search", {**SEARCH, "filters": []}, "filters"),
    ("POST", "/search", {**SEARCH, "filters": {"colour": {"eq": "red"}}}, "filters.colour"),
    ("POST", "/search", {**SEARCH, "filters": {"kind": {"like": "f"}}}, "filters.kind.like"),
    ("POST", "/search", {**SEARCH, "filters": {"and": [{"kind": {"eq": "fact"}}, {"trust": {"gt": "high"}}]}}, "filters.and.1.trust.gt"),
    ("POST", "/search", {**SEARCH, "explains": True}, "explains"),
    ("POST", "/context", {**SEARCH, "token_budget": 0}, "token_budget"),
    ("POST", "/context", {**SEARCH, "limit": 5}, "limit"),
    ("POST", "/erasures", {"user_id": "x", "tenant": True}, "user_id"),
    ("POST", "/erasures", {"dry_run": "false", "user_id": "x"}, "dry_run"),
    ("POST", "/erasures", {"session_id": ["s"]}, "session_id"),
]


@pytest.mark.parametrize(("method", "path", "body", "field"), BAD, ids=[f"{m} {p[:12]} {f} {n}" for n, (m, p, _, f) in enumerate(BAD)])
def test_fields(world: ApiWorld, method: str, path: str, body: Any, field: str) -> None:
    answer = world.call(method, path, body, who=BACKEND if "user_id" in body else ANNA)
    assert (answer.status, answer.json["code"], answer.json["field"]) == (422, "invalid", field), answer
    assert world.tenancy.records.all_rows() == []
    assert world.tenancy.raw.keys() == []
    assert world.tenancy.drop.keys() == []
    told = answer.json.get("errors") or [{"field": field, "detail": answer.json["detail"]}]
    assert len({each["field"] for each in told}) == len(told)
    assert not any(_OF_PYTHON.search(each["detail"]) for each in told), told


_OF_PYTHON = re.compile(r"[Tt]uple|[Dd]ictionary|instance of|validation|Input should|[Ii]nteger|[Bb]oolean|Value error|should match")


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        ("/events", {}, "session_id"),
        ("/events", {"session_id": "s", "last": "0"}, "last"),
        ("/events", {"session_id": "s", "last": "many"}, "last"),
        ("/events", {"session_id": ["a", "b"]}, "session_id"),
        ("/events", {"session_id": "s", "user": "x"}, "user"),
        ("/memories", {"limit": "1000"}, "limit"),
        ("/memories", {"limit": "-1"}, "limit"),
        ("/memories", {"kind": "rumour"}, "kind"),
        ("/memories", {"include": "secrets"}, "include.0"),
        ("/memories", {"include": "deleted,secrets"}, "include.1"),
        ("/memories", {"scope": "galaxy"}, "scopes.0"),
        ("/memories", {"since": "then"}, "since"),
        ("/memories", {"next_token": "x"}, "next_token"),
        ("/memories", {"next_token": "A" * 4_000}, "next_token"),
        ("/memories", {"next_token": "é"}, "next_token"),
        ("/memories", {"offset": "3"}, "offset"),
        ("/jobs", {"status": "lost"}, "status"),
        ("/jobs", {"next_token": "AAAA"}, "next_token"),
        (f"/memories/{MEM}", {"x": "1"}, "x"),
        ("/events", {"session_id": "s", "last": "1001"}, "last"),
        ("/events", {"session_id": "s", "token_budget": "-1"}, "token_budget"),
        ("/events", {"session_id": "s", "last": "1", "next_token": "x"}, "next_token"),
        ("/task-state", {}, "task"),
        ("/task-state", {"task": "t"}, "key"),
        ("/task-state", {"task": " ", "key": "k"}, "task"),
        ("/task-state", {"task": "t", "key": ""}, "key"),
        ("/task-state", {"task": "t", "key": "k" * 600}, "key"),
        ("/task-state", {"task": ["t", "u"], "key": "k"}, "task"),
        ("/task-state", {"task": "t", "key": "k", "scope": "galaxy"}, "scope"),
        ("/task-state", {"task": "t", "key": "k", "version": "1"}, "version"),
        (f"/sources/{SRC}/chunks", {"limit": "x"}, "limit"),
    ],
)
def test_parameters(world: ApiWorld, path: str, query: dict[str, Any], field: str) -> None:
    answer = world.call("GET", path, **query)
    assert (answer.status, answer.json["field"]) == (422, field), answer


@pytest.mark.parametrize("kind", ["mem", "src", "job", "era"])
@pytest.mark.parametrize(
    "id", ["x", "", "..", "%2e%2e", "' OR 1=1", "mem_", "\x00", "🦊", "a" * 5_000, "mem_" + "A" * 52, "mem_" + "a" * 26 + "9" * 26]
)
def test_ids(world: ApiWorld, kind: str, id: str) -> None:
    path = {"mem": "/memories", "src": "/sources", "job": "/jobs", "era": "/erasures"}[kind]
    for who in (ANNA, BACKEND):
        answer = world.call("GET", f"{path}/{id}", who=who)
        assert answer.status in ({404} if id else {200, 404, 405, 422}), answer
    assert world.call("GET", f"/memories/{SRC}").status == 404


@pytest.mark.parametrize("etag", ["three", '"', "1.5", "-1", "9" * 40, "²"])
def test_if_match(world: ApiWorld, etag: str) -> None:
    world.call("POST", "/memories", FACTS)
    id = world.call("GET", "/memories").json["memories"][0]["id"]
    answer = world.call("DELETE", f"/memories/{id}", headers={"if-match": etag})
    assert (answer.status, answer.json["field"]) == (422, "If-Match")


@pytest.mark.parametrize(
    "principal",
    ["", "null", "[]", "{}", '{"tenant": "acme"}', '{"tenant":"a","subject":"s","expires":"x"}', '{"tenant":"a","subject":"s"}'],
)
def test_a_principal_that_is_none(world: ApiWorld, principal: str) -> None:
    from mnemon.http.messages import Request

    assert world.api(Request("GET", "/memories", principal=principal)).status == 401
    powerless = json.dumps({"tenant": "a", "subject": "s", "expires": 4_000_000_000, "permissions": ["memory:read"]})
    assert world.api(Request("GET", "/memories", principal=powerless)).status == 403


def test_a_huge_body_of_allowed_shape(world: ApiWorld) -> None:
    """Content up to a megabyte is taken, whatever stands around it; one byte of content more is not."""
    messages = [{"role": "user", "content": "word " * 2_000} for _ in range(100)]
    assert world.call("POST", "/events", {"session_id": "s", "messages": messages}).status == 202
    messages = [{"role": "user", "content": "word " * 2_200} for _ in range(100)]
    assert world.call("POST", "/events", {"session_id": "s", "messages": messages}).status == 413


def test_odd_text_is_kept_and_found(world: ApiWorld) -> None:
    for text in ("surrogate \ud800 otter", "nul \x00 otter", "e\u0301cole otter", "\u202eotter\u202c"):
        assert world.call("POST", "/memories", {"memories": [{"content": text}]}).json["results"][0]["status"] != "refused"
        assert world.call("POST", "/search", {"query": f"{text} otter"}).status == 200
    found = world.call("POST", "/search", {"query": "otter", "limit": 10}).json["results"]
    assert len(found) == 4
    answer = world.call("POST", "/events", {"session_id": "s\ud800\x00", "messages": [{"role": "user", "content": "a \ud800 \x00 otter"}]})
    assert answer.status == 202


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
FIELDS = (
    "query", "user_id", "scopes", "filters", "limit", "types", "as_of", "known_at", "include_superseded", "token_budget", "session_id",
    "messages", "memories", "scope", "metadata", "infer", "memory_id", "source_id", "tenant", "dry_run", "content", "pinned", "expires_at",
    "attribute", "media_type", "size", "title",
)  # fmt: skip


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(call=st.sampled_from(WITH_BODY), body=st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5), service=st.booleans())
def test_anything_at_all(world: ApiWorld, call: tuple[str, str], body: dict[str, Any], service: bool) -> None:
    raw = json.dumps(body).encode()
    answer = world.call(*call, raw=raw, who=BACKEND if service else ANNA)
    assert answer.status < 500, answer
    assert world.logged == []


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    call=st.sampled_from(WITHOUT_BODY),
    query=st.dictionaries(
        st.sampled_from(
            [
                "user_id",
                "session_id",
                "scope",
                "kind",
                "since",
                "include",
                "limit",
                "next_token",
                "last",
                "token_budget",
                "task",
                "key",
                "x",
            ]
        ),
        st.lists(st.text(max_size=12), min_size=1, max_size=3),
        max_size=4,
    ),
)
def test_any_parameters(world: ApiWorld, call: tuple[str, str], query: dict[str, list[str]]) -> None:
    answer = world.call(*call, who=BACKEND, **query)
    assert answer.status < 500, answer
    assert world.logged == []
