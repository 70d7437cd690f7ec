"""Recall: from a question to what is true now. The index ranks, the table decides."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from time import perf_counter
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Self

from mnemon.errors import TryAgain
from mnemon.model.instants import Instant
from mnemon.model.memory import MemoryRecord
from mnemon.model.rows import Unreadable
from mnemon.model.scopes import ScopeKey
from mnemon.model.sources import Chunk
from mnemon.ports.flow import Clock, Queues
from mnemon.ports.index import SearchIndex
from mnemon.ports.models import Embedder, Reranker
from mnemon.ports.records import Unavailable
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.settings import Misconfigured
from mnemon.tenant.callers import Reader
from mnemon.tenant.views import View, look

from .explained import Explained, Kept, ListName, Standings
from .filters import Filter
from .fuse import DEFAULT_WEIGHTS, Fusion, Lists, Traits, Weights, cosine
from .graph import GraphHits, expand
from .judge import Judge
from .merit import MeritWeights
from .moment import Moment
from .newest import Fresh, pending, read_newest, score_newest
from .query import Ask, ListKind, RecordType, plan
from .refs import Ref
from .relevance import Relevance
from .rerank import TOP, rerank
from .scripts import is_read
from .shelf import Shelf
from .winners import Found, Rules, choose
from .words import Question, understand

Degraded = Literal["embedder", "index", "words", "vectors", "newest", "reranker"]
"""`index`: nothing came from it; `words`, `vectors`: that list of it failed, or was cut short; `newest`: more was just written than one
answer looks at; `reranker`: the order is that of the first look."""
_THREADS = 32
"""At most: one is made when all are at work. A request has six tasks at once."""
_LINKS = 3
_CHUNKS_OF_A_SOURCE = 20
_ROUNDING = 1e-4
_BLIND: frozenset[Degraded] = frozenset({"index", "words", "vectors"})
"""Where one of these was missing, an empty answer is no knowledge of anything."""


class SearchRequest(NamedTuple):
    query: str
    limit: int = 5
    types: tuple[RecordType, ...] = ()
    where: Filter | None = None
    as_of: Instant | None = None
    known_at: Instant | None = None
    include_superseded: bool = False
    floor: float | None = None
    """0 to 1: when the most relevant that is found is less relevant, the answer is empty. None: the embedder's own; 0: none."""
    explain: bool = False
    rerank: bool | None = None
    """A second look at the best by the reranker, where there is one; None: as it is deployed, which is with it."""


class SearchResult(NamedTuple):
    """`degraded` says what was missing; `took` is in milliseconds, by part. `nothing_known`: all was asked, and nothing was relevant."""

    results: tuple[Found, ...]
    degraded: tuple[Degraded, ...] = ()
    took: Mapping[str, float] = MappingProxyType({})
    nothing_known: bool = False


class RecallOptions(NamedTuple):
    weights: Weights = DEFAULT_WEIGHTS
    merit: MeritWeights = MeritWeights()
    floor: float | None = None
    """Of requests that name none; None is the embedder's own (`relevance`)."""
    index_timeout_ms: int = 2_000

    @classmethod
    def of(cls, weights: Mapping[str, float], *, floor: float | None, index_timeout_ms: int) -> Self:
        """With some of the weights changed. Raises Misconfigured naming one that is none, or a floor that is none."""
        if unknown := sorted(set(weights) - {*Weights._fields, *MeritWeights._fields}):
            raise Misconfigured(f"recall_weights: there is no {', '.join(unknown)}")
        if floor is not None and not 0 <= floor <= 1:
            raise Misconfigured("recall_floor: it is 0 to 1")
        if weights.get("half_life_days", 1.0) <= 0:
            raise Misconfigured("recall_weights: half_life_days is more than 0")
        fused = {name: weight for name, weight in weights.items() if name in Weights._fields}
        merits = {name: weight for name, weight in weights.items() if name in MeritWeights._fields}
        return cls(Weights()._replace(**fused), MeritWeights()._replace(**merits), floor, index_timeout_ms)


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
        reranker: Reranker | None = None,
    ) -> None:
        """`options_for` says how one tenant's records are ranked, where that is not as for everybody."""
        self._reranker = reranker
        self._tenancy, self._index, self._embedder, self._clock, self._queues = tenancy, index, embedder, clock, queues
        self._options = everybody = options or RecallOptions()
        self._options_for: Callable[[TenantStores], RecallOptions] = options_for or (lambda _: everybody)
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="recall")
        # Of its own: what waits for these is itself one of the others.
        self._links = ThreadPoolExecutor(_LINKS, thread_name_prefix="links")

    @property
    def reranks(self) -> bool:
        """Whether a second look at the best can be asked for."""
        return self._reranker is not None

    def __call__(self, reader: Reader, request: SearchRequest) -> SearchResult:
        """Raises TryAgain when the table cannot be asked: without the truth there is no answer."""
        if not reader.scopes:
            return SearchResult((), nothing_known=True)
        try:
            return self._recall(reader, request)
        except Unavailable as error:
            raise TryAgain("the store did not answer in time") from error

    def _recall(self, reader: Reader, request: SearchRequest) -> SearchResult:
        watch, degraded = _Watch(), list[Degraded]()
        moment = Moment(self._clock.now(), request.as_of, request.known_at, request.include_superseded)
        stores = self._tenancy.stores(reader.tid)
        embedding = self._pool.submit(self._embed, request.query, watch)
        with watch("newest"):
            views = self._views(stores, [key for _, key in reader.scopes])
        shelf, rules = Shelf(stores, views), Rules(moment, request.types, request.where)
        graph = self._pool.submit(self._expand, stores, shelf, rules, views, request.query, watch)
        question = understand(request.query, (name for view in views.values() for name in view.state.speakers), moment.now)
        chosen = self._options_for(stores)
        vector = embedding.result()
        # Both are done before the index is asked: in the other order a record could be missed in both.
        if vector is None:
            degraded.append("embedder")
        if any(view.truncated for view in views.values()):
            degraded.append("newest")
        refs = pending(views.values())
        fresh = self._pool.submit(self._newest, shelf, refs, moment, watch) if refs else None
        ask = Ask(question.lexical, vector, moment, request.types, request.where, phrases=question.exact.keys, foreign=question.foreign)
        lists, past, missing = self._ask_index(reader.tid, views, ask, watch)
        newest, hits = fresh.result() if fresh else [], graph.result()
        degraded += missing
        with watch("rank"):
            known = [*newest, *_unlisted(shelf, hits, lists, newest)]
            lists = _joined(lists, score_newest(known, question, vector), _named(question, views), hits)
            fusion = Fusion(question, lists, chosen.weights, unread=0.0 if is_read(self._embedder.name) else question.foreign)
            ranking = fusion.ranking()
        with watch("table"):
            judge = self._judge(question, fusion, vector, moment, request, chosen)
            reranker = None if request.rerank is False else self._reranker
            past += [ref for ref in refs if ref.is_memory and ref.number is None]  # its end may not have reached the index yet
            found = choose(ranking, shelf, rules, max(request.limit, TOP) if reranker else request.limit, judge, past)
        with watch("tell"):
            told = _told(found, judge, Standings(_standings(lists)) if request.explain else None)
        if reranker is not None:
            try:
                with watch("rerank"):
                    told = rerank(reranker, request.query, told, shelf)
            except Unavailable:
                degraded.append("reranker")
            told = told[: request.limit]
        with watch("count"):
            self._count(reader.tid, told, moment.now)
        return SearchResult(tuple(told), tuple(degraded), watch.took, nothing_known=not told and not _BLIND.intersection(degraded))

    def _judge(
        self,
        question: Question,
        fusion: Fusion,
        vector: Sequence[float] | None,
        moment: Moment,
        request: SearchRequest,
        options: RecallOptions,
    ) -> Judge:
        relevance = Relevance(question, None if vector is None else self._embedder.name)
        floor = next((f for f in (request.floor, options.floor) if f is not None), relevance.default_floor)
        return Judge(question, fusion, relevance, now=moment.now, weights=options.merit, exact_weight=fusion.exact_weight, floor=floor)

    def _embed(self, query: str, watch: _Watch) -> Sequence[float] | None:
        with watch("embed"), suppress(Unavailable):
            return self._embedder.embed_query(query)
        return None

    def _views(self, stores: TenantStores, scopes: Sequence[ScopeKey]) -> dict[str, View]:
        """Of the scopes in which there is anything, all looked at at once."""
        others = [self._pool.submit(look, stores, scope).result for scope in scopes[1:]]
        looks: list[Callable[[], View]] = [partial(look, stores, scopes[0]), *others]
        views: dict[str, View] = {}
        for scope, looked in zip(scopes, looks, strict=True):
            with suppress(Unreadable):  # its secret is gone: nothing in it can be read any more
                view = looked()
                if not view.is_new:
                    views[scope.sid] = view
        return views

    def _newest(self, shelf: Shelf, refs: Sequence[Ref], moment: Moment, watch: _Watch) -> list[MemoryRecord | Chunk]:
        with watch("newest"):
            return read_newest(shelf, refs, looks_back=moment.looks_back)

    def _expand(self, stores: TenantStores, shelf: Shelf, rules: Rules, views: Mapping[str, View], query: str, watch: _Watch) -> GraphHits:
        with watch("graph"), suppress(Unreadable):  # erased meanwhile: there is nothing to follow
            return expand(stores.records, views.values(), shelf, rules, query, self._links.map)
        return GraphHits()

    def _ask_index(self, tid: str, views: dict[str, View], ask: Ask, watch: _Watch) -> tuple[Lists, list[Ref], list[Degraded]]:
        """One `_msearch`: what came of it, the heads of what is true no more, and what is missing."""
        if not views:
            return Lists({}), [], []
        planned = plan(tid, [view.scope for view in views.values()], ask)
        try:
            with watch("index"):
                answers = (
                    self._index.search(planned.searches, timeout_ms=self._options.index_timeout_ms, partial=True)
                    if planned.searches
                    else []
                )
        except Unavailable:
            return Lists({}), [], ["index"]
        traits: dict[Ref, Traits] = {}
        scores: dict[ListKind, dict[Ref, float]] = {"lexical": {}, "vector": {}, "exact": {}}
        past: dict[Ref, None] = {}
        missing: list[Degraded] = []
        for kind, hits in zip(planned.kinds, answers, strict=True):
            if kind == "past":
                past.update((ref._replace(number=None), None) for hit in hits if (ref := Ref.of_hit(hit)) and ref.is_memory)
                continue
            if not hits.complete:
                missing.append("vectors" if kind == "vector" else "words")
            for hit in hits:
                ref = Ref.of_hit(hit)
                if ref is None or ref.sid not in views:
                    continue
                score = cosine(hit.score) if kind == "vector" else hit.score
                scores[kind][ref] = max(score, scores[kind].get(ref, score))
                if ref not in traits:
                    traits[ref] = _traits(hit.fields)
        lists = Lists(traits, scores["lexical"], scores["vector"], exact=frozenset(scores["exact"]))
        return lists, list(past), list(dict.fromkeys(missing))

    def _count(self, tid: str, found: Sequence[Found], now: Instant) -> None:
        """One message a scope; a count that is lost is no reason to fail."""
        returned: dict[str, list[str]] = {}
        for one in found:
            if isinstance(one.record, MemoryRecord):
                returned.setdefault(one.record.sid, []).append(one.record.ulid)
        for sid, ulids in returned.items():
            with suppress(Unavailable):
                self._queues.send("access", {"tid": tid, "sid": sid, "ids": list(dict.fromkeys(ulids)), "at": now})


def _unlisted(shelf: Shelf, hits: GraphHits, lists: Lists, newest: Sequence[MemoryRecord | Chunk]) -> list[MemoryRecord]:
    """What the graph alone has found is scored by its own words and vector, as what is newest is."""
    known = {*lists.traits, *(Ref.of(record) for record in newest)}
    return [record for ref in hits.refs if ref not in known and (record := shelf.memory(ref)) is not None]


def _joined(lists: Lists, fresh: Sequence[Fresh], named: Iterable[Ref], hits: GraphHits) -> Lists:
    """The index's lists, with what is newest beside them, what the question names by its id, and what the graph leads to."""
    # A memory's text may have changed since it was indexed: what the index says of it counts no more. A turn's never does.
    stale = {one.ref for one in fresh if one.ref.is_memory}
    return lists._replace(
        traits={**lists.traits, **{one.ref: one.traits for one in fresh}},
        lexical={ref: score for ref, score in lists.lexical.items() if ref not in stale},
        cosines={ref: score for ref, score in lists.cosines.items() if ref not in stale},
        shares={one.ref: one.share for one in fresh},
        fresh={one.ref: one.cosine for one in fresh if one.cosine is not None},
        exact=lists.exact.union(named),
        linked=hits.refs,
    )


def _named(question: Question, views: Mapping[str, View]) -> Iterator[Ref]:
    """A memory named by its id; of a source its first chunks."""
    for id in question.exact.ids:
        if id.owner in views and id.kind == "mem":
            yield Ref(id.owner, id.ulid, None, True)
        elif id.owner in views:
            yield from (Ref(id.owner, id.ulid, number, False) for number in range(1, _CHUNKS_OF_A_SOURCE + 1))


def _standings(lists: Lists) -> dict[ListName, Mapping[Ref, float]]:
    return {
        "words": lists.lexical,
        "vectors": lists.cosines,
        "newest_words": lists.shares,
        "newest_vectors": lists.fresh,
        "exact": dict.fromkeys(lists.exact, 1.0),
        "graph": lists.linked,
    }


def _told(found: Sequence[Found], judge: Judge, standings: Standings | None) -> list[Found]:
    """With how relevant each is and, when asked, why it stands where it stands."""
    told: list[Found] = []
    for one in found:
        ref = Ref.of(one.record)
        explained = None
        if standings is not None:
            factors = judge.factors(ref)
            lends = isinstance(one.record, MemoryRecord) and one.score - sum(factors.values()) > _ROUNDING
            kept: Kept = "memory_in_place_of_its_turns" if lends else "memory" if isinstance(one.record, MemoryRecord) else one.record.type
            explained = Explained(standings.of(ref), factors, kept)
        told.append(one._replace(relevance=round(judge.relevance(ref), 4), explained=explained))
    return told


def _traits(fields: Mapping[str, Any]) -> Traits:
    return Traits(
        speaker=str(fields.get("speaker") or ""),
        n_words=int(fields.get("n_words") or 0),
        asks=bool(fields.get("asks")),
        has_time=bool(fields.get("has_time")),
        names=int(fields.get("names") or 0),
        at=str(fields.get("event_at") or fields.get("true_from") or ""),
        attribute=str(fields.get("attribute") or ""),
    )
