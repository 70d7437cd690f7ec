"""What the table bills: read and write units of a search, a fact, an event and its extraction, from the sizes of what is read and written.

make bench-cost

In this process, on the use cases that the functions call and a table in memory. Units as DynamoDB counts them on demand: a read of up to
4 KB that is strongly consistent is one, a write of up to 1 KB one, in a transaction two; a batch rounds each item up, a query its sum. An
item costs its own size only: what the index `lists` adds to the few items that stand in it is left out, as are the audit's.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mnemon.maintenance.access import Recalled, RecordAccess
from mnemon.maintenance.summaries.rewrite import RewriteSummaries
from mnemon.model.rows import Key, Row, Value
from mnemon.ports.records import Operation, Page
from mnemon.writing.requests import IncomingFact
from tests.bench._inprocess import Parts
from tests.bench._race import story
from tests.bench._report import Figure, report
from tests.support.fakes import FakeTenancy, HashEmbedder, MemoryRecords

SEED = 7
READ_BYTES, WRITE_BYTES = 4_096, 1_024
FACTS, EVENTS, SEARCHES = 400, 20, 100
BATCH = 100
TALK = (
    "That sounds like a good plan, shall we look at it together after lunch?",
    "Honestly the weather has been awful, but the walk was worth every minute of it.",
    "What would you do about the second part of it?",
    "We could start with the smaller one and see how far we get until Friday evening.",
    "Thanks, that helps a lot!",
)
"""Turns that tell nothing to be kept; they are chunks all the same."""


class WideEmbedder(HashEmbedder):
    """Vectors as long as the built-in embedder's."""

    name = "hash-384"
    dimension = 384


@dataclass
class Units:
    read: int = 0
    written: int = 0


@dataclass
class MeteredRecords(MemoryRecords):
    """A table in memory that counts units."""

    units: Units = field(default_factory=Units)

    def __post_init__(self) -> None:
        super().__init__()

    def get(self, keys: Sequence[Key]) -> dict[Key, Row]:
        rows = super().get(keys)
        self.units.read += sum(_units(size_of(rows[key]) if key in rows else 0, READ_BYTES) for key in dict.fromkeys(keys))
        return rows

    def query(self, partition: str, prefix: str = "", **how: Any) -> Page:
        page = super().query(partition, prefix, **how)
        self.units.read += _units(sum(map(size_of, page.rows)), READ_BYTES)
        return page

    def write(self, *operations: Operation) -> None:
        before = {op.key: self._find(op.key) for op in operations}
        super().write(*operations)
        times = 2 if len(operations) > 1 else 1
        for key, old in before.items():
            self.units.written += times * _units(max(size_of(old), size_of(self._find(key))), WRITE_BYTES)

    def put_all(self, rows: Sequence[Row]) -> None:
        super().put_all(rows)
        self.units.written += sum(_units(size_of(row), WRITE_BYTES) for row in rows)

    def delete_all(self, keys: Sequence[Key]) -> None:
        self.units.written += sum(_units(size_of(self._find(key)), WRITE_BYTES) for key in keys)
        super().delete_all(keys)


def size_of(row: Row | None) -> int:
    """Bytes of an item: its attributes' names and values."""
    if row is None:
        return 0
    attributes: Mapping[str, Value] = {"PK": row.key.pk, "SK": row.key.sk, **row.plain, **({"D": row.sealed} if row.sealed else {})}
    return sum(len(name) + _bytes(value) for name, value in attributes.items())


def _bytes(value: Value) -> int:
    match value:
        case str():
            return len(value.encode())
        case bytes():
            return len(value)
        case bool():
            return 1
        case int():
            return len(str(abs(value))) // 2 + 2
        case list():
            return 3 + sum(1 + _bytes(one) for one in value)
        case dict():
            return 3 + sum(1 + len(name) + _bytes(number) for name, number in value.items())


def _units(size: int, unit: int) -> int:
    return max(1, math.ceil(size / unit))


class Bill:
    """Each step's units, apart."""

    def __init__(self) -> None:
        self.records = MeteredRecords()
        self.world = Parts(WideEmbedder(), tenancy=FakeTenancy(records=self.records))
        self.figures: dict[str, Figure] = {}

    def take(self, name: str, count: int) -> None:
        """What was read and written since the last step, by one of `count`."""
        units, self.records.units = self.records.units, Units()
        self.figures |= {
            f"cost.{name}.read_units": round(units.read / count, 2),
            f"cost.{name}.write_units": round(units.written / count, 2),
        }

    def digest_writes(self, name: str, count: int) -> None:
        """What follows a write: the index is brought up to date, and what is derived is written anew."""
        self.world.index_pending()
        self.take(f"{name}.indexing", count)
        RewriteSummaries(self.world.tenancy, self.world.clock)(self.world.who.scope_key)
        self.take(f"{name}.summaries", count)


def main() -> None:
    bill = Bill()
    _facts(bill)
    _events(bill)
    _searches(bill)
    report("cost", bill.figures, seed=SEED, facts=FACTS, events=EVENTS, searches=SEARCHES)


def _facts(bill: Bill) -> None:
    told = [one.text for one in story(FACTS, SEED).told][:FACTS]
    bill.world.write([IncomingFact(content=told[0])])
    bill.take("first_fact", 1)
    for start in range(0, len(told), BATCH):
        bill.world.write([IncomingFact(content=text) for text in told[start : start + BATCH]])
    bill.take("fact_of_a_batch", len(told))
    bill.digest_writes("fact_of_a_batch", len(told))


def _events(bill: Bill) -> None:
    for number in range(EVENTS):
        bill.world.accept(_ten_turns(number), f"s{number}")
    bill.take("event_of_ten_turns", EVENTS)
    for number in range(EVENTS):
        bill.world.digest(f"s{number}")
    bill.take("event_of_ten_turns.extraction", EVENTS)
    bill.digest_writes("event_of_ten_turns", EVENTS)


def _ten_turns(number: int) -> list[dict[str, str]]:
    """As people talk: about one turn of four tells a fact (LoCoMo: 24 memories of 100 turns)."""
    facts = [one.text for one in story(FACTS, SEED + 1).told]
    said = [
        facts[(3 * number + place // 4) % len(facts)] if place % 4 == 0 else f"{TALK[place % len(TALK)]} ({number})" for place in range(10)
    ]
    return [{"role": "user" if place % 2 == 0 else "assistant", "content": text} for place, text in enumerate(said)]


def _searches(bill: Bill) -> None:
    chance = random.Random(SEED)
    questions = [one.text for one in chance.sample(story(FACTS, SEED).told, SEARCHES)]
    found = [bill.world.search(question, limit=5) for question in questions]
    bill.take("search", SEARCHES)
    who = bill.world.who.scope_key
    RecordAccess(bill.world.tenancy)(
        [Recalled(who, tuple(one.record.ulid for one in result if hasattr(one.record, "ulid")), bill.world.clock.now()) for result in found]
    )
    bill.take("search.access_counts", SEARCHES)


if __name__ == "__main__":
    main()
