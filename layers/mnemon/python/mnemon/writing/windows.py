"""The window step: what was accepted after the high-water mark is read in windows, and what is found waits as candidates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice

from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.instants import epoch_seconds, instant, moment
from mnemon.model.memory import MAX_NEW_SOURCES
from mnemon.model.records import Candidate, Fact
from mnemon.model.scopes import ScopeKey
from mnemon.model.sources import Session, Source, Turn
from mnemon.ports.flow import Clock
from mnemon.ports.models import Extractor, Passage
from mnemon.ports.records import Conflict, Put, Update, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.views import View, look, unerased

from .commit import Erased
from .sessions import places, read_session, source_turns

WINDOW = 20
BEFORE = 6
KEPT = timedelta(days=7)
_AT_ONCE = 90
"""Candidates of one transaction."""


@dataclass(frozen=True, slots=True)
class Window:
    """`begin` and `end` are positions in the session; `more` turns wait after it."""

    candidates: int
    begin: int
    end: int
    more: bool


class ExtractWindow:
    """Reads the next window of a session. Asked again before its candidates are committed it finds the same ones."""

    def __init__(self, tenancy: Tenancy, extractor: Extractor, clock: Clock) -> None:
        self._tenancy, self._extractor, self._clock = tenancy, extractor, clock

    def __call__(self, scope: ScopeKey, session: str, job: str) -> Window:
        """Raises Erased, ExtractionFailed, Unavailable."""
        stores = self._tenancy.stores(scope.tid)
        view = look(stores, scope, newest=0)
        held = None if view.is_new else read_session(stores, view, session)
        if held is None:
            raise Erased("the session was erased")
        begin = held.mark
        end = min(begin + WINDOW, held.turns)
        if begin >= end:
            return Window(0, begin, begin, more=False)
        waiting = candidates_of(stores, view, job, begin)
        if not waiting:
            facts = self._extract(stores, view, held, begin, end)
            if not facts:
                pass_window(stores, view, held, end)
                return Window(0, begin, end, more=end < held.turns)
            self._keep(stores, view, job, begin, end, facts)
            return Window(len(facts), begin, end, more=end < held.turns)
        return Window(len(waiting), begin, waiting[0].window_end, more=waiting[0].window_end < held.turns)

    def _extract(self, stores: TenantStores, view: View, session: Session, begin: int, end: int) -> list[Fact]:
        before, turns = _turns(stores, view, session.digest, begin, end)
        if not turns:
            return []
        passage = Passage(
            source_ids=tuple(str(PublicId("src", view.scope.sid, source.ulid)) for source, _ in turns),
            turns=tuple(turn for _, turn in turns),
            before=tuple(turn for _, turn in before),
            session_id=session.session_id,
            run_id=turns[-1][0].run_id,
            reference=turns[-1][1].at,
        )
        return [_bounded(fact) for fact in self._extractor.extract(passage)]

    def _keep(self, stores: TenantStores, view: View, job: str, begin: int, end: int, facts: Sequence[Fact]) -> None:
        """The first candidate is written last: a window whose first one is there is whole."""
        ttl = epoch_seconds(instant(moment(self._clock.now()) + KEPT))
        numbered = [
            Candidate(
                tid=view.scope.tid, sid=view.scope.sid, job=job, number=begin * 1000 + i, window=begin, window_end=end, ttl=ttl, fact=fact
            )
            for i, fact in enumerate(facts)
        ]
        order = iter(reversed(numbered))
        while some := list(islice(order, _AT_ONCE)):
            first = some[-1] is numbered[0]
            puts = [
                Put(candidate.to_row(view.box), When(absent=True) if first and candidate is numbered[0] else None) for candidate in some
            ]
            try:
                stores.records.write(unerased(view), *puts)
            except Conflict as error:
                raise Erased("another run kept this window, or the scope was erased meanwhile") from error


def pass_window(stores: TenantStores, view: View, session: Session, end: int) -> None:
    """Moves the mark over a window that held nothing. A mark that was moved already is left as it is."""
    try:
        stores.records.write(unerased(view), Update(session.key(), set={"mark": end}, when=When(equals={"mark": session.mark})))
    except Conflict:
        return


def candidates_of(stores: TenantStores, view: View, job: str, begin: int) -> list[Candidate]:
    """The candidates of one whole window, in order; none when it was not kept to its end."""
    rows = stores.records.walk(view.scope.partition, keys.candidates(job))
    found = [c for c in (Candidate.from_row(row, view.box) for row in rows) if c.window == begin and c.fact is not None]
    return found if found and found[0].number == begin * 1000 else []


def _turns(
    stores: TenantStores, view: View, session: str, begin: int, end: int
) -> tuple[list[tuple[Source, Turn]], list[tuple[Source, Turn]]]:
    """Up to six turns before the window, and those of the window; turns of erased sources are missing."""
    found: list[tuple[Source, Turn]] = []
    for place in places(stores, view, session):
        if place.end > begin - BEFORE and place.first < end and (read := source_turns(stores, view, place)) is not None:
            source, turns = read
            found += [(source, turn) for turn in turns if begin - BEFORE <= turn.position < end]
    return [f for f in found if f[1].position < begin], [f for f in found if f[1].position >= begin]


def _bounded(fact: Fact) -> Fact:
    return fact.model_copy(update={"sources": fact.sources[:MAX_NEW_SOURCES], "entities": fact.entities[:8]})
