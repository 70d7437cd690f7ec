import io
from typing import Any

from infra.local.ask import ask
from infra.local.client import Api
from infra.local.page import Page

MEMORY = {
    "type": "memory", "id": "mem_1", "content": "Ana has a boat.", "true_from": "2025-02-01T10:00:00.000Z",
    "sources": [{"id": "src_1", "wording": "I have a boat.", "at": "2025-02-01T10:00:00.000Z", "session": "s1"}],
}  # fmt: skip
TURN = {
    "type": "turn", "id": "src_2/chunks/1", "content": "It leaks.", "speaker": "Ana", "at": "2025-03-02T10:00:00.000Z",
    "sources": [{"id": "src_2", "wording": "It leaks.", "at": "2025-03-02T10:00:00.000Z", "session": "s2"}],
}  # fmt: skip


class _Service(Api):
    def __init__(self, *results: dict[str, Any], degraded: tuple[str, ...] = ()) -> None:
        super().__init__("http://nowhere", lambda: "")
        self._answer = {"results": list(results), "degraded": list(degraded)}
        self.asked: dict[str, Any] = {}

    def search(self, query: str, **more: Any) -> dict[str, Any]:
        self.asked = {"query": query, **more}
        return self._answer


def _ask(service: _Service, **more: Any) -> tuple[int, str]:
    out = io.StringIO()
    count = ask(service, Page(out, width=80), "what about the boat?", user="ana", **more)
    return count, out.getvalue()


def test_an_answer_names_its_sources() -> None:
    count, page = _ask(_Service(MEMORY, TURN))
    assert count == 2
    for text in (
        "Ana has a boat.",
        "memory · 1 February 2025",
        "“I have a boat.” 1 February 2025 · s1",
        "src_1",
        "turn · Ana · 2 March 2025 · s2",
        "src_2",
    ):
        assert text in page
    assert page.count("It leaks.") == 1


def test_nothing_known_and_parts_missing_are_told() -> None:
    count, page = _ask(_Service(degraded=("index",)))
    assert count == 0
    assert "Nothing is known about that." in page
    assert "not all was looked through: index" in page


def test_the_moment_is_passed_on() -> None:
    service = _Service()
    _ask(service, as_of="2025-06-15", limit=3)
    assert service.asked == {"query": "what about the boat?", "user_id": "ana", "as_of": "2025-06-15", "known_at": None, "limit": 3}
