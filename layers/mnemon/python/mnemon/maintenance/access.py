"""How often a memory was recalled: counted off the request, in batches. Touches neither text nor vector nor `rev`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mnemon.model import keys
from mnemon.model.instants import Instant, parse
from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import MAX_OPERATIONS, Check, Conflict, Operation, Unavailable, Update, When
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.batches import parts

ATTEMPTS = 4


@dataclass(frozen=True, slots=True)
class Recalled:
    """Memories of one scope that one answer returned."""

    scope: ScopeKey
    memories: tuple[str, ...]
    at: Instant

    @classmethod
    def read(cls, message: Mapping[str, Any]) -> Recalled:
        """From a message of the queue `access`. Raises ValueError."""
        match message:
            case {"tid": str(tid), "sid": str(sid), "ids": [*ids], "at": str(at)}:
                memories: tuple[object, ...] = tuple(ids)
            case _:
                raise ValueError("not an access message")
        if not all(isinstance(each, str) for each in memories):
            raise ValueError("not an access message")
        return cls(ScopeKey(tid=tid, sid=sid), tuple(map(str, memories)), parse(at))


class RecordAccess:
    def __init__(self, tenancy: Tenancy) -> None:
        self._tenancy = tenancy

    def __call__(self, recalled: Sequence[Recalled]) -> None:
        """Counts are approximate: a batch that is delivered twice counts twice. Raises Unavailable."""
        counts: defaultdict[ScopeKey, dict[str, tuple[int, Instant]]] = defaultdict(dict)
        for each in recalled:
            for memory in each.memories:
                count, last = counts[each.scope].get(memory, (0, ""))
                counts[each.scope][memory] = (count + 1, max(last, each.at))
        for scope, found in counts.items():
            for part in parts(list(found.items()), MAX_OPERATIONS // 2):
                self._count(scope, dict(part))

    def _count(self, scope: ScopeKey, found: dict[str, tuple[int, Instant]]) -> None:
        """Only beside a head that is there, so that no count outlives its memory."""
        records = self._tenancy.stores(scope.tid).records
        for _ in range(ATTEMPTS):
            operations: list[Operation] = []
            for memory, (count, last) in found.items():
                operations.append(Check(keys.head(scope, memory), When(exists=True)))
                operations.append(Update(keys.access(scope, memory), set={"last_at": last}, add={"count": count}, when=None))
            if not operations:
                return
            try:
                return records.write(*operations)
            except Conflict:
                there = records.get([keys.head(scope, memory) for memory in found])
                gone = {memory for memory in found if keys.head(scope, memory) not in there}
                found = {memory: counted for memory, counted in found.items() if memory not in gone}
        raise Unavailable("memories are held by other transactions")
