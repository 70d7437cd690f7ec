"""The commit step: a window's candidates, adjudicated and written; its last commit moves the session's high-water mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mnemon.language.render import memory_text
from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.memory import WrittenBy
from mnemon.model.records import Candidate, Fact, Job
from mnemon.model.rows import Value
from mnemon.model.scopes import ScopeKey
from mnemon.model.vectors import pack
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.index import SearchIndex
from mnemon.ports.models import Adjudicator, Embedder
from mnemon.ports.records import Operation, Update, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.config import Policies, ReadConfig, default_config, default_policy
from mnemon.tenant.views import View

from .adjudicate import Verdict
from .asking import AT_ONCE, RequestApprovals
from .candidates import Candidates
from .commit import Commit, Prepared, open_view
from .doubt import Doubts
from .sessions import read_session
from .uncertain import SURE, SettleWindow, threshold
from .waiting import OPERATIONS, Waiting, waiting_among
from .windows import candidates, owed_by

ACTOR = "extraction"
MOST_LISTED = 1_000
"""Ids of memories, and of approvals, that a job names."""


class _Passed(Exception):
    """Another run has moved the mark past this window."""


@dataclass(slots=True)
class _Held:
    """What of a window waits for a person: `asked` by transactions of its own already, `last` by the one that moves the mark."""

    asked: list[str]
    last: list[Waiting]
    author: WrittenBy
    days: int


class CommitWindow:
    def __init__(
        self,
        tenancy: Tenancy,
        embedder: Embedder,
        clock: Clock,
        ids: Ids,
        *,
        model: str,
        attempts: Attempts | None = None,
        policies: Policies = default_policy,
        index: SearchIndex | None = None,
        domain: ReadConfig = default_config,
        adjudicator: Adjudicator | None = None,
    ) -> None:
        """`model` is the extractor's name, which each memory carries. Without `index`, only keys and the newest memories are looked at.
        `adjudicator` is asked about what rules leave open."""
        self._domain, self._adjudicator = domain, adjudicator
        self._tenancy, self._embedder, self._model, self._policies = tenancy, embedder, model, policies
        self._clock = clock
        self._commit = Commit(clock, ids, attempts or Attempts(), Candidates(index))
        self._request = RequestApprovals(clock, ids, attempts or Attempts())

    def __call__(self, scope: ScopeKey, job: str, session: str, window: int) -> list[str]:
        """The ids of the memories made or changed; a repetition finds the mark moved and does nothing. Raises Erased, Busy, Unavailable."""
        stores = self._tenancy.stores(scope.tid)
        view = open_view(stores, scope, None)
        kept = candidates(stores, view, job, window)
        if all(candidate.fact is None for candidate in kept):
            return []
        if not self._is_next(stores, view, job, session, window):  # an earlier run of this step committed them, or another job did
            stores.records.delete_all([candidate.key() for candidate in kept])
            return []
        author = WrittenBy(actor=ACTOR, method="extracted", model=self._model)
        held, free = self._hold(stores, view, kept, author)
        doubts = self._doubts(stores, view, free, held)
        try:
            verdicts = self._commit(
                stores,
                scope,
                self._prepare([fact for candidate in free if (fact := candidate.fact) is not None]),
                author,
                epoch=view.state.epoch,
                extra=lambda now, done: self._passing(stores, now, job, session, kept, done, held),
                extra_operations=2 + OPERATIONS * (len(held.last) if doubts is None else AT_ONCE),
                doubts=doubts,
            )
        except _Passed:
            verdicts = []
        stores.records.delete_all([candidate.key() for candidate in kept])
        return _ids(scope, verdicts)

    def more(self, scope: ScopeKey, session: str) -> bool:
        """Whether turns wait behind the mark as it is now: another run may have passed a part of this one's window. Raises Erased."""
        stores = self._tenancy.stores(scope.tid)
        held = read_session(stores, open_view(stores, scope, None), session)
        return held is not None and held.mark < held.turns

    def _hold(self, stores: TenantStores, view: View, kept: Sequence[Candidate], author: WrittenBy) -> tuple[_Held, list[Candidate]]:
        """What waits for a person, and what may be committed. More than one transaction takes is asked for first: a repetition finds it
        waiting already."""
        policy, told = self._policies(stores), [candidate for candidate in kept if candidate.fact is not None]
        facts = [fact for candidate in told if (fact := candidate.fact) is not None]
        waiting = waiting_among(stores, view, facts, policy, self._clock.now())
        held = _Held([], [], author, policy.approval_days)
        self._wait(stores, view, held, [waiting[i] for i in sorted(waiting)])
        return held, [candidate for i, candidate in enumerate(told) if i not in waiting]

    def _wait(self, stores: TenantStores, view: View, held: _Held, more: Sequence[Waiting]) -> None:
        """Raises Erased, Busy, Unavailable."""
        held.last += more
        first = len(held.last) - min(AT_ONCE, len(held.last))
        held.asked += self._request(stores, view.scope, held.last[:first], held.author, held.days, epoch=view.state.epoch)
        del held.last[:first]

    def _doubts(self, stores: TenantStores, view: View, free: Sequence[Candidate], held: _Held) -> Doubts | None:
        near = threshold(self._domain(stores), self._embedder.name, self._adjudicator)
        if near is None:
            return None
        sure = max(SURE, self._policies(stores).approve_below)
        settle = SettleWindow(
            stores, view.scope, view.state.epoch, self._clock, free, self._adjudicator, sure,
            lambda more: self._wait(stores, view, held, more),
        )  # fmt: skip
        return Doubts(near, settle)

    def _prepare(self, facts: Sequence[Fact]) -> list[Prepared]:
        if not facts:
            return []
        vectors = self._embedder.embed([memory_text(fact.true_from, fact.content) for fact in facts])
        return [Prepared(fact, pack(vector)) for fact, vector in zip(facts, vectors, strict=True)]

    def _is_next(self, stores: TenantStores, view: View, job: str, session: str, window: int) -> bool:
        """It begins at the session's mark, or is what the job owes."""
        held = read_session(stores, view, session)
        return held is not None and window in (held.mark, owed_by(stores, view, job))

    def _passing(
        self,
        stores: TenantStores,
        view: View,
        job: str,
        session: str,
        kept: Sequence[Candidate],
        done: Sequence[Verdict],
        held: _Held,
    ) -> list[Operation]:
        """Moves the mark over the window in the transaction of its last facts, and tells the job what came of it."""
        start, end = kept[0].window, kept[0].window_end
        if not self._is_next(stores, view, job, session, start):
            raise _Passed
        moved = Update(keys.session(view.scope, session), set={"mark": end}, when=When(equals={"mark": start}))
        asked = self._request.on(stores, view, held.last, held.author, held.days)
        key = keys.job(view.scope, job)
        row = stores.records.get([key]).get(key)
        if row is None:
            return [moved, *asked.operations]
        told = Job.from_row(row, view.box)
        values: dict[str, Value] = {
            "memories": list(dict.fromkeys((*told.memories, *_ids(view.scope, done))))[:MOST_LISTED],
            "approvals": list(dict.fromkeys((*told.approvals, *held.asked, *asked.ids)))[:MOST_LISTED],
            "candidates": told.candidates + len(kept),
            "stage": "commit",
            "updated_at": self._clock.now(),
        }
        if told.owes == start:  # the session has gone on without it
            return [Update(key, set=values, remove=("owes",), when=When(equals={"owes": start})), *asked.operations]
        return [moved, Update(key, set=values), *asked.operations]


def _ids(scope: ScopeKey, verdicts: Sequence[Verdict]) -> list[str]:
    return list(dict.fromkeys(str(PublicId("mem", scope.sid, verdict.ulid)) for verdict in verdicts))
