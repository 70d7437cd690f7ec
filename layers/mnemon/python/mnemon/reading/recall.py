"""Recall: from a question to what is true now. The index ranks, the table decides."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from time import perf_counter
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from mnemon.errors import TryAgain
from mnemon.model.instants import Instant
from mnemon.model.memory import MemoryRecord
from mnemon.model.rows import Unreadable
from mnemon.model.scopes import ScopeKey
from mnemon.model.sources import Chunk
from mnemon.ports.flow import Clock, Queues
from mnemon.ports.index import SearchIndex
from mnemon.ports.models import Embedder
from mnemon.ports.records import Unavailable
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.callers import Reader
from mnemon.tenant.views import View, look

from .filters import Filter
from .fuse import DEFAULT_WEIGHTS, Lists, Ranked, Traits, Weights, cosine, fuse
from .graph import GraphHits, expand
from .moment import Moment
from .newest import pending, read_newest, score_newest
from .query import Ask, RecordType, plan
from .refs import Ref
from .shelf import Shelf
from .winners import Found, Rules, choose
from .words import Question, understand

Degraded = Literal["embedder", "index", "newest"]
_THREADS = 8
_LINKS = 3


class SearchRequest(NamedTuple):
    query: str
    limit: int = 5
    types: tuple[RecordType, ...] = ()
    where: Filter | None = None
    as_of: Instant | None = None
    known_at: Instant | None = None
    include_superseded: bool = False


class SearchResult(NamedTuple):
    """`degraded` says what was missing; `took` is in milliseconds, by part."""

    results: tuple[Found, ...]
    degraded: tuple[Degraded, ...] = ()
    took: Mapping[str, float] = MappingProxyType({})


class RecallOptions(NamedTuple):
    weights: Weights = DEFAULT_WEIGHTS
    floor: float = float("-inf")
    """Fused scores under it are no answer."""
    index_timeout_ms: int = 2_000


class _Watch:
    def __init__(self) -> None:
        self.took: dict[str, float] = {}

    @contextmanager
    def __call__(self, part: str) -> Generator[None]:
        start = perf_counter()
        try:
            yield
        finally:
            self.took[part] = round(self.took.get(part, 0.0) + (perf_counter() - start) * 1_000, 3)


class Recall:
    def __init__(
        self,
        tenancy: Tenancy,
        index: SearchIndex,
        embedder: Embedder,
        clock: Clock,
        queues: Queues,
        options: RecallOptions | None = None,
        options_for: Callable[[TenantStores], RecallOptions] | None = None,
    ) -> None:
        """`options_for` says how one tenant's records are ranked, where that is not as for everybody."""
        self._tenancy, self._index, self._embedder, self._clock, self._queues = tenancy, index, embedder, clock, queues
        self._options = everybody = options or RecallOptions()
        self._options_for: Callable[[TenantStores], RecallOptions] = options_for or (lambda _: everybody)
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="recall")
        # Of its own: what waits for these is itself one of the others.
        self._links = ThreadPoolExecutor(_LINKS, thread_name_prefix="links")

    def __call__(self, reader: Reader, request: SearchRequest) -> SearchResult:
        """Raises TryAgain when the table cannot be asked: without the truth there is no answer."""
        if not reader.scopes:
            return SearchResult(())
        try:
            return self._recall(reader, request)
        except Unavailable as error:
            raise TryAgain("the store did not answer in time") from error

    def _recall(self, reader: Reader, request: SearchRequest) -> SearchResult:
        watch, degraded = _Watch(), list[Degraded]()
        moment = Moment(self._clock.now(), request.as_of, request.known_at, request.include_superseded)
        stores = self._tenancy.stores(reader.tid)
        embedding = self._pool.submit(self._embed, request.query, watch)
        options = self._pool.submit(self._options_for, stores)
        with watch("newest"):
            views = self._views(stores, [key for _, key in reader.scopes])
        shelf, rules = Shelf(stores, views), Rules(moment, request.types, request.where)
        graph = self._pool.submit(self._expand, stores, shelf, rules, views, request.query, watch)
        vector = embedding.result()
        # Both are done before the index is asked: in the other order a record could be missed in both.
        if vector is None:
            degraded.append("embedder")
        if any(view.truncated for view in views.values()):
            degraded.append("newest")
        question = understand(request.query, (name for view in views.values() for name in view.state.speakers))
        fresh = self._pool.submit(self._newest, shelf, pending(views.values()), moment, watch)
        ask = Ask(question.lexical, vector, moment, request.types, request.where)
        lists = self._ask_index(reader.tid, views, ask, watch)
        newest, hits = fresh.result(), graph.result()
        if lists is None:
            degraded.append("index")
        with watch("rank"):
            known = [*newest, *_unlisted(shelf, hits, lists, newest)]
            ranking = self._rank(question, vector, lists or Lists({}), known, hits, options.result())
        with watch("table"):
            found = choose(ranking, shelf, rules, request.limit)
        with watch("count"):
            self._count(reader.tid, found, moment.now)
        return SearchResult(tuple(found), tuple(degraded), watch.took)

    def _embed(self, query: str, watch: _Watch) -> Sequence[float] | None:
        with watch("embed"), suppress(Unavailable):
            return self._embedder.embed_query(query)
        return None

    def _views(self, stores: TenantStores, scopes: Sequence[ScopeKey]) -> dict[str, View]:
        """Of the scopes in which there is anything, all looked at at once."""
        looks: list[Future[View]] = [self._pool.submit(look, stores, scope) for scope in scopes]
        views: dict[str, View] = {}
        for scope, future in zip(scopes, looks, strict=True):
            with suppress(Unreadable):  # its secret is gone: nothing in it can be read any more
                view = future.result()
                if not view.is_new:
                    views[scope.sid] = view
        return views

    def _newest(self, shelf: Shelf, refs: Sequence[Ref], moment: Moment, watch: _Watch) -> list[MemoryRecord | Chunk]:
        if not refs:
            return []
        with watch("newest"):
            return read_newest(shelf, refs, looks_back=moment.looks_back)

    def _expand(self, stores: TenantStores, shelf: Shelf, rules: Rules, views: Mapping[str, View], query: str, watch: _Watch) -> GraphHits:
        with watch("graph"), suppress(Unreadable):  # erased meanwhile: there is nothing to follow
            return expand(stores.records, views.values(), shelf, rules, query, self._links.map)
        return GraphHits()

    def _ask_index(self, tid: str, views: dict[str, View], ask: Ask, watch: _Watch) -> Lists | None:
        """One `_msearch`; None when the index did not answer."""
        if not views:
            return Lists({})
        planned = plan(tid, [view.scope for view in views.values()], ask)
        try:
            with watch("index"):
                answers = self._index.search(planned.searches, timeout_ms=self._options.index_timeout_ms) if planned.searches else []
        except Unavailable:
            return None
        traits: dict[Ref, Traits] = {}
        scores: dict[str, dict[Ref, float]] = {"lexical": {}, "vector": {}}
        for kind, hits in zip(planned.kinds, answers, strict=True):
            for hit in hits:
                ref = Ref.of_hit(hit)
                if ref is None or ref.sid not in views:
                    continue
                score = cosine(hit.score) if kind == "vector" else hit.score
                scores[kind][ref] = max(score, scores[kind].get(ref, score))
                traits[ref] = _traits(hit.fields)
        return Lists(traits, scores["lexical"], scores["vector"])

    def _rank(
        self,
        question: Question,
        vector: Sequence[float] | None,
        lists: Lists,
        newest: Sequence[MemoryRecord | Chunk],
        hits: GraphHits,
        options: RecallOptions,
    ) -> list[Ranked]:
        fresh = score_newest(newest, question, vector)
        # A memory's text may have changed since it was indexed: what the index says of it counts no more. A turn's never does.
        stale = {one.ref for one in fresh if one.ref.is_memory}
        fused = fuse(
            question,
            Lists(
                {**lists.traits, **{one.ref: one.traits for one in fresh}},
                {ref: score for ref, score in lists.lexical.items() if ref not in stale},
                {ref: score for ref, score in lists.cosines.items() if ref not in stale},
                {one.ref: one.share for one in fresh},
                {one.ref: one.cosine for one in fresh if one.cosine is not None},
                hits.refs,
            ),
            options.weights,
        )
        return [ranked for ranked in fused if ranked.score >= options.floor]

    def _count(self, tid: str, found: Sequence[Found], now: Instant) -> None:
        """One message a scope; a count that is lost is no reason to fail."""
        returned: dict[str, list[str]] = {}
        for one in found:
            if isinstance(one.record, MemoryRecord):
                returned.setdefault(one.record.sid, []).append(one.record.ulid)
        for sid, ulids in returned.items():
            with suppress(Unavailable):
                self._queues.send("access", {"tid": tid, "sid": sid, "ids": list(dict.fromkeys(ulids)), "at": now})


def _unlisted(shelf: Shelf, hits: GraphHits, lists: Lists | None, newest: Sequence[MemoryRecord | Chunk]) -> list[MemoryRecord]:
    """What the graph alone has found is scored by its own words and vector, as what is newest is."""
    known = {*(lists.traits if lists else ()), *(Ref.of(record) for record in newest)}
    return [record for ref in hits.refs if ref not in known and (record := shelf.memory(ref)) is not None]


def _traits(fields: Mapping[str, Any]) -> Traits:
    return Traits(
        speaker=str(fields.get("speaker") or ""),
        n_words=int(fields.get("n_words") or 0),
        asks=bool(fields.get("asks")),
        has_time=bool(fields.get("has_time")),
        attribute=str(fields.get("attribute") or ""),
    )
