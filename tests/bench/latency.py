"""How long a search takes, by part, for people with few and with many memories in an index that holds those of others too.

make bench-latency [MEM0_PYTHON=python] [ARGS="--sizes 1000,10000,100000 --all 200000 --queries 200"]

At the API's handler in this process, one tenant for each size. `bare_ms`: the very same `_msearch` sent alone. `aws_ms`: time in which an
answer of the emulated table, queue or keys was waited for; `p50_without_aws_ms`: a request without what it waited for these alone.
`own_ms`: what is left of a request without embedding, emulated AWS and the bare search, so with all that our code and the clients do. The
index holds every memory; the table holds the scopes and those heads that the questions' searches read, since its emulation takes minutes
to load, and a read by key takes as long whatever else is there.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any
from unittest import mock
from urllib.parse import urlsplit

from urllib3 import HTTPConnectionPool

from infra.local.issuer import Caller
from infra.local.layout import ROOT
from mnemon.adapters.codec import Locked
from mnemon.adapters.dynamodb import DynamoRecords
from mnemon.model.rows import Key, Row
from mnemon.model.scopes import Scope
from mnemon.tenant.views import look
from tests.bench._cloud import Context, Handler, answer, authorizer_context, handler, request, world
from tests.bench._latency_load import Memories, Vectors, index_all, questions, row_of
from tests.bench._latency_spans import Sent, Spans, watched
from tests.bench._report import Figure, percentile, report
from tests.e2e.world import Person, World

SEED = 7
CLIENTS = 8
OTHERS = 1_000
"""Memories of each other tenant."""
MEM0 = Path(__file__).with_name("_latency_mem0.py")
_SETTLE_SECONDS = 120


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=[1_000, 10_000, 100_000])
    parser.add_argument("--all", type=int, default=200_000, help="memories in the index, those of other tenants included")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--mem0", type=int, default=1_000, help="memories of mem0, which embeds each of them")
    asked = parser.parse_args()
    with world() as cloud:
        figures = run(cloud, asked.sizes, asked.all, asked.queries, asked.mem0)
    report("latency", figures, seed=SEED, queries=asked.queries, memories=asked.all)


def run(cloud: World, sizes: Sequence[int], total: int, queries: int, mem0: int) -> dict[str, Figure]:
    call = handler(cloud, "api")
    services = sys.modules["handler"].api()._services
    vectors = Vectors(services.embedder)
    people = {size: cloud.person() for size in sizes}
    memories = {size: _memories(person, services, vectors, size) for size, person in people.items()}
    others = [_others(cloud, vectors, number) for number in range(max(0, total - sum(sizes)) // OTHERS)]
    began = perf_counter()
    with _filling(cloud):
        index_all(services.index, [*memories.values(), *others], _tell)
    figures: dict[str, Figure] = {"latency.load_seconds": round(perf_counter() - began, 1)}
    asked = questions(queries, random.Random(SEED))
    for size, person in people.items():
        figures |= _of_size(cloud, call, person, memories[size], asked)
    figures |= _compared(figures, sizes)
    # after the others: mem0's writes would be merged into an index beside ours meanwhile
    first = f"latency.{_named(sizes[0])}"
    ours = {"": figures[f"{first}.p50_ms"], "_without_aws": figures[f"{first}.p50_without_aws_ms"]}
    figures |= _mem0(cloud, vectors, asked, min(mem0, sizes[0]), ours)
    return figures


def _of_size(cloud: World, call: Handler, person: Person, memories: Memories, asked: Sequence[str]) -> dict[str, Figure]:
    context = authorizer_context(cloud, Caller(person.tenant, person.user))
    events = [request("POST", "/search", {"query": question, "user_id": person.user}, context) for question in asked]
    with _table_of(memories):
        for event in events:
            _found(call, event)
    port = urlsplit(cloud.endpoints.opensearch_url).port or 0
    with watched(port) as spans:
        one = _Measured()
        for event in events:
            one.take(call, event, spans)
    bare = _bare(cloud, one.sent)
    with ThreadPoolExecutor(CLIENTS) as pool:
        many = list(pool.map(partial(_timed, call), events))
    return _figures(f"latency.{_named(memories.count)}", one, bare, many)


class _Measured:
    """One client's requests, each on its own."""

    def __init__(self) -> None:
        self.total: list[float] = []
        self.unwaited: list[float] = []
        self.without_aws: list[float] = []
        self.kinds: dict[str, list[float]] = {}
        self.parts: dict[str, list[float]] = {}
        self.calls = 0
        self.sent: list[Sent] = []

    def take(self, call: Handler, event: dict[str, Any], spans: Spans) -> None:
        spans.clear()
        began = perf_counter()
        reply = call(event, Context())
        taken = (perf_counter() - began) * 1_000
        self.total.append(taken)
        self.unwaited.append(taken - spans.waited())
        self.without_aws.append(taken - spans.alone("aws"))
        for kind in ("embed", "index", "aws"):
            self.kinds.setdefault(kind, []).append(spans.spent(kind))
        self.calls += spans.count("aws")
        self.sent += spans.sent
        for part, milliseconds in answer(reply)["took"].items():
            self.parts.setdefault(part, []).append(milliseconds)


def _figures(name: str, one: _Measured, bare: Sequence[float], many: Sequence[float]) -> dict[str, Figure]:
    figures: dict[str, Figure] = {
        f"{name}.{label}_ms": round(percentile(one.total, share), 3) for label, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
    }
    for part, milliseconds in one.parts.items():
        figures[f"{name}.part.{part}.p50_ms"] = round(percentile(milliseconds, 0.5), 3)
    search, alone = percentile(one.kinds["index"], 0.5), percentile(bare, 0.5)
    figures |= {
        f"{name}.embed_ms": round(percentile(one.kinds["embed"], 0.5), 3),
        f"{name}.aws_ms": round(percentile(one.kinds["aws"], 0.5), 3),
        f"{name}.p50_without_aws_ms": round(percentile(one.without_aws, 0.5), 3),
        f"{name}.aws_calls": round(one.calls / len(one.total), 2),
        f"{name}.index_ms": round(search, 3),
        f"{name}.bare_ms": round(alone, 3),
        f"{name}.bare_p95_ms": round(percentile(bare, 0.95), 3),
        f"{name}.own_ms": round(percentile(one.unwaited, 0.5) + max(0.0, search - alone), 3),
        f"{name}.own_p95_ms": round(percentile(one.unwaited, 0.95), 3),
        f"{name}.8_clients.p50_ms": round(percentile(many, 0.5), 3),
        f"{name}.8_clients.p95_ms": round(percentile(many, 0.95), 3),
        f"{name}.8_clients_over_1": round(percentile(many, 0.5) / percentile(one.total, 0.5), 3),
    }
    return figures


def _compared(figures: Mapping[str, Figure], sizes: Sequence[int]) -> dict[str, Figure]:
    """The greatest size against the smallest: in all, and without the emulated table."""
    first, last = _named(min(sizes)), _named(max(sizes))

    def ratio(key: str) -> float:
        return round(float(figures[f"latency.{last}.{key}"]) / float(figures[f"latency.{first}.{key}"]), 3)

    return {
        f"latency.{last}_over_{first}.p95": ratio("p95_ms"),
        f"latency.{last}_over_{first}.p50": ratio("p50_ms"),
        f"latency.{last}_over_{first}.bare_p95": ratio("bare_p95_ms"),
        "latency.8_clients_over_1": figures[f"latency.{first}.8_clients_over_1"],
    }


def _timed(call: Handler, event: dict[str, Any]) -> float:
    began = perf_counter()
    call(event, Context())
    return (perf_counter() - began) * 1_000


def _found(call: Handler, event: dict[str, Any]) -> None:
    reply = call(event, Context())
    assert reply["statusCode"] == 200, reply
    told = answer(reply)
    assert told["results"], told
    assert not told["degraded"], told


def _bare(cloud: World, sent: Sequence[Sent]) -> list[float]:
    """The same searches, sent and read by nobody."""
    url = urlsplit(cloud.endpoints.opensearch_url)
    taken: list[float] = []
    with HTTPConnectionPool(url.hostname or "", url.port) as pool:
        for one in sent:
            began = perf_counter()
            pool.urlopen("POST", one.url, one.body, one.headers)
            taken.append((perf_counter() - began) * 1_000)
    return taken


def _memories(person: Person, services: Any, vectors: Vectors, count: int) -> Memories:
    """The scope is made by the product's own first write."""
    person.write("This is what makes the scope.")
    person.settle()
    view = look(services.tenancy.stores(person.tid), person.scope)
    return Memories(person.scope, view.state.scope, view.box, vectors, count, count)


def _others(cloud: World, vectors: Vectors, number: int) -> Memories:
    """Of a tenant whom nobody asks, so that its table stays empty."""
    tid, scope = cloud.pepper.tenant(f"other-{number}"), Scope.user("somebody")
    return Memories(cloud.pepper.scope(tid, scope), str(scope), Locked(), vectors, OTHERS, 1_000_000 + number)


@contextmanager
def _filling(cloud: World) -> Iterator[None]:
    """No refreshes meanwhile; afterwards all is searchable and what is merged is merged."""
    cloud.index("PUT", "/recall/_settings", {"index": {"refresh_interval": "-1"}})
    try:
        yield
    finally:
        cloud.index("PUT", "/recall/_settings", {"index": {"refresh_interval": "500ms"}})
    cloud.index("POST", "/recall/_refresh")
    until = time.monotonic() + _SETTLE_SECONDS
    while cloud.index("GET", "/recall/_stats/merge")["_all"]["total"]["merges"]["current"] and time.monotonic() < until:
        time.sleep(0.5)


@contextmanager
def _table_of(memories: Memories) -> Iterator[None]:
    """Puts each row into the table when it is first read."""
    there = set[Key]()
    get = DynamoRecords.get

    def getting(self: DynamoRecords, keys: Sequence[Key]) -> dict[Key, Row]:
        rows = {key: row for key in keys if key not in there and (row := row_of([memories], key)) is not None}
        if rows:
            self.put_all(list(rows.values()))
            there.update(rows)
        return get(self, keys)

    with mock.patch.object(DynamoRecords, "get", getting):
        yield


def _mem0(cloud: World, vectors: Vectors, asked: Sequence[str], count: int, ours: Mapping[str, Figure]) -> dict[str, Figure]:
    """Beside `ours`, p50 by what is left out of it."""
    python = os.environ.get("MEM0_PYTHON")
    if not python:
        print("mem0: not measured (MEM0_PYTHON names a Python that has mem0ai, opensearch-py, onnxruntime and tokenizers)")
        return {}
    texts = [head.content for head in map(_others(cloud, vectors, -1).head, range(count))]
    deployed = cloud.aws("lambda").get_function_configuration(FunctionName=cloud.outputs["FunctionApi"])["Environment"]["Variables"]
    job = {
        "opensearch": cloud.endpoints.opensearch_url, "model": deployed["MNEMON_MODEL_DIR"], "texts": texts, "questions": asked, "limit": 5,
    }  # fmt: skip
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    env = os.environ | {"PYTHONPATH": str(ROOT / "layers" / "mnemon" / "python")}
    done = subprocess.run([python, str(MEM0)], input=json.dumps(job), env=env, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        print(f"mem0: not measured (it ended with {done.returncode})")
        return {}
    taken = json.loads(done.stdout.splitlines()[-1])
    theirs = percentile(taken, 0.5)
    return {
        "mem0.memories": count, "mem0.p50_ms": round(theirs, 3), "mem0.p95_ms": round(percentile(taken, 0.95), 3),
        **{f"latency.over_mem0{what}": round(float(p50) / theirs, 3) for what, p50 in ours.items()},
    }  # fmt: skip


def _named(size: int) -> str:
    return f"{size // 1_000}k" if size >= 1_000 and size % 1_000 == 0 else str(size)


def _tell(total: int) -> None:
    if total % 20_000 < 800:
        print(f"{total} memories in the index", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
