"""BEAM's knowledge updates, verbatim chats in: does the newer of two statements stand above the older one?

python -m tests.bench._beam_updates FILE [--engine URL] [--model DIR] [--part even|odd] [--show]

A question is right when a current result cites a message that holds the new value, and nothing that rests only on messages with the
old value stands at or above it. Both absent is wrong.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from mnemon.adapters.embedder import OnnxEmbedder
from mnemon.model.instants import Instant, instant, moment, parse
from mnemon.model.memory import MemoryRecord
from mnemon.ports.models import Embedder
from mnemon.reading.winners import Found
from tests.bench._inprocess import Parts, parts
from tests.bench._parts import Bench, Figures

LIMIT = 10
AT_ONCE = 50
"""Messages of one request."""
_START: Instant = "2024-01-01T00:00:00.000Z"
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    old: frozenset[int]
    new: frozenset[int]


@dataclass(frozen=True, slots=True)
class Answer:
    """`results`: of each, the messages that it cites, and its words."""

    question: Question
    results: tuple[tuple[frozenset[int], str], ...]

    @property
    def right(self) -> bool:
        for messages, _ in self.results:
            if messages & self.question.new:
                return True
            if messages and messages <= self.question.old:
                return False
        return False


def run(file: str | Path, embedder: Embedder, engine: str | None = None, *, chats: Sequence[int] | None = None) -> dict[str, float | int]:
    """`beam.updates.right` of `beam.updates.n`. `chats` are positions in the file; all by default."""
    answers = list(answered(file, embedder, engine, chats=chats))
    return {"beam.updates.right": sum(answer.right for answer in answers), "beam.updates.n": len(answers)}


def part(bench: Bench) -> Figures:
    """Of `make bench-write`."""
    if not bench.found(bench.beam, "https://github.com/mohammadtavakoli78/BEAM, one chat a line"):
        return {}
    return run(bench.beam, OnnxEmbedder(bench.cloud.cloud.toolchain.model), bench.cloud.endpoints.opensearch_url)


def answered(file: str | Path, embedder: Embedder, engine: str | None, *, chats: Sequence[int] | None = None) -> Iterable[Answer]:
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    for position, line in enumerate(lines):
        if chats is None or position in chats:
            chat = json.loads(line)
            with parts(embedder, engine) as world:
                said = tell(world, chat["messages"])
                world.index_pending()
                for question in questions(chat):
                    yield Answer(question, tuple(_shown(found, said) for found in world.search(question.text, LIMIT)))


def questions(chat: Mapping[str, Any]) -> list[Question]:
    asked = chat["probing_questions"].get("knowledge_update", ())
    return [
        Question(one["question"], _ids(one["source_chat_ids"]["original_info"]), _ids(one["source_chat_ids"]["updated_info"]))
        for one in asked
        if isinstance(one.get("source_chat_ids"), dict)
    ]


def tell(world: Parts, messages: Sequence[Mapping[str, Any]]) -> dict[tuple[str, int], int]:
    """The whole chat, as its sessions; which message each turn of each source is."""
    said: dict[tuple[str, int], int] = {}
    at = _START
    for session in dict.fromkeys(message["session"] for message in messages):
        own = [message for message in messages if message["session"] == session]
        for start in range(0, len(own), AT_ONCE):
            turns: list[dict[str, Any]] = []
            for message in own[start : start + AT_ONCE]:
                at = _later(at, message.get("time_anchor"))
                turns.append({"role": message["role"], "content": message["content"], "timestamp": at})
            source = world.say(turns, f"session {session}")
            said |= {(source, number): message["id"] for number, message in enumerate(own[start : start + AT_ONCE], 1)}
        world.index_pending()
    return said


def _ids(value: Any) -> frozenset[int]:
    return frozenset(int(one) for one in (value if isinstance(value, list) else [value]))


def _later(before: Instant, anchor: str | None) -> Instant:
    """A message's time: its anchor, where that lies ahead, else a minute after the one before."""
    following = instant(moment(before) + timedelta(minutes=1))
    if not anchor:
        return following
    month, day, year = anchor.split("-")
    return max(following, parse(f"{year}-{_MONTHS.index(month) + 1:02d}-{int(day):02d}T09:00:00Z"))


def _shown(found: Found, said: Mapping[tuple[str, int], int]) -> tuple[frozenset[int], str]:
    cited = frozenset(said[ref.id, turn] for ref in found.citations for turn in ref.turns if (ref.id, turn) in said)
    record = found.record
    return cited, f"{found.score:.2f} " + (f"M {record.content}" if isinstance(record, MemoryRecord) else f"T {record.words[:150]}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--engine")
    parser.add_argument("--model", default="/opt/model")
    parser.add_argument("--part", choices=("even", "odd"))
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    chats = None if asked.part is None else range(asked.part == "odd", 1_000, 2)
    answers = list(answered(asked.file, OnnxEmbedder(asked.model), asked.engine, chats=chats))
    for answer in answers if asked.show else ():
        print("right" if answer.right else "WRONG", sorted(answer.question.old), sorted(answer.question.new), answer.question.text)
        for messages, words in answer.results:
            print("     ", sorted(messages), words)
    print({"beam.updates.right": sum(a.right for a in answers), "beam.updates.n": len(answers)})


if __name__ == "__main__":
    main()
