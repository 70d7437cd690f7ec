"""Conversations put in over HTTP; questions asked at the API's handler, with an embedder and without, and of its index alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from infra.local.importer import Importer
from infra.local.issuer import Caller
from mnemon.adapters.engine import Engine
from mnemon.adapters.opensearch import OpenSearchIndex
from mnemon.ports.index import Hit, Search
from mnemon.ports.records import Unavailable
from tests.bench._cloud import Context, answer, authorizer_context, handler, request
from tests.bench._recall_sets import Conversation
from tests.e2e.world import Person, World

LIMIT = 40
"""Results: always more than ten turns, and as good as always turns of five sessions."""
_SETTLE_SECONDS = 300.0
Ask = Callable[["Known", str], list[str]]
"""From a question to the turns that answer it, best first, each once."""


@dataclass(frozen=True, slots=True)
class Known:
    """A conversation that the product holds: which message is which turn of a source, and which place of a session."""

    conversation: Conversation
    person: Person
    context: Mapping[str, Any]
    by_source: Mapping[tuple[str, int], str]
    by_place: Mapping[tuple[str, int], str]
    memories: int


def put_in(world: World, tenant: str, conversation: Conversation, moved: Callable[[int], None]) -> Known:
    """Over HTTP, and waits until the index holds it. Raises AssertionError when a part of it failed."""
    person = world.person(tenant, conversation.user)
    summary = Importer(person.api, person.user, infer=conversation.infer, moved=moved).run(conversation.log)
    assert not summary.failures, summary.failures[:3]
    person.settle(_SETTLE_SECONDS)
    by_source: dict[tuple[str, int], str] = {}
    by_place: dict[tuple[str, int], str] = {}
    for session in conversation.log.sessions:
        for turn in person.api.turns(session.id, user_id=person.user):
            by_source[turn["source_id"], turn["turn"]] = turn["id"]
            by_place[session.id, turn["position"]] = turn["id"]
    context = authorizer_context(world, Caller(person.tenant, person.user))
    return Known(conversation, person, context, by_source, by_place, len(summary.memories))


class Product:
    """The deployed handler in this process: `ask` as it stands, `ask_without_embedder` as it serves while the embedder is down."""

    def __init__(self, world: World) -> None:
        self._handler = handler(world, "api")
        self._module: Any = sys.modules["handler"]

    def ask(self, known: Known, question: str) -> list[str]:
        return turns(known, self.search(known, question)["results"])

    def search(self, known: Known, question: str, limit: int = LIMIT, **more: Any) -> dict[str, Any]:
        body = {"query": question, "user_id": known.person.user, "limit": limit, **more}
        reply = self._handler(request("POST", "/search", body, known.context), Context())
        assert reply["statusCode"] == 200, reply
        return answer(reply)

    def without_embedder(self) -> Ask:
        """The same calls on a composition of its own, whose embedder never answers."""
        composition: Any = sys.modules["composition"]
        services = composition.Composition(composition.ApiSettings.load())
        services.__dict__["embedder"] = _NoEmbedder()
        api = self._module.Api(services, _log_nothing)

        def ask(known: Known, question: str) -> list[str]:
            body = {"query": question, "user_id": known.person.user, "limit": LIMIT}
            reply = api(self._module.parse(request("POST", "/search", body, known.context)))
            found = json.loads(reply.body)
            assert found["degraded"] == ["embedder"], found["degraded"]
            return turns(known, found["results"])

        return ask

    @property
    def embedder(self) -> Any:
        composition: Any = sys.modules["composition"]
        return composition.Composition(composition.ApiSettings.load()).embedder


def _log_nothing(event: str, **facts: object) -> None:
    """The handler's own log tells of failures; here they are raised."""


class _NoEmbedder:
    name, dimension = "none", 0

    def embed(self, _: Sequence[str]) -> list[list[float]]:
        raise Unavailable("no embedder")

    def embed_query(self, _: str) -> list[float]:
        raise Unavailable("no embedder")


def turns(known: Known, results: Iterable[Mapping[str, Any]]) -> list[str]:
    """Results in rank order as the turns that they cite, each once."""
    cited = ((source["id"], turn) for result in results for source in result["sources"] for turn in source.get("turns", ()))
    return list(dict.fromkeys(known.by_source[place] for place in cited if place in known.by_source))


class IndexAlone:
    """One plain search of the product's own index: the words of the question by BM25, or the nearest vectors."""

    def __init__(self, world: World, embedder: Any) -> None:
        self._index = OpenSearchIndex(Engine(world.endpoints.opensearch_url))
        self._embedder = embedder

    def bm25(self, known: Known, question: str) -> list[str]:
        return self._turns(known, lambda filters: {"bool": {"filter": filters, "must": [{"match": {"text": question}}]}})

    def knn(self, known: Known, question: str) -> list[str]:
        vector = self._embedder.embed_query(question)
        return self._turns(known, lambda filters: {"knn": {"vec": {"vector": vector, "k": LIMIT, "filter": {"bool": {"filter": filters}}}}})

    def _turns(self, known: Known, query: Callable[[list[Any]], Any]) -> list[str]:
        person = known.person
        filters = [{"term": {"tid": person.tid}}, {"term": {"sid": person.scope.sid}}, {"term": {"type": "turn"}}]
        body = {"size": LIMIT, "query": query(filters), "_source": ["session", "position"]}
        (hits,) = self._index.search([Search("recall", person.tid, body)], timeout_ms=10_000)
        return list(dict.fromkeys(known.by_place[_place(hit)] for hit in hits))


def _place(hit: Hit) -> tuple[str, int]:
    (session,) = hit.fields["session"]
    return str(session), int(hit.fields["position"])
