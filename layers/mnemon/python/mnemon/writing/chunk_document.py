"""The turn step of a document: each of its chunks can be found by its own words and by those beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mnemon.language.detect import language
from mnemon.language.render import passage_text
from mnemon.model import keys
from mnemon.model.documents import Document, Passage
from mnemon.model.rows import Key, Unreadable
from mnemon.model.scopes import ScopeKey
from mnemon.model.sources import Chunk, Source
from mnemon.model.vectors import PackedVector, pack
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.models import Embedder
from mnemon.ports.objects import NoSuchObject
from mnemon.ports.records import MAX_BYTES, MAX_OPERATIONS, Check, Conflict, Operation, Put, Update, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.config import Policies, default_policy
from mnemon.tenant.views import View, look, mark, unerased

from .commit import Busy, Erased
from .document_sources import unpack
from .gate import Gate
from .quarantine import EXCERPTS, hold_document
from .sources import open_object

EMBEDDED_AT_ONCE = 32
NEIGHBOURS = 2
_OVERHEAD = 2 + 2 * 2 * NEIGHBOURS
"""Operations of a transaction beside its chunks: the scope's state, the source, neighbours on both sides with their markers."""
_ROOM = (MAX_OPERATIONS - _OVERHEAD) // 2
_BYTES = MAX_BYTES * 3 // 4


@dataclass(frozen=True, slots=True)
class _Work:
    view: View
    source: Source
    document: Document
    held: set[int] = field(default_factory=set[int])
    """Numbers of chunks that wait for a person."""

    def key(self, number: int) -> Key:
        return keys.chunk(self.view.scope, self.source.ulid, number)

    def words(self, passage: Passage) -> str:
        return self.document.text[passage.start : passage.end].strip()

    def path(self, passage: Passage) -> tuple[str, ...]:
        title = self.source.title
        return passage.path if not title or title in passage.path[:1] else (title, *passage.path)

    def beside(self, number: int) -> tuple[list[str], list[str]]:
        """Sort keys of the two before and the two after, nearest first. They are known before any of them is written."""
        last = len(self.document.passages)
        before = [self.key(near).sk for near in range(number - 1, max(0, number - NEIGHBOURS - 1), -1)]
        after = [self.key(near).sk for near in range(number + 1, min(last, number + NEIGHBOURS) + 1)]
        return before, after


class ChunkDocument:
    """Writes the chunks that are not there yet, whoever else runs at the same time."""

    def __init__(
        self,
        tenancy: Tenancy,
        embedder: Embedder,
        clock: Clock,
        ids: Ids,
        *,
        attempts: Attempts | None = None,
        policies: Policies = default_policy,
    ) -> None:
        self._tenancy, self._embedder, self._clock, self._ids, self._policies = tenancy, embedder, clock, ids, policies
        self._attempts = attempts or Attempts()

    def __call__(self, scope: ScopeKey, source: str) -> int:
        """The number of chunks written. Raises Erased, Busy, Unavailable; a repetition goes on where this one stopped."""
        stores = self._tenancy.stores(scope.tid)
        vectors: dict[int, PackedVector] = {}
        written = 0
        for _ in self._attempts:
            work = _read(stores, scope, source)
            done, complete = self._write_all(stores, work, vectors)
            written += done
            if complete and self._hold(stores, work):
                return written
        raise Busy(())

    def _write_all(self, stores: TenantStores, work: _Work, vectors: dict[int, PackedVector]) -> tuple[int, bool]:
        """How many were written, and whether all are there now: False when a race was lost."""
        prefix = keys.chunk_prefix(work.source.ulid)
        there: set[int] = set()
        for row in stores.records.walk(work.view.scope.partition, prefix):
            there.add(int(row.key.sk.removeprefix(prefix)))
            if row.plain.get("quarantined"):
                work.held.add(int(row.key.sk.removeprefix(prefix)))
        written = 0
        for batch in _batches(work, there):
            self._embed(work, batch, vectors)
            try:
                stores.records.write(*self._operations(work, batch, there, vectors))
            except Conflict:
                return written, False
            written += len(batch)
            there.update(batch)
        return written, True

    def _hold(self, stores: TenantStores, work: _Work) -> bool:
        """False: the race was lost."""
        if not work.held:
            return True
        words = [work.words(work.document.passages[number - 1]) for number in sorted(work.held)[:EXCERPTS]]
        days = self._policies(stores).approval_days
        return hold_document(stores, work.view, work.source, work.held, words, self._clock.now(), days)

    def _embed(self, work: _Work, batch: list[int], vectors: dict[int, PackedVector]) -> None:
        wanted = [number for number in batch if number not in vectors]
        for start in range(0, len(wanted), EMBEDDED_AT_ONCE):
            some = wanted[start : start + EMBEDDED_AT_ONCE]
            passages = [work.document.passages[number - 1] for number in some]
            texts = [passage_text(work.path(passage), work.words(passage)) for passage in passages]
            for number, vector in zip(some, self._embedder.embed(texts), strict=True):
                vectors[number] = pack(vector)

    def _operations(self, work: _Work, batch: list[int], there: set[int], vectors: Mapping[int, PackedVector]) -> list[Operation]:
        """`batch` is without a gap. Chunks beside it that are there already are indexed again: its words are their context now."""
        now, write, view = self._clock.now(), self._ids.ulid(), work.view
        operations: list[Operation] = [unerased(view), Check(work.source.key(), When(exists=True))]
        for number in batch:
            chunk = _chunk(work, number, vectors[number], now)
            if chunk.quarantined:
                work.held.add(number)
            operations += (Put(chunk.to_row(view.box), When(absent=True)), mark(view, write, chunk.key(), now))
        beside = {batch[0] - n for n in range(1, NEIGHBOURS + 1)} | {batch[-1] + n for n in range(1, NEIGHBOURS + 1)}
        for number in sorted(beside & there):
            operations += (Update(work.key(number), add={"rev": 1}), mark(view, write, work.key(number), now))
        return operations


def _read(stores: TenantStores, scope: ScopeKey, ulid: str) -> _Work:
    view, key = look(stores, scope, newest=0), keys.source(scope, ulid)
    row = stores.records.get([key]).get(key)
    if view.is_new or row is None:
        raise Erased("the document was erased")
    try:
        source = Source.from_row(row, view.box)
        return _Work(view, source, unpack(open_object(stores, view.box, source.object)))
    except (NoSuchObject, Unreadable):
        raise Erased("the document was erased") from None


def _batches(work: _Work, there: set[int]) -> Iterator[list[int]]:
    """Numbers of chunks that are still to be written, in runs without a gap, each small enough for one transaction."""
    batch: list[int] = []
    size = 0
    missing = [number for number in range(1, len(work.document.passages) + 1) if number not in there]
    for number in missing:
        passage = work.document.passages[number - 1]
        cost = 4 * (passage.end - passage.start + sum(map(len, work.path(passage)))) + 6_000
        if batch and (number != batch[-1] + 1 or len(batch) >= _ROOM or size + cost > _BYTES):
            yield batch
            batch, size = [], 0
        batch.append(number)
        size += cost
    if batch:
        yield batch


def _chunk(work: _Work, number: int, embedding: PackedVector, now: str) -> Chunk:
    source, passage = work.source, work.document.passages[number - 1]
    words = work.words(passage)
    before, after = work.beside(number)
    return Chunk(
        tid=source.tid,
        sid=source.sid,
        source=source.ulid,
        number=number,
        type="chunk",
        position=number - 1,
        before=before,
        after=after,
        at=source.created_at,
        created_at=now,
        trust=source.trust,
        session=source.session,
        page=passage.page,
        start=passage.start,
        end=passage.end,
        scope=work.view.state.scope,
        session_id=source.session_id,
        run_id=source.run_id,
        role="",
        words=words,
        language=language(words),
        embedding=embedding,
        path=work.path(passage),
        quarantined=Gate.quarantines(words, "document"),
    )
