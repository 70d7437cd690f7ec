"""The index on a real engine."""

from __future__ import annotations

import logging
import mmap
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mnemon.adapters.engine import Engine, EngineError
from mnemon.adapters.index_admin import DimensionMismatch, IndexAdmin
from mnemon.adapters.mappings import INDEX_NAMES, alias_of, name_of
from mnemon.adapters.opensearch import OpenSearchIndex
from mnemon.ports.index import Document, IndexName, Removal, Search
from mnemon.ports.records import Unavailable
from tests.support.engine import RealEngine, RealIndex, fresh_index

pytestmark = pytest.mark.engine

TID, OTHER = "a" * 26, "z" * 26
ANN, BOB = "b" * 26, "c" * 26


@pytest.fixture
def real(opensearch: RealEngine) -> Iterator[RealIndex]:
    with fresh_index(opensearch.url, 4) as real:
        yield real


def document(
    id: str, text: str = "words", *, index: IndexName = "recall", version: int = 1, tid: str = TID, sid: str = ANN, **fields: Any
) -> Document:
    body = {"tid": tid, "sid": sid, "type": "memory", "text": text, "ctx": text, "vec": [1.0, 0.0, 0.0, 0.1], **fields}
    return Document(index, id, tid, version, body)


def found(real: RealIndex, query: dict[str, Any], *, index: IndexName = "recall", tid: str = TID) -> list[str]:
    (hits,) = real.index.search([Search(index, tid, {"query": query, "size": 50, "_source": ["type"]})], timeout_ms=5_000)
    return [hit.id for hit in hits]


def match(text: str, field: str = "text") -> dict[str, Any]:
    return {"match": {field: text}}


def apply(real: RealIndex, *changes: Document | Removal) -> None:
    outcomes = real.index.apply(changes)
    assert all(outcome.ok for outcome in outcomes), outcomes


class TestText:
    @pytest.fixture(autouse=True)
    def filled(self, real: RealIndex) -> None:
        texts = {
            "saab": "[2025-03-01] Ann: I bought a blue Saab in Malmö",
            "code": "the job stops with ERR-4021 in /var/lib/x.y v1.2.3",
            "zh": "我在北京买了一辆蓝色的车",
            "th": "ฉันชอบกินข้าวผัด",
            "ar": "أحب القهوة في الصباح",
            "de": "Ich wohne in München und fahre gern Fahrrad",
            "family": "Bob's families were running",
        }
        apply(real, *(document(id, text) for id, text in texts.items()))

    @pytest.mark.parametrize(
        ("asked", "field", "id"),
        [
            ("buying blue saabs", "text", "saab"),
            ("family", "text", "family"),
            ("bob", "text", "family"),
            ("runs", "ctx", "family"),
            ("ERR-4021", "text", "code"),
            ("ERR-4021", "text.tri", "code"),
            ("lib/x.y v1.2", "text.tri", "code"),
            ("北京", "text", "zh"),
            ("蓝色的车", "text.tri", "zh"),
            ("กินข้าว", "text.tri", "th"),
            ("القهوة", "text", "ar"),
            ("münchen", "text", "de"),
            ("MÜNCHEN", "text.tri", "de"),
        ],
    )
    def test_words_of_each_language_are_found(self, real: RealIndex, asked: str, field: str, id: str) -> None:
        assert found(real, match(asked, field))[0] == id

    def test_stop_words_find_nothing(self, real: RealIndex) -> None:
        assert found(real, match("the and with", "text")) == []

    def test_trigrams_keep_spaces_and_take_runs_of_them_as_one(self, real: RealIndex) -> None:
        tokens = real.engine.request("POST", f"/{real.base}/_analyze", {"analyzer": "trigrams", "text": "Ab  \n c"})["tokens"]
        assert [token["token"] for token in tokens] == ["ab ", "b c"]


class TestSearch:
    def test_a_cosine_comes_back_from_the_score(self, real: RealIndex) -> None:
        apply(real, document("near", vec=[1, 0, 0, 0]), document("far", vec=[0, 1, 0, 0]), document("against", vec=[-1, 0, 0, 0]))
        query = {"knn": {"vec": {"vector": [1, 0, 0, 0], "k": 10}}}
        (hits,) = real.index.search([Search("recall", TID, {"query": query})], timeout_ms=5_000)
        assert {hit.id: round(2 * hit.score - 1, 5) for hit in hits} == {"near": 1.0, "far": 0.0, "against": -1.0}

    def test_the_filter_of_a_vector_search_is_a_prefilter(self, real: RealIndex) -> None:
        crowd = [document(f"bob{n:03d}", sid=BOB, vec=[1, 0, 0, n / 1e4]) for n in range(60)]
        apply(real, *crowd, document("ann", vec=[0, 1, 0, 0]))
        query = {"knn": {"vec": {"vector": [1, 0, 0, 0], "k": 5, "filter": {"term": {"sid": ANN}}}}}
        assert found(real, query) == ["ann"]

    def test_several_searches_answer_in_order_with_the_fields_asked_for(self, real: RealIndex) -> None:
        apply(real, document("now", speaker="Ann", n_words=3), document("then", index="recall-past"))
        searches = [
            Search("recall-past", TID, {"query": {"match_all": {}}, "_source": ["type"]}),
            Search("recall", TID, {"query": {"match_all": {}}, "_source": ["speaker", "n_words"]}),
            Search("recall", OTHER, {"query": {"term": {"tid": OTHER}}}),
        ]
        past, now, none = real.index.search(searches, timeout_ms=5_000)
        assert [hit.id for hit in past] == ["then"]
        assert [dict(hit.fields) for hit in now] == [{"speaker": "Ann", "n_words": 3}]
        assert none == []
        assert real.index.search([], timeout_ms=1) == []

    def test_one_bad_search_fails_all_and_quotes_nothing(self, real: RealIndex) -> None:
        bad = {"query": {"range": {"created_at": {"gt": "a secret canary"}}}}
        with pytest.raises(Unavailable) as failed:
            real.index.search([Search("recall", TID, {"query": {"match_all": {}}}), Search("recall", TID, bad)], timeout_ms=5_000)
        assert "canary" not in str(failed.value)
        assert failed.value.__cause__ is None

    def test_what_is_left_of_several_is_used_when_asked_for(self, real: RealIndex) -> None:
        apply(real, document("now"))
        good, bad = (
            Search("recall", TID, {"query": {"match_all": {}}}),
            Search("recall", TID, {"query": {"range": {"created_at": {"gt": "x"}}}}),
        )
        whole, nothing = real.index.search([good, bad], timeout_ms=5_000, partial=True)
        assert ([hit.id for hit in whole], whole.complete) == (["now"], True)
        assert (list(nothing), nothing.complete) == ([], False)
        with pytest.raises(Unavailable):
            real.index.search([bad, bad], timeout_ms=5_000, partial=True)


class TestBulk:
    def test_one_bad_document_stops_no_other(self, real: RealIndex) -> None:
        outcomes = real.index.apply(
            [
                document("a"),
                document("unknown field", secret="a canary"),
                document("bad time", created_at="a canary"),
                document("bad vector", vec=[1.0]),
                document("immense", speaker="x" * 40_000),
                document("b"),
            ]
        )
        assert [outcome.ok for outcome in outcomes] == [True, False, False, False, False, True]
        assert not any(outcome.retriable for outcome in outcomes)
        assert all("canary" not in outcome.error and outcome.error.endswith("exception") for outcome in outcomes if not outcome.ok)

    def test_without_an_index_a_document_waits_and_none_is_made_by_accident(self, real: RealIndex) -> None:
        elsewhere = OpenSearchIndex(real.engine, base=f"{real.base}-elsewhere")
        (outcome,) = elsewhere.apply([document("a")])
        assert (outcome.ok, outcome.retriable) == (False, True)
        with pytest.raises(EngineError, match="404"):
            real.engine.request("GET", f"/{real.base}-elsewhere")

    def test_many_documents_in_bodies_of_bounded_size(self, real: RealIndex, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("mnemon.adapters.opensearch.MAX_BULK_BYTES", 2_000)
        apply(real, *(document(f"m{n}") for n in range(40)))
        assert len(found(real, {"match_all": {}})) == 40

    def test_without_waiting_it_is_found_after_the_next_refresh(self, real: RealIndex) -> None:
        real.engine.request("PUT", f"/{real.base}/_settings", {"index": {"refresh_interval": "-1"}})
        real.index.apply([document("m")], wait=False)
        assert found(real, {"match_all": {}}) == []
        real.refresh()
        assert found(real, {"match_all": {}}) == ["m"]


class TestErase:
    def test_what_was_not_refreshed_is_erased_too(self, real: RealIndex) -> None:
        real.engine.request("PUT", f"/{real.base}/_settings", {"index": {"refresh_interval": "-1"}})
        real.index.apply([document("ann9")], wait=False)
        assert real.index.erase(TID, [ANN]) == 1

    def test_more_than_a_page(self, real: RealIndex, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("mnemon.adapters.opensearch._ERASED_AT_ONCE", 3)
        apply(real, *(document(f"m{n}") for n in range(10)))
        assert real.index.erase(TID, [ANN]) == 10
        assert real.index.count(TID, [ANN]) == 0


def test_after_a_purge_an_erased_text_is_in_no_file(real: RealIndex, opensearch: RealEngine) -> None:
    """Takes half a minute: the engine looks at what it may let go of every 30 s."""
    if opensearch.data is None:
        pytest.fail("MNEMON_TEST_OPENSEARCH_DATA must name the data folder of the engine that is used")
    canary, kept = f"zebrafinch{os.urandom(6).hex()}", f"sparrow{os.urandom(6).hex()}"
    apply(
        real,
        document("ann", f"the {canary} sang"),
        document("ann", f"the {canary} sang again", index="recall-past"),
        *(document(f"bob{n}", f"the {kept} sang", sid=BOB) for n in range(200)),
    )
    assert holds(opensearch.data, canary)
    real.index.erase(TID, [ANN])
    assert holds(opensearch.data, canary), "a scan that cannot fail shows nothing"
    real.index.purge()
    assert not holds(opensearch.data, canary)
    assert holds(opensearch.data, kept)
    assert real.index.count(TID, [BOB]) == 200


def test_a_purge_is_not_done_while_a_deleted_document_is_kept(real: RealIndex) -> None:
    apply(real, document("ann"))
    impatient = OpenSearchIndex(real.engine, base=real.base, release_seconds=0.0)
    with pytest.raises(Unavailable, match="keep"):
        impatient.purge()


class TestAdmin:
    def test_it_can_be_repeated(self, real: RealIndex) -> None:
        apply(real, document("kept"))
        expected = {index: name_of(index, real.base) for index in INDEX_NAMES}
        assert real.admin.ensure(4, "test") == expected
        assert real.admin.ensure(4, "another name") == expected
        assert found(real, {"match_all": {}}) == ["kept"]

    def test_an_index_that_was_made_without_its_alias_is_taken(self, real: RealIndex) -> None:
        real.engine.request("DELETE", f"/{name_of('recall', real.base)}/_alias/{real.base}")
        real.admin.ensure(4, "test")
        apply(real, document("m"))

    def test_another_dimension_is_refused_with_both_numbers(self, real: RealIndex) -> None:
        with pytest.raises(DimensionMismatch, match=r"4 dimensions .* makes 1024.*re-index"):
            real.admin.ensure(1024, "titan")
        apply(real, document("m"))

    def test_another_dimension_is_taken_by_an_index_anew(self, real: RealIndex) -> None:
        apply(real, document("m"))
        assert real.admin.ensure(8, "titan", rebuild=True) == {index: name_of(index, real.base, 2) for index in INDEX_NAMES}
        assert found(real, {"match_all": {}}) == []
        apply(real, document("m", vec=[1.0] * 8))
        assert real.admin.ensure(8, "titan", rebuild=True) == {index: name_of(index, real.base, 2) for index in INDEX_NAMES}
        assert found(real, {"match_all": {}}) == ["m"]

    def test_it_can_be_removed(self, real: RealIndex) -> None:
        real.admin.remove()
        real.admin.remove()
        with pytest.raises(EngineError, match="404"):
            real.engine.request("GET", f"/{alias_of('recall', real.base)}")


class TestEngine:
    def test_an_engine_that_is_down_is_unavailable(self) -> None:
        index = OpenSearchIndex(Engine("http://127.0.0.1:9"))
        for call in (
            lambda: index.search([Search("recall", TID, {})], timeout_ms=100),
            lambda: index.apply([document("m")]),
            lambda: index.erase(TID, [ANN]),
            lambda: index.count(TID, [ANN]),
            index.purge,
        ):
            with pytest.raises(Unavailable):
                call()
        with pytest.raises(Unavailable):
            IndexAdmin(Engine("http://127.0.0.1:9"), sleep=lambda _: None).wait(0)

    def test_nothing_is_logged(self, real: RealIndex, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.DEBUG)
        real.index.apply([document("m", created_at="a canary")])
        with pytest.raises(Unavailable):
            real.index.search([Search("recall", TID, {"query": {"canary": {}}})], timeout_ms=5_000)
        assert "canary" not in caplog.text

    def test_threads_share_one_engine(self, real: RealIndex) -> None:
        apply(real, document("m"))
        seen: list[list[str]] = []
        threads = [threading.Thread(target=lambda: seen.append(found(real, {"match_all": {}}))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert seen == [["m"]] * 8


def holds(folder: Path, text: str) -> bool:
    """Whether any file under a folder holds the text."""
    for path in (Path(root) / name for root, _, names in os.walk(folder) for name in names):
        try:
            with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                if content.find(text.encode()) >= 0:
                    return True
        except (ValueError, FileNotFoundError):
            continue
    return False
