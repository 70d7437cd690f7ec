from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Unavailable
from tests.support.handlers import load


def message(id: str, body: Any) -> dict[str, str]:
    return {"messageId": id, "body": body if isinstance(body, str) else json.dumps(body)}


def test_messages_of_a_scope_are_served_together_and_only_what_failed_comes_again() -> None:
    calls: list[tuple[str, Sequence[str]]] = []
    rewritten: list[tuple[str, Sequence[str]]] = []

    def expire(scope: ScopeKey, memories: Sequence[str]) -> list[str]:
        calls.append((scope.sid, memories))
        if scope.sid == "down":
            raise Unavailable("throttled")
        return list(memories)

    def rewrite(scope: ScopeKey, gone: Sequence[str] = ()) -> int:
        rewritten.append((scope.sid, gone))
        return 1

    handler = load("expire", expire_memories=lambda: expire, rewrite_summaries=lambda: rewrite).handler
    event = {
        "Records": [
            message("1", {"tid": "t", "sid": "a", "ulid": "x"}),
            message("2", {"tid": "t", "sid": "down", "ulid": "y"}),
            message("3", {"tid": "t", "sid": "a", "ulid": "z"}),
            message("4", "not json"),
            message("5", {"tid": "t"}),
            message("6", [1]),
            message("7", {"tid": "t", "sid": "a", "summaries": True}),
            message("8", {"tid": "t", "sid": "b", "summaries": True}),
        ]
    }
    assert handler(event, None) == {"batchItemFailures": [{"itemIdentifier": id} for id in ("4", "5", "6", "2")]}
    assert calls == [("a", ["x", "z"]), ("down", ["y"])]
    assert rewritten == [("a", ["x", "z"]), ("b", [])]
