"""One contract of the index, held by the real engine and by the fake that unit tests stand on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mnemon.ports.index import GONE, Document, IndexName, Removal, Search, SearchIndex
from tests.support.engine import RealEngine, fresh_index
from tests.support.fakes import MemoryIndex

TID, OTHER = "a" * 26, "z" * 26
ANN, BOB = "b" * 26, "c" * 26
ALL: dict[str, Any] = {"match_all": {}}


@pytest.fixture(params=["memory", pytest.param("engine", marks=pytest.mark.engine)])
def index(request: pytest.FixtureRequest) -> Iterator[SearchIndex]:
    if request.param == "memory":
        yield MemoryIndex()
        return
    engine: RealEngine = request.getfixturevalue("opensearch")
    with fresh_index(engine.url, 4) as real:
        yield real.index


def document(
    id: str, text: str = "words", *, index: IndexName = "recall", version: int = 1, tid: str = TID, sid: str = ANN, **fields: Any
) -> Document:
    body = {"tid": tid, "sid": sid, "type": "memory", "text": text, "ctx": text, "vec": [1.0, 0.0, 0.0, 0.1], **fields}
    return Document(index, id, tid, version, body)


def apply(index: SearchIndex, *changes: Document | Removal) -> None:
    outcomes = index.apply(changes)
    assert [(outcome.id, outcome.index) for outcome in outcomes] == [(change.id, change.index) for change in changes]
    assert all(outcome.ok for outcome in outcomes), outcomes


def found(index: SearchIndex, query: dict[str, Any], name: IndexName = "recall") -> list[str]:
    (hits,) = index.search([Search(name, TID, {"query": query, "size": 50, "_source": ["type"]})], timeout_ms=5_000)
    return sorted(hit.id for hit in hits)


def match(text: str) -> dict[str, Any]:
    return {"match": {"text": {"query": text}}}


class TestVersions:
    def test_only_what_is_newer_or_the_same_is_written(self, index: SearchIndex) -> None:
        apply(index, document("m", "first", version=2))
        apply(index, document("m", "late", version=1))
        assert found(index, match("first")) == ["m"]
        apply(index, document("m", "again", version=2))
        assert found(index, match("again")) == ["m"]
        apply(index, document("m", "third", version=3))
        assert found(index, match("third")) == ["m"]

    def test_a_removal_holds_against_what_is_older(self, index: SearchIndex) -> None:
        apply(index, document("m", version=2), Removal("recall-past", "m", TID, 2))
        apply(index, Removal("recall", "m", TID, 3))
        apply(index, document("m", version=2))
        assert found(index, {"match_all": {}}) == []
        apply(index, document("m", version=4))
        assert found(index, {"match_all": {}}) == ["m"]

    def test_what_is_gone_is_gone(self, index: SearchIndex) -> None:
        apply(index, document("m", version=7), Removal("recall", "m", TID), Removal("recall", "never", TID))
        apply(index, document("m", version=GONE - 1), Removal("recall", "m", TID))
        assert found(index, {"match_all": {}}) == []


class TestErase:
    @pytest.fixture(autouse=True)
    def filled(self, index: SearchIndex) -> None:
        apply(
            index,
            document("ann1", source="S1"),
            document("ann2", source="S2"),
            document("ann3"),
            document("ann4", index="recall-past"),
            document("bob1", sid=BOB, source="S1"),
            document("other", tid=OTHER),
        )

    def test_whole_scopes_in_both_indices(self, index: SearchIndex) -> None:
        assert index.count(TID, [ANN]) == 4
        assert index.erase(TID, [ANN]) == 4
        assert index.count(TID, [ANN]) == 0
        assert index.count(TID, [ANN, BOB]) == 1
        assert index.count(OTHER, [ANN]) == 1
        assert index.erase(TID, [ANN]) == 0

    def test_only_some_sources_and_ids(self, index: SearchIndex) -> None:
        assert index.erase(TID, [ANN], sources=["S1"], ids=["ann4", "bob1", "other"]) == 2
        assert found(index, ALL) == ["ann2", "ann3", "bob1", "other"]
        assert found(index, ALL, "recall-past") == []

    def test_a_late_write_of_what_was_erased_is_refused(self, index: SearchIndex) -> None:
        index.erase(TID, [ANN])
        apply(index, document("ann1", version=99), document("ann4", index="recall-past", version=99))
        assert index.count(TID, [ANN]) == 0

    def test_it_cannot_be_asked_without_a_scope(self, index: SearchIndex) -> None:
        with pytest.raises(ValueError, match="scopes"):
            index.erase(TID, [])
        with pytest.raises(ValueError, match="tenant"):
            index.count("", [ANN])


class TestQueries:
    """The clauses that the product asks with: both ways of answering agree on which documents match."""

    @pytest.fixture(autouse=True)
    def filled(self, index: SearchIndex) -> None:
        apply(
            index,
            document("a", "Ann drives a blue Saab", kind="fact", entities=["Saab", "Ann"], trust=3, created_at="2025-03-01T00:00:00.000Z"),
            document("b", "Ann likes soup", kind="preference", namespace="acme/app", metadata=["team=red*", "x=1"]),
            document("c", "Bob drives a truck", sid=BOB, namespace="acme-corp", vec=[0.0, 1.0, 0.0, 0.0], salience=0.25),
            document("d", "Eve drives too", tid=OTHER, sid="d" * 26),
        )

    @pytest.mark.parametrize(
        ("query", "ids"),
        [
            ({"term": {"tid": TID}}, "abc"),
            ({"terms": {"sid": [ANN, "none"]}}, "ab"),
            ({"terms": {"entities": ["Saab"]}}, "a"),
            ({"term": {"entities": "saab"}}, ""),
            ({"exists": {"field": "namespace"}}, "bc"),
            ({"bool": {"must_not": [{"exists": {"field": "namespace"}}], "filter": [{"term": {"tid": TID}}]}}, "a"),
            ({"prefix": {"namespace": "acme/"}}, "b"),
            ({"prefix": {"metadata": "team="}}, "b"),
            ({"wildcard": {"metadata": {"value": "*red\\**"}}}, "b"),
            ({"wildcard": {"namespace": {"value": "acme?*"}}}, "bc"),
            ({"range": {"created_at": {"lte": "2025-03-01T00:00:00.000Z"}}}, "a"),
            ({"range": {"created_at": {"gt": "2025-03-01T00:00:00.000Z"}}}, ""),
            ({"range": {"trust": {"gte": 3}}}, "a"),
            ({"range": {"salience": {"lt": 0.25}}}, ""),
            ({"terms": {"salience": [0.25]}}, "c"),
            ({"bool": {"should": [match("drive"), match("soup")], "minimum_should_match": 1, "filter": [{"term": {"tid": TID}}]}}, "abc"),
            ({"bool": {"filter": [{"term": {"sid": BOB}}], "must": [match("drives")]}}, "c"),
            ({"ids": {"values": ["a", "z"]}}, "a"),
            ({"match": {"text.tri": {"query": "Saab"}}}, "a"),
            ({"knn": {"vec": {"vector": [1.0, 0.0, 0.0, 0.0], "k": 9, "filter": {"bool": {"filter": [{"term": {"sid": BOB}}]}}}}}, "c"),
        ],
    )
    def test_which_match(self, index: SearchIndex, query: dict[str, Any], ids: str) -> None:
        assert found(index, query) == list(ids)

    def test_the_score_of_a_vector_is_half_of_one_plus_the_cosine(self, index: SearchIndex) -> None:
        body = {"query": {"knn": {"vec": {"vector": [0.0, 1.0, 0.0, 0.0], "k": 9, "filter": {"term": {"sid": BOB}}}}}}
        ((hit,),) = index.search([Search("recall", TID, body)], timeout_ms=5_000)
        assert hit.score == pytest.approx(1.0)

    def test_the_best_first_and_no_more_than_asked(self, index: SearchIndex) -> None:
        body = {"query": match("blue saab drives"), "size": 2, "_source": ["kind"]}
        (hits,) = index.search([Search("recall", TID, body)], timeout_ms=5_000)
        assert len(hits) == 2
        assert hits[0].id == "a"
        assert "text" not in hits[0].fields
