"""The extract function's handler: which step does what."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from mnemon.model.scopes import ScopeKey
from mnemon.writing.commit import Erased
from tests.support.handlers import FUNCTIONS, load

SCOPE = ScopeKey(tid="mnemonexampletenantaaaaaaa", sid="userexamplemayaaaaaaaaaaaa")


def sample(name: str) -> dict[str, Any]:
    return json.loads((FUNCTIONS.parent / "events" / "extract" / f"{name}.json").read_text())


def run(event: dict[str, Any], **steps: Any) -> dict[str, Any]:
    track = SimpleNamespace(running=lambda *_: None, succeeded=lambda *_: None, failed=lambda *_: None)
    return load("extract", steps=lambda: SimpleNamespace(track=track, **steps)).handler(event, None)


def test_turns_become_chunks_and_are_extracted_when_asked() -> None:
    event = sample("turns")
    assert run(event, chunk_turns=lambda scope, session: [(scope, session)] and 2) == {"extract": True, "chunks": 2}
    assert run({**event, "infer": "idle"}, chunk_turns=lambda *_: 2)["extract"] is False


@pytest.mark.parametrize("over", [{}, {"infer": "now"}, {"session": None}])
def test_a_document_becomes_chunks_and_no_memories(over: dict[str, Any]) -> None:
    asked: list[Any] = []
    event = {**sample("document"), **over}
    assert run(event, chunk_document=lambda *given: asked.append(given) or 7) == {"extract": False, "chunks": 7}
    assert asked == [(SCOPE, event["source"])]
    event.pop("session", None)
    assert run(event, chunk_document=lambda *_: 7) == {"extract": False, "chunks": 7}


def test_what_was_erased_meanwhile_is_done() -> None:
    def gone(*_: Any) -> int:
        raise Erased("gone")

    assert run(sample("document"), chunk_document=gone) == {"extract": False, "window": 0, "candidates": 0, "more": False}
