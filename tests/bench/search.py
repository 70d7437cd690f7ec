"""Warm search: over HTTP and at the handler, by part, and the calls that it makes.

make bench-search [ARGS="--facts 2000 --queries 300"]
"""

from __future__ import annotations

import argparse
import random
from time import perf_counter

from infra.local.issuer import Caller
from tests.bench._cloud import Context, answer, authorizer_context, handler, request, world
from tests.bench._counting import counted
from tests.bench._report import percentile, report, spread
from tests.e2e.world import Person, World

SEED = 7
OTHERS = 4
THINGS = ("bicycle", "passport", "piano", "greenhouse", "telescope", "kayak", "typewriter", "beehive", "loom", "caravan")
PLACES = ("Aarhus", "Bergen", "Cork", "Dijon", "Essen", "Faro", "Ghent", "Hanoi", "Izmir", "Jaipur")
COLOURS = ("red", "blue", "green", "yellow", "white", "black", "silver", "orange")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--facts", type=int, default=1_000, help="of the person asked about; four others of the tenant have as many together"
    )
    parser.add_argument("--queries", type=int, default=300)
    asked = parser.parse_args()
    with world() as cloud:
        run(cloud, asked.facts, asked.queries)


def run(cloud: World, facts: int, queries: int) -> None:
    chance = random.Random(SEED)
    person = cloud.person()
    people = [person, *(cloud.person(person.tenant) for _ in range(OTHERS))]
    for someone in people:
        _fill(someone, facts if someone is person else facts // OTHERS, chance)
    for someone in people:
        someone.settle(300)
    questions = [f"Where is the {chance.choice(COLOURS)} {chance.choice(THINGS)} of {chance.choice(PLACES)}?" for _ in range(queries)]
    figures: dict[str, float | int | str] = {}
    over_http = _over_http(person, questions)
    figures |= spread("search", over_http)
    figures |= _at_the_handler(cloud, person, questions)
    figures |= _authorizer(cloud, person)
    report("search", figures, seed=SEED, facts=facts, facts_in_tenant=facts * 2, queries=queries)


def _fill(person: Person, count: int, chance: random.Random) -> None:
    def fact(number: int) -> str:
        what = f"The {chance.choice(COLOURS)} {chance.choice(THINGS)} number {number}"
        return f"{what} is kept in {chance.choice(PLACES)}, shelf {chance.randrange(900)}."

    for start in range(0, count, 100):
        person.write(*(fact(number) for number in range(start, min(start + 100, count))))


def _over_http(person: Person, questions: list[str]) -> list[float]:
    for question in questions[:20]:
        person.search(question)
    taken: list[float] = []
    for question in questions:
        began = perf_counter()
        found = person.search(question)
        taken.append((perf_counter() - began) * 1_000)
        assert found["results"], question
        assert not found["degraded"], found
    return taken


def _at_the_handler(cloud: World, person: Person, questions: list[str]) -> dict[str, float | int | str]:
    context = authorizer_context(cloud, Caller(person.tenant, person.user))
    call = handler(cloud, "api")
    for question in questions[:20]:
        call(request("POST", "/search", {"query": question, "user_id": person.user}, context), Context())
    taken: list[float] = []
    parts: dict[str, list[float]] = {}
    with counted() as calls:
        for question in questions:
            began = perf_counter()
            reply = call(request("POST", "/search", {"query": question, "user_id": person.user}, context), Context())
            taken.append((perf_counter() - began) * 1_000)
            assert reply["statusCode"] == 200, reply
            for part, milliseconds in answer(reply)["took"].items():
                parts.setdefault(part, []).append(milliseconds)
    figures: dict[str, float | int | str] = dict(spread("search.handler", taken))
    for part, milliseconds in sorted(parts.items()):
        figures[f"search.part.{part}.p50_ms"] = round(percentile(milliseconds, 0.5), 3)
    known = sum(percentile(milliseconds, 0.5) for milliseconds in parts.values())
    figures["search.part.rest.p50_ms"] = round(percentile(taken, 0.5) - known, 3)
    for name, count in sorted(calls.counts.items()):
        figures[f"search.calls.{name}"] = round(count / len(questions), 3)
        figures[f"search.calls.{name}.mean_ms"] = round(calls.milliseconds[name] / count, 3)
    figures["search.calls"] = round(sum(calls.counts.values()) / len(questions), 3)
    return figures


def _authorizer(cloud: World, person: Person) -> dict[str, float]:
    """What a token costs that was never seen before; one seen in the last five minutes costs nothing more."""
    nobody = cloud.person(person.tenant)
    new: list[float] = []
    known: list[float] = []
    for _ in range(40):
        api = cloud.person(nobody.tenant, nobody.user).api
        for taken in (new, known):
            began = perf_counter()
            api.call("GET", "/memories", query={"limit": 1})
            taken.append((perf_counter() - began) * 1_000)
    return {"search.part.authorizer_of_a_new_token.p50_ms": round(percentile(new, 0.5) - percentile(known, 0.5), 3)}


if __name__ == "__main__":
    main()
