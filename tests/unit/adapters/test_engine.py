"""Requests to the engine as they leave: signed when they have to be, and never slower than allowed."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from botocore.credentials import Credentials

from mnemon.adapters.engine import Engine, EngineError
from mnemon.adapters.opensearch import OpenSearchIndex
from mnemon.ports.index import Document, Removal, Search
from mnemon.ports.records import Unavailable

TID = "a" * 26


class Fake:
    """An engine that answers what it is told to, and keeps what it was asked."""

    def __init__(self) -> None:
        self.status, self.body, self.delay = 200, b"{}", 0.0
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                outer.asked.append((self.command, self.path, dict(self.headers), body))
                time.sleep(outer.delay)
                self.send_response(outer.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(outer.body)))
                self.end_headers()
                self.wfile.write(outer.body)

            do_GET = do_POST

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def fake() -> Iterator[Fake]:
    fake = Fake()
    yield fake
    fake.server.shutdown()
    fake.server.server_close()


def test_a_signed_request_covers_its_body(fake: Fake) -> None:
    engine = Engine(fake.url, auth="iam", signing=lambda: (Credentials("AKID", "secret", "token"), "eu-central-1"))
    engine.request("POST", "/recall,recall-past/_count", {"query": {"term": {"tid": TID}}}, parameters={"routing": TID})
    ((_, path, headers, body),) = fake.asked
    assert path == f"/recall,recall-past/_count?routing={TID}"
    assert headers["Authorization"].startswith("AWS4-HMAC-SHA256 Credential=AKID/")
    assert "/eu-central-1/es/aws4_request" in headers["Authorization"]
    assert headers["X-Amz-Security-Token"] == "token"
    assert headers["X-Amz-Content-SHA256"] == hashlib.sha256(body).hexdigest()


def test_what_is_to_be_signed_needs_who_signs() -> None:
    with pytest.raises(ValueError, match="signs"):
        Engine("http://127.0.0.1:9", auth="iam")


def test_a_search_ends_in_time(fake: Fake) -> None:
    fake.delay = 3.0
    began = time.monotonic()
    with pytest.raises(Unavailable):
        OpenSearchIndex(Engine(fake.url)).search([Search("recall", TID, {})], timeout_ms=100)
    assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    "answer",
    [
        b'{"responses": [{"error": {"type": "search_phase_execution_exception"}, "status": 503}]}',
        b'{"responses": [{"timed_out": true, "_shards": {"failed": 0}, "status": 200}]}',
        b'{"responses": [{"timed_out": false, "_shards": {"failed": 1}, "status": 200}]}',
    ],
)
def test_half_an_answer_is_none(fake: Fake, answer: bytes) -> None:
    fake.body = answer
    with pytest.raises(Unavailable):
        OpenSearchIndex(Engine(fake.url)).search([Search("recall", TID, {})], timeout_ms=1_000)


@pytest.mark.parametrize(("status", "kind"), [(429, "rejected_execution_exception"), (503, "x"), (403, "security_exception")])
def test_an_engine_that_refuses_says_status_and_type_alone(fake: Fake, status: int, kind: str) -> None:
    fake.status = status
    fake.body = b'{"error": {"type": "%s", "reason": "a canary"}, "status": %d}' % (kind.encode(), status)
    with pytest.raises(EngineError) as refused:
        Engine(fake.url).request("GET", "/")
    assert (refused.value.status, refused.value.kind) == (status, kind)
    assert "canary" not in repr(refused.value)
    assert refused.value.__suppress_context__


@pytest.mark.parametrize("body", [b"<html>Bad gateway</html>", b"", b'{"error": "text"}'])
def test_an_error_that_is_not_the_engines(fake: Fake, body: bytes) -> None:
    fake.status, fake.body = 502, body
    with pytest.raises(EngineError, match="502"):
        Engine(fake.url).request("GET", "/")


def test_outcomes_of_a_bulk(fake: Fake) -> None:
    fake.body = b"""{"items": [
        {"index": {"status": 201, "result": "created"}},
        {"index": {"status": 409, "error": {"type": "version_conflict_engine_exception"}}},
        {"index": {"status": 429, "error": {"type": "rejected_execution_exception"}}},
        {"index": {"status": 400, "error": {"type": "mapper_parsing_exception"}}},
        {"delete": {"status": 404, "result": "not_found"}},
        {"delete": {"status": 404, "error": {"type": "index_not_found_exception"}}},
        {"delete": {"status": 503, "error": {"type": "unavailable_shards_exception"}}}
    ]}"""
    changes = [*(Document("recall", str(n), TID, 1, {}) for n in range(4)), *(Removal("recall", str(n), TID) for n in range(4, 7))]
    outcomes = OpenSearchIndex(Engine(fake.url)).apply(changes)
    assert [(outcome.ok, outcome.retriable) for outcome in outcomes] == [
        (True, False), (True, False), (False, True), (False, False), (True, False), (False, True), (False, True),
    ]  # fmt: skip
    assert [outcome.error for outcome in outcomes][3] == "mapper_parsing_exception"
