"""The secrets of scopes: in a table of their own, wrapped by KMS with (tid, sid) as context."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from mnemon.adapters.attributes import binary
from mnemon.adapters.aws import error_code, unavailable
from mnemon.adapters.codec import SECRET_BYTES, Codec
from mnemon.model.rows import Box, Key, Unreadable
from mnemon.model.scopes import ScopeKey

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_kms import KMSClient

SECRET = "SECRET"
WRAPPED = "wrapped"
MAX_AGE_SECONDS = 120.0
MAX_BOXES = 1_000


@dataclass(frozen=True, slots=True)
class _Cached:
    epoch: int
    box: ScopeBox
    made_at: float


class KmsVault:
    """`ports.vault.Vault`, with the credentials of the clients it is given: one tenant's, or the indexer's."""

    def __init__(
        self,
        dynamodb: DynamoDBClient,
        kms: KMSClient,
        *,
        table: str,
        key_id: str,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._dynamodb: Any = dynamodb
        self._kms: Any = kms
        self._table = table
        self._key_id = key_id
        self._seconds = seconds
        self._lock = threading.Lock()
        self._boxes: OrderedDict[ScopeKey, _Cached] = OrderedDict()

    def open(self, scope: ScopeKey, epoch: int) -> Box:
        """Asks nobody yet: the secret is unwrapped at the box's first use, so a scope that holds nothing costs nothing."""
        with self._lock:
            cached = self._boxes.get(scope)
            if cached and cached.epoch == epoch and self._seconds() - cached.made_at < MAX_AGE_SECONDS:
                self._boxes.move_to_end(scope)
                return cached.box
            box = ScopeBox(self, scope)
            if cached is None or cached.epoch <= epoch:
                self._keep(scope, epoch, box)
            return box

    def create(self, scope: ScopeKey, epoch: int) -> Box:
        wrapped = self.wrapped(scope)
        codec = self.unwrapped(scope, wrapped) if wrapped else None
        if wrapped is None or codec is None:
            wrapped, codec = self._made(scope)
        box = ScopeBox(self, scope, (wrapped, codec))
        with self._lock:
            self._keep(scope, epoch, box)
        return box

    def destroy(self, scope: ScopeKey) -> bool:
        with unavailable("keys delete"):
            answer = self._dynamodb.delete_item(TableName=self._table, Key=_item(scope), ReturnValues="ALL_OLD")
        with self._lock:
            self._boxes.pop(scope, None)
        return bool(answer.get("Attributes"))

    def exists(self, scope: ScopeKey) -> bool:
        return self.wrapped(scope) is not None

    def wrapped(self, scope: ScopeKey) -> bytes | None:
        """The secret as it is stored; None when there is none."""
        with unavailable("keys get"):
            answer = self._dynamodb.get_item(TableName=self._table, Key=_item(scope), ConsistentRead=True)
        return binary(answer["Item"][WRAPPED]["B"]) if "Item" in answer else None

    def unwrapped(self, scope: ScopeKey, wrapped: bytes) -> Codec:
        with unavailable("kms decrypt"):
            answer = self._kms.decrypt(KeyId=self._key_id, CiphertextBlob=wrapped, EncryptionContext=_context(scope))
        return Codec(answer["Plaintext"])

    def _made(self, scope: ScopeKey) -> tuple[bytes, Codec]:
        """A new secret; when another writer was first, the other's."""
        with unavailable("kms data key"):
            made = self._kms.generate_data_key(KeyId=self._key_id, NumberOfBytes=SECRET_BYTES, EncryptionContext=_context(scope))
        item = {**_item(scope), WRAPPED: {"B": made["CiphertextBlob"]}}
        try:
            with unavailable("keys put"):
                self._dynamodb.put_item(TableName=self._table, Item=item, ConditionExpression="attribute_not_exists(PK)")
        except ClientError as error:
            if error_code(error) != "ConditionalCheckFailedException":
                raise
            winner = self.wrapped(scope)
            if winner is None:
                raise Unreadable("the scope's secret was destroyed as it was made") from error
            return winner, self.unwrapped(scope, winner)
        return made["CiphertextBlob"], Codec(made["Plaintext"])

    def _keep(self, scope: ScopeKey, epoch: int, box: ScopeBox) -> None:
        self._boxes[scope] = _Cached(epoch, box, self._seconds())
        self._boxes.move_to_end(scope)
        while len(self._boxes) > MAX_BOXES:
            self._boxes.popitem(last=False)


class ScopeBox:
    """A scope's box whose secret is fetched at its first use.

    A payload that does not open makes it look once whether the secret is another by now: between the raised epoch of an erasure and
    the end of the secret a container may have cached the old one under the new epoch.
    """

    def __init__(self, vault: KmsVault, scope: ScopeKey, loaded: tuple[bytes, Codec] | None = None) -> None:
        self._vault = vault
        self._scope = scope
        self._loaded = loaded
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"ScopeBox({self._scope.sid})"

    def seal(self, key: Key, plain: bytes) -> bytes:
        return self._codec().seal(key, plain)

    def open(self, key: Key, sealed: bytes) -> bytes:
        codec = self._codec()
        try:
            return codec.open(key, sealed)
        except Unreadable:
            renewed = self._renewed()
            if renewed is codec:
                raise
            return renewed.open(key, sealed)

    def digest(self, purpose: str, text: str) -> str:
        return self._codec().digest(purpose, text)

    def _codec(self) -> Codec:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load(None)
            return self._loaded[1]

    def _renewed(self) -> Codec:
        with self._lock:
            self._loaded = self._load(self._loaded)
            return self._loaded[1]

    def _load(self, known: tuple[bytes, Codec] | None) -> tuple[bytes, Codec]:
        wrapped = self._vault.wrapped(self._scope)
        if wrapped is None:
            raise Unreadable("the scope has no secret")
        if known and known[0] == wrapped:
            return known
        return wrapped, self._vault.unwrapped(self._scope, wrapped)


def _item(scope: ScopeKey) -> dict[str, dict[str, str]]:
    return {"PK": {"S": scope.partition}, "SK": {"S": SECRET}}


def _context(scope: ScopeKey) -> dict[str, str]:
    return {"tid": scope.tid, "sid": scope.sid}
