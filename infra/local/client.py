"""A small client of the HTTP API: repeats what may be repeated, waits for what is slow, and says what went wrong. Standard library only."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Required, TypedDict, cast
from urllib.parse import urlencode, urlsplit

Json = dict[str, Any]

PASSING = frozenset({429, 502, 503, 504})
"""Answers that a repeated call may turn into success."""
ATTEMPTS = 7
FIRST_PAUSE = 0.2
LONGEST_PAUSE = 5.0
POLL_SECONDS = 0.15
PAGE = 100
"""Elements of a list that are asked for at once."""


class ApiProblem(Exception):
    """The API refused: `status`, its stable `code`, what it says, and the field that is wrong."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.code = str(problem.get("code", ""))
        self.detail = str(problem.get("detail") or problem.get("title") or problem.get("message") or "")
        self.field = cast("str | None", problem.get("field"))
        self.problem = dict(problem)
        where = f" ({self.field})" if self.field else ""
        super().__init__(f"{status} {self.code}: {self.detail}{where}")


class NoAnswer(Exception):
    """Nothing answers at the API's address."""


class NotDone(Exception):
    """Background work did not end in time, or failed."""


class SourceRef(TypedDict, total=False):
    """What a memory rests on: the turns or the chunk, in the words that were said."""

    type: str
    id: str
    session: str
    turns: list[int]
    chunk: int
    wording: str
    at: str


class Memory(TypedDict, total=False):
    id: Required[str]
    version: Required[int]
    rev: Required[int]
    is_latest: bool
    kind: str
    content: Required[str]
    attribute: str
    subject: str
    sources: list[SourceRef]
    event_at: str
    true_from: str
    true_to: str
    valid_from: str
    valid_to: str
    created_at: str
    deleted_at: str
    superseded_by: str
    written_by: Json
    relations: list[Json]
    speaker: str


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    text: str

    @property
    def json(self) -> Json:
        """The body; an empty object where there is none or it is no JSON object."""
        try:
            found: object = json.loads(self.text or "{}")
        except json.JSONDecodeError:
            return {}
        return cast("Json", found) if isinstance(found, dict) else {}


@dataclass
class Api:
    """One caller. `token` is asked for at each call, so that a token which runs out can be renewed."""

    url: str
    token: Callable[[], str]
    timeout: float = 60.0
    attempts: int = ATTEMPTS
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], float] = time.monotonic
    _local: threading.local = field(default_factory=threading.local, repr=False)

    # -- one call -----------------------------------------------------------------------------------------------------

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        key: str | None = None,
    ) -> Reply:
        """One request, repeated while the answer may pass: a POST carries an Idempotency-Key (`key`, or one made here), so that a
        repetition is the same call. Raises ApiProblem, NoAnswer."""
        sent = {"Accept": "application/json", "Authorization": f"Bearer {self.token()}", **(headers or {})}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        if method == "POST":
            sent.setdefault("Idempotency-Key", key or str(uuid.uuid4()))
        target = path + ("?" + urlencode({k: v for k, v in query.items() if v is not None}, doseq=True) if query else "")
        for attempt in range(1, self.attempts + 1):
            last = attempt == self.attempts
            try:
                reply = self.send(method, target, data, sent)
            except OSError as error:
                if last:
                    raise NoAnswer(f"nothing answers at {self.url} ({type(error).__name__})") from error
                self.sleep(_pause(attempt))
                continue
            if reply.status in PASSING and not last:
                self.sleep(_pause(attempt, reply.headers.get("retry-after")))
                continue
            if reply.status >= 400:
                raise ApiProblem(reply.status, reply.json or {"detail": reply.text[:200]})
            return reply
        raise AssertionError("unreachable: the last attempt returns or raises")

    def send(self, method: str, target: str, data: bytes | None, headers: Mapping[str, str]) -> Reply:
        """One request as it is, never repeated, whatever the answer. `target` is path and query under the API's address."""
        base = urlsplit(self.url)
        fresh = getattr(self._local, "connection", None) is None
        try:
            return self._exchange(base.path.rstrip("/") + target, method, data, headers)
        except (http.client.HTTPException, OSError) as error:
            self._drop()
            if not fresh and isinstance(error, http.client.RemoteDisconnected | ConnectionResetError | BrokenPipeError):
                # a connection that was kept open had been closed meanwhile: the request was never read
                return self._exchange(base.path.rstrip("/") + target, method, data, headers)
            if isinstance(error, http.client.HTTPException) and not isinstance(error, OSError):
                raise ConnectionError(type(error).__name__) from error
            raise

    def _exchange(self, target: str, method: str, data: bytes | None, headers: Mapping[str, str]) -> Reply:
        connection = self._connection()
        try:
            connection.request(method, target, body=data, headers={"Host": urlsplit(self.url).netloc, **headers})
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        except BaseException:
            self._drop()
            raise
        return Reply(answer.status, {name.lower(): value for name, value in answer.getheaders()}, text)

    def _connection(self) -> http.client.HTTPConnection:
        kept = cast("http.client.HTTPConnection | None", getattr(self._local, "connection", None))
        if kept is not None:
            return kept
        base = urlsplit(self.url)
        host = base.hostname or ""
        # names under localhost are loopback by RFC 6761, but not every resolver knows it
        address = "127.0.0.1" if host.endswith(".localhost") else host
        kind = http.client.HTTPSConnection if base.scheme == "https" else http.client.HTTPConnection
        made = kind(address, base.port, timeout=self.timeout)
        self._local.connection = made
        return made

    def _drop(self) -> None:
        kept = cast("http.client.HTTPConnection | None", getattr(self._local, "connection", None))
        if kept is not None:
            kept.close()
            self._local.connection = None

    # -- writing ------------------------------------------------------------------------------------------------------

    def post_events(
        self,
        session_id: str,
        messages: Sequence[Json],
        *,
        user_id: str | None = None,
        infer: str = "now",
        key: str | None = None,
        **more: object,
    ) -> Json:
        """Appends turns; `job_id` of the answer is to be waited for."""
        body = _without_none({"user_id": user_id, "session_id": session_id, "messages": list(messages), "infer": infer, **more})
        return self.call("POST", "/events", body, key=key).json

    def write(self, memories: Sequence[Json], *, user_id: str | None = None, key: str | None = None, **more: object) -> list[Json]:
        """Facts directly, no model called; one result per fact."""
        body = _without_none({"user_id": user_id, "memories": list(memories), **more})
        return cast("list[Json]", self.call("POST", "/memories", body, key=key).json["results"])

    def correct(self, memory_id: str, changes: Json, *, if_match: str | None = None) -> Memory:
        """A new version of the same id; with `if_match` only if nobody changed it meanwhile."""
        headers = {"If-Match": if_match} if if_match else None
        return cast("Memory", self.call("PATCH", f"/memories/{memory_id}", changes, headers=headers).json)

    def delete(self, memory_id: str) -> None:
        self.call("DELETE", f"/memories/{memory_id}")

    def restore(self, memory_id: str) -> Memory:
        return cast("Memory", self.call("POST", f"/memories/{memory_id}/restore", {}).json)

    def feedback(self, memory_id: str, verdict: str, note: str | None = None) -> Json:
        """`verdict`: helpful, wrong or outdated. `approval_id` of the answer is what a person has to decide because of it."""
        return self.call("POST", f"/memories/{memory_id}/feedback", _without_none({"verdict": verdict, "note": note})).json

    def decide(self, approval_id: str, action: str, note: str | None = None) -> Json:
        """`action`: approve or reject; the same one again answers the same. Raises ApiProblem, with 409 after the other one."""
        return self.call("POST", f"/approvals/{approval_id}", _without_none({"action": action, "note": note})).json

    # -- reading ------------------------------------------------------------------------------------------------------

    def search(self, query: str, *, user_id: str | None = None, **more: object) -> Json:
        """`results` (best first), `degraded`, `took`."""
        return self.call("POST", "/search", _without_none({"query": query, "user_id": user_id, **more})).json

    def context(self, query: str, *, user_id: str | None = None, **more: object) -> Json:
        return self.call("POST", "/context", _without_none({"query": query, "user_id": user_id, **more})).json

    def memory(self, memory_id: str) -> Memory:
        return cast("Memory", self.call("GET", f"/memories/{memory_id}").json)

    def history(self, memory_id: str) -> list[Memory]:
        return cast("list[Memory]", self.call("GET", f"/memories/{memory_id}/history").json["versions"])

    def memories(self, **query: object) -> Iterator[Memory]:
        return cast("Iterator[Memory]", self.pages("/memories", "memories", query))

    def turns(self, session_id: str, *, user_id: str | None = None) -> Iterator[Json]:
        return self.pages("/events", "turns", {"session_id": session_id, "user_id": user_id})

    def approvals(self, **query: object) -> Iterator[Json]:
        """What waits for a person, newest first; with `status` what was approved or rejected."""
        return self.pages("/approvals", "approvals", query)

    def source(self, source_id: str) -> Json:
        return self.call("GET", f"/sources/{source_id}").json

    def pages(self, path: str, name: str, query: Mapping[str, object]) -> Iterator[Json]:
        """Every element of a list, over all its pages."""
        token: str | None = None
        while True:
            page = self.call("GET", path, query={"limit": PAGE, **query, "next_token": token}).json
            yield from cast("list[Json]", page[name])
            token = page.get("next_token")
            if not token:
                return

    # -- what is slow -------------------------------------------------------------------------------------------------

    def job(self, job_id: str) -> Json:
        return self.call("GET", f"/jobs/{job_id}").json

    def jobs(self, **query: object) -> Iterator[Json]:
        return self.pages("/jobs", "jobs", query)

    def redrive(self, job_id: str) -> Json:
        """Starts again a job that failed or was lost; it is to be waited for. One that really waits comes back as it is. Raises ApiProblem,
        with 409 for one that runs or is done."""
        return self.call("POST", f"/jobs/{job_id}/redrive", {}).json

    def wait_for_job(self, job_id: str, seconds: float = 120.0) -> Json:
        """The job once it has succeeded. Raises NotDone."""
        return self._wait(lambda: self.job(job_id), f"job {job_id}", seconds)

    def erase(self, **target: object) -> Json:
        """Asks for hard deletion; `erasure_id` of the answer is to be waited for."""
        return self.call("POST", "/erasures", _without_none(target)).json

    def erasure(self, erasure_id: str) -> Json:
        return self.call("GET", f"/erasures/{erasure_id}").json

    def wait_for_erasure(self, erasure_id: str, seconds: float = 180.0) -> Json:
        """The erasure once it is done, with its receipt. Raises NotDone."""
        return self._wait(lambda: self.erasure(erasure_id), f"erasure {erasure_id}", seconds)

    def _wait(self, look: Callable[[], Json], what: str, seconds: float) -> Json:
        end = self.now() + seconds
        while True:
            found = look()
            status = str(found.get("status"))
            if status == "succeeded":
                return found
            if status == "failed":
                raise NotDone(f"{what} failed at stage {found.get('stage') or '?'}: {found.get('error') or 'no reason given'}")
            if self.now() >= end:
                raise NotDone(f"{what} is still {status} after {seconds:.0f} s")
            self.sleep(POLL_SECONDS)


def _pause(attempt: int, asked: str | None = None) -> float:
    """What the server asked for, else doubling with jitter, so that many clients do not come back at the same moment."""
    if asked and asked.isdigit():
        return min(float(asked), LONGEST_PAUSE)
    return min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * random.uniform(0.5, 1.0)


def _without_none(body: Json) -> Json:
    return {name: value for name, value in body.items() if value is not None}
