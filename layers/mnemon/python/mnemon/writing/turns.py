"""The turn step: whatever is extracted later, each turn that is more than small talk can be found at once, with its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mnemon.language.detect import language
from mnemon.language.fence import without_recalled
from mnemon.language.render import turn_text
from mnemon.language.sentences import pieces
from mnemon.language.smalltalk import is_small_talk
from mnemon.model import keys
from mnemon.model.instants import Instant
from mnemon.model.origins import trust_of
from mnemon.model.rows import Key
from mnemon.model.scopes import ScopeKey
from mnemon.model.sources import Chunk, Session, Source, Turn
from mnemon.model.vectors import PackedVector, pack
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.models import Embedder
from mnemon.ports.records import MAX_BYTES, MAX_OPERATIONS, Check, Conflict, Operation, Put, Update, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.views import View, look, mark, unerased

from .commit import Busy, Erased
from .sessions import Place, places, read_session, source_turns

LONGEST_PIECE = 1_800
EMBEDDED_AT_ONCE = 32
_OVERHEAD = 8
"""Operations of a transaction beside its chunks: the scope's state, the session, the source, two neighbours with their markers."""
_BYTES = MAX_BYTES * 3 // 4
_MOST_SPEAKERS = 64
_LONGEST_SPEAKER = 64


@dataclass(frozen=True, slots=True)
class _Piece:
    """A chunk that is to be: its place in the session is (position, part)."""

    source: Source
    number: int
    turn: Turn
    part: int
    parts: int
    words: str

    @property
    def text(self) -> str:
        return turn_text(self.turn.at, speaker(self.turn), self.words, self.caption)

    @property
    def caption(self) -> str:
        return "; ".join(self.turn.captions) if self.part == 0 else ""

    @property
    def key(self) -> Key:
        return keys.chunk(self.source.scope_key, self.source.ulid, self.number)


@dataclass(frozen=True, slots=True)
class _Batch:
    """What one transaction writes: pieces in order, and where the session stands after them."""

    pieces: list[_Piece] = field(default_factory=list[_Piece])
    chunked: int = 0
    part: int = 0


class ChunkTurns:
    """Passes over all sources of a session from where the last run stopped, in order, whoever else runs at the same time."""

    def __init__(self, tenancy: Tenancy, embedder: Embedder, clock: Clock, ids: Ids, *, attempts: Attempts | None = None) -> None:
        self._tenancy, self._embedder, self._clock, self._ids = tenancy, embedder, clock, ids
        self._attempts = attempts or Attempts()

    def __call__(self, scope: ScopeKey, session: str) -> int:
        """The number of chunks written. Raises Erased, Busy, Unavailable; a repetition goes on where this one stopped."""
        stores = self._tenancy.stores(scope.tid)
        vectors: dict[Key, PackedVector] = {}
        written = 0
        misses = 0
        pauses = iter(self._attempts)
        next(pauses)
        while True:
            view = look(stores, scope, newest=0)
            held = None if view.is_new else read_session(stores, view, session)
            if held is None:
                raise Erased("the session was erased")
            place = next((p for p in places(stores, view, session) if p.end > held.chunked), None)
            if place is None:
                return written
            done = self._pass(stores, view, held, place, vectors)
            if done is None:
                misses += 1
                if next(pauses, None) is None:
                    raise Busy(())
            else:
                written += done

    def _pass(self, stores: TenantStores, view: View, session: Session, place: Place, vectors: dict[Key, PackedVector]) -> int | None:
        """One source, as far as transactions reach; None when a race was lost."""
        turns = source_turns(stores, view, place)
        if turns is None:  # the source was erased: its turns are passed over
            batch = _Batch(chunked=place.end)
            return 0 if self._write(stores, view, session, batch, vectors) else None
        source, spoken = turns
        done = 0
        for batch in _batches(source, spoken, place, session):
            self._embed(batch, vectors)
            if not self._write(stores, view, session, batch, vectors):
                return None
            done += len(batch.pieces)
            session = self._after(session, batch)
            view = look(stores, view.scope, newest=0)
        return done

    def _embed(self, batch: _Batch, vectors: dict[Key, PackedVector]) -> None:
        wanted = [piece for piece in batch.pieces if piece.key not in vectors]
        for start in range(0, len(wanted), EMBEDDED_AT_ONCE):
            some = wanted[start : start + EMBEDDED_AT_ONCE]
            for piece, vector in zip(some, self._embedder.embed([p.text for p in some]), strict=True):
                vectors[piece.key] = pack(vector)

    def _write(self, stores: TenantStores, view: View, session: Session, batch: _Batch, vectors: Mapping[Key, PackedVector]) -> bool:
        now, write = self._clock.now(), self._ids.ulid()
        neighbours = stores.records.get([Key(view.scope.partition, sk) for sk in session.last_chunks])
        last = [sk for sk in session.last_chunks if Key(view.scope.partition, sk) in neighbours]
        order = [*reversed(last), *(piece.key.sk for piece in batch.pieces)]
        operations: list[Operation] = [_guard(view, batch)]
        operations.append(
            Update(
                session.key(),
                set={"chunked": batch.chunked, "part": batch.part, "last_chunks": order[::-1][:2]},
                when=When(equals={"chunked": session.chunked, "part": session.part}),
            )
        )
        if any(piece.turn.quarantined for piece in batch.pieces):
            source = batch.pieces[0].source
            operations.append(Check(source.key(), When(equals={"quarantined": source.quarantined})))
        for at, sk in enumerate(order):
            after = order[at + 1 : at + 3]
            if at >= len(last):
                piece = batch.pieces[at - len(last)]
                before = order[max(0, at - 2) : at][::-1]
                chunk = _chunk(view, piece, before, after, vectors[piece.key], now)
                operations += (Put(chunk.to_row(view.box)), mark(view, write, piece.key, now))
            elif batch.pieces:
                key = Key(view.scope.partition, sk)
                operations += (Update(key, set={"after": after}, add={"rev": 1}), mark(view, write, key, now))
        try:
            stores.records.write(*operations)
        except Conflict:
            return False
        return True

    @staticmethod
    def _after(session: Session, batch: _Batch) -> Session:
        newest = [piece.key.sk for piece in reversed(batch.pieces)]
        last = [*newest, *session.last_chunks][:2]
        return session.model_copy(update={"chunked": batch.chunked, "part": batch.part, "last_chunks": last})


def speaker(turn: Turn) -> str:
    """By name where one is given, else by role."""
    return turn.name or turn.role


def _pieces(source: Source, turns: Sequence[Turn]) -> Iterator[tuple[Turn, list[_Piece]]]:
    """Each turn with its pieces. Small talk and system prompts have none: they stay in the source.
    What was recalled into a prompt and comes back with it was said before."""
    number = 0
    for turn in turns:
        cut: list[str] = []
        said = without_recalled(turn.content).strip()
        if turn.role != "system" and (turn.captions or not is_small_talk(said)):
            cut = pieces(said, LONGEST_PIECE) or ([""] if turn.captions else [])
        made: list[_Piece] = []
        for part, words in enumerate(cut):
            number += 1
            made.append(_Piece(source, number, turn, part, len(cut), words))
        yield turn, made


def _batches(source: Source, turns: Sequence[Turn], place: Place, session: Session) -> Iterator[_Batch]:
    """The pieces that are still to be written, in turn order, each batch small enough for one transaction."""
    room = (MAX_OPERATIONS - _OVERHEAD) // 2
    waiting: list[_Piece] = []
    size = 0
    passed, part = max(session.chunked, place.first), session.part
    for turn, made in _pieces(source, turns):
        if turn.position < session.chunked:
            continue
        rest = made[session.part :] if turn.position == session.chunked else made
        for piece in rest:
            cost = 4 * len(piece.words) + 6_000
            if len(waiting) >= room or size + cost > _BYTES:
                yield _Batch(waiting, passed, part)
                waiting, size = [], 0
            waiting.append(piece)
            size += cost
            part = piece.part + 1
        passed, part = turn.position + 1, 0
    yield _Batch(waiting, place.end, 0)


def _guard(view: View, batch: _Batch) -> Operation:
    """No erasure meanwhile; and the names of who speaks join the scope's state, where recall finds them."""
    known = view.state.speakers
    named = dict.fromkeys(p.turn.name for p in batch.pieces if p.turn.name and len(p.turn.name) <= _LONGEST_SPEAKER)
    new = [name for name in named if name not in known][: max(0, _MOST_SPEAKERS - len(known))]
    check = unerased(view)
    if not new:
        return check
    state = view.state.model_copy(update={"speakers": (*known, *new)})
    return Put(state.to_row(view.box), When(equals={"epoch": view.state.epoch, "seq": view.state.seq}))


def _chunk(view: View, piece: _Piece, before: list[str], after: list[str], embedding: PackedVector, now: Instant) -> Chunk:
    source, turn = piece.source, piece.turn
    return Chunk(
        tid=source.tid,
        sid=source.sid,
        source=source.ulid,
        number=piece.number,
        type="turn",
        turn=turn.number,
        position=turn.position,
        before=before,
        after=after,
        at=turn.at,
        created_at=now,
        trust=trust_of(turn.role, source.trust),
        quarantined=turn.quarantined,
        session=source.session,
        scope=view.state.scope,
        session_id=source.session_id,
        run_id=source.run_id,
        speaker=speaker(turn),
        role=turn.role,
        words=piece.words,
        caption=piece.caption,
        language=language(piece.words),
        embedding=embedding,
    )
