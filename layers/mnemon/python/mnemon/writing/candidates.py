"""The memories that a statement may have to do with: those that the index finds, and the newest, which it may not hold yet.

The index proposes; what is proposed is read from the table and judged on both texts in full. A proposal whose text, as the index has it,
has nothing to do with the statement is not read: were its text another by now, it would stand among the newest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mnemon.language.meaning import other_words
from mnemon.language.relation import may_go_with, relation
from mnemon.model.records import Fact
from mnemon.model.vectors import PackedVector, unpack
from mnemon.ports.index import Hit, Search, SearchIndex
from mnemon.ports.records import Unavailable
from mnemon.tenant.document_ids import memory_of
from mnemon.tenant.index_query import by_vector, by_words
from mnemon.tenant.views import View

SIZE = 12
"""Of each fact: one that says the same, or gives the same a value, shares its words and stands at the top."""
NEAREST = 4
"""Of each fact, by its vector: more are not compared with it (`doubt.MOST_PAIRS`), and one may be gone by now."""
TIMEOUT_MS = 2_000
_FIELDS = (("text", 1.0),)
_RETURNED = ("text",)
_DATED = re.compile(r"^\[[^\]]*\] ")
_LONGEST = 400
"""Characters that are asked for by words."""
_MOST_OTHERS = 60
_WHERE = ({"term": {"type": "memory"}},)


@dataclass(frozen=True, slots=True)
class Proposed:
    """ULIDs. `degraded`: the index did not answer, or more was new than was looked at."""

    ulids: frozenset[str] = frozenset()
    degraded: bool = False


@dataclass(frozen=True, slots=True)
class Candidates:
    """Without an index, the newest alone."""

    index: SearchIndex | None = None
    size: int = SIZE
    timeout_ms: int = TIMEOUT_MS

    def __call__(self, view: View, facts: Sequence[Fact], vectors: Sequence[PackedVector] = ()) -> Proposed:
        """One `_msearch` for all of them. `view` was taken before, with its markers: in the other order a record could be missed in both.
        With `vectors`, those of the facts, the nearest memories too, whatever their words. Raises nothing: a write does not wait for the
        index."""
        new = newest(view)
        if self.index is None or not facts or view.state.seq == 0:
            return Proposed(new, view.truncated)
        try:
            found = self._search(self.index, view, facts, [vector for vector in dict.fromkeys(vectors) if vector])
        except Unavailable:
            return Proposed(new, degraded=True)
        return Proposed(new | found, view.truncated)

    def _search(self, index: SearchIndex, view: View, facts: Sequence[Fact], vectors: Sequence[PackedVector]) -> frozenset[str]:
        contents = list(dict.fromkeys(fact.content for fact in facts))
        searches = [self._like(view, content) for content in contents] + [self._near(view, vector) for vector in vectors]
        answers = index.search(searches, timeout_ms=self.timeout_ms)
        found = {ulid for hits in answers[len(contents) :] for hit in hits if (ulid := _ulid(view, hit)) is not None}
        for content, hits in zip(contents, answers, strict=False):
            for hit in hits:
                ulid = _ulid(view, hit)
                if ulid is not None and ulid not in found and _may_matter(content, hit):
                    found.add(ulid)
        return frozenset(found)

    def _like(self, view: View, content: str) -> Search:
        """By its own words, and by those that are compared as the same: what shares neither is `unrelated`, however near its vector is."""
        said = content[:_LONGEST]
        others = " ".join(other_words(said)[:_MOST_OTHERS])
        scope = view.scope
        return by_words(scope.tid, [scope], said, where=_WHERE, size=self.size, fields=_FIELDS, others=others, returned=_RETURNED)

    def _near(self, view: View, vector: PackedVector) -> Search:
        scope = view.scope
        return by_vector(scope.tid, [scope], list(unpack(vector)), where=_WHERE, size=NEAREST, returned=())


def newest(view: View) -> frozenset[str]:
    """The memories that the view's markers name."""
    return frozenset(_named(view))


def _named(view: View) -> Iterable[str]:
    for key in view.pending_keys:
        match key.sk.split("#"):
            case ["MEM", ulid] | ["VER", ulid, _]:
                yield ulid
            case _:
                pass


def _ulid(view: View, hit: Hit) -> str | None:
    named = memory_of(hit.id)
    return named[1] if named is not None and named[0] == view.scope.sid else None


def _may_matter(content: str, hit: Hit) -> bool:
    text = hit.fields.get("text")
    if not isinstance(text, str):
        return True
    held = _DATED.sub("", text, count=1)
    return relation(held, content) != "unrelated" or relation(content, held) != "unrelated" or may_go_with(held, content)
