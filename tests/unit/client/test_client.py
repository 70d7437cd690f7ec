import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from infra.local.client import Api, ApiProblem, NoAnswer, NotDone


class _Server(ThreadingHTTPServer):
    """Answers from a script, one element a request, and keeps what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script: list[tuple[int, Any, dict[str, str]] | None] = []
        self.asked: list[tuple[str, str, dict[str, str], Any]] = []
        self.connections = 0


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.server.connections += 1

    def _answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        self.server.asked.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body))
        step = self.server.script.pop(0)
        if step is None:  # the connection breaks
            self.close_connection = True
            return
        status, answer, headers = step
        data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PATCH = do_DELETE = _answer

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[_Server]:
    with _Server() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield server
        server.shutdown()


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture
def api(server: _Server, pauses: list[float]) -> Api:
    return Api(f"http://127.0.0.1:{server.server_address[1]}/stage", lambda: "token", sleep=pauses.append)


def test_a_call_carries_token_key_and_body(server: _Server, api: Api) -> None:
    server.script = [(202, {"job_id": "job_1"}, {})]
    assert api.post_events("s", [{"role": "user", "content": "ä"}], user_id="u") == {"job_id": "job_1"}
    method, path, headers, body = server.asked[0]
    assert (method, path) == ("POST", "/stage/events")
    assert headers["authorization"] == "Bearer token"
    assert len(headers["idempotency-key"]) == 36
    assert body == {"user_id": "u", "session_id": "s", "messages": [{"role": "user", "content": "ä"}], "infer": "now"}


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_what_may_pass_is_repeated_with_the_same_key(server: _Server, api: Api, pauses: list[float], status: int) -> None:
    server.script = [(status, {}, {}), (status, {}, {"Retry-After": "2"}), (200, {"results": [1]}, {})]
    assert api.search("q")["results"] == [1]
    assert len({headers["idempotency-key"] for _, _, headers, _ in server.asked}) == 1
    assert len(pauses) == 2
    assert pauses[1] == 2.0


def test_it_gives_up_and_says_why(server: _Server, api: Api, pauses: list[float]) -> None:
    server.script = [(503, {"code": "unavailable", "detail": "busy"}, {})] * 7
    with pytest.raises(ApiProblem, match="503 unavailable: busy"):
        api.search("q")
    assert len(server.asked) == 7
    assert sum(pauses) < 30


def test_a_refusal_is_not_repeated_and_names_the_field(server: _Server, api: Api) -> None:
    server.script = [(422, {"code": "invalid", "detail": "blank", "field": "query"}, {})]
    with pytest.raises(ApiProblem) as caught:
        api.search(" ")
    assert (caught.value.status, caught.value.code, caught.value.field) == (422, "invalid", "query")
    assert len(server.asked) == 1


def test_an_answer_that_is_no_json_is_a_problem_too(server: _Server, api: Api) -> None:
    server.script = [(400, b"<html>no</html>", {})]
    with pytest.raises(ApiProblem, match="<html>no"):
        api.search("q")


def test_a_broken_connection_is_repeated(server: _Server, api: Api) -> None:
    server.script = [None, (200, {"results": []}, {})]
    assert api.search("q") == {"results": []}


def test_a_kept_connection_that_was_closed_meanwhile_is_opened_again_without_a_pause(
    server: _Server, api: Api, pauses: list[float]
) -> None:
    server.script = [(200, {}, {}), (200, {}, {}), None, (200, {}, {})]
    for _ in range(3):
        api.search("q")
    assert pauses == []
    assert server.connections == 2


def test_nothing_there(pauses: list[float]) -> None:
    api = Api("http://127.0.0.1:9", lambda: "token", attempts=3, sleep=pauses.append)
    with pytest.raises(NoAnswer, match="nothing answers at"):
        api.search("q")
    assert len(pauses) == 2


def test_pages_are_followed(server: _Server, api: Api) -> None:
    server.script = [(200, {"memories": [{"id": 1}], "next_token": "a b"}, {}), (200, {"memories": [{"id": 2}]}, {})]
    assert [memory["id"] for memory in api.memories(user_id="u/1", kind=None)] == [1, 2]
    assert [path for _, path, _, _ in server.asked] == [
        "/stage/memories?limit=100&user_id=u%2F1",
        "/stage/memories?limit=100&user_id=u%2F1&next_token=a+b",
    ]


def test_a_job_is_waited_for(server: _Server, api: Api) -> None:
    server.script = [(200, {"status": "queued"}, {}), (200, {"status": "running"}, {}), (200, {"status": "succeeded", "n": 1}, {})]
    assert api.wait_for_job("job_1")["n"] == 1


def test_a_failed_job_says_where_it_failed(server: _Server, api: Api) -> None:
    server.script = [(200, {"status": "failed", "stage": "window", "error": "ExtractionFailed"}, {})]
    with pytest.raises(NotDone, match="failed at stage window: ExtractionFailed"):
        api.wait_for_job("job_1")


def test_a_job_that_never_ends(server: _Server, api: Api) -> None:
    moments = iter(range(100))
    api.now = lambda: float(next(moments))
    server.script = [(200, {"status": "running"}, {})] * 5
    with pytest.raises(NotDone, match="still running after 3 s"):
        api.wait_for_job("job_1", seconds=3)


def test_if_match_goes_with_a_correction(server: _Server, api: Api) -> None:
    server.script = [(200, {"id": "mem_1", "version": 2, "rev": 3, "content": "x"}, {})]
    assert api.correct("mem_1", {"content": "x"}, if_match='"2"')["version"] == 2
    assert server.asked[0][2]["if-match"] == '"2"'
    assert "idempotency-key" not in server.asked[0][2]
