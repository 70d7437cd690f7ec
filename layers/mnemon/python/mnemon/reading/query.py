"""The searches of one recall: which lists are asked for, and what every one of them is filtered by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from mnemon.model.scopes import ScopeKey
from mnemon.ports.index import IndexName, Search
from mnemon.tenant.index_query import by_phrases, by_vector, by_words, lexical

from .filters import Filter
from .moment import Moment

RecordType = Literal["memory", "turn", "chunk"]
ListKind = Literal["lexical", "vector", "exact", "past"]
"""`past`: what is true no more, by which turns are judged that tell it; none of it is an answer."""
SIZE = 100
EXACT_SIZE = 20
PAST_SIZE = 10


class Ask(NamedTuple):
    """`words` is the lexical query, `vector` the question's embedding, `phrases` what is asked for letter by letter; without one of them
    its list is not asked for. `foreign`: how much of the question is in other letters than Latin ones."""

    words: str
    vector: Sequence[float] | None
    moment: Moment
    types: tuple[RecordType, ...] = ()
    where: Filter | None = None
    size: int = SIZE
    phrases: tuple[str, ...] = ()
    foreign: float = 0.0


class Plan(NamedTuple):
    """The searches of one `_msearch`, and which list each one gives."""

    searches: tuple[Search, ...]
    kinds: tuple[ListKind, ...]


def plan(tid: str, scopes: Sequence[ScopeKey], ask: Ask) -> Plan:
    """Raises ValueError without a tenant or scopes, or when a scope is another tenant's."""
    where = _filters(ask)
    indices: tuple[IndexName, ...] = ("recall", "recall-past") if ask.moment.looks_back else ("recall",)
    planned: list[tuple[ListKind, Search]] = []
    fields = lexical(ask.foreign)
    for index in indices:
        if ask.words:
            planned.append(("lexical", by_words(tid, scopes, ask.words, where=where, size=ask.size, index=index, fields=fields)))
        if ask.vector is not None:
            planned.append(("vector", by_vector(tid, scopes, ask.vector, where=where, size=ask.size, index=index)))
        if ask.phrases:
            planned.append(("exact", by_phrases(tid, scopes, ask.phrases, where=where, size=EXACT_SIZE, index=index)))
    if not ask.moment.looks_back and (not ask.types or set(ask.types) != {"memory"}):
        # without what else is asked of a result: a turn may rest on memories of any kind
        of_now = ask.moment.clauses()
        if ask.words:
            search = by_words(tid, scopes, ask.words, where=of_now, size=PAST_SIZE, index="recall-past", fields=fields)
            planned.append(("past", search))
        if ask.vector is not None:
            planned.append(("past", by_vector(tid, scopes, ask.vector, where=of_now, size=PAST_SIZE, index="recall-past")))
    return Plan(tuple(search for _, search in planned), tuple(kind for kind, _ in planned))


def _filters(ask: Ask) -> list[dict[str, Any]]:
    filters: list[dict[str, Any]] = [{"terms": {"type": list(ask.types)}}] if ask.types else []
    filters += ask.moment.clauses()
    if ask.where is not None:
        filters.append(ask.where.clause())
    return filters
