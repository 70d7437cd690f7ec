"""The two indices: their fields, how text is analysed, how vectors are searched.

A new field reaches an index that exists; any other change of a field or an analyser needs an index anew, and a re-index.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mnemon.ports.index import IndexName

ALIAS = "recall"
INDEX_NAMES: tuple[IndexName, IndexName] = ("recall", "recall-past")
VECTOR = "vec"


def alias_of(index: IndexName, base: str = ALIAS) -> str:
    """`base` stands in place of `recall` where several installations share an engine."""
    return base + index.removeprefix(ALIAS)


def name_of(index: IndexName, base: str = ALIAS, number: int = 1) -> str:
    """The index behind an alias: `recall-v1`, `recall-past-v1`; `number` rises when it is made anew."""
    return f"{alias_of(index, base)}-v{number}"


def definition(dimension: int, embedder: str) -> Mapping[str, Any]:
    """The body that makes either index for vectors of `dimension`."""
    return {
        "settings": {"index": {"number_of_shards": 1, "knn": True, **CHANGEABLE}, "analysis": _ANALYSIS},
        "mappings": {"dynamic": "strict", "_routing": {"required": True}, **fields(dimension, embedder)},
    }


CHANGEABLE: Mapping[str, Any] = {
    "auto_expand_replicas": "0-1",
    # the indexer waits for it before it removes a marker
    "refresh_interval": "500ms",
    # a deleted id refuses late writes of older versions for as long
    "gc_deletes": "1h",
    # a purge rewrites every segment that holds a deleted document, and no other
    "merge.policy.expunge_deletes_allowed": 0,
}
"""Settings that an index takes at any time."""

_ANALYSIS: Mapping[str, Any] = {
    "char_filter": {"one_space": {"type": "pattern_replace", "pattern": "\\s+", "replacement": " "}},
    "tokenizer": {"trigram": {"type": "ngram", "min_gram": 3, "max_gram": 3, "token_chars": []}},
    "analyzer": {
        "trigrams": {"type": "custom", "char_filter": ["one_space"], "tokenizer": "trigram", "filter": ["lowercase"]},
    },
}

_KEYWORD: Mapping[str, Any] = {"type": "keyword"}
_DATE: Mapping[str, Any] = {"type": "date", "format": "strict_date_time"}
_WHOLE: Mapping[str, Any] = {"type": "integer"}
_NUMBER: Mapping[str, Any] = {"type": "float"}
_FLAG: Mapping[str, Any] = {"type": "boolean"}


def fields(dimension: int, embedder: str) -> Mapping[str, Any]:
    """What may be told to an index that exists: it takes new fields, and refuses to change one that it has."""
    kinds: Mapping[str, tuple[str, ...]] = {
        "keyword": (
            "tid", "sid", "type", "kind", "category", "entities", "attribute", "subject", "namespace", "source_type", "session", "run",
            "source", "metadata", "speaker", "language",
        ),
        "date": ("valid_from", "valid_to", "true_from", "true_to", "expires_at", "created_at", "event_at"),
        "whole": ("sensitivity", "trust", "position", "n_words", "names"),
        "number": ("salience", "confidence"),
        "flag": ("is_latest", "asks", "has_time"),
    }  # fmt: skip
    types = {"keyword": _KEYWORD, "date": _DATE, "whole": _WHOLE, "number": _NUMBER, "flag": _FLAG}
    return {
        "_meta": {"embedder": embedder},
        "properties": {
            **{name: types[kind] for kind, names in kinds.items() for name in names},
            "text": {
                "type": "text",
                "analyzer": "english",
                "fields": {"tri": {"type": "text", "analyzer": "trigrams", "index_options": "freqs"}},
            },
            "ctx": {"type": "text", "analyzer": "english", "index_options": "freqs"},
            VECTOR: {
                "type": "knn_vector",
                "dimension": dimension,
                "method": {
                    "name": "hnsw",
                    "engine": "lucene",
                    "space_type": "cosinesimil",
                    "parameters": {"m": 16, "ef_construction": 100},
                },
            },
        },
    }
