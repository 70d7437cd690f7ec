import json
from pathlib import Path
from typing import Any

import pytest

from infra.local.client import Api, ApiProblem, NoAnswer, NotDone
from infra.local.errors import LocalError
from infra.local.formats import ChatLog, Message, Session, parse
from infra.local.importer import BATCH_TURNS, Importer, batch_key, batches, user_of


class _Service(Api):
    """Keeps turns and idempotency keys as the API would."""

    def __init__(self) -> None:
        super().__init__("http://nowhere", lambda: "")
        self.kept: dict[str, list[dict[str, Any]]] = {}
        self.keys: dict[str, dict[str, Any]] = {}
        self.calls: list[int] = []
        self.refuse: str | None = None
        self.break_after: int | None = None
        self.failing: set[str] = set()

    def turns(self, session_id: str, **_: Any) -> Any:
        return iter(list(self.kept.get(session_id, [])))

    def post_events(self, session_id: str, messages: Any, *, key: str | None = None, **_: Any) -> dict[str, Any]:
        if self.break_after is not None and len(self.calls) >= self.break_after:
            raise NoAnswer("gone")
        if self.refuse and any(self.refuse in message["content"] for message in messages):
            raise ApiProblem(422, {"code": "invalid", "detail": "no", "field": "messages.0.content"})
        self.calls.append(len(messages))
        assert key is not None
        if key not in self.keys:
            self.kept.setdefault(session_id, []).extend(messages)
            self.keys[key] = {"job_id": f"job_{len(self.keys)}", "turns": len(messages), "redactions": 1}
        return self.keys[key]

    def wait_for_job(self, job_id: str, *_: Any) -> dict[str, Any]:
        if job_id in self.failing:
            raise NotDone(f"job {job_id} failed")
        return {"status": "succeeded", "memories": [f"mem_{job_id}"]}


def _log(turns: int = 120) -> ChatLog:
    return parse(json.dumps([{"role": "user", "content": f"turn {n}", "session_id": f"s{n % 2}"} for n in range(turns)]))[0]


def test_every_turn_arrives_once_and_in_order() -> None:
    service = _Service()
    moved: list[int] = []
    summary = Importer(service, "u", moved=moved.append).run(_log())
    assert [turn["content"] for turn in service.kept["s1"]] == [f"turn {n}" for n in range(1, 120, 2)]
    assert service.calls == [50, 10, 50, 10]
    assert (summary.sessions, summary.turns, summary.redactions, len(summary.memories), summary.failures) == (2, 120, 4, 4, [])
    assert sum(moved) == 120


def test_a_second_import_sends_nothing() -> None:
    service = _Service()
    Importer(service, "u").run(_log())
    moved: list[int] = []
    again = Importer(service, "u", moved=moved.append).run(_log())
    assert (again.turns, again.known, sum(moved)) == (0, 120, 120)
    assert sum(service.calls) == 120


def test_one_that_broke_off_goes_on() -> None:
    service = _Service()
    service.break_after = 2
    with pytest.raises(NoAnswer):
        Importer(service, "u").run(_log())
    service.break_after = None
    summary = Importer(service, "u").run(_log())
    assert (summary.turns, summary.known) == (60, 60)
    assert sorted(turn["content"] for turns in service.kept.values() for turn in turns) == sorted(f"turn {n}" for n in range(120))


def test_a_log_that_has_grown_sends_what_is_new() -> None:
    service = _Service()
    Importer(service, "u").run(_log(100))
    summary = Importer(service, "u").run(_log(104))
    assert (summary.turns, summary.known) == (4, 100)
    assert [turn["content"] for turn in service.kept["s0"]] == [f"turn {n}" for n in range(0, 104, 2)]


def test_what_is_refused_or_fails_is_told_and_the_rest_goes_on() -> None:
    service = _Service()
    service.refuse = "turn 3"
    service.failing = {"job_0"}
    moved: list[int] = []
    summary = Importer(service, "u", moved=moved.append).run(_log())
    assert len(summary.failures) == 3
    assert "messages.0.content" in "".join(summary.failures)
    assert "job job_0 failed" in "".join(summary.failures)
    assert sum(moved) == 120
    assert any(line.startswith("failures    3") for line in summary.lines())


def test_batches_keep_order_and_bounds() -> None:
    messages = [Message("user", "x" * size, id=str(n)) for n, size in enumerate([10] * 120 + [400_000] * 3 + [900_000, 5])]
    found = list(batches(messages))
    assert [message for batch in found for message in batch] == messages
    assert max(len(batch) for batch in found) == BATCH_TURNS
    assert [len(batch) for batch in found[-4:]] == [1, 1, 1, 1]


def test_a_key_follows_from_what_is_sent() -> None:
    one = [Message("user", "a", id="1")]
    assert batch_key("u", "s", one, "now") == batch_key("u", "s", list(one), "now")
    assert (
        len(
            {batch_key(*call) for call in [("u", "s", one, "now"), ("v", "s", one, "now"), ("u", "t", one, "now"), ("u", "s", one, "idle")]}
        )
        == 4
    )


def test_whose_chats_they_are() -> None:
    mine, theirs = ChatLog("messages", ()), ChatLog("LoCoMo", (Session("s", ()),), "conv-1")
    assert user_of(mine, "me", False) == "me"
    assert user_of(theirs, None, False) == "conv-1"
    assert user_of(theirs, "me", True) == "me/conv-1"
    with pytest.raises(LocalError, match="whose"):
        user_of(mine, None, False)


def test_reading_from_a_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    from infra.local.formats import read

    path = tmp_path / "chat.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps([{"role": "user", "content": "hi"}]).encode())
    assert read(path)[0].turns == 1
