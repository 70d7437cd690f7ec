"""The extraction step: the next turns after a session's high-water mark; what they say is kept, so that a retry meets the same words."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from mnemon.model import keys
from mnemon.model.domain import DomainConfig
from mnemon.model.instants import epoch_seconds, instant, moment
from mnemon.model.origins import trust_of
from mnemon.model.records import Candidate, Fact, Job
from mnemon.model.scopes import ScopeKey
from mnemon.model.sources import Session, Source, Turn
from mnemon.ports.flow import Clock
from mnemon.ports.models import ExtractionFailed, Extractor, Passage
from mnemon.ports.records import Conflict, Operation, Put, Update, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.config import ReadConfig, default_config
from mnemon.tenant.views import View, unerased

from .commit import Busy, open_view
from .domain import shaped
from .sensitive import graded
from .sessions import places, read_session, source_turns

WINDOW = 20
BEFORE = 6
"""Turns in front of a window that give its pronouns and answers their sense."""
MOST_FACTS = 97
"""One transaction holds a window's candidates, so that they are there whole or not at all."""
KEPT = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Window:
    """Turns [start, end) of the session; `more` turns wait behind them."""

    start: int
    end: int
    candidates: int
    more: bool


@dataclass(frozen=True, slots=True)
class _Said:
    source: Source
    turn: Turn


class ExtractWindow:
    """Goes over every turn once, however many events a session came in and however often a step is repeated."""

    def __init__(
        self,
        tenancy: Tenancy,
        extractor: Extractor,
        clock: Clock,
        *,
        attempts: Attempts | None = None,
        domain: ReadConfig = default_config,
    ) -> None:
        self._tenancy, self._extractor, self._clock, self._domain = tenancy, extractor, clock, domain
        self._attempts = attempts or Attempts()

    def __call__(self, scope: ScopeKey, job: str, session: str) -> Window:
        """Raises Erased, Busy, ExtractionFailed, Unavailable. A window without candidates has moved the mark itself."""
        stores = self._tenancy.stores(scope.tid)
        for _ in self._attempts:
            view = open_view(stores, scope, None)
            held = read_session(stores, view, session)
            owed = owed_by(stores, view, job)
            if held is None or (owed is None and held.mark >= held.turns):
                _forget_others(stores, view, job, None)
                return Window(0, 0, 0, False)
            start, last = (held.mark, held.turns) if owed is None else (owed, owed + 1)
            _forget_others(stores, view, job, start)
            kept = candidates(stores, view, job, start)
            if kept:
                return _window(held, start, kept[0].window_end, len(kept))
            try:
                window, facts = self._extract(stores, view, held, start, last)
            except ExtractionFailed:
                if owed is None:
                    self._go_on_without(stores, view, job, held)
                raise
            try:
                stores.records.write(unerased(view), *self._keep(view, job, held, window, facts, owed=owed is not None))
                return window
            except Conflict:
                continue
        raise Busy(())

    def _extract(self, stores: TenantStores, view: View, session: Session, start: int, last: int) -> tuple[Window, list[Fact]]:
        """Fewer turns when they say too much for one transaction, or when one of them cannot be read: what stands before it is taken.

        Raises ExtractionFailed when it is the first.
        """
        size, domain = WINDOW, self._domain(stores)
        while True:
            end = min(start + size, last)
            alone = end - start == 1
            try:
                facts = self._facts(_turns(stores, view, session.digest, start - BEFORE, end), start, domain)
                if len(facts) <= MOST_FACTS or alone:
                    facts = sorted(facts, key=lambda fact: -fact.salience)[:MOST_FACTS] if len(facts) > MOST_FACTS else facts
                    return _window(session, start, end, len(facts)), facts
            except ExtractionFailed:
                if alone:
                    raise
            size = max(1, (end - start) // 2)

    def _go_on_without(self, stores: TenantStores, view: View, job: str, session: Session) -> None:
        """The job owes the turn that it cannot read, and those behind it wait for nobody."""
        with contextlib.suppress(Conflict):  # another job was faster, or the source was erased
            stores.records.write(
                unerased(view),
                Update(session.key(), set={"mark": session.mark + 1}, when=When(equals={"mark": session.mark})),
                Update(keys.job(view.scope, job), set={"owes": session.mark}),
            )

    def _facts(self, said: Sequence[_Said], start: int, domain: DomainConfig) -> list[Fact]:
        current = [one for one in said if one.turn.position >= start]
        if not current:
            return []
        first = current[0].source
        passage = Passage(
            source_ids=tuple(one.source.id for one in current),
            turns=tuple(one.turn for one in current),
            before=tuple(one.turn for one in said if one.turn.position < start),
            session_id=first.session_id,
            run_id=first.run_id,
            reference=current[-1].turn.at,
            domain=domain,
        )
        trust = {(one.source.id, one.turn.number): trust_of(one.turn.role, one.source.trust) for one in current}
        now = self._clock.now()
        facts = (graded(_trusted(fact, trust)) for fact in self._extractor.extract(passage))
        return [kept for fact in facts if (kept := shaped(fact, domain, now)) is not None]

    def _keep(self, view: View, job: str, session: Session, window: Window, facts: Sequence[Fact], *, owed: bool) -> list[Operation]:
        if not facts and owed:
            return [Update(keys.job(view.scope, job), remove=("owes",), when=When(equals={"owes": window.start}))]
        if not facts:
            return [Update(session.key(), set={"mark": window.end}, when=When(equals={"mark": window.start}))]
        ttl = epoch_seconds(instant(moment(self._clock.now()) + KEPT))
        return [
            Put(
                Candidate(
                    tid=view.scope.tid,
                    sid=view.scope.sid,
                    job=job,
                    number=window.start * (MOST_FACTS + 1) + number,
                    window=window.start,
                    window_end=window.end,
                    ttl=ttl,
                    fact=fact,
                ).to_row(view.box),
                When(absent=True),
            )
            for number, fact in enumerate(facts, 1)
        ]


def _forget_others(stores: TenantStores, view: View, job: str, window: int | None) -> None:
    """Candidates of windows that another job has committed meanwhile from words of its own."""
    rows = stores.records.walk(view.scope.partition, keys.candidates(job))
    if passed := [row.key for row in rows if row.plain["window"] != window]:
        stores.records.delete_all(passed)


def owed_by(stores: TenantStores, view: View, job: str) -> int | None:
    """The turn that a job could not read the last time."""
    key = keys.job(view.scope, job)
    row = stores.records.get([key]).get(key)
    return None if row is None else Job.from_row(row, view.box).owes


def _window(session: Session, start: int, end: int, count: int) -> Window:
    return Window(start, end, count, max(end, session.mark) < session.turns)


def _trusted(fact: Fact, trust: Mapping[tuple[str, int], int]) -> Fact:
    """As far as the least trusted of the turns that it rests on; turns are known by source and number."""
    grounds = (trust[ref.id, turn] for ref in fact.sources for turn in ref.turns if (ref.id, turn) in trust)
    return fact.model_copy(update={"trust": min(grounds, default=fact.trust)})


def candidates(stores: TenantStores, view: View, job: str, window: int) -> list[Candidate]:
    """Those of one window, in the order in which they were said."""
    rows = [row for row in stores.records.walk(view.scope.partition, keys.candidates(job)) if row.plain["window"] == window]
    return sorted((Candidate.from_row(row, view.box) for row in rows), key=lambda candidate: candidate.number)


def _turns(stores: TenantStores, view: View, session: str, first: int, end: int) -> list[_Said]:
    """Positions [first, end) of a session; those whose source was erased, or that wait for a person, are not there."""
    said: list[_Said] = []
    for place in places(stores, view, session):
        if place.end <= first or place.first >= end:
            continue
        found = source_turns(stores, view, place)
        if found is not None:
            source, turns = found
            said += [_Said(source, turn) for turn in turns if first <= turn.position < end and not turn.quarantined]
    return said
