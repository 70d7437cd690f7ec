"""Summaries and profiles as they may be told now: nothing that is derived outlives its grounds, whether or not it was written anew yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from mnemon.errors import TryAgain
from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.instants import Instant
from mnemon.model.memory import Head
from mnemon.model.rows import Key, Row
from mnemon.model.scopes import Scope, ScopeKey
from mnemon.model.summaries import Derived, Profile, Sentence, Summary, SummaryMark
from mnemon.ports.flow import Clock
from mnemon.ports.records import Unavailable
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.callers import Reader
from mnemon.tenant.config import Policies, default_policy
from mnemon.tenant.derived import category_digest, is_ordinary, may_be_told

from .facets import facets
from .filters import Filter
from .memories import Position
from .owned import Opened, opened, readable

_MARKS = 100
"""Writes that have not been caught up with; with more of them everything counts as stale."""


class Ask(NamedTuple):
    """What of one scope: its profile, its summaries of some categories, or for None a page of all: after which sort key, and how many."""

    scope: Scope
    key: ScopeKey
    profile: bool = False
    categories: Sequence[str] | None = ()
    page: tuple[str, int] = ("", 100)


class Listed(NamedTuple):
    summaries: tuple[Told, ...]
    next: Position | None


class Told(NamedTuple):
    """A summary, or a profile, for which `category` is None. Every sentence rests on memories that are current."""

    scope: Scope
    key: ScopeKey
    category: str | None
    sentences: tuple[Sentence, ...] = ()
    written_at: Instant | None = None
    """None when it was never written."""
    seq: int = 0
    """Writes of the scope up to this one are told."""
    stale: bool = False
    """A later write touched it, or a sentence has lost a ground and is left out; it is about to be written anew."""

    @property
    def confidence(self) -> float | None:
        """The mean of its sentences'."""
        told = [sentence.confidence for sentence in self.sentences]
        return round(sum(told) / len(told), 3) if told else None

    def memories(self, sentence: Sentence) -> tuple[str, ...]:
        """Ids of the memories that a sentence rests on, the latest first."""
        return tuple(str(PublicId("mem", self.key.sid, basis.ulid)) for basis in sentence.rests_on)


class _Held(NamedTuple):
    """What stands in the table of one scope, before its grounds were looked at."""

    ask: Ask
    scope: Opened
    derived: Sequence[Derived]
    marks: Sequence[SummaryMark]
    all_stale: bool
    after: str
    sensitive_allowed: frozenset[str]

    def told(self, derived: Derived, rows: Mapping[str, Head], where: Filter | None) -> Told:
        grounded = [sentence for sentence in derived.sentences if self._stands(derived, sentence, rows)]
        asked = [s for s in grounded if where is None or all(where.matches(facets(rows[basis.ulid])) for basis in s.rests_on)]
        stale = len(grounded) < len(derived.sentences) or self._is_touched(derived)
        category = derived.category if isinstance(derived, Summary) else None
        return Told(self.ask.scope, self.ask.key, category, tuple(asked), derived.written_at, derived.seq, stale)

    def no_profile(self) -> Told:
        return Told(self.ask.scope, self.ask.key, None, stale=self.all_stale or any(mark.profile for mark in self.marks))

    def _is_touched(self, derived: Derived) -> bool:
        if isinstance(derived, Summary):
            return self.all_stale or any(derived.digest in mark.categories for mark in self.marks)
        return self.no_profile().stale

    def _stands(self, derived: Derived, sentence: Sentence, heads: Mapping[str, Head]) -> bool:
        found = [heads.get(basis.ulid) for basis in sentence.rests_on]
        if not all(h is not None and h.version == basis.version for h, basis in zip(found, sentence.rests_on, strict=True)):
            return False
        return isinstance(derived, Summary) or all(h and may_be_told(h) and is_ordinary(h, self.sensitive_allowed) for h in found)


class ReadDerived:
    """`policies` says what may stand in a profile of what is sensitive: what a tenant has come to forbid is not told any more."""

    def __init__(self, tenancy: Tenancy, clock: Clock, policies: Policies = default_policy) -> None:
        self._tenancy, self._clock, self._policies = tenancy, clock, policies

    def profile(self, reader: Reader) -> Told:
        """Of the user whose scope the reader reads alone; empty when nothing is known. Raises TryAgain."""
        scope, key = reader.scopes[0]
        told = self([Ask(scope, key, profile=True)])
        return told[0] if told else Told(scope, key, None)

    def summaries(self, reader: Reader, category: str | None = None, *, limit: int = 20, start: Position | None = None) -> Listed:
        """Of all that the reader may see, the scopes in its order: of one category, or of all, a page at a time. Raises TryAgain."""
        if category is not None:
            return Listed(tuple(self([Ask(scope, key, categories=(category,)) for scope, key in reader.scopes])), None)
        start, found = start or Position(0, ""), list[Told]()
        for number, (scope, key) in enumerate(reader.scopes[start.scope :], start.scope):
            after = start.after if number == start.scope else ""
            told, last = self._told([Ask(scope, key, categories=None, page=(after, limit - len(found)))], None)
            found += told
            if last or len(found) == limit:
                more = number + 1 < len(reader.scopes)
                return Listed(tuple(found), Position(number, last) if last else Position(number + 1, "") if more else None)
        return Listed(tuple(found), None)

    def __call__(self, asked: Sequence[Ask], where: Filter | None = None) -> list[Told]:
        """Scope by scope, the profile first, then by category. `where` leaves out sentences that rest on a memory which it does not
        match. One batch read looks at all grounds. Raises TryAgain."""
        return self._told(asked, where)[0]

    def _told(self, asked: Sequence[Ask], where: Filter | None) -> tuple[list[Told], str]:
        """With the sort key at which the last page ended, where it was not the last."""
        try:
            held = [found for ask in asked if (found := self._held(ask)) is not None]
            heads = self._heads(held)
        except Unavailable as error:
            raise TryAgain("the store did not answer in time") from error
        answer: list[Told] = []
        for one in held:
            told = [one.told(derived, heads[one.ask.key.sid], where) for derived in one.derived]
            if one.ask.profile and not any(isinstance(derived, Profile) for derived in one.derived):
                told.append(one.no_profile())
            answer += sorted(told, key=lambda each: (each.category is not None, each.category or ""))
        return answer, held[-1].after if held else ""

    def _held(self, ask: Ask) -> _Held | None:
        profile = keys.profile(ask.key)
        scope = opened(self._tenancy, ask.key, [profile] if ask.profile else [])
        if scope is None:
            return None
        derived: list[Derived | None] = [scope.item(Profile, profile)] if ask.profile else []
        rows, after = self._summaries(scope, ask)
        derived += [readable(Summary, row, scope.box) for row in rows]
        # The marks last: a write that came while the rest was read is told by its mark.
        page = scope.records.query(ask.key.partition, keys.SUMMARY_MARK, limit=_MARKS)
        marks = [mark for row in page.rows if (mark := readable(SummaryMark, row, scope.box)) is not None]
        allowed = self._policies(self._tenancy.stores(ask.key.tid)).sensitive_allowed
        return _Held(ask, scope, [one for one in derived if one is not None], marks, page.after is not None, after, allowed)

    def _summaries(self, scope: Opened, ask: Ask) -> tuple[Sequence[Row], str]:
        if ask.categories is None:
            after, limit = ask.page
            page = scope.records.query(ask.key.partition, keys.SUMMARY, limit=limit, after=after or None)
            return page.rows, page.after or ""
        wanted = {keys.summary(ask.key, category_digest(scope.box, category)) for category in ask.categories}
        return (list(scope.records.get(sorted(wanted)).values()) if wanted else []), ""

    def _heads(self, held: Sequence[_Held]) -> dict[str, dict[str, Head]]:
        """The current ones of all grounds, by scope and ULID."""
        wanted: dict[Key, _Held] = {key: one for one in held for key in _grounds(one)}
        rows = held[0].scope.records.get(list(wanted)) if wanted else {}  # one table, whichever scope
        heads: dict[str, dict[str, Head]] = {one.ask.key.sid: {} for one in held}
        now = self._clock.now()
        for key, row in rows.items():
            head = readable(Head, row, wanted[key].scope.box)
            if head is not None and head.is_current(now):
                heads[head.sid][head.ulid] = head
        return heads


def _grounds(held: _Held) -> Iterable[Key]:
    ulids = dict.fromkeys(basis.ulid for derived in held.derived for sentence in derived.sentences for basis in sentence.rests_on)
    return (keys.head(held.ask.key, ulid) for ulid in ulids)
