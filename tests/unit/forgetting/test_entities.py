"""The graph forgets with what it rested on: relations, names, and entities of which nothing speaks any more."""

from __future__ import annotations

import pytest

from mnemon.forgetting.expire import ExpireMemories
from mnemon.forgetting.request import ErasureRequest
from mnemon.model import keys
from mnemon.model.entities import Entity, Relates
from mnemon.model.ids import PublicId
from mnemon.model.records import Erasure
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.holdings import name_of
from mnemon.writing.direct import FactResult, WriteFacts
from mnemon.writing.requests import IncomingFact
from tests.support.held import Held, World

QUICK = Attempts(pause=lambda _: None, limit=3)


class Product:
    def __init__(self) -> None:
        self.world = World()
        self.held: Held = self.world.scope()

    def write(self, *facts: str) -> list[FactResult]:
        """One request: one source."""
        self.world.clock.advance(minutes=1)
        write = WriteFacts(self.world.tenancy, self.world.embedder, self.world.clock, self.world.ids, attempts=QUICK)
        results = write(self.held.writer, [IncomingFact(content=fact) for fact in facts])
        self.world.serve()
        return results

    def source_of(self, result: FactResult) -> str:
        head = self.held.head(PublicId.parse(result.id or "").ulid)
        assert head is not None
        return head.sources[-1].id

    def erase(self, target: str, **what: str) -> Erasure:
        era = self.world.run(self.world.request(ErasureRequest(target, self.held.key.sid, **what)))  # type: ignore[arg-type]
        assert era.status == "succeeded"
        return era

    def rows(self, prefix: str) -> list[str]:
        return [row.key.sk for row in self.held.stores.records.walk(self.held.key.partition, prefix)]

    @property
    def names(self) -> dict[str, set[str]]:
        box = self.held.view().box
        rows = self.held.stores.records.walk(self.held.key.partition, "ENT#")
        return {entity.name: set(entity.aliases) for entity in (Entity.from_row(row, box) for row in rows)}

    @property
    def relations(self) -> set[tuple[str, str, str]]:
        box = self.held.view().box
        entities = [Entity.from_row(row, box) for row in self.held.stores.records.walk(self.held.key.partition, "ENT#")]
        named = {entity.id: entity.name for entity in entities}
        rows = self.held.stores.records.walk(self.held.key.partition, "EDGE#ent_")
        links = [Relates.from_row(row, box) for row in rows if "#~" not in row.key.sk]
        return {(named[link.start], link.kind, named[link.end]) for link in links}


@pytest.fixture
def product() -> Product:
    return Product()


def test_a_source_takes_its_names_and_relations_with_it(product: Product) -> None:
    (doomed,) = product.write("My sister Jana works at Globex.")
    product.write("Jana lives in Bergen.")
    era = product.erase("source", source_id=product.source_of(doomed))
    assert product.names == {"Jana": {"Jana"}, "Bergen": {"Bergen"}}
    assert product.relations == {("Jana", "lives_in", "Bergen")}
    assert era.counts["entities"] == 2
    assert product.world.contains("Globex") == []
    assert product.world.contains("sister") == []
    assert len(product.rows("KEY#alias")) == 2


def test_a_dry_run_counts_the_same(product: Product) -> None:
    (doomed,) = product.write("My sister Jana works at Globex.")
    product.write("Jana lives in Bergen.")
    source = product.source_of(doomed)
    dry = product.world.run(product.world.request(ErasureRequest("source", product.held.key.sid, source_id=source, dry_run=True)))
    done = product.erase("source", source_id=source).counts
    assert dry.counts == {name: count for name, count in done.items() if name != "raw_objects"}


def test_a_memory_takes_what_rested_on_it_alone(product: Product) -> None:
    (owner,) = product.write("Jana owns the billing service.")
    product.write("Jana works at Globex.", "Tom works at Globex.")
    product.erase("memory", memory_id=owner.id or "")
    assert set(product.names) == {"Jana", "Globex", "Tom"}
    assert product.relations == {("Jana", "works_at", "Globex"), ("Tom", "works_at", "Globex")}
    assert not [sk for sk in product.rows("EDGE#") if (owner.id or "") in sk]


def test_a_relation_that_two_memories_tell_outlives_one(product: Product) -> None:
    (one,) = product.write("My sister Jana works at Globex.")
    product.write("My sister Jana likes tea.")
    product.erase("memory", memory_id=one.id or "")
    assert ("Jana", "sister_of", "user") in product.relations
    assert product.names["Jana"] == {"Jana", "user's sister"}


def test_the_version_that_goes_takes_its_employer(product: Product) -> None:
    (old,) = product.write("Maya works at Globex.")
    source = product.source_of(old)
    product.write("Maya works at Initech.")
    assert product.relations == {("Maya", "works_at", "Globex"), ("Maya", "works_at", "Initech")}
    product.erase("source", source_id=source)
    assert product.relations == {("Maya", "works_at", "Initech")}
    assert set(product.names) == {"Maya", "Initech"}
    assert product.world.contains("Globex") == []


def test_a_full_name_that_is_forgotten_leaves_the_first_name(product: Product) -> None:
    product.write("Jana works at Globex.")
    (full,) = product.write("Jana Novak lives in Bergen.")
    assert product.names["Jana Novak"] == {"Jana", "Jana Novak"}
    product.erase("memory", memory_id=full.id or "")
    assert product.names["Jana"] == {"Jana"}
    assert product.world.contains("Novak") == []


def test_what_has_expired_is_swept_out_of_the_graph(product: Product) -> None:
    (gone,) = product.write("My sister Jana works at Globex.")
    product.write("Jana lives in Bergen.")
    ulid = PublicId.parse(gone.id or "").ulid
    product.held.stores.records.delete_all([keys.head(product.held.key, ulid)])
    expire = ExpireMemories(product.world.tenancy)
    assert expire(product.held.key, [ulid]) == [ulid]
    assert expire(product.held.key, [ulid]) == [ulid]
    assert product.names == {"Jana": {"Jana"}, "Bergen": {"Bergen"}}
    assert product.relations == {("Jana", "lives_in", "Bergen")}


def test_a_whole_scope_leaves_nothing_and_the_receipt_counts_it(product: Product) -> None:
    product.write("My sister Jana works at Globex.", "Jana lives in Bergen.")
    held = [name_of(row.key) for row in product.held.stores.records.walk(product.held.key.partition)]
    era = product.erase("user")
    for name in ("entities", "edges", "fact_keys"):
        assert era.counts[name] == held.count(name) > 0
    assert product.rows("") == ["NOW~"]


def test_an_erasure_that_stops_midway_is_finished_by_its_repetition(product: Product) -> None:
    (doomed,) = product.write("My sister Jana works at Globex.")
    product.write("Jana lives in Bergen.")
    records = product.world.tenancy.records
    request = ErasureRequest("source", product.held.key.sid, source_id=product.source_of(doomed))
    snapshot = records.snapshot()
    for stop in range(1, 60):
        records.restore(snapshot)
        left = [stop]

        def fail(_: object, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] == 0:
                raise TimeoutError

        era = product.world.request(request)
        records.before_write = fail
        try:
            product.world.run(era)
        except TimeoutError:
            records.before_write = None
            product.world.run(era)
        records.before_write = None
        assert product.names == {"Jana": {"Jana"}, "Bergen": {"Bergen"}}
        assert product.relations == {("Jana", "lives_in", "Bergen")}
        if left[0] > 0:
            return
