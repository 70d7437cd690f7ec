"""Recall assembled for a prompt: within a budget of tokens, cited, fenced, and labelled as data.

What is always the same comes first and in an order of its own, not of the question: so a prompt that begins with it is found in a cache.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from time import perf_counter
from typing import Literal, NamedTuple, get_args

from mnemon.language.fence import CLOSING, OPENING, inert
from mnemon.language.render import day
from mnemon.model.memory import MemoryRecord, SourceRef
from mnemon.model.scopes import Scope
from mnemon.model.sources import Chunk
from mnemon.model.summaries import Sentence
from mnemon.tenant.callers import Reader
from mnemon.tenant.derived import category_of

from .derived import Ask, ReadDerived, Told
from .recall import Degraded, Recall, SearchRequest, SearchResult
from .tokens import estimate
from .winners import Found

WIDTH = 20
"""Results that an assembly starts from."""
Part = Literal["profile", "summaries", "memories"]
PARTS: tuple[Part, ...] = get_args(Part)
_DERIVED_SHARE = 0.5
"""Of the budget, at most, for the profile and the summaries together."""
_RELEVANT = 5
"""Memories, the best, whose categories a question is about."""
_MOST_SUMMARIES = 3


class Context(NamedTuple):
    """`text` is empty when nothing is known. `profile`, `summaries` and `items` hold what stands in it, in its order: citations
    `[p1]`, `[s1]` and `[1]` count the sentences of the first, those of all of the second, and the third."""

    text: str
    tokens: int
    items: tuple[Found, ...]
    degraded: tuple[Degraded, ...]
    took: Mapping[str, float]
    profile: Told | None = None
    summaries: tuple[Told, ...] = ()


class AssembleContext:
    """Without `derived` there are no profile and no summaries."""

    def __init__(self, recall: Recall, count: Callable[[str], int] = estimate, *, derived: ReadDerived | None = None) -> None:
        self._recall, self._count, self._derived = recall, count, derived

    def __call__(self, reader: Reader, request: SearchRequest, token_budget: int, include: Collection[Part] = PARTS) -> Context:
        """The profile, fresh summaries of what the question is about, then the best results: as much as fits. Each takes one line, so
        that the whole never goes over the budget. Raises TryAgain."""
        found = self._recall(reader, request) if {"summaries", "memories"} & set(include) else SearchResult(())
        start = perf_counter()
        profile, summaries = self._tell(reader, request, found, include)
        took = {**found.took, "derived": round((perf_counter() - start) * 1_000, 3)}
        page = _Page(self._count, token_budget)
        page.limit(_DERIVED_SHARE)
        profile = page.derived("Profile", "p", profile) if profile else None
        summaries = tuple(kept for told in summaries if (kept := page.derived(f"Summary of {inert(told.category or '')}", "s", told)))
        page.limit(1)
        kept = page.results(found.results if "memories" in include else ())
        if not page.lines:
            return Context("", 0, (), found.degraded, took)
        return Context(OPENING + "".join(page.lines) + CLOSING, page.spent, kept, found.degraded, took, profile, summaries)

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


class _Page:
    """Lines as long as they fit. `spent` counts the fence too."""

    def __init__(self, count: Callable[[str], int], budget: int) -> None:
        self._count, self._budget, self._limit = count, budget, budget
        self.spent = count(OPENING) + count(CLOSING)
        self.lines: list[str] = []
        self._cited: dict[str, int] = {}
        self._told: set[tuple[str, str]] = set()

    def limit(self, share: float) -> None:
        self._limit = int(self._budget * share)

    def derived(self, title: str, letter: str, told: Told) -> Told | None:
        """With the sentences that fit, in their own order, without what stands on the page already; None when none is left."""
        new = [one for one in told.sentences if not self._told.issuperset((told.key.sid, basis.ulid) for basis in one.rests_on)]
        kept = tuple(self._sentences(f"{title}:\n", letter, new))
        self._told.update((told.key.sid, basis.ulid) for one in kept for basis in one.rests_on)
        return told._replace(sentences=kept) if kept else None

    def results(self, results: Sequence[Found]) -> tuple[Found, ...]:
        header = "Memories:\n" if self.lines else ""
        kept: list[Found] = []
        for result in results:
            if self._add(header, f"[{len(kept) + 1}] {rendered(result)}\n"):
                kept.append(result)
                header = ""
        return tuple(kept)

    def _sentences(self, header: str, letter: str, sentences: Sequence[Sentence]) -> Iterator[Sentence]:
        for sentence in sentences:
            number = self._cited.get(letter, 0) + 1
            if self._add(header, f"[{letter}{number}] {inert(sentence.text)}\n"):
                self._cited[letter] = number
                header = ""
                yield sentence

    def _add(self, header: str, line: str) -> bool:
        cost = self._count(line) + (self._count(header) if header else 0)
        if self.spent + cost > self._limit:
            return False
        self.spent += cost
        self.lines += [header, line] if header else [line]
        return True


def rendered(found: Found) -> str:
    """One line: what is known, since when, and who said so where."""
    record = found.record
    if isinstance(record, Chunk):
        said = f"{record.speaker}: {record.words}" if record.speaker else record.words
        caption = f" [shares {record.caption}]" if record.caption else ""
        return f"{inert(said + caption)} ({_where(found.citations)})"
    until = f" until {day(record.true_to)}" if record.true_to else ""
    return f"{inert(record.content)} ({record.kind}, since {day(record.true_from)}{until}; {_where(found.citations)})"


def _where(citations: Sequence[SourceRef]) -> str:
    """The newest ground, shortly; the answer's citations have them all."""
    if not citations:
        return "no source"
    ground = citations[0]
    parts = [f"source {ground.id}"]
    if ground.at:
        parts.append(day(ground.at))
    if ground.turns:
        parts.append("turn " + ", ".join(map(str, ground.turns)))
    return ", ".join(parts)
