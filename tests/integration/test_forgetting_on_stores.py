"""Forgetting over the adapters: DynamoDB, S3 and KMS in this process, and a real engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import boto3
import pytest

from mnemon.adapters.dynamodb import DynamoRecords
from mnemon.adapters.s3 import S3Objects
from mnemon.adapters.vault import KmsVault
from mnemon.forgetting.expire import ExpireMemories
from mnemon.forgetting.request import ErasureRequest
from mnemon.maintenance.access import Recalled, RecordAccess
from mnemon.maintenance.index_items import Signal
from mnemon.model import keys
from mnemon.model.rows import Key, Row
from mnemon.ports.index import Document
from mnemon.ports.tenancy import TenantStores
from tests.support.aws import KEYS_TABLE, TABLE, make_bucket, make_content_key, make_tables
from tests.support.engine import RealEngine, RealIndex, fresh_index
from tests.support.held import TID, World

pytestmark = pytest.mark.engine
CANARY = "zanzibar"


class Table(DynamoRecords):
    """With a look at everything, as `World` wants it."""

    def all_rows(self) -> list[Row]:
        items = boto3.client("dynamodb").scan(TableName=TABLE, ConsistentRead=True)["Items"]
        return sorted((Row(Key(item["PK"]["S"], item["SK"]["S"]), {}) for item in items), key=lambda row: row.key)

    def partition(self, pk: str) -> list[Row]:
        return [row for row in self.all_rows() if row.key.pk == pk]


class Tenancy:
    def __init__(self) -> None:
        dynamodb, s3 = boto3.client("dynamodb"), boto3.client("s3")
        self.records = Table(dynamodb, TABLE)
        self.vault = KmsVault(dynamodb, boto3.client("kms"), table=KEYS_TABLE, key_id=make_content_key())
        self.raw, self.drop = S3Objects(s3, "raw"), S3Objects(s3, "drop")

    def stores(self, tid: str) -> TenantStores:
        return TenantStores(tid, self.records, self.vault, self.raw, self.drop)


@pytest.fixture
def real(opensearch: RealEngine) -> Iterator[RealIndex]:
    with fresh_index(opensearch.url, 64) as real:
        yield real


@pytest.fixture
def world(aws: None, real: RealIndex) -> World:  # noqa: ARG001
    make_tables()
    make_bucket()
    make_bucket(name="drop")
    return World(tenancy=Tenancy(), index=real.index)  # type: ignore[arg-type]


def documents(real: RealIndex, text: str | None = None) -> dict[str, dict[str, Any]]:
    """By id, of both indices; those whose words hold `text`."""
    real.refresh()
    query = {"match": {"ctx": text}} if text else {"match_all": {}}
    answer = real.engine.request("POST", f"/{real.base},{real.base}-past/_search", {"query": query, "size": 100, "version": True})
    return {hit["_id"]: hit["_source"] for hit in answer["hits"]["hits"]}


def objects() -> Sequence[str]:
    return [version["Key"] for version in boto3.client("s3").list_object_versions(Bucket="raw").get("Versions", [])]


def test_a_person_is_forgotten_everywhere_and_begins_anew(world: World, real: RealIndex) -> None:
    ada, bob = world.scope(), world.scope("bob")
    for held in (bob, ada):
        source = held.source([f"I fly to {CANARY} in May", "And back in June"])
        memory = held.memory(f"User flies to {CANARY}", [source], attribute="trip", metadata={"k": "v"}, entities=("x",))
        held.update(memory.ulid, f"User flew to {CANARY}", [source])
    records = [Signal("marked", key) for key in world.markers()]
    world.serve()
    assert world.markers() == []
    assert len(documents(real, CANARY)) == 2 * 4
    RecordAccess(world.tenancy)([Recalled(ada.key, (memory.ulid,), world.clock.now())])
    era = world.run(world.request(ErasureRequest("user", ada.key.sid, scope=ada.scope)))
    assert era.status == "succeeded"
    assert era.counts["memories"] == 1
    assert ada.sort_keys() == ["NOW~"]
    assert {id[:26] for id in documents(real, CANARY)} == {bob.key.sid}
    assert not [key for key in objects() if ada.key.sid in key]
    assert world.index_items(records) == []
    assert {id[:26] for id in documents(real)} == {bob.key.sid}
    late = [Document("recall", f"{ada.key.sid}{memory.ulid}", TID, 10**6, {"tid": TID, "sid": ada.key.sid})]
    world.index.apply(late)
    assert {id[:26] for id in documents(real)} == {bob.key.sid}
    ada.memory("User likes tea")
    world.serve()
    assert len([id for id in documents(real) if id.startswith(ada.key.sid)]) == 1


def test_a_source_is_forgotten_and_its_neighbours_with_other_words_around_them_stay(world: World, real: RealIndex) -> None:
    held = world.scope()
    one, two, three = (held.source([words]) for words in ("before it", f"{CANARY} it is", "after it"))
    held.memory(f"User knows {CANARY}", [two])
    both = held.memory("User knows it", [one, two])
    world.serve()
    assert len(documents(real, CANARY)) == 4  # the memory, the turn, and both its neighbours
    era = world.run(world.request(ErasureRequest("source", held.key.sid, source_id=two.id)))
    assert era.status == "succeeded"
    assert era.counts == {"sources": 1, "chunks": 1, "turns": 1, "memories": 1, "memories_kept": 1, "raw_objects": 1}
    assert documents(real, CANARY) == {}
    assert len(documents(real)) == 3
    assert [ref.id for ref in held.head(both.ulid).sources] == [one.id]  # type: ignore[union-attr]
    assert sorted(objects()) == sorted([one.object, three.object])


def test_deleted_restored_and_expired(world: World, real: RealIndex) -> None:
    from mnemon.forgetting.soft_delete import DeleteMemory, RestoreMemory

    held = world.scope()
    memory = held.memory("User likes tea", attribute="drink")
    held.update(memory.ulid, "User likes coffee")
    world.serve()
    assert len(documents(real)) == 2
    DeleteMemory(world.tenancy, world.clock, world.ids)(held.writer, memory.id)
    world.serve()
    assert documents(real) == {}
    RestoreMemory(world.tenancy, world.clock, world.ids)(held.writer, memory.id)
    world.serve()
    assert len(documents(real)) == 2
    world.tenancy.records.delete_all([memory.key()])
    assert world.index_items([Signal("removed", memory.key(), "1")]) == []
    assert documents(real) == {}
    (message,) = (sent for sent in world.queues.of("expire") if "ulid" in sent)
    assert ExpireMemories(world.tenancy)(held.key, [str(message["ulid"])]) == [memory.ulid]
    assert [sk for sk in held.sort_keys() if memory.ulid in sk or sk.startswith("KEY#")] == []
    assert keys.STATE in held.sort_keys()
