"""Settles what rules leave open: a model says what a statement is to what is known; where it is not sure, or there is none, a person."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from mnemon.language.relation import Relation as Bearing
from mnemon.model.domain import DomainConfig
from mnemon.model.records import Candidate, Judged, Standing
from mnemon.model.scopes import ScopeKey
from mnemon.ports.flow import Clock
from mnemon.ports.models import Adjudicator, Pair
from mnemon.ports.records import Conflict, Put, When
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.views import View, unerased

from .commit import open_view
from .doubt import Doubt, Told
from .waiting import Waiting, waiting_already

NEAR: Mapping[str, float] = {"bge-small-en-v1.5-int8": 0.88}
"""By embedder, the cosine from which a model is asked where the tenant has set none (`thresholds.near_duplicate`). Measured: most other
wordings that rules miss, and other values in languages that they do not read, lie above; of a conversation's facts a tenth to a fifth are
asked about. Of another embedder nothing was measured: there the tenant has to say."""
SURE = 0.5
"""The least confidence of a model that is believed at all; a tenant's `approve_below` may ask for more."""
_BEARINGS: Mapping[Standing, Bearing] = {"same": "restates", "update": "updates", "extends": "extends", "unrelated": "unrelated"}


def threshold(domain: DomainConfig, embedder: str, adjudicator: Adjudicator | None) -> float | None:
    """None: what rules leave open is new, and nobody is asked. Without a model only a tenant who has set it wants to be."""
    given = domain.thresholds.get(embedder)
    if given is not None and given.near_duplicate is not None:
        return given.near_duplicate
    return None if adjudicator is None else NEAR.get(embedder)


def waits(doubt: Doubt, judged: Sequence[Judged] = (), sure: float = SURE) -> Waiting:
    """For a person, who is told of the memories about which nobody is sure."""
    settled = _settled(judged, sure)
    return Waiting(
        doubt.fact, "uncertain", similar_to=tuple(near.head.id for near in doubt.near if near.is_kept and near.text not in settled)
    )


def verdict(judged: Sequence[Judged], sure: float) -> Told | None:
    """What stands of the opinions about one statement; None: a person has to say. `sure` is the least confidence that is believed.

    Event time decides which of two values is the newer one, not the model.
    """
    told = _settled(judged, sure)
    is_found = any(bearing != "unrelated" for bearing in told.values())
    return told if is_found or len(told) == len(judged) else None


def _settled(judged: Sequence[Judged], sure: float) -> dict[str, Bearing]:
    return {one.text: _BEARINGS[one.standing] for one in judged if one.standing in _BEARINGS and one.confidence >= sure}


@dataclass(frozen=True, slots=True)
class SettleWindow:
    """`Doubts.settle` for the candidates of one window: what a model said stays with its candidate, so that a retry is told the same.

    A text that waits already waits on; `wait` is told of each that does.
    """

    stores: TenantStores
    scope: ScopeKey
    epoch: int
    clock: Clock
    candidates: Sequence[Candidate]
    """By the place of their facts in the commit."""
    adjudicator: Adjudicator | None
    sure: float
    wait: Callable[[Sequence[Waiting]], None]
    _said: dict[int, tuple[Judged, ...]] = field(default_factory=dict[int, tuple[Judged, ...]])

    def __call__(self, doubts: Sequence[Doubt]) -> Sequence[Told | None]:
        """Raises Erased, Busy, Unavailable."""
        told: Sequence[Told | None] = [None for _ in doubts] if self.adjudicator is None else self._asked(self.adjudicator, doubts)
        held = [(doubt, self._said.get(doubt.place, ())) for doubt, one in zip(doubts, told, strict=True) if one is None]
        self.wait([waits(doubt, said, self.sure) for doubt, said in held])
        return told

    def _asked(self, adjudicator: Adjudicator, doubts: Sequence[Doubt]) -> list[Told | None]:
        view = open_view(self.stores, self.scope, self.epoch)
        waiting = waiting_already(self.stores, view, [doubt.fact for doubt in doubts], self.clock.now())
        judged = self._judged(adjudicator, view, [doubt for i, doubt in enumerate(doubts) if i not in waiting])
        self._said.update(judged)
        return [verdict(judged[doubt.place], self.sure) if doubt.place in judged else None for doubt in doubts]

    def _judged(self, adjudicator: Adjudicator, view: View, doubts: Sequence[Doubt]) -> dict[int, tuple[Judged, ...]]:
        kept = {doubt.place: self._said.get(doubt.place, self.candidates[doubt.place].judged) for doubt in doubts}
        known = {place: {one.text for one in judged} for place, judged in kept.items()}
        asked = [(doubt, near) for doubt in doubts for near in doubt.near if near.text not in known[doubt.place]]
        if not asked:
            return kept
        opinions = adjudicator.compare(
            [Pair(near.head.content, near.head.true_from, doubt.fact.content, doubt.fact.true_from) for doubt, near in asked]
        )
        for (doubt, near), opinion in zip(asked, opinions, strict=True):
            kept[doubt.place] += (Judged(text=near.text, standing=opinion.standing, confidence=opinion.confidence),)
        self._keep(view, {doubt.place: kept[doubt.place] for doubt, _ in asked})
        return kept

    def _keep(self, view: View, judged: Mapping[int, tuple[Judged, ...]]) -> None:
        changed = [self.candidates[place].model_copy(update={"judged": said}) for place, said in judged.items()]
        with contextlib.suppress(Conflict):  # the commit finds out whether the scope was erased, or another run was faster
            self.stores.records.write(unerased(view), *(Put(one.to_row(view.box), When(exists=True)) for one in changed))
