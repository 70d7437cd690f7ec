"""Many at once: nothing lost, nothing twice, never two versions that are current."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from mnemon.adapters.rules import RuleExtractor
from mnemon.errors import TryAgain
from mnemon.tenant.attempts import Attempts
from mnemon.writing.direct import WriteFacts
from mnemon.writing.extraction_commit import CommitWindow
from mnemon.writing.requests import IncomingFact
from mnemon.writing.windows import ExtractWindow
from tests.unit.writing.world import QUICK, World, says


def write_all(world: World, said: list[IncomingFact]) -> None:
    write = WriteFacts(world.tenancy, world.embedder, world.clock, world.ids, attempts=Attempts(limit=20))
    for fact in said:
        while True:
            try:
                write(world.who, [fact])
                break
            except TryAgain:
                continue


def test_writers_of_one_scope_end_with_the_newest_value_and_the_whole_history() -> None:
    world = World()
    world.write("makes the scope")
    rng = random.Random(3)
    times = [f"2025-03-01T{hour:02d}:{minute:02d}:00Z" for hour in range(8) for minute in range(0, 60, 10)]
    said = [IncomingFact(content=f"The port is {9000 + i}", event_at=at) for i, at in enumerate(times)]
    repeats = [*said, *rng.sample(said, 12)]
    rng.shuffle(repeats)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda part: write_all(world, part), [repeats[n::8] for n in range(8)]))
    (head,) = [head for head in world.heads() if "port" in head.content]
    records = world.lineage(head.ulid)
    assert head.content == f"The port is {9000 + len(times) - 1}"
    assert Counter(record.content for record in records) == Counter(fact.content for fact in said)
    assert sum(record.is_latest for record in records) == 1
    assert sum(record.source_count for record in records) == len(repeats)


def test_two_runs_of_one_session_pass_over_every_turn_and_write_each_fact_once() -> None:
    """One run's window began before the other event came: whoever commits second looks again."""
    world = World()
    world.accept(says("I live in Oslo", "2025-01-01T00:00:00Z"), says("I love herring", "2025-01-01T00:01:00Z"))
    digest = world.digest()
    windows = ExtractWindow(world.tenancy, RuleExtractor(), world.clock, attempts=QUICK)
    commit = CommitWindow(world.tenancy, world.embedder, world.clock, world.ids, model="rules-1", attempts=QUICK)
    first = windows(world.scope, "01KA" + "0" * 22, digest)
    world.accept(says("I hate liver", "2025-01-02T00:00:00Z"), says("My sister lives in Bergen", "2025-01-02T00:01:00Z"))
    second = windows(world.scope, "01KB" + "0" * 22, digest)
    assert (first.end, second.end, second.more) == (2, 4, False)
    commit(world.scope, "01KA" + "0" * 22, digest, first.start)
    assert commit(world.scope, "01KB" + "0" * 22, digest, second.start) == []
    assert commit.more(world.scope, digest)
    again = windows(world.scope, "01KB" + "0" * 22, digest)
    commit(world.scope, "01KB" + "0" * 22, digest, again.start)
    assert not commit.more(world.scope, digest)
    assert Counter(head.content for head in world.current()) == Counter(
        ["The user lives in Oslo.", "The user loves herring.", "The user hates liver.", "The user's sister lives in Bergen."]
    )
    assert all(head.source_count == 1 for head in world.heads())
