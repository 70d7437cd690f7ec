"""The record of one erasure, and what it is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from mnemon.model import keys
from mnemon.model.records import Erasure, ErasurePart
from mnemon.model.rows import Box, Key, Row, Stored
from mnemon.model.scopes import ScopeKey
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.index import SearchIndex
from mnemon.ports.records import Put, When
from mnemon.ports.tenancy import TenantStores

WHOLE = ("user", "tenant")
"""Targets that take scopes as a whole, with their secrets."""


class NoSuchErasure(LookupError):
    """There is no erasure of that id."""


class NoBox(Box):
    """For items that hold nothing sealed."""

    def seal(self, key: Key, plain: bytes) -> bytes:
        raise NotImplementedError

    def open(self, key: Key, sealed: bytes) -> bytes:
        raise NotImplementedError

    def digest(self, purpose: str, text: str) -> str:
        raise NotImplementedError


def plain(record: Stored) -> Row:
    return record.to_row(NoBox())


def load(stores: TenantStores, ulid: str) -> Erasure:
    """Raises NoSuchErasure, Unavailable."""
    key = keys.erasure(stores.tid, ulid)
    row = stores.records.get([key]).get(key)
    if row is None:
        raise NoSuchErasure(ulid)
    return Erasure.from_row(row, NoBox())


@dataclass(frozen=True, slots=True)
class Work:
    """An erasure under way, with everything that it may touch."""

    era: Erasure
    stores: TenantStores
    index: SearchIndex
    clock: Clock
    ids: Ids

    @property
    def is_whole(self) -> bool:
        return self.era.target in WHOLE

    def scopes(self) -> list[ScopeKey]:
        """The one scope; of a tenant's, those that are known and not yet gone."""
        tid = self.era.tid
        if self.era.target != "tenant":
            return [ScopeKey(tid=tid, sid=self.era.sid)]
        rows = self.stores.records.walk(keys.tenant_partition(tid), "SCOPE#")
        return [ScopeKey(tid=tid, sid=row.key.sk.removeprefix("SCOPE#")) for row in rows]

    @property
    def scope(self) -> ScopeKey:
        return ScopeKey(tid=self.era.tid, sid=self.era.sid)

    def parts(self, kind: str) -> Iterator[ErasurePart]:
        """The records that an erasure smaller than a scope removes, as they were planned."""
        partition = keys.tenant_partition(self.era.tid)
        for row in self.stores.records.walk(partition, keys.erasure_parts(self.era.ulid, kind) + "#"):
            yield ErasurePart.from_row(row, NoBox())

    def part(self, kind: str, ulid: str, last: int = 0) -> ErasurePart:
        fields: dict[str, Any] = {"tid": self.era.tid, "erasure": self.era.ulid, "kind": kind, "ulid": ulid, "last": last}
        return ErasurePart.model_validate(fields)

    def saved(self, **changes: Any) -> Work:
        """With the changes kept in the table. Raises Unavailable."""
        era = self.era.model_copy(update={**changes, "updated_at": self.clock.now()})
        self.stores.records.write(Put(plain(era), When(exists=True)))
        return replace(self, era=era)
