"""Direct writes at the API's handler in this process: time and calls to AWS, for one fact and for a hundred."""

from __future__ import annotations

from time import perf_counter

from infra.local.issuer import Caller
from tests.bench._cloud import Context, answer, authorizer_context, handler, request
from tests.bench._counting import counted
from tests.bench._parts import Bench, Figures
from tests.bench._report import Figure, percentile


def run(bench: Bench) -> Figures:
    cloud, rounds = bench.cloud, bench.rounds
    person = cloud.person()
    context = authorizer_context(cloud, Caller(person.tenant, person.user))
    call = handler(cloud, "api")
    figures: dict[str, Figure] = {}
    for size in (1, 100):
        taken: list[float] = []
        with counted() as calls:
            for number in range(rounds if size == 1 else max(2, rounds // 5)):
                facts = [{"content": f"Batch {size}, round {number}: item {n} costs {n * 7 + number} crowns."} for n in range(size)]
                began = perf_counter()
                reply = call(request("POST", "/memories", {"memories": facts, "user_id": person.user}, context), Context())
                taken.append((perf_counter() - began) * 1_000)
                assert reply["statusCode"] == 200, reply
                assert all(result["status"] == "created" for result in answer(reply)["results"])
                if number == 0:
                    calls.clear()
        taken = taken[1:]
        figures[f"write.handler.{size}.p50_ms"] = round(percentile(taken, 0.5), 3)
        figures[f"write.handler.{size}.per_fact_ms"] = round(percentile(taken, 0.5) / size, 3)
        for name, count in sorted(calls.counts.items()):
            figures[f"write.calls.{size}.{name}"] = round(count / len(taken), 3)
        figures[f"write.calls.{size}"] = round(sum(calls.counts.values()) / len(taken), 3)
        figures[f"write.calls.{size}.per_fact"] = round(sum(calls.counts.values()) / len(taken) / size, 3)
    return figures
