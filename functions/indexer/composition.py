"""Joins the indexer to AWS: one narrow role over all tenants, which reads items and may delete markers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

from mnemon.adapters.aws import Aws
from mnemon.adapters.dynamodb import DynamoRecords
from mnemon.adapters.engine import Engine
from mnemon.adapters.opensearch import OpenSearchIndex
from mnemon.adapters.sqs import SqsQueues
from mnemon.adapters.system import SystemClock
from mnemon.adapters.vault import KmsVault
from mnemon.maintenance.index_items import IndexItems
from mnemon.model.instants import Instant
from mnemon.ports.objects import Objects, Upload
from mnemon.ports.tenancy import TenantStores
from mnemon.settings import Settings


class IndexerSettings(Settings):
    table: str
    keys_table: str
    content_key: str
    opensearch_url: str
    opensearch_auth: Literal["none", "iam"] = "none"
    expire_queue: str
    unindexable_queue: str


class NoObjects(Objects):
    """The indexer reaches no bucket."""

    def put(self, key: str, data: bytes, *, media_type: str = "application/octet-stream") -> None:
        raise NotImplementedError

    def get(self, key: str) -> bytes:
        raise NotImplementedError

    def delete(self, key: str) -> None:
        raise NotImplementedError

    def upload(self, key: str, *, media_type: str, size: int, now: Instant) -> Upload:
        raise NotImplementedError

    def versions(self, prefix: str) -> Iterator[tuple[str, str]]:
        raise NotImplementedError

    def purge(self, prefix: str) -> int:
        raise NotImplementedError


class IndexerTenancy:
    """`ports.tenancy.Tenancy` without a session per tenant: a batch of the stream holds records of many."""

    def __init__(self, aws: Aws, settings: IndexerSettings) -> None:
        dynamodb, kms = aws.client("dynamodb"), aws.client("kms")
        self._records = DynamoRecords(dynamodb, settings.table)
        self._vault = KmsVault(dynamodb, kms, table=settings.keys_table, key_id=settings.content_key)
        self._raw = NoObjects()

    def stores(self, tid: str) -> TenantStores:
        return TenantStores(tid, self._records, self._vault, self._raw)


@cache
def index_items() -> IndexItems:
    settings, aws = IndexerSettings.load(), Aws()
    engine = Engine(settings.opensearch_url, auth=settings.opensearch_auth, signing=aws.signing)
    queues = SqsQueues(aws.client("sqs"), {"expire": settings.expire_queue, "unindexable": settings.unindexable_queue})
    return IndexItems(IndexerTenancy(aws, settings), OpenSearchIndex(engine), queues, SystemClock())
