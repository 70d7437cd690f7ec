"""Recall over a real engine: the queries are understood, and filters mean in the index what they mean on the record."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from mnemon.maintenance.documents import chunk_document, lineage_changes
from mnemon.model.memory import Head, SourceRef
from mnemon.model.sources import Chunk
from mnemon.ports.index import Document, Search
from mnemon.reading.facets import facets
from mnemon.reading.filter_language import compile_filter
from mnemon.reading.recall import Recall, SearchRequest
from mnemon.reading.refs import Ref
from tests.support.engine import RealEngine, RealIndex, fresh_index
from tests.unit.reading.test_filters import FILTERS, WORLD, memory
from tests.unit.reading.world import ANNA, BEN, World, contents

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def real(opensearch: RealEngine) -> Iterator[RealIndex]:
    with fresh_index(opensearch.url, 64) as real:
        yield real


def put(real: RealIndex, *records: Head | Chunk) -> None:
    changes = [
        c
        for r in records
        for c in ([chunk_document(r, [], [])] if isinstance(r, Chunk) else lineage_changes(r, [], "2026-11-29T12:00:00.000Z"))
    ]
    assert all(outcome.ok for outcome in real.index.apply(changes))


def search(world: World, real: RealIndex, query: str, *, degraded: tuple[str, ...] = (), **request: Any) -> list[str]:
    recall = Recall(world.tenancy, real.index, world.embedder, world.clock, world.queues)
    result = recall(world.reader(), SearchRequest(query, **request))
    assert result.degraded == degraded
    return contents(result)


def test_words_neighbours_trigrams_and_vectors(real: RealIndex) -> None:
    world = World(tenant="engine-1")
    golf, tea = world.head("Anna drives a red Golf"), world.head("Anna likes jasmine tea", kind="preference")
    code, car = world.turn("the console said ERR-4021 again"), world.turn("我买了一辆丰田汽车", source=None)
    foreign = world.head("Anna drives a red Golf too", scope=BEN)
    world.store(golf, tea, code, car)
    world.store(foreign, scope=BEN)
    put(real, golf, tea, code, car, foreign)

    assert search(world, real, "which car does she drive, a red Golf?")[0] == golf.content
    assert search(world, real, "ERR-4021")[0] == code.words
    assert foreign.content not in search(world, real, "red Golf", limit=100)
    assert search(world, real, "tea", types=("memory",), where=compile_filter({"kind": {"eq": "preference"}})) == [tea.content]
    assert search(world, real, "x" * 4_000, limit=100)
    assert search(world, real, " ".join(f"word{n}" for n in range(700)), limit=100)
    for moment in ({"as_of": "2020-01-01T00:00:00.000Z"}, {"known_at": "2020-01-01T00:00:00.000Z"}):
        assert search(world, real, "Golf", **moment) == []
    world.embedder.down = True  # words alone, in any script
    assert search(world, real, "丰田汽车", degraded=("embedder",)) == [car.words]
    world.embedder.down = False
    assert golf.content in search(world, real, "Golf", as_of=world.clock.now(), known_at=world.clock.now(), include_superseded=True)


def test_letter_by_letter(real: RealIndex) -> None:
    world = World(tenant="engine-3")
    keys = ("ERR-4021", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "/etc/nginx/nginx.conf", "v2.3.1")
    near = [world.turn(f"what was {key[:-1]}7 about, what was it about, case {n}") for key in keys for n in range(30)]
    holds = [world.turn(f"and then the console said {key} again") for key in keys]
    quoted = world.turn("look under the blue pot for it")
    world.store(*near, *holds, quoted)
    put(real, *near, *holds, quoted)
    for key, turn in zip(keys, holds, strict=True):
        assert search(world, real, f"what was {key} about")[0] == turn.words
    assert search(world, real, 'what is "under the blue pot"')[0] == quoted.words


def test_a_stale_and_a_foreign_document(real: RealIndex) -> None:
    world = World(tenant="engine-2")
    kept, gone, foreign = world.head("Anna owns a boat"), world.head("Anna owns a yacht boat"), world.head("Ben owns a boat", scope=BEN)
    world.store(kept, gone.model_copy(update={"deleted_at": world.clock.now()}))
    world.store(foreign, scope=BEN)
    put(real, kept, gone)
    (body,) = (c for c in lineage_changes(foreign, [], world.clock.now()) if isinstance(c, Document))
    claims = {**body.body, "sid": world.key(ANNA).sid}
    real.index.apply([Document("recall", body.id, body.routing, 5, claims)])

    assert search(world, real, "owns a boat", limit=100) == [kept.content]


@pytest.fixture(scope="module")
def records(real: RealIndex) -> list[Head | Chunk]:
    """Whatever the filters may ask for, in every mixture."""
    any_of = random.Random(7).choice
    words = ("acme", "acme-corp", "a*", "a?b", "a\\b", "a#b", 'a"b', "a b", "é", "🦊", "a=b", "*", "x")
    times = [f"2026-{month:02d}-01T00:00:00.000Z" for month in range(1, 13)]
    shares = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)

    def source() -> SourceRef:
        return SourceRef(type=any_of(("conversation", "direct")), id="src_x", session=any_of((None, *words)))

    heads = [
        memory(
            kind=any_of(("fact", "preference", "episode")), category=any_of((None, *words)), attribute=any_of((None, *words)),
            entities=tuple(any_of(words) for _ in range(any_of((0, 1, 3)))), confidence=any_of(shares), salience=any_of(shares),
            sensitivity=any_of(range(1, 6)), trust=any_of(range(1, 6)), event_at=any_of((None, *times)), true_from=any_of(times),
            namespace=any_of((None, "acme", "acme-corp", "acme/app", "a/é", "app/acme")),
            metadata={any_of(("a", "ab", "colour", "é")): any_of((*words, "")) for _ in range(any_of((0, 1, 2)))},
            sources=tuple(source() for _ in range(any_of((0, 1, 2)))),
        )
        for _ in range(120)
    ]  # fmt: skip
    made = [*heads, *(WORLD.turn("hello", at=any_of(times), session_id=any_of((None, *words))) for _ in range(30))]
    put(real, *made)
    return made


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(where=FILTERS)
def test_filters(real: RealIndex, records: list[Head | Chunk], where: dict[str, Any]) -> None:
    compiled = compile_filter(where)
    assert compiled is not None
    mine = {"terms": {"sid": [records[0].sid]}}
    body = {"query": {"bool": {"filter": [mine, compiled.clause()]}}, "size": 200, "_source": ["type"]}
    (hits,) = real.index.search([Search("recall", records[0].tid, body)], timeout_ms=5_000)
    found = {Ref.of_hit(hit) for hit in hits}
    assert found == {Ref.of(record) for record in records if compiled.matches(facets(record))}
