"""Recall assembled for a prompt: within a budget of tokens, cited, fenced, and labelled as data.

What is always the same comes first: the profile, then summaries by category, then results. Which results fit is decided by their rank; in
which order they stand is decided by their own times, oldest first, memories before turns and chunks. So a score that moves a little moves
no line, what is new comes behind what was there, and a prompt that begins with the block is found in a cache as far as it is the same.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from time import perf_counter
from typing import Literal, NamedTuple, get_args

from mnemon.model.memory import MemoryRecord
from mnemon.model.scopes import Scope
from mnemon.ports.models import TokenCounter
from mnemon.tenant.callers import Reader
from mnemon.tenant.derived import category_of

from .derived import Ask, ReadDerived, Told
from .page import Page
from .recall import Degraded, Recall, SearchRequest, SearchResult
from .tokens import Estimate
from .winners import Found

WIDTH = 20
"""Results that an assembly starts from."""
Part = Literal["profile", "summaries", "memories"]
PARTS: tuple[Part, ...] = get_args(Part)
_DERIVED_SHARE = 0.5
"""Of the budget, at most, for the profile and the summaries together."""
_RELEVANT = 5
"""The best results: their memories' categories are what a question is about, and where the page tells all of them it answers it."""
_MOST_SUMMARIES = 3


class Context(NamedTuple):
    """`text` is empty when nothing is known, and takes `tokens` of those that `tokenizer` counts. `profile`, `summaries` and `items` hold
    what stands in it, in its order: citations `[p1]`, `[s1]` and `[1]` count the sentences of the first, those of all of the second, and
    the third."""

    text: str
    tokens: int
    tokenizer: str
    items: tuple[Found, ...]
    degraded: tuple[Degraded, ...]
    took: Mapping[str, float]
    profile: Told | None = None
    summaries: tuple[Told, ...] = ()


class AssembleContext:
    """Without `derived` there are no profile and no summaries; without `counter` tokens are estimated."""

    def __init__(self, recall: Recall, counter: TokenCounter | None = None, *, derived: ReadDerived | None = None) -> None:
        self._recall, self._derived = recall, derived
        self._counter: TokenCounter = counter or Estimate()

    def __call__(self, reader: Reader, request: SearchRequest, token_budget: int, include: Collection[Part] = PARTS) -> Context:
        """The profile, fresh summaries of what the question is about, then the best results that these do not tell: as much as fits, each
        memory once. Where they tell all of the best results, nothing more. Raises TryAgain."""
        found = self._recall(reader, request) if {"summaries", "memories"} & set(include) else SearchResult(())
        start = perf_counter()
        profile, summaries = self._tell(reader, request, found, include)
        told = perf_counter()
        page = Page(self._counter, token_budget)
        page.limit(_DERIVED_SHARE)
        profile = page.derived("Profile", "p", profile) if profile else None
        summaries = tuple(kept for each in summaries if (kept := page.derived(f"Summary of {each.category}", "s", each)))
        page.limit(1)
        if "memories" in include and not page.tells(found.results[:_RELEVANT]):
            page.results(found.results)
        text, tokens = page.text()
        took = {**found.took, "derived": _ms(start, told), "assemble": _ms(told, perf_counter())}
        if not text:
            profile, summaries = None, ()
        return Context(text, tokens, self._counter.name, page.items, found.degraded, took, profile, summaries)

    def _tell(
        self, reader: Reader, request: SearchRequest, found: SearchResult, include: Collection[Part]
    ) -> tuple[Told | None, tuple[Told, ...]]:
        """What is derived speaks of the present and of memories: of another moment, and of turns alone, it says nothing."""
        if self._derived is None or request.as_of or request.known_at or (request.types and "memory" not in request.types):
            return None, ()
        about = _about(found.results) if "summaries" in include else {}
        asked = [
            Ask(scope, key, "profile" in include and _is_persons(scope), tuple(about.get(key.sid, ())))
            for scope, key in reader.scopes
            if ("profile" in include and _is_persons(scope)) or key.sid in about
        ]
        told = self._derived(asked, request.where) if asked else []
        profile = next((each for each in told if each.category is None), None)
        return profile, tuple(each for each in told if each.category is not None and not each.stale)


def _is_persons(scope: Scope) -> bool:
    return scope.kind == "user"


def _about(results: Sequence[Found]) -> dict[str, list[str]]:
    """The categories of the best memories, a few, by scope."""
    best = [found.record for found in results if isinstance(found.record, MemoryRecord)][:_RELEVANT]
    wanted = list(dict.fromkeys((record.sid, category_of(record)) for record in best))[:_MOST_SUMMARIES]
    about: dict[str, list[str]] = {}
    for sid, category in wanted:
        about.setdefault(sid, []).append(category)
    return about


def _ms(start: float, end: float) -> float:
    return round((end - start) * 1_000, 3)
