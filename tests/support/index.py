# ruff: noqa: ARG002
"""The search index in memory: external versions, two indices, a refresh that can be held back, and a naive evaluation of queries."""

from __future__ import annotations

import math
import operator
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mnemon.ports.index import GONE, Document, Hit, Hits, IndexName, Outcome, Removal, Search
from mnemon.ports.records import Unavailable

_STOP = frozenset(
    {
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not",
        "of", "on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will", "with",
    }
)  # fmt: skip
_NOT_STORED = frozenset({"text", "ctx", "vec"})


@dataclass(frozen=True, slots=True)
class _Entry:
    routing: str
    version: int
    body: Mapping[str, Any] | None
    """None: deleted; the version is remembered."""


class MemoryIndex:
    """`down`: every call is Unavailable. `delayed`: what is applied without `wait` is found only after `refresh()`.

    `slow` names the searches of a call, by their place, that time out with nothing found.

    `on_refresh` is called before documents become visible; `rejects` names ids that the engine refuses for good.
    """

    def __init__(self) -> None:
        self._stored: dict[tuple[IndexName, str], _Entry] = {}
        self._visible: dict[tuple[IndexName, str], _Entry] = {}
        self.down = False
        self.delayed = False
        self.rejects: set[str] = set()
        self.slow: set[int] = set()
        self.on_refresh: Callable[[], None] | None = None
        self.before_search: Callable[[Sequence[Search]], None] | None = None
        self.searches: list[Search] = []
        self.purges = 0

    # hooks

    def refresh(self) -> None:
        if self.on_refresh:
            self.on_refresh()
        self._visible = dict(self._stored)

    def documents(self, index: IndexName = "recall") -> dict[str, Mapping[str, Any]]:
        """What is stored, visible or not, by id."""
        return {id: entry.body for (name, id), entry in self._stored.items() if name == index and entry.body is not None}

    def plant(self, document: Document) -> None:
        """Puts a document whatever its version, and makes it visible: a stale or foreign entry."""
        self._stored[document.index, document.id] = _Entry(document.routing, document.version, document.body)
        self._visible[document.index, document.id] = self._stored[document.index, document.id]

    # the port

    def search(self, searches: Sequence[Search], *, timeout_ms: int, partial: bool = False) -> list[Hits]:
        self._check()
        if self.before_search:
            self.before_search(searches)
        self.searches.extend(searches)
        if self.slow and not partial:
            raise Unavailable("a search timed out")
        return [Hits(complete=False) if place in self.slow else Hits(self._search(search)) for place, search in enumerate(searches)]

    def apply(self, changes: Sequence[Document | Removal], *, wait: bool = True) -> list[Outcome]:
        self._check()
        outcomes = [self._change(change) for change in changes]
        if wait or not self.delayed:
            self.refresh()
        return outcomes

    def erase(self, routing: str, sids: Sequence[str], *, sources: Sequence[str] = (), ids: Sequence[str] = ()) -> int:
        self._check()
        self.refresh()
        doomed = self._named(routing, sids, sources, ids)
        for name, id in doomed:
            self._stored[name, id] = _Entry(routing, GONE, None)
        self.refresh()
        return len(doomed)

    def count(self, routing: str, sids: Sequence[str], *, sources: Sequence[str] = (), ids: Sequence[str] = ()) -> int:
        self._check()
        self.refresh()
        return len(self._named(routing, sids, sources, ids))

    def purge(self) -> None:
        self._check()
        self.purges += 1

    # inside

    def _check(self) -> None:
        if self.down:
            raise Unavailable("the index is down")

    def _change(self, change: Document | Removal) -> Outcome:
        if change.id in self.rejects:
            return Outcome(change.id, change.index, ok=False, error="mapper_parsing_exception")
        old = self._stored.get((change.index, change.id))
        if old is None or change.version >= old.version:
            body = change.body if isinstance(change, Document) else None
            self._stored[change.index, change.id] = _Entry(change.routing, change.version, body)
        return Outcome(change.id, change.index, ok=True)

    def _named(self, routing: str, sids: Sequence[str], sources: Sequence[str], ids: Sequence[str]) -> list[tuple[IndexName, str]]:
        if not routing or not sids:
            raise ValueError("an erasure names a tenant and its scopes")

        def is_named(id: str, body: Mapping[str, Any]) -> bool:
            if body["sid"] not in sids:
                return False
            return (not sources and not ids) or body.get("source") in sources or id in ids

        return [
            (name, id)
            for (name, id), entry in self._visible.items()
            if entry.body is not None and entry.routing == routing and is_named(id, entry.body)
        ]

    def _search(self, search: Search) -> list[Hit]:
        hits: list[Hit] = []
        for (name, id), entry in self._visible.items():
            # routing picks a shard, and there is one: only the query keeps tenants apart
            if name != search.index or entry.body is None:
                continue
            score = _score(search.body.get("query", {"match_all": {}}), entry.body, id)
            if score is not None:
                asked = search.body.get("_source", ())
                hits.append(Hit(id, score, {k: v for k, v in entry.body.items() if k not in _NOT_STORED or k in asked}))
        hits.sort(key=lambda hit: (-hit.score, hit.id))
        return hits[: search.body.get("size", 10)]


def _score(query: Mapping[str, Any], body: Mapping[str, Any], id: str) -> float | None:
    """None when the document does not match. Raises on a clause that is not known: nothing is silently passed over."""
    ((kind, clause),) = query.items()
    match kind:
        case "match_all":
            return 1.0
        case "match_none":
            return None
        case "bool":
            return _bool(clause, body, id)
        case "dis_max":
            scores = [s for q in clause["queries"] if (s := _score(q, body, id)) is not None]
            return max(scores, default=None)
        case "constant_score":
            return None if _score(clause["filter"], body, id) is None else float(clause.get("boost", 1.0))
        case "ids":
            return 1.0 if id in clause["values"] else None
        case "exists":
            return None if body.get(clause["field"]) in (None, [], "") else 1.0
        case "term" | "terms":
            return _term(clause, body)
        case "range":
            return _range(clause, body)
        case "wildcard":
            ((name, asked),) = clause.items()
            return 1.0 if any(_wildcard(asked["value"]).fullmatch(str(value)) for value in _values(body, name)) else None
        case "prefix":
            ((name, value),) = clause.items()
            prefix = value["value"] if isinstance(value, dict) else value
            return 1.0 if any(str(v).startswith(prefix) for v in _values(body, name)) else None
        case "match" | "match_phrase":
            return _match(clause, body)
        case "multi_match":
            scores = [s for name in clause["fields"] if (s := _match({name.split("^")[0]: clause["query"]}, body)) is not None]
            return max(scores, default=None)
        case "knn":
            return _knn(clause, body, id)
        case _:
            raise NotImplementedError(f"the index in memory does not know {kind!r}")


def _wildcard(pattern: str) -> re.Pattern[str]:
    def part(match: re.Match[str]) -> str:
        return {"*": ".*", "?": "."}.get(match[0]) or re.escape(match[0][-1])

    return re.compile(re.sub(r"\\.|.", part, pattern, flags=re.DOTALL), re.DOTALL)


def _bool(clause: Mapping[str, Any], body: Mapping[str, Any], id: str) -> float | None:
    def listed(name: str) -> list[Mapping[str, Any]]:
        value = clause.get(name, [])
        return value if isinstance(value, list) else [value]

    for q in listed("filter"):
        if _score(q, body, id) is None:
            return None
    for q in listed("must_not"):
        if _score(q, body, id) is not None:
            return None
    must = [_score(q, body, id) for q in listed("must")]
    if any(s is None for s in must):
        return None
    should = [s for q in listed("should") if (s := _score(q, body, id)) is not None]
    needed = int(clause.get("minimum_should_match", 0 if must or listed("filter") or not listed("should") else 1))
    return None if len(should) < needed else sum(s for s in must if s is not None) + sum(should)


def _values(body: Mapping[str, Any], name: str) -> list[Any]:
    value = body.get(name)
    return [] if value is None else list(value) if isinstance(value, (list, tuple)) else [value]


def _term(clause: Mapping[str, Any], body: Mapping[str, Any]) -> float | None:
    ((name, wanted),) = clause.items() if len(clause) == 1 else ((k, v) for k, v in clause.items() if k != "boost")
    if isinstance(wanted, dict):
        wanted = wanted["value"]
    choices = wanted if isinstance(wanted, (list, tuple, set, frozenset)) else (wanted,)
    held = body.get(name)
    if isinstance(held, (list, tuple)):
        return 1.0 if any(value in choices for value in held) else None
    return 1.0 if held is not None and held in choices else None


def _range(clause: Mapping[str, Any], body: Mapping[str, Any]) -> float | None:
    ((name, bounds),) = clause.items()
    tests: dict[str, Callable[[Any, Any], bool]] = {
        "gt": lambda a, b: a > b, "gte": lambda a, b: a >= b, "lt": lambda a, b: a < b, "lte": lambda a, b: a <= b,
    }  # fmt: skip
    return 1.0 if any(all(tests[op](value, b) for op, b in bounds.items() if op in tests) for value in _values(body, name)) else None


def _match(clause: Mapping[str, Any], body: Mapping[str, Any]) -> float | None:
    ((name, asked),) = clause.items()
    text, boost = (asked["query"], float(asked.get("boost", 1.0))) if isinstance(asked, dict) else (asked, 1.0)
    analyse = _trigrams if name.endswith(".tri") else _tokens
    have, wanted = analyse(str(body.get(name.split(".")[0], ""))), analyse(text)
    shared = sum(1 + math.log(have[token]) for token in wanted.keys() & have.keys())
    return boost * shared / (1 + have.total() / 100) if shared else None


def _knn(clause: Mapping[str, Any], body: Mapping[str, Any], id: str) -> float | None:
    ((name, asked),) = clause.items()
    vector = body.get(name)
    if vector is None or ("filter" in asked and _score(asked["filter"], body, id) is None):
        return None
    return (1 + sum(map(operator.mul, vector, asked["vector"]))) / 2


@lru_cache(maxsize=8_192)
def _tokens(text: str) -> Counter[str]:
    """Words about as the engine's English analyser makes them: without its stop words, without most endings."""
    words = (_POSSESSIVE.sub("", word) for word in _WORDS.findall(text.lower()))
    return Counter(_ENDING.sub("", word) for word in words if word not in _STOP)


@lru_cache(maxsize=8_192)
def _trigrams(text: str) -> Counter[str]:
    return Counter(text.lower()[i : i + 3] for i in range(max(len(text) - 2, 0)))


_WORDS = re.compile(r"[\w'’]+")
_POSSESSIVE = re.compile(r"['’]s$")
_ENDING = re.compile(r"(?<=\w\w\w)(ing|ed|es|s|e|y|ies)$")
