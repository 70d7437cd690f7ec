"""A tenant's stores, opened with a role session that is tagged with the tenant: IAM refuses what is another's."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from mnemon.adapters.aws import Aws, Credentials, unavailable
from mnemon.adapters.dynamodb import DynamoRecords
from mnemon.adapters.s3 import S3Objects
from mnemon.adapters.vault import KmsVault
from mnemon.ports.tenancy import TenantStores
from mnemon.settings import TenantSettings

SESSION_SECONDS = 3600
"""What a role that assumes another may ask for at most."""
RENEW_BEFORE_SECONDS = 300.0
MAX_TENANTS = 200


@dataclass(frozen=True, slots=True)
class _Opened:
    stores: TenantStores
    expires_at: float


class AwsTenancy:
    """`ports.tenancy.Tenancy`. Sessions are kept per tenant until shortly before they expire; safe between threads."""

    def __init__(
        self,
        aws: Aws,
        *,
        role: str,
        table: str,
        keys_table: str,
        raw_bucket: str,
        content_key: str,
        drop_bucket: str | None = None,
        seconds: Callable[[], float] = time.time,
    ) -> None:
        self._aws = aws
        self._role = role
        self._table, self._keys_table, self._content_key = table, keys_table, content_key
        self._raw_bucket, self._drop_bucket = raw_bucket, drop_bucket
        self._seconds = seconds
        self._opened: OrderedDict[str, _Opened] = OrderedDict()
        self._lock = threading.Lock()

    @classmethod
    def of(cls, aws: Aws, settings: TenantSettings, *, drop_bucket: str | None = None) -> Self:
        return cls(
            aws,
            role=settings.tenant_role,
            table=settings.table,
            keys_table=settings.keys_table,
            raw_bucket=settings.raw_bucket,
            content_key=settings.content_key,
            drop_bucket=drop_bucket,
        )

    def stores(self, tid: str) -> TenantStores:
        with self._lock:
            known = self._opened.get(tid)
            if known is None or known.expires_at - self._seconds() < RENEW_BEFORE_SECONDS:
                known = self._open(tid)
                self._opened[tid] = known
            self._opened.move_to_end(tid)
            while len(self._opened) > MAX_TENANTS:
                self._opened.popitem(last=False)
            return known.stores

    def _open(self, tid: str) -> _Opened:
        credentials = self._assume(tid)
        dynamodb, kms, s3 = (self._aws.client_as(service, credentials) for service in ("dynamodb", "kms", "s3"))
        stores = TenantStores(
            tid=tid,
            records=DynamoRecords(dynamodb, self._table),
            vault=KmsVault(dynamodb, kms, table=self._keys_table, key_id=self._content_key),
            raw=S3Objects(s3, self._raw_bucket),
            drop=S3Objects(s3, self._drop_bucket) if self._drop_bucket else None,
        )
        return _Opened(stores, credentials.expires_at)

    def _assume(self, tid: str) -> Credentials:
        with unavailable("tenant session"):
            answer = self._aws.client("sts").assume_role(
                RoleArn=self._role,
                RoleSessionName=f"mnemon-{tid}",
                DurationSeconds=SESSION_SECONDS,
                Tags=[{"Key": "tid", "Value": tid}],
            )
        given = answer["Credentials"]
        return Credentials(given["AccessKeyId"], given["SecretAccessKey"], given["SessionToken"], given["Expiration"].timestamp())
