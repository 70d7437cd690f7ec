"""The ingest function's handler: what comes again, what never can, and what its log says of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mnemon.errors import Invalid, TryAgain, Unreadable
from mnemon.ports.records import Unavailable
from mnemon.writing.accept import Accepted
from mnemon.writing.take_document import Taken
from tests.support.handlers import load

SECRET = "Zanzibar"


class Stub:
    def __init__(self, outcome: object) -> None:
        self.outcome, self.called = outcome, list[tuple[Any, ...]]()

    def __call__(self, *given: Any) -> Any:
        self.called.append(given)
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


class Ingest:
    def __init__(self, document: object = None, events: object = None) -> None:
        self.take_document, self.take_object, self.take_event = Stub(document), Stub(events), Stub(events)


def message(key: str, id: str = "m1") -> dict[str, Any]:
    detail = {"bucket": {"name": "drop"}, "object": {"key": key, "etag": "e", "size": 12}}
    return {"messageId": id, "body": json.dumps({"source": "aws.s3", "detail": detail})}


@pytest.mark.parametrize("key", ["up/t/s/u", "in/t/org/rules.pdf", f"in/t/org/{SECRET}.DOCX"])
def test_documents_go_to_the_parser(key: str) -> None:
    ingest = Ingest(Taken("job", "src", 3, 1))
    handler = load("ingest", ingest=lambda: ingest)
    assert handler.handler({"Records": [message(key)]}, None) == {"batchItemFailures": []}
    assert ingest.take_document.called == [(key, "e", 12)]
    assert ingest.take_object.called == []


def test_all_else_is_an_event() -> None:
    ingest = Ingest(events=Accepted("job", "src", 2, 0))
    handler = load("ingest", ingest=lambda: ingest)
    bus = {"messageId": "m2", "body": json.dumps({"source": "shop.chat", "account": "1", "detail": {}})}
    assert handler.handler({"Records": [message("in/t/org/log.json"), bus]}, None) == {"batchItemFailures": []}
    assert ingest.take_object.called == [("in/t/org/log.json", "e")]
    assert len(ingest.take_event.called) == 1


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (Unreadable("Encrypted"), "Encrypted"),
        (Invalid(f"about {SECRET}", field="key"), "Invalid"),
        (TryAgain(SECRET), "TryAgain"),
        (Unavailable(SECRET), "Unavailable"),
    ],
)
def test_what_fails_comes_again_or_goes_to_the_dead_letters_with_a_class_alone(
    error: Exception, logged: str, caplog: pytest.LogCaptureFixture
) -> None:
    ingest = Ingest(error)
    handler = load("ingest", ingest=lambda: ingest)
    answer = handler.handler({"Records": [message(f"in/t/org/{SECRET}.pdf")]}, None)
    assert answer == {"batchItemFailures": [{"itemIdentifier": "m1"}]}
    (line,) = [vars(record) for record in caplog.records]
    assert line["error"] == logged
    assert SECRET not in str(line)
