"""What memories rest on: a source, its turns or chunks, and a session's turns as conversation memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from mnemon.model import keys
from mnemon.model.instants import epoch_seconds
from mnemon.model.sources import Chunk, SessionTurn, Source
from mnemon.ports.flow import Clock
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.callers import Reader
from mnemon.tenant.fact_keys import session_digest

from .owned import Opened, nothing, opened, opened_by_id
from .tokens import estimate

_PAGE = 100


class GetSource:
    def __init__(self, tenancy: Tenancy) -> None:
        self.tenancy = tenancy

    def __call__(self, reader: Reader, source_id: str) -> Source:
        """Raises NotFound."""
        scope, ulid = opened_by_id(self.tenancy, reader, source_id, "src", keys.source)
        return _source(scope, ulid)


class Chunks(NamedTuple):
    chunks: tuple[Chunk, ...]
    next: str | None


class SourceChunks:
    def __init__(self, tenancy: Tenancy) -> None:
        self.tenancy = tenancy

    def __call__(self, reader: Reader, source_id: str, *, limit: int, after: str | None = None) -> Chunks:
        """One page, in order. Small talk has no chunk. Raises NotFound."""
        scope, ulid = opened_by_id(self.tenancy, reader, source_id, "src", keys.source)
        _source(scope, ulid)
        page = scope.records.query(scope.scope.partition, keys.chunk_prefix(ulid), limit=limit, after=after)
        return Chunks(tuple(Chunk.from_row(row, scope.box) for row in page.rows), page.after)


class Turns(NamedTuple):
    turns: tuple[SessionTurn, ...]
    next: str | None = None


class SessionTurns:
    """The turns of one session, oldest first. `reader` names the one scope that the session belongs to, first of its scopes."""

    def __init__(self, tenancy: Tenancy, clock: Clock, count: Callable[[str], int] = estimate) -> None:
        """`count` says how many tokens a text takes."""
        self.tenancy, self.clock, self.count = tenancy, clock, count

    def __call__(self, reader: Reader, session_id: str, *, limit: int, after: str | None = None) -> Turns:
        scope, prefix = self._session(reader, session_id)
        if scope is None:
            return Turns(())
        page = scope.records.query(scope.scope.partition, prefix, limit=limit, after=after)
        now = epoch_seconds(self.clock.now())
        turns = (SessionTurn.from_row(row, scope.box) for row in page.rows)
        return _in_order(turn for turn in turns if turn.ttl > now)._replace(next=page.after)

    def window(self, reader: Reader, session_id: str, *, last: int, token_budget: int | None = None) -> Turns:
        """The newest turns, oldest first: `last` at most, without a gap, as many as together fit the budget. None when already the
        newest does not fit."""
        scope, prefix = self._session(reader, session_id)
        if scope is None:
            return Turns(())
        now = epoch_seconds(self.clock.now())
        kept: list[SessionTurn] = []
        spent, after = 0, None
        while len(kept) < last:
            page = scope.records.query(scope.scope.partition, prefix, descending=True, limit=min(_PAGE, last - len(kept)), after=after)
            for row in page.rows:
                turn = SessionTurn.from_row(row, scope.box)
                if turn.ttl <= now:
                    continue
                spent += self._tokens(turn)
                if token_budget is not None and spent > token_budget:
                    return _in_order(kept)
                kept.append(turn)
            after = page.after
            if after is None:
                break
        return _in_order(kept)

    def _tokens(self, said: SessionTurn) -> int:
        """Of what a prompt would show: the words, and what stands under a picture."""
        return sum(map(self.count, (said.turn.content, *said.turn.captions)))

    def _session(self, reader: Reader, session_id: str) -> tuple[Opened | None, str]:
        scope = opened(self.tenancy, reader.scopes[0][1])
        return scope, "" if scope is None else keys.session_turns(session_digest(scope.box, session_id))


def _in_order(turns: Iterable[SessionTurn]) -> Turns:
    """The session's own: turns that were accepted at the same moment have ids in any order."""
    return Turns(tuple(sorted(turns, key=lambda said: said.turn.position)))


def _source(scope: Opened, ulid: str) -> Source:
    source = scope.item(Source, keys.source(scope.scope, ulid))
    if source is None:
        raise nothing()
    return source
