"""What the table says now of the items that signals name, as changes of the index."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from mnemon.model import keys
from mnemon.model.instants import Instant
from mnemon.model.memory import Head, Version
from mnemon.model.rows import Box, Key, Row, Stored, Unreadable
from mnemon.model.scopes import ScopeKey
from mnemon.model.sources import Chunk
from mnemon.ports.index import Removal
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.document_ids import chunk_id, document_id

from .documents import Change, chunk_document, lineage_changes, removals

_S = TypeVar("_S", bound=Stored)


def subject_of(target: Key) -> Key | None:
    """The item that is read for a target: a version is read with its whole lineage. None: nothing that has a document."""
    match target.sk.split("#"):
        case ["MEM" | "VER", ulid, *_]:
            return Key(target.pk, f"{keys.HEAD}{ulid}")
        case ["SRC", _, "CHUNK", _]:
            return target
        case _:
            return None


def is_memory(target: Key) -> bool:
    """A head or an older version, and no turn or chunk."""
    return target.sk.startswith((keys.HEAD, "VER#"))


@dataclass(frozen=True, slots=True)
class Current:
    """`changes` by subject; `unfit` are items that are there, and sealed rightly, and yet are no records of ours."""

    states: Mapping[ScopeKey, Row | None]
    changes: Mapping[Key, Sequence[Change]]
    absent: frozenset[Key]
    unfit: frozenset[Key]


def states(stores: TenantStores, scopes: Collection[ScopeKey]) -> dict[ScopeKey, Row | None]:
    rows = stores.records.get([keys.state(scope) for scope in scopes])
    return {scope: rows.get(keys.state(scope)) for scope in scopes}


def current(stores: TenantStores, targets: Collection[Key], now: Instant) -> Current:
    """Reads strongly consistently. An item that is absent, or sealed with a secret that is gone, is removed for good.

    Raises Unavailable.
    """
    return _Reading(stores, now).of(targets)


class _Reading:
    def __init__(self, stores: TenantStores, now: Instant) -> None:
        self._stores = stores
        self._now = now
        self._boxes: dict[ScopeKey, Box] = {}
        self._unfit: set[Key] = set()

    def of(self, targets: Collection[Key]) -> Current:
        named = {target: subject for target in targets if (subject := subject_of(target)) is not None}
        subjects = list(dict.fromkeys(named.values()))
        scopes = list(dict.fromkeys(map(keys.scope_of, subjects)))
        # The state first: an erasure that begins after it is told by comparing it with the state later.
        rows = self._stores.records.get([*map(keys.state, scopes), *subjects])
        found = {scope: rows.get(keys.state(scope)) for scope in scopes}
        self._boxes = {scope: self._stores.vault.open(scope, _epoch(row)) for scope, row in found.items()}
        heads = {key for key in subjects if key.sk.startswith(keys.HEAD)}
        changes: dict[Key, list[Change]] = {
            **{key: self._lineage(key, rows.get(key)) for key in subjects if key in heads},
            **self._chunks([key for key in subjects if key not in heads], rows),
        }
        for target, subject in named.items():
            # A version that was removed, whatever became of its head.
            if target != subject and not self._mentions(changes[subject], target):
                changes[subject] += _gone(target)
        absent = frozenset(key for key in subjects if key not in rows)
        return Current(found, {key: made for key, made in changes.items() if key not in self._unfit}, absent, frozenset(self._unfit))

    def _lineage(self, key: Key, row: Row | None) -> list[Change]:
        head = self._opened(Head, row)
        ulid = Head.identity(key)["ulid"]
        alone = head is not None and head.last_version <= 1
        rows = [] if alone else list(self._stores.records.walk(key.pk, keys.version_prefix(ulid)))
        if head is None:
            return [change for each in (key, *(row.key for row in rows)) for change in _gone(each)]
        versions = {row.key: self._opened(Version, row) for row in rows}
        gone = [change for each, version in versions.items() if version is None for change in _gone(each)]
        return [*lineage_changes(head, [v for v in versions.values() if v is not None], self._now), *gone]

    def _chunks(self, wanted: Sequence[Key], rows: Mapping[Key, Row]) -> dict[Key, list[Change]]:
        chunks = {key: self._opened(Chunk, rows.get(key)) for key in wanted}
        around = {Key(key.pk, sk) for key, chunk in chunks.items() if chunk for sk in (*chunk.before, *chunk.after)}
        more = self._stores.records.get(sorted(around - set(rows))) if around - set(rows) else {}
        found = {key: self._opened(Chunk, rows.get(key) or more.get(key), blame=False) for key in around}
        near = {key: None if chunk is None or chunk.quarantined else chunk for key, chunk in found.items()}

        def neighbours(pk: str, names: Iterable[str]) -> list[Chunk]:
            return [found for sk in names if (found := near[Key(pk, sk)]) is not None]

        return {
            key: _gone(key)
            if chunk is None
            else [_withheld(chunk)]
            if chunk.quarantined
            else [chunk_document(chunk, neighbours(key.pk, chunk.before), neighbours(key.pk, chunk.after))]
            for key, chunk in chunks.items()
        }

    def _opened(self, model: type[_S], row: Row | None, *, blame: bool = True) -> _S | None:
        """None for what is absent or sealed with a secret that is gone, and for what is no record of ours."""
        if row is None:
            return None
        try:
            return model.from_row(row, self._boxes[keys.scope_of(row.key)])
        except Unreadable:
            return None
        except ValueError:
            if blame:
                self._unfit.add(row.key)
            return None

    @staticmethod
    def _mentions(changes: Sequence[Change], target: Key) -> bool:
        return any(change.id == document_id(target) for change in changes)


def _withheld(chunk: Chunk) -> Change:
    """Out of the index until a person has let it in, which raises its `rev`."""
    return Removal("recall", chunk_id(chunk.scope_key, chunk.source, chunk.number), chunk.tid, chunk.rev)


def _gone(key: Key) -> list[Change]:
    id = document_id(key)
    return removals(keys.scope_of(key), id) if id else []


def _epoch(row: Row | None) -> int:
    return int(str(row.plain["epoch"])) if row else 0
