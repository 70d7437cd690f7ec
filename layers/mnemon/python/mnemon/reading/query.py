"""The one place that builds an index query. It cannot be asked for one without a tenant and the scopes that may be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from mnemon.model.scopes import ScopeKey
from mnemon.ports.index import IndexName, Search

from .filters import Filter
from .moment import Moment

RecordType = Literal["memory", "turn", "chunk"]
ListKind = Literal["lexical", "vector", "exact"]
SIZE = 100
EXACT_SIZE = 20
FLAGS = ("type", "speaker", "n_words", "asks", "has_time", "names", "event_at", "true_from")
"""The fields of a document that ranking needs."""

_LEXICAL = (("text", 0.5), ("text.tri", 0.1), ("ctx", 2.0))
_LONGEST_FOR_TRIGRAMS = 200
"""Characters. Every trigram is a clause, and the engine takes 1,024 of them."""


class Ask(NamedTuple):
    """`words` is the lexical query, `vector` the question's embedding, `phrases` what is asked for letter by letter; without one of them
    its list is not asked for."""

    words: str
    vector: Sequence[float] | None
    moment: Moment
    types: tuple[RecordType, ...] = ()
    where: Filter | None = None
    size: int = SIZE
    phrases: tuple[str, ...] = ()


class Plan(NamedTuple):
    """The searches of one `_msearch`, and which list each one gives."""

    searches: tuple[Search, ...]
    kinds: tuple[ListKind, ...]


def plan(tid: str, scopes: Sequence[ScopeKey], ask: Ask) -> Plan:
    """Raises ValueError without a tenant or scopes, or when a scope is another tenant's."""
    if not tid or not scopes:
        raise ValueError("an index query needs a tenant and at least one scope")
    if any(scope.tid != tid for scope in scopes):
        raise ValueError("a scope of another tenant")
    filters = _filters(tid, scopes, ask)
    indices: tuple[IndexName, ...] = ("recall", "recall-past") if ask.moment.looks_back else ("recall",)
    planned: list[tuple[ListKind, Search]] = []
    for index in indices:
        if ask.words:
            planned.append(("lexical", Search(index, tid, _lexical(ask, filters))))
        if ask.vector is not None:
            planned.append(("vector", Search(index, tid, _nearest(ask.vector, ask.size, filters))))
        if ask.phrases:
            planned.append(("exact", Search(index, tid, _phrases(ask.phrases, filters))))
    return Plan(tuple(search for _, search in planned), tuple(kind for kind, _ in planned))


def _filters(tid: str, scopes: Sequence[ScopeKey], ask: Ask) -> list[dict[str, Any]]:
    filters: list[dict[str, Any]] = [{"term": {"tid": tid}}, {"terms": {"sid": [scope.sid for scope in scopes]}}]
    if ask.types:
        filters.append({"terms": {"type": list(ask.types)}})
    filters += ask.moment.clauses()
    if ask.where is not None:
        filters.append(ask.where.clause())
    return filters


def _lexical(ask: Ask, filters: list[dict[str, Any]]) -> dict[str, Any]:
    texts = {"text.tri": ask.words[:_LONGEST_FOR_TRIGRAMS]}
    should = [{"match": {field: {"query": texts.get(field, ask.words), "boost": boost}}} for field, boost in _LEXICAL]
    return _body(ask.size, {"bool": {"filter": filters, "should": should, "minimum_should_match": 1}})


def _phrases(phrases: Sequence[str], filters: list[dict[str, Any]]) -> dict[str, Any]:
    """Its words in their order; whether it stands there letter by letter is seen in the record."""
    should = [{"match_phrase": {"text": {"query": phrase}}} for phrase in phrases]
    return _body(EXACT_SIZE, {"bool": {"filter": filters, "should": should, "minimum_should_match": 1}})


def _nearest(vector: Sequence[float], size: int, filters: list[dict[str, Any]]) -> dict[str, Any]:
    """The filter stands in the knn clause, where it is a pre-filter, and around it, where nothing can pass it by."""
    knn = {"knn": {"vec": {"vector": list(vector), "k": size, "filter": {"bool": {"filter": filters}}}}}
    return _body(size, {"bool": {"filter": filters, "must": [knn]}})


def _body(size: int, query: dict[str, Any]) -> dict[str, Any]:
    return {"size": size, "query": query, "_source": list(FLAGS), "track_total_hits": False}
