"""Direct writes and turns over HTTP: how long they take, and how soon what was written is found, indexed and remembered."""

from __future__ import annotations

import random
import time
from time import perf_counter

from tests.bench._parts import Bench, Figures
from tests.bench._report import spread
from tests.e2e.world import Person


def run(bench: Bench) -> Figures:
    return {**_found(bench.cloud.person(), bench.rounds), **_turns(bench.cloud.person(), bench.rounds)}


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
