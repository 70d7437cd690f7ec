"""The commit function's handler: which step does what."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Unavailable
from mnemon.writing.commit import Erased
from tests.support.handlers import FUNCTIONS, load

SCOPE = ScopeKey(tid="mnemonexampletenantaaaaaaa", sid="userexamplemayaaaaaaaaaaaa")


def sample(name: str) -> dict[str, Any]:
    return json.loads((FUNCTIONS.parent / "events" / "commit" / f"{name}.json").read_text())


class Commit:
    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    def __call__(self, *_: object) -> list[str]:
        if self.error:
            raise self.error
        return ["mem_1", "mem_2"]

    def more(self, *_: object) -> bool:
        return True


def test_a_window_is_committed_and_tells_whether_turns_wait_behind_it() -> None:
    handler = load("commit", commit_window=lambda: Commit(), rewrite_summaries=None).handler
    assert handler(sample("commit"), None) == {"memories": 2, "more": True}


def test_an_erased_scope_ends_the_extraction_quietly() -> None:
    handler = load("commit", commit_window=lambda: Commit(Erased()), rewrite_summaries=None).handler
    assert handler(sample("commit"), None) == {"memories": 0, "more": False}


def test_summaries_are_written_anew_and_what_cannot_be_is_raised() -> None:
    asked: list[ScopeKey] = []

    def rewrite(scope: ScopeKey) -> int:
        asked.append(scope)
        if len(asked) > 1:
            raise Unavailable("throttled")
        return 3

    handler = load("commit", commit_window=None, rewrite_summaries=lambda: rewrite).handler
    assert handler(sample("summarise"), None) == {"summaries": 3}
    with pytest.raises(Unavailable):
        handler(sample("summarise"), None)
    assert asked == [SCOPE, SCOPE]
