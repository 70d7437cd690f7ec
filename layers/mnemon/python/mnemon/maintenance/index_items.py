"""From the table's stream to the index. A stream record is a signal, not data: the index gets what the table says now."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from mnemon.model import keys
from mnemon.model.rows import Key, Row
from mnemon.model.scopes import ScopeKey
from mnemon.ports.flow import Clock, Queues
from mnemon.ports.index import Document, Removal, SearchIndex
from mnemon.ports.records import MAX_OPERATIONS, Conflict, Delete, Unavailable
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.batches import parts

from .current import Current, current, is_memory, states, subject_of
from .documents import Change
from .summary_requests import AskRewriting

BULK = 500
"""Documents in one `_bulk`: some megabytes."""
ROUNDS = 3
"""How often what an erasure overtook is read again before the stream has to bring it again."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Signal:
    """`marked`: a marker was put, `key` is the marker's. `removed`: a head was removed, `key` is the head's. `named`: `key` is to be
    looked at again. `id`: the stream record's."""

    kind: Literal["marked", "removed", "named"]
    key: Key
    id: str = ""

    @property
    def target(self) -> Key:
        return keys.marked(self.key) if self.kind == "marked" else self.key

    @property
    def tid(self) -> str:
        return keys.scope_of(self.key).tid


class IndexItems:
    """Works across tenants, one tenant's stores at a time, with a role that reads and may delete markers."""

    def __init__(self, tenancy: Tenancy, index: SearchIndex, queues: Queues, clock: Clock) -> None:
        self._tenancy = tenancy
        self._index = index
        self._queues = queues
        self._clock = clock
        self._ask_rewriting = AskRewriting(queues, clock)

    def __call__(self, signals: Sequence[Signal]) -> list[Signal]:
        """Those that a retry can mend; what can never be indexed goes to a queue by key and counts as done.

        Raises Unavailable when a store or the engine is down: the stream brings the batch again.
        """
        pending, late, written = list(signals), list[Signal](), list[Document]()
        for _ in range(ROUNDS):
            refused, pending, written = self._serve(pending, written)
            late += refused
            if not pending:
                return late
        raise Unavailable("a scope's epoch keeps changing")

    def _serve(self, signals: Sequence[Signal], before: Sequence[Document]) -> tuple[list[Signal], list[Signal], list[Document]]:
        """Signals that were refused for now, those that an erasure overtook, and the documents that these wrote: they have to be
        looked at again. `before`: the documents of the round before."""
        now = self._clock.now()
        read = {
            tid: current(self._tenancy.stores(tid), dict.fromkeys(signal.target for signal in group), now)
            for tid, group in _by_tenant(signals).items()
        }
        verdicts = self._apply(read.values(), before)
        overtaken = self._overtaken(read)
        again = [signal for signal in signals if keys.scope_of(signal.key) in overtaken]
        settled = [signal for signal in signals if keys.scope_of(signal.key) not in overtaken]
        refused = [signal for signal in settled if verdicts.get(subject_of(signal.target), "done") == "later"]
        self._settle([signal for signal in settled if signal not in refused], read, verdicts)
        written = [change for each in read.values() for change in _documents(each, overtaken)]
        return refused, again, written

    def _apply(self, read: Iterable[Current], before: Sequence[Document]) -> dict[Key | None, Literal["later", "never"]]:
        """The subjects that are not in the index as they should be."""
        changes: list[tuple[Key | None, Change]] = [
            (subject, change) for each in read for subject, made in each.changes.items() for change in made
        ]
        known = {change.id for _, change in changes}
        # Nothing names a version that is gone with its head, but this is who wrote it.
        changes += [(None, Removal(each.index, each.id, each.routing)) for each in before if each.id not in known]
        verdicts: dict[Key | None, Literal["later", "never"]] = {}
        for part in parts(changes, BULK):
            for (subject, _), outcome in zip(part, self._index.apply([change for _, change in part]), strict=True):
                if not outcome.ok and verdicts.get(subject) != "later":
                    verdicts[subject] = "later" if outcome.retriable else "never"
                    _log.warning("not indexed: %s", outcome.error, extra={"index": outcome.index, "retriable": outcome.retriable})
        return verdicts

    def _overtaken(self, read: Mapping[str, Current]) -> set[ScopeKey]:
        """Scopes in which an erasure began while their documents were written: these may have come after its last look."""
        overtaken: set[ScopeKey] = set()
        for tid, each in read.items():
            for scope, row in states(self._tenancy.stores(tid), each.states).items():
                if _epoch(row) != _epoch(each.states[scope]):
                    overtaken.add(scope)
        return overtaken

    def _settle(self, done: Sequence[Signal], read: Mapping[str, Current], verdicts: Mapping[Key | None, str]) -> None:
        hopeless = {key for each in read.values() for key in each.unfit}
        hopeless |= {key for key, verdict in verdicts.items() if key and verdict == "never"}
        for key in sorted(hopeless):
            scope = keys.scope_of(key)
            self._queues.send("unindexable", {"tid": scope.tid, "sid": scope.sid, "sk": key.sk})
        for signal in done:
            if signal.kind == "removed" and signal.key in read[signal.tid].absent:
                scope = keys.scope_of(signal.key)
                self._queues.send("expire", {"tid": scope.tid, "sid": scope.sid, "ulid": signal.key.sk.removeprefix(keys.HEAD)})
        self._ask_rewriting(keys.scope_of(signal.key) for signal in done if signal.kind == "marked" and is_memory(signal.target))
        for tid, group in _by_tenant([signal for signal in done if signal.kind == "marked"]).items():
            self._unmark(tid, list(dict.fromkeys(signal.key for signal in group)))

    def _unmark(self, tid: str, markers: Sequence[Key]) -> None:
        records = self._tenancy.stores(tid).records
        for part in parts(markers, MAX_OPERATIONS):
            try:
                records.write(*map(Delete, part))
            except Conflict as conflict:
                raise Unavailable("markers are held by another transaction") from conflict


def _documents(read: Current, scopes: Collection[ScopeKey]) -> list[Document]:
    return [
        change
        for subject, made in read.changes.items()
        if keys.scope_of(subject) in scopes
        for change in made
        if isinstance(change, Document)
    ]


def _by_tenant(signals: Iterable[Signal]) -> dict[str, list[Signal]]:
    groups: defaultdict[str, list[Signal]] = defaultdict(list)
    for signal in signals:
        groups[signal.tid].append(signal)
    return dict(groups)


def _epoch(row: Row | None) -> object:
    return row.plain.get("epoch") if row else None
