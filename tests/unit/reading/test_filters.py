from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemon.errors import Invalid
from mnemon.maintenance.documents import chunk_document, lineage_changes
from mnemon.model.memory import Head, MemoryRecord, SourceRef
from mnemon.model.sources import Chunk
from mnemon.ports.index import Document
from mnemon.reading.facets import facets
from mnemon.reading.filter_language import MAX_CONDITIONS, MAX_DEPTH, compile_filter
from mnemon.reading.filters import is_within
from tests.support.index import _score  # pyright: ignore[reportPrivateUsage]
from tests.unit.reading.world import World

WORLD = World()


def passes(where: Any, record: MemoryRecord | Chunk) -> bool:
    compiled = compile_filter(where)
    assert compiled is not None
    found = compiled.matches(facets(record))
    assert found == (_score(compiled.clause(), document(record), "") is not None), "the index and the table disagree"
    return found


def document(record: MemoryRecord | Chunk) -> dict[str, Any]:
    """As the index holds it: numbers in 32 bits."""
    if isinstance(record, Chunk):
        body = chunk_document(record, [], []).body
    else:
        assert isinstance(record, Head)
        (made,) = (c for c in lineage_changes(record, [], WORLD.clock.now()) if isinstance(c, Document))
        body = made.body
    return {name: struct.unpack("f", struct.pack("f", value))[0] if isinstance(value, float) else value for name, value in body.items()}


def memory(**fields: Any) -> Head:
    return WORLD.head("Anna drives a Golf", **fields)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({"kind": {"eq": "fact"}}, True),
        ({"kind": {"ne": "fact"}}, False),
        ({"kind": {"in": ["fact", "episode"]}}, True),
        ({"kind": {"nin": ["fact"]}}, False),
        ({"category": {"eq": "cars"}}, True),
        ({"category": {"eq": "Cars"}}, False),
        ({"category": {"contains": "ar"}}, True),
        ({"category": {"contains": "a*s"}}, False),
        ({"attribute": {"exists": False}}, True),
        ({"attribute": {"ne": "employer"}}, True),
        ({"entity": {"eq": "Golf"}}, True),
        ({"entity": {"contains": "Golf"}}, True),
        ({"entity": {"contains": "Gol"}}, False),
        ({"entity": {"nin": ["Polo", "VW"]}}, False),
        ({"confidence": {"eq": 0.7}}, True),
        ({"confidence": {"gt": 0.7}}, False),
        ({"confidence": {"gte": 0.7, "lt": 0.71}}, True),
        ({"salience": {"lt": 1}}, True),
        ({"sensitivity": {"lte": 1}}, True),
        ({"trust": {"gt": 3}}, False),
        ({"event_at": {"exists": True}}, False),
        ({"event_at": {"lt": "2030-01-01"}}, False),
        ({"true_from": {"gte": "2026-03-01"}}, True),
        ({"true_from": {"lt": "2026-03-01T01:00:00+02:00"}}, False),
        ({"created_at": {"eq": "2026-11-29T12:00:00Z"}}, True),
        ({"namespace": {"eq": "acme"}}, True),
        ({"namespace": {"eq": "acme/app/"}}, True),
        ({"namespace": {"eq": "acme-corp"}}, False),
        ({"namespace": {"eq": "ac"}}, False),
        ({"namespace": {"ne": "acme"}}, False),
        ({"namespace": {"in": ["x", "acme/app"]}}, True),
        ({"source_type": {"eq": "conversation"}}, True),
        ({"session": {"eq": "s1"}}, True),
        ({"run": {"exists": True}}, False),
        ({"metadata.colour": {"eq": "red"}}, True),
        ({"metadata.colour": {"ne": "red"}}, False),
        ({"metadata.size": {"nin": ["big"]}}, True),
        ({"metadata.size": {"exists": False}}, True),
        ({"metadata.col": {"exists": True}}, False),
        ({"kind": {"eq": "fact"}, "category": {"eq": "x"}}, False),
        ({"or": [{"category": {"eq": "x"}}, {"trust": {"eq": 3}}]}, True),
        ({"not": {"or": [{"category": {"eq": "x"}}, {"trust": {"eq": 4}}]}}, True),
        ({"and": [{"kind": {"eq": "fact"}}, {"not": {"category": {"eq": "cars"}}}]}, False),
    ],
)
def test_a_memory(where: dict[str, Any], expected: bool) -> None:
    record = memory(
        category="cars", entities=("Golf", "VW"), confidence=0.7, true_from="2026-03-01T00:00:00.000Z", namespace="acme/app",
        sources=(SourceRef(type="conversation", id="src_x", session="s1"),), metadata={"colour": "red"},
    )  # fmt: skip
    assert passes(where, record) is expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({"kind": {"eq": "fact"}}, False),
        ({"kind": {"ne": "fact"}}, True),
        ({"kind": {"exists": False}}, True),
        ({"session": {"eq": "s1"}}, True),
        ({"source_type": {"in": ["conversation"]}}, True),
        ({"event_at": {"lte": "2026-03-01"}}, True),
        ({"created_at": {"lte": "2026-03-01"}}, False),
        ({"trust": {"gte": 3}}, True),
        ({"metadata.colour": {"exists": True}}, False),
        ({"namespace": {"nin": ["acme"]}}, True),
    ],
)
def test_a_turn(where: dict[str, Any], expected: bool) -> None:
    assert passes(where, WORLD.turn("hello", at="2026-03-01T00:00:00.000Z")) is expected


@pytest.mark.parametrize(
    ("where", "path"),
    [
        ("fact", "filters"),
        (["fact"], "filters"),
        ({"colour": {"eq": "red"}}, "filters.colour"),
        ({"content": {"eq": "x"}}, "filters.content"),
        ({"tid": {"eq": "x"}}, "filters.tid"),
        ({"kind": "fact"}, "filters.kind"),
        ({"kind": {}}, "filters.kind"),
        ({"kind": None}, "filters.kind"),
        ({"kind": {"regex": ".*"}}, "filters.kind.regex"),
        ({"kind": {"gt": "a"}}, "filters.kind.gt"),
        ({"kind": {"eq": "rumour"}}, "filters.kind.eq"),
        ({"kind": {"eq": ["fact"]}}, "filters.kind.eq"),
        ({"kind": {"in": "fact"}}, "filters.kind.in"),
        ({"kind": {"in": []}}, "filters.kind.in"),
        ({"kind": {"in": ["fact", 3]}}, "filters.kind.in.1"),
        ({"kind": {"exists": "yes"}}, "filters.kind.exists"),
        ({"trust": {"eq": True}}, "filters.trust.eq"),
        ({"trust": {"eq": 2.5}}, "filters.trust.eq"),
        ({"trust": {"contains": 2}}, "filters.trust.contains"),
        ({"confidence": {"gt": "0.5"}}, "filters.confidence.gt"),
        ({"confidence": {"gt": float("nan")}}, "filters.confidence.gt"),
        ({"confidence": {"gt": 10**400}}, "filters.confidence.gt"),
        ({"created_at": {"gt": "last week"}}, "filters.created_at.gt"),
        ({"created_at": {"gt": 1700000000}}, "filters.created_at.gt"),
        ({"namespace": {"eq": "/"}}, "filters.namespace.eq"),
        ({"namespace": {"contains": "a"}}, "filters.namespace.contains"),
        ({"metadata.": {"eq": "x"}}, "filters.metadata."),
        ({"metadata.a=b": {"eq": "x"}}, "filters.metadata.a=b"),
        ({"metadata." + "k" * 65: {"eq": "x"}}, "filters.metadata." + "k" * 64),
        ({"metadata.a": {"gt": "x"}}, "filters.metadata.a.gt"),
        ({"metadata.a": {"contains": "x"}}, "filters.metadata.a.contains"),
        ({"metadata.a": {"eq": 7}}, "filters.metadata.a.eq"),
        ({"metadata.a": {"eq": "x" * 513}}, "filters.metadata.a.eq"),
        ({"and": {}}, "filters.and"),
        ({"and": []}, "filters.and"),
        ({"or": [{}]}, "filters.or.0"),
        ({"not": []}, "filters.not"),
        ({"and": [{"or": [{"not": {"kind": {"eq": 1}}}]}]}, "filters.and.0.or.0.not.kind.eq"),
        ({"or": [{"trust": {"eq": n}} for n in range(MAX_CONDITIONS + 1)]}, f"filters.or.{MAX_CONDITIONS}.trust.eq"),
    ],
)
def test_what_cannot_be_applied_is_named(where: Any, path: str) -> None:
    with pytest.raises(Invalid) as caught:
        compile_filter(where)
    assert caught.value.field == path


def test_nesting_has_an_end() -> None:
    where: Any = {"kind": {"eq": "fact"}}
    for _ in range(MAX_DEPTH - 1):
        where = {"not": where}
    assert compile_filter(where)
    with pytest.raises(Invalid):
        compile_filter({"not": where})


def test_no_filter() -> None:
    assert compile_filter(None) is None
    assert compile_filter({}) is None


HOSTILE = st.sampled_from(["acme", "acme-corp", "acme/app", "a*", "a?b", "a\\b", "a#b", 'a"b', "a b", "é", "🦊", "a=b", "*", ""])
WORDS = HOSTILE | st.text(max_size=4)
NAMES = WORDS.filter(lambda text: bool(text.strip("/ ")) and "\x00" not in text)
NAMESPACES = st.lists(st.sampled_from(["acme", "acme-corp", "app", "a", "é"]), min_size=1, max_size=3).map("/".join)
SHARES = st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0]) | st.floats(0, 1)
TIMES = st.sampled_from([f"2026-{month:02d}-01T00:00:00.000Z" for month in range(1, 13)])
METADATA_KEYS = st.sampled_from(["a", "ab", "colour", "é"])

MEMORIES = st.builds(
    memory,
    kind=st.sampled_from(["fact", "preference", "episode"]),
    category=st.none() | NAMES,
    attribute=st.none() | NAMES,
    entities=st.lists(NAMES, max_size=3).map(tuple),
    confidence=SHARES,
    salience=SHARES,
    sensitivity=st.integers(1, 5),
    trust=st.integers(1, 5),
    event_at=st.none() | TIMES,
    true_from=TIMES,
    namespace=st.none() | NAMESPACES,
    metadata=st.dictionaries(METADATA_KEYS, WORDS, max_size=3),
    sources=st.lists(
        st.builds(SourceRef, type=st.sampled_from(["conversation", "direct"]), id=st.just("src_x"), session=st.none() | NAMES), max_size=2
    ).map(tuple),
)
TURNS = st.builds(lambda at, session: WORLD.turn("hello", at=at, session_id=session), at=TIMES, session=st.none() | NAMES)


def one_of(name: str, operators: list[str], values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    def asked(op: str) -> st.SearchStrategy[dict[str, Any]]:
        value = st.booleans() if op == "exists" else st.lists(values, min_size=1, max_size=3) if op in ("in", "nin") else values
        return value.map(lambda v: {name: {op: v}})

    return st.sampled_from(operators).flatmap(asked)


SETS, ORDER = ["eq", "ne", "in", "nin", "exists"], ["gt", "gte", "lt", "lte"]
CONDITIONS = st.one_of(
    one_of("kind", SETS, st.sampled_from(["fact", "preference", "episode"])),
    *(one_of(name, [*SETS, "contains"], NAMES) for name in ("category", "attribute", "entity", "session")),
    *(one_of(name, [*SETS, *ORDER], SHARES) for name in ("confidence", "salience")),
    *(one_of(name, [*SETS, *ORDER], st.integers(0, 6)) for name in ("sensitivity", "trust")),
    *(one_of(name, [*SETS, *ORDER], TIMES) for name in ("event_at", "true_from")),
    one_of("namespace", SETS, NAMESPACES),
    one_of("source_type", SETS, st.sampled_from(["conversation", "direct"])),
    METADATA_KEYS.flatmap(lambda key: one_of(f"metadata.{key}", SETS, WORDS.filter(lambda text: "\x00" not in text))),
)
FILTERS = st.recursive(
    CONDITIONS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"and": parts}),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"or": parts}),
        inner.map(lambda part: {"not": part}),
    ),
    max_leaves=5,
)


def plainly(where: dict[str, Any], record: MemoryRecord | Chunk) -> bool:
    """The language, read naively, on the record itself."""
    return all(_entry(name, inner, record) for name, inner in where.items())


def _entry(name: str, inner: Any, record: MemoryRecord | Chunk) -> bool:
    if name == "and":
        return all(plainly(part, record) for part in inner)
    if name == "or":
        return any(plainly(part, record) for part in inner)
    if name == "not":
        return not plainly(inner, record)
    return all(_operator(name, op, value, _held(name, record)) for op, value in inner.items())


def _held(name: str, record: MemoryRecord | Chunk) -> list[Any]:
    if isinstance(record, Chunk):
        held = {
            "session": record.session_id,
            "event_at": record.at,
            "true_from": record.at,
            "trust": record.trust,
            "source_type": "conversation",
        }.get(name)
        return [] if not held else [held]
    if name.startswith("metadata."):
        return [record.metadata[key]] if (key := name.removeprefix("metadata.")) in record.metadata else []
    if name == "entity":
        return list(record.entities)
    if name in ("session", "source_type"):
        return [v for s in record.sources if (v := getattr(s, {"session": "session", "source_type": "type"}[name]))]
    value = getattr(record, name)
    return [] if value in (None, "") else [value]


def _operator(name: str, op: str, value: Any, held: list[Any]) -> bool:
    def same(a: Any, b: Any) -> bool:
        if name == "namespace":
            return a.split("/")[: len(b.split("/"))] == b.split("/")
        return _single(a) == _single(b)

    match op:
        case "exists":
            return bool(held) is value
        case "eq":
            return any(same(h, value) for h in held)
        case "ne":
            return not any(same(h, value) for h in held)
        case "in":
            return any(same(h, v) for h in held for v in value)
        case "nin":
            return not any(same(h, v) for h in held for v in value)
        case "contains":
            return value in held if name in ("entity", "session") else any(value in h for h in held)
        case _:
            compare = {"gt": lambda a, b: a > b, "gte": lambda a, b: a >= b, "lt": lambda a, b: a < b, "lte": lambda a, b: a <= b}[op]
            return any(compare(_single(h), _single(value)) for h in held)


def _single(value: Any) -> Any:
    return struct.unpack("f", struct.pack("f", value))[0] if isinstance(value, float) else value


@settings(max_examples=600, deadline=None)
@given(where=FILTERS, record=MEMORIES | TURNS)
def test_index_table_and_a_plain_reading_agree(where: dict[str, Any], record: MemoryRecord | Chunk) -> None:
    from mnemon.model.text import clean

    def normal(value: Any) -> Any:
        if isinstance(value, str):
            return clean(value)
        if isinstance(value, list):
            return [normal(v) for v in value]
        return {k: normal(v) for k, v in value.items()} if isinstance(value, dict) else value

    assert passes(where, record) == plainly(normal(where), record)


@given(
    st.lists(st.sampled_from(["a", "ab", "b", "a-b"]), min_size=1, max_size=3),
    st.lists(st.sampled_from(["a", "ab", "b", "a-b"]), min_size=1, max_size=3),
)
def test_namespaces_match_by_whole_segments(namespace: list[str], parent: list[str]) -> None:
    assert is_within("/".join(namespace), "/".join(parent)) is (namespace[: len(parent)] == parent)
