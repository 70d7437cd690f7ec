"""Direct writes and turns: time, calls to AWS, and how soon what was written is found and indexed.

make bench-write [ARGS="--rounds 20"]
"""

from __future__ import annotations

import argparse
import random
import time
from time import perf_counter

from infra.local.issuer import Caller
from tests.bench._cloud import Context, answer, authorizer_context, handler, request, world
from tests.bench._counting import counted
from tests.bench._report import percentile, report, spread
from tests.e2e.world import Person, World

SEED = 7


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=20)
    asked = parser.parse_args()
    with world() as cloud:
        figures: dict[str, float | int | str] = {}
        figures |= _found(cloud.person(), asked.rounds)
        figures |= _turns(cloud.person(), asked.rounds)
        figures |= _at_the_handler(cloud, asked.rounds)
        report("write", figures, seed=SEED, rounds=asked.rounds)


def _found(person: Person, rounds: int) -> dict[str, float]:
    """From the moment a write is sent until the next search finds it, and until the index holds it."""
    person.write("something that makes the scope and warms all up")
    person.search("something")
    person.settle()
    wrote: list[float] = []
    found: list[float] = []
    lag: list[float] = []
    for number in range(rounds):
        text = f"Parcel {number} lies in box {random.Random(number).randrange(10_000)}."
        began = perf_counter()
        person.write(text)
        wrote.append((perf_counter() - began) * 1_000)
        assert text in person.found(f"where is parcel {number}?", limit=20)
        found.append((perf_counter() - began) * 1_000)
        while not person.world.is_indexed(person.scope):
            time.sleep(0.005)
        lag.append((perf_counter() - began) * 1_000)
    return {**spread("write.http", wrote), **spread("write.found_by_search", found), **spread("write.indexed", lag)}


def _turns(person: Person, rounds: int) -> dict[str, float]:
    """A turn: accepted, and remembered."""
    accepted: list[float] = []
    remembered: list[float] = []
    person.say("I have a cat.", session="warm")
    for number in range(rounds):
        began = perf_counter()
        answered = person.api.post_events(
            f"s{number}", [{"role": "user", "content": f"I bought a lamp number {number} today."}], user_id=person.user
        )
        accepted.append((perf_counter() - began) * 1_000)
        person.api.wait_for_job(answered["job_id"])
        remembered.append((perf_counter() - began) * 1_000)
    return {**spread("turn.accepted", accepted), **spread("turn.remembered", remembered)}


def _at_the_handler(cloud: World, rounds: int) -> dict[str, float | int | str]:
    person = cloud.person()
    context = authorizer_context(cloud, Caller(person.tenant, person.user))
    call = handler(cloud, "api")
    figures: dict[str, float | int | str] = {}
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


if __name__ == "__main__":
    main()
