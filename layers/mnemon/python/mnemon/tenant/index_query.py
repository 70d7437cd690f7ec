"""The one place that builds an index query. It cannot be asked for one without a tenant and the scopes that may be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mnemon.model.scopes import ScopeKey
from mnemon.ports.index import IndexName, Search

FLAGS = ("type", "speaker", "n_words", "asks", "has_time", "names", "event_at", "true_from", "attribute")
"""The fields of a document that ranking needs."""

LEXICAL = (("text", 0.5), ("text.tri", 0.1), ("ctx", 2.0))
"""Fields and weights of recall's lexical list."""
_FOREIGN_TRIGRAMS = 1.0
"""The weight of the trigrams for letters of which the engine's English analyser makes no words: single characters, or whole sentences."""
_LESS = 0.3
"""Of the weight of a word, for one that only means the same."""
_LONGEST_FOR_TRIGRAMS = 200
"""Characters. Every trigram is a clause, and the engine takes 1,024 of them."""

Clause = Mapping[str, Any]


def lexical(foreign: float) -> Sequence[tuple[str, float]]:
    """Fields and weights for a question of which that share is in other letters than Latin ones."""
    return [(field, weight + foreign * (_FOREIGN_TRIGRAMS - weight) if field == "text.tri" else weight) for field, weight in LEXICAL]


def by_words(
    tid: str,
    scopes: Sequence[ScopeKey],
    words: str,
    *,
    where: Sequence[Clause] = (),
    size: int,
    index: IndexName = "recall",
    fields: Sequence[tuple[str, float]] = LEXICAL,
    others: str = "",
    returned: Sequence[str] = FLAGS,
) -> Search:
    """Records that hold any of the words, best first; `others` are words that count for less. Raises ValueError without a tenant or
    scopes, or for a scope of another tenant."""
    filters = _filters(tid, scopes, where)
    texts = {"text.tri": words[:_LONGEST_FOR_TRIGRAMS]}
    should = [{"match": {field: {"query": texts.get(field, words), "boost": boost}}} for field, boost in fields]
    if others:
        should += [{"match": {field: {"query": others, "boost": boost * _LESS}}} for field, boost in fields]
    return _search(tid, index, size, {"bool": {"filter": filters, "should": should, "minimum_should_match": 1}}, returned)


def by_phrases(
    tid: str,
    scopes: Sequence[ScopeKey],
    phrases: Sequence[str],
    *,
    where: Sequence[Clause] = (),
    size: int,
    index: IndexName = "recall",
    returned: Sequence[str] = FLAGS,
) -> Search:
    """Records that hold the words of any of the phrases in their order; whether letter by letter is seen in the record. Raises ValueError
    like `by_words`."""
    filters = _filters(tid, scopes, where)
    should = [{"match_phrase": {"text": {"query": phrase}}} for phrase in phrases]
    return _search(tid, index, size, {"bool": {"filter": filters, "should": should, "minimum_should_match": 1}}, returned)


def by_vector(
    tid: str,
    scopes: Sequence[ScopeKey],
    vector: Sequence[float],
    *,
    where: Sequence[Clause] = (),
    size: int,
    index: IndexName = "recall",
    returned: Sequence[str] = FLAGS,
) -> Search:
    """The nearest records. The filter stands in the knn clause, where it is a pre-filter, and around it, where nothing can pass it by.
    Raises ValueError like `by_words`."""
    filters = _filters(tid, scopes, where)
    knn = {"knn": {"vec": {"vector": list(vector), "k": size, "filter": {"bool": {"filter": filters}}}}}
    return _search(tid, index, size, {"bool": {"filter": filters, "must": [knn]}}, returned)


def _filters(tid: str, scopes: Sequence[ScopeKey], where: Sequence[Clause]) -> list[dict[str, Any]]:
    if not tid or not scopes:
        raise ValueError("an index query needs a tenant and at least one scope")
    if any(scope.tid != tid for scope in scopes):
        raise ValueError("a scope of another tenant")
    return [{"term": {"tid": tid}}, {"terms": {"sid": [scope.sid for scope in scopes]}}, *map(dict, where)]


def _search(tid: str, index: IndexName, size: int, query: dict[str, Any], returned: Sequence[str]) -> Search:
    return Search(index, tid, {"size": size, "query": query, "_source": list(returned), "track_total_hits": False})
