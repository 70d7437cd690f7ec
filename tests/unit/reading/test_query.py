from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.model.scopes import ScopeKey
from mnemon.reading.filter_language import compile_filter
from mnemon.reading.moment import Moment
from mnemon.reading.query import Ask, plan

NOW = "2026-11-29T12:00:00.000Z"
TID, SID, SID2 = "a" * 26, "b" * 26, "c" * 26
SCOPES = [ScopeKey(tid=TID, sid=SID), ScopeKey(tid=TID, sid=SID2)]


def ask(**fields: Any) -> Ask:
    made: dict[str, Any] = {"words": "golf", "vector": [0.1, 0.2], "moment": Moment(NOW)}
    return Ask(**{**made, **fields})


def filters_of(query: Mapping[str, Any]) -> list[list[dict[str, Any]]]:
    """Every list of filters of a query: around it, and in its knn clause."""
    inside = [must["knn"]["vec"]["filter"]["bool"]["filter"] for must in query["bool"].get("must", [])]
    return [query["bool"]["filter"], *inside]


@pytest.mark.parametrize(
    ("tid", "scopes"), [("", SCOPES), (TID, []), ("z" * 26, SCOPES), (TID, [*SCOPES, ScopeKey(tid="z" * 26, sid=SID)])]
)
def test_it_cannot_be_asked_without_a_tenant_and_its_scopes(tid: str, scopes: list[ScopeKey]) -> None:
    with pytest.raises(ValueError, match="tenant"):
        plan(tid, scopes, ask())


@given(
    words=st.sampled_from(["", "golf"]),
    vector=st.sampled_from([None, [0.1, 0.2]]),
    types=st.sampled_from([(), ("memory",), ("turn", "chunk")]),
    where=st.sampled_from([None, {"kind": {"eq": "fact"}}]),
    moment=st.builds(Moment, st.just(NOW), st.none() | st.just(NOW), st.none() | st.just(NOW), st.booleans()),
)
def test_every_filter_stands_in_every_clause(
    words: str, vector: list[float] | None, types: tuple[Any, ...], where: dict[str, Any] | None, moment: Moment
) -> None:
    compiled = compile_filter(where)
    planned = plan(TID, SCOPES, Ask(words, vector, moment, types, compiled))

    twice = moment.looks_back or types != ("memory",)
    assert len(planned.searches) == len(planned.kinds) == (bool(words) + (vector is not None)) * (2 if twice else 1)
    for search, kind in zip(planned.searches, planned.kinds, strict=True):
        assert search.routing == TID
        lists = filters_of(search.body["query"])
        assert len(lists) == (2 if "must" in search.body["query"]["bool"] else 1)
        for listed in lists:
            assert {"term": {"tid": TID}} in listed
            assert {"terms": {"sid": [SID, SID2]}} in listed
            assert all(clause in listed for clause in moment.clauses())
            assert kind == "past" or not types or {"terms": {"type": list(types)}} in listed
            assert kind == "past" or compiled is None or compiled.clause() in listed


def test_the_lexical_fields() -> None:
    body = plan(TID, SCOPES, ask()).searches[0].body
    boosts = {name: spec["boost"] for clause in body["query"]["bool"]["should"] for name, spec in clause["match"].items()}
    assert boosts == {"text": 0.5, "text.tri": 0.1, "ctx": 2.0}
    assert body["size"] == 100
    assert not {"text", "ctx", "vec"}.intersection(body["_source"])


def test_a_long_question_stays_under_the_engines_limit_of_clauses() -> None:
    body = plan(TID, SCOPES, ask(words="word " * 800)).searches[0].body
    (tri,) = (spec["query"] for clause in body["query"]["bool"]["should"] for name, spec in clause["match"].items() if name == "text.tri")
    assert len(tri) <= 200


def test_the_past_is_asked_for_the_past_and_of_now_only_to_judge_turns() -> None:
    now = plan(TID, SCOPES, ask())
    assert [kind for kind, search in zip(now.kinds, now.searches, strict=True) if search.index == "recall-past"] == ["past", "past"]
    assert {search.index for search in plan(TID, SCOPES, ask(types=("memory",))).searches} == {"recall"}
    past = plan(TID, SCOPES, ask(moment=Moment(NOW, as_of=NOW))).searches
    assert [search.index for search in past] == ["recall", "recall", "recall-past", "recall-past"]
