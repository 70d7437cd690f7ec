import io
import re
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from infra.local import tour_script
from infra.local.client import Api
from infra.local.layout import ROOT
from infra.local.page import Page, width
from infra.local.tour import Tour
from infra.local.tour_script import BadScript, Script
from infra.local.tour_view import View

KEY = ec.generate_private_key(ec.SECP256R1())
PUBLIC = KEY.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
SCRIPT: dict[str, Any] = {
    "title": "Bo and the boat",
    "user": "bo",
    "name": "Bo",
    "secrets": {"key": "sk-{20}"},
    "sessions": [
        {"id": "one", "messages": [
            {"role": "user", "content": "I bought a dinghy. My key is {{key}}.", "timestamp": "2025-03-01T10:00:00Z"},
            {"role": "assistant", "content": "Nice."},
        ]},
        {"id": "two", "messages": [{"role": "user", "content": "I bought a yacht.", "timestamp": "2025-11-01T10:00:00Z"}]},
    ],
    "questions": [{
        "ask": "Which boat?",
        "now": {"says": ["yacht"], "never": ["dinghy"], "cites": "a yacht"},
        "as_of": "2025-06-01",
        "then": {"says": ["dinghy"], "never": ["yacht"], "cites": "a dinghy"},
    }],
    "correction": {"says": ["yacht"], "content": "Bo owns a schooner."},
    "expect": {"remembered": [["yacht"]], "not_remembered": ["Nice"]},
}  # fmt: skip


def _memory(number: int, content: str, **more: Any) -> dict[str, Any]:
    return {
        "id": f"mem_{number}", "type": "memory", "version": 1, "rev": number, "is_latest": True, "kind": "fact", "content": content,
        "attribute": "boat", "written_by": {"method": "extracted", "actor": "rules"}, **more,
    }  # fmt: skip


class _Service(Api):
    """Answers as the API would for the script above; each flag makes one thing go wrong."""

    def __init__(self, *, leaks: bool = False, forgets: bool = True, signed: bool = True) -> None:
        super().__init__("http://nowhere", lambda: "")
        self._leaks, self._forgets, self._signed = leaks, forgets, signed
        self._kept: dict[str, list[dict[str, Any]]] = {}
        self._gone = False
        ground = {"session": "two", "at": "2025-11-01T10:00:00.000Z", "wording": "I bought a yacht."}
        old = {"session": "one", "at": "2025-03-01T10:00:00.000Z", "wording": "I bought a dinghy."}
        self._now = _memory(1, "Bo owns a yacht.", true_from="2025-11-01T10:00:00.000Z", sources=[ground])
        self._then = _memory(1, "Bo owns a dinghy.", true_from="2025-03-01T10:00:00.000Z", sources=[old])

    def post_events(self, session_id: str, messages: Any, **_: Any) -> dict[str, Any]:
        shown = r"\g<0>" if self._leaks else "[secret:api_key]"
        self._kept[session_id] = [{**message, "content": re.sub(r"sk-\w+", shown, message["content"])} for message in messages]
        return {"job_id": "job_1", "source_id": "src_1", "turns": len(messages), "redactions": 1}

    def turns(self, session_id: str, **_: Any) -> Any:
        return iter(self._kept[session_id])

    def job(self, job_id: str) -> dict[str, Any]:
        return {"id": job_id, "status": "succeeded"}

    def memories(self, **_: Any) -> Any:
        return iter([] if self._gone else [self._now])

    def search(self, query: str, *, as_of: Any = None, **_: Any) -> dict[str, Any]:
        return {"results": [] if self._gone or query.startswith("sk-") else [self._then if as_of else self._now], "degraded": []}

    def correct(self, memory_id: str, changes: Any, *, if_match: str | None = None) -> Any:
        assert (memory_id, if_match) == ("mem_1", '"1"')
        self._old, self._now = {**self._now, "is_latest": False}, {**self._now, **changes, "version": 2}
        return self._now

    def history(self, memory_id: str) -> Any:
        assert memory_id == "mem_1"
        return [self._old, self._now]

    def erase(self, **target: Any) -> dict[str, Any]:
        assert target == {"user_id": "bo+1"}
        self._gone = self._forgets
        return {"erasure_id": "era_1"}

    def erasure(self, erasure_id: str) -> dict[str, Any]:
        key = KEY if self._signed else ec.generate_private_key(ec.SECP256R1())
        receipt = jwt.encode({"erasure": erasure_id, "counts": {"memories": 1}}, key, algorithm="ES256")
        return {"status": "succeeded", "counts": {"memories": 1, "turns": 3}, "receipt": receipt}


def _play(service: _Service, script: Script) -> tuple[bool, str]:
    out = io.StringIO()
    tour = Tour(service, script, "bo+1", View(Page(out, width=88)), PUBLIC)
    return tour.play(), out.getvalue()


def test_the_page_shows_it_all_and_fits() -> None:
    script = tour_script.parse(SCRIPT)
    holds, page = _play(_Service(), script)
    assert holds, page
    for text in (
        "2 conversations, 3 turns", "I bought a yacht.", "[secret:api_key]", "Bo owns a yacht.", "as of 1 June 2025", "Bo owns a dinghy.",
        "version 2", "Bo owns a schooner.", "verified with the stack's public key", "expectations came true",
    ):  # fmt: skip
        assert text in page, text
    assert script.secrets["key"] not in page
    assert max(width(line) for line in page.splitlines()) <= 88


@pytest.mark.parametrize(
    ("service", "told"),
    [
        (_Service(leaks=True), "the value of {{key}} was kept in a turn"),
        (_Service(forgets=False), "after the erasure"),
        (_Service(signed=False), "signature is not valid"),
    ],
)
def test_what_does_not_hold_is_told(service: _Service, told: str) -> None:
    holds, page = _play(service, tour_script.parse(SCRIPT))
    assert not holds
    assert told in page


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"questions": [{"ask": "Which boat?", "now": {"says": ["canoe"]}}]}, "no memory says 'canoe'"),
        ({"questions": [{"ask": "Which boat?", "now": {"never": ["yacht"]}}]}, "a memory says 'yacht'"),
        ({"questions": [{"ask": "Which boat?", "now": {"says": ["yacht"], "cites": "a canoe"}}]}, "does not cite"),
        ({"expect": {"remembered": [["canoe", "red"]]}}, "no memory says 'canoe' and 'red'"),
        ({"expect": {"not_remembered": ["yacht"]}}, "a memory says 'yacht'"),
        ({"correction": {"says": ["canoe"], "content": "x"}}, "no memory to correct says 'canoe'"),
    ],
)
def test_an_expectation_that_does_not_come_true_is_told(change: dict[str, Any], told: str) -> None:
    holds, page = _play(_Service(), tour_script.parse({**SCRIPT, **change}))
    assert not holds
    assert told in " ".join(page.split())


def test_secrets_are_made_anew_at_each_reading_and_stand_in_the_turns() -> None:
    one, two = tour_script.parse(SCRIPT), tour_script.parse(SCRIPT)
    assert one.secrets["key"] != two.secrets["key"]
    assert len(one.secrets["key"]) == 23
    assert one.secrets["key"] in one.sessions[0].messages[0].content


@pytest.mark.parametrize(
    ("pattern", "form"), [("a{3}b{2}", r"a\w{3}b\w{2}"), ("AKIA{16A}", "AKIA[A-Z0-9]{16}"), ("{8d}", r"\d{8}"), ("{x}", r"\{x\}")]
)
def test_a_pattern_says_what_a_secret_is_made_of(pattern: str, form: str) -> None:
    assert re.fullmatch(form, tour_script.parse({**SCRIPT, "secrets": {"key": pattern}}).secrets["key"])


@pytest.mark.parametrize("name", ["conversation.json", "second.json"])
def test_the_files_that_are_shipped_can_be_played(name: str) -> None:
    script = tour_script.read(ROOT / "events" / "tour" / name)
    assert script.turns > 10
    assert script.questions
    assert all(question.as_of for question in script.questions)
    assert script.correction
    assert script.secrets
    words = " ".join(message.content for session in script.sessions for message in session.messages)
    assert any("\u4e00" <= character <= "\u9fff" for character in words)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"user": ""}, "user"), ({"sessions": []}, "sessions"), ({"sessions": [{"id": "x"}]}, "sessions"), ({"sessions": 3}, "sessions"),
        ({"questions": [{"ask": 3}]}, "ask"), ({"questions": [{"ask": "x", "now": {"says": 3}}]}, "says"), ({"secrets": []}, None),
        ({"correction": {"says": "x"}}, "content"), ({"expect": [1]}, "expect"),
    ],
)  # fmt: skip
def test_a_script_that_cannot_be_played_says_where(change: dict[str, Any], told: str | None) -> None:
    if told is None:
        tour_script.parse({**SCRIPT, **change})
        return
    with pytest.raises(BadScript, match=told):
        tour_script.parse({**SCRIPT, **change})
