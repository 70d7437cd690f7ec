# ruff: noqa: E501 (sentences)
"""Sixteen writers, one scope: facts as sentences, through turns and directly, repeated, told in other words, updated, out of order.

python -m tests.bench._race [--engine URL] [--facts 1000] [--seeds 20]

What is right at the end is said by what made the facts: of each thing the value that holds last in the world's time is current, once, and
no earlier one is; what has nothing to do with it stays.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from multiprocessing import get_context

from mnemon.errors import TryAgain
from mnemon.model.instants import Instant, instant
from mnemon.model.memory import Head
from mnemon.ports.models import Embedder
from mnemon.ports.records import Conflict, Operation, Unavailable
from mnemon.tenant.attempts import Attempts
from mnemon.writing.requests import IncomingFact
from tests.bench._inprocess import Parts, parts
from tests.bench._parts import Bench, Figures
from tests.support.fakes import HashEmbedder, MemoryRecords

WRITERS = 16
FACTS = 1_000
SEEDS = 20
_PATIENT = Attempts(limit=400)
"""With the product's own pauses: more races than facts are lost all the same."""
_START = datetime(2025, 1, 6, 9, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Kind:
    """Sentences that say the same of {e} (a thing or a person) and {v}; `later` are those that also tell of a change."""

    says: tuple[str, ...]
    later: tuple[str, ...]
    values: tuple[str, ...]
    person: bool = False
    all_hold: bool = False
    """Its values do not exclude one another."""


_PEOPLE = [
    "Maya",
    "Noor",
    "Tomas",
    "Priya",
    "Lukas",
    "Ingrid",
    "Omar",
    "Chiara",
    "Dmitri",
    "Aisha",
    "Henrik",
    "Yuki",
    "Rosa",
    "Emil",
    "Fatima",
    "Jonas",
    "Leila",
    "Marco",
    "Nadia",
    "Oskar",
    "Petra",
    "Quentin",
    "Rania",
    "Stefan",
    "Tilda",
    "Viktor",
    "Wanda",
    "Xenia",
    "Yusuf",
    "Zelda",
]
_SURNAMES = [
    "Berg",
    "Castro",
    "Duarte",
    "Eriksen",
    "Fontaine",
    "Grieg",
    "Haddad",
    "Ivanova",
    "Jansen",
    "Kowalski",
    "Lindqvist",
    "Moreau",
    "Novak",
    "Okafor",
    "Pereira",
    "Quist",
    "Romano",
    "Sato",
    "Thorsen",
    "Ueda",
    "Varga",
    "Weiss",
    "Yilmaz",
    "Zeman",
]
_THINGS = [
    "amber",
    "birch",
    "cobalt",
    "dune",
    "ember",
    "fjord",
    "garnet",
    "harbour",
    "indigo",
    "juniper",
    "kestrel",
    "lagoon",
    "maple",
    "nimbus",
    "onyx",
    "pebble",
    "quartz",
    "raven",
    "saffron",
    "tundra",
    "umber",
    "velvet",
    "willow",
    "yarrow",
    "zephyr",
    "alder",
    "bramble",
    "cedar",
]
_SIDES = ["north", "south", "east", "west", "upper", "lower", "inner", "outer", "old", "main"]
_CITIES = ("Lisbon", "Porto", "Oslo", "Bergen", "Turin", "Ghent", "Krakow", "Utrecht", "Malaga", "Tampere")
_FIRMS = ("Northwind", "Initech", "Globex", "Umbrella Labs", "Stark Foods", "Acme Tools", "Hooli", "Vandelay")
_LEADS = ("Abel", "Beatrix", "Cosmo", "Delphine", "Edgar", "Freya", "Gustav", "Hilda")
_NUMBERS = ("14", "22", "35", "47", "58", "63", "76", "91")
_DAYS = ("March 3", "March 12", "April 9", "April 21", "May 6", "June 17", "July 2", "July 28")
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")

KINDS: Mapping[str, Kind] = {
    "port": Kind(("The port of the {e} service is {v}.", "The {e} service listens on port {v}."), ("The {e} service now listens on port {v}.", "The port of the {e} service was changed to {v}."), ("8080", "9090", "7070", "6543", "5151", "4242")),
    "budget": Kind(("The budget of the {e} project is ${v}.", "The {e} project has a budget of ${v}."), ("The budget of the {e} project was raised to ${v}.", "The {e} project now has a budget of ${v}."), ("5,000", "6,500", "8,250", "12,000", "15,400")),
    "employer": Kind(("{e} works at {v}.", "{e} is employed by {v}.", "{e}'s employer is {v}."), ("{e} now works at {v}.",), _FIRMS, person=True),
    "home": Kind(("{e} lives in {v}.", "{e}'s home is in {v}."), ("{e} moved to {v}.", "{e} now lives in {v}."), _CITIES, person=True),
    "lead": Kind(("The lead of the {e} project is {v}.", "The {e} project is led by {v}.", "{v} leads the {e} project."), ("The {e} project is now led by {v}.",), _LEADS),
    "deadline": Kind(("The deadline of the {e} audit is {v}.", "The {e} audit is due on {v}."), ("The deadline of the {e} audit was moved to {v}.",), _DAYS),
    "version": Kind(("The {e} cluster runs Postgres {v}.", "The Postgres version of the {e} cluster is {v}."), ("The {e} cluster now runs Postgres {v}.",), ("13", "14", "15", "16", "17")),
    "weekday": Kind(("The {e} meeting is on {v}.", "The {e} meeting takes place on {v}."), ("The {e} meeting was moved to {v}.",), _WEEKDAYS),
    "quota": Kind(("The quota of the {e} plan is {v} requests per minute.", "The {e} plan has a quota of {v} requests per minute."), ("The quota of the {e} plan was increased to {v} requests per minute.",), ("100", "250", "400", "1,200", "2,000")),
    "pets": Kind(("{e} has {v} cats.", "{e} owns {v} cats."), ("{e} now has {v} cats.",), ("2", "3", "4", "5", "6"), person=True),
    "status": Kind(("The {e} ticket is {v}.", "The status of the {e} ticket is {v}."), ("The {e} ticket is now {v}.",), ("open", "blocked", "closed", "approved", "pending")),
    "temperature": Kind(("The {e} freezer is set to {v} degrees.", "The temperature of the {e} freezer is {v} degrees."), ("The {e} freezer is now set to {v} degrees.",), ("4", "6", "9", "11", "13")),
    "manager": Kind(("{e} reports to {v}.", "{e}'s manager is {v}."), ("{e} now reports to {v}.",), _LEADS, person=True),
    "members": Kind(("The {e} team has {v} members.", "There are {v} members in the {e} team."), ("The {e} team has grown to {v} members.",), _NUMBERS),
    "retention": Kind(("The {e} logs are kept for {v} days.", "The retention of the {e} logs is {v} days."), ("The {e} logs are now kept for {v} days.",), _NUMBERS),
    "price": Kind(("The {e} subscription costs {v} euros.", "The price of the {e} subscription is {v} euros."), ("The {e} subscription now costs {v} euros.",), _NUMBERS),
    "place": Kind(("The {e} office is in {v}.", "The {e} office is located in {v}."), ("The {e} office moved to {v}.",), _CITIES),
    "coffee": Kind(("{e} {v} coffee.",), (), ("likes", "hates"), person=True),
    "colour": Kind(("{e}'s favourite colour is {v}.",), ("{e}'s favourite colour is now {v}.",), ("green", "red", "teal", "orange", "violet"), person=True),
    "speaks": Kind(("{e} speaks {v}.",), (), ("French", "German", "Finnish", "Greek", "Arabic"), person=True, all_hold=True),
    "visited": Kind(("{e} visited the museum of {v}.",), (), _CITIES, person=True, all_hold=True),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """One statement: of which thing, which of its values, in which words, since when."""

    thing: tuple[str, str]
    value: str
    text: str
    at: Instant


@dataclass(frozen=True, slots=True)
class Story:
    told: tuple[Told, ...]
    """In order of arrival."""
    holds: Mapping[tuple[str, str], frozenset[str]]
    """At the end, of each thing."""
    says: Mapping[str, tuple[tuple[str, str], str]]
    """Which thing and value every sentence is about, by its words."""


def story(facts: int, seed: int) -> Story:
    rng = random.Random(seed)
    told: list[Told] = []
    for kind, subject in _things(rng):
        if len(told) >= facts:
            break
        thing = (kind, subject)
        told += _timeline(rng, thing)
    rng.shuffle(told)
    told = told[:facts]
    kept = _newest(told)
    says = {_bare(one.text): (one.thing, one.value) for one in told}
    return Story(tuple(told), kept, says)


def _things(rng: random.Random) -> Iterator[tuple[str, str]]:
    """Every kind of every person or thing, mixed: several unrelated facts share each name."""
    people = [f"{a} {b}" for a in _PEOPLE for b in _SURNAMES]
    things = [f"{side} {name}" for name in _THINGS for side in _SIDES]
    rng.shuffle(people)
    rng.shuffle(things)
    for person, thing in zip(people, things, strict=False):
        own = [(kind, person if KINDS[kind].person else thing) for kind in rng.sample(sorted(KINDS), 6)]
        yield from own


def _timeline(rng: random.Random, thing: tuple[str, str]) -> list[Told]:
    kind = KINDS[thing[0]]
    values = rng.sample(kind.values, rng.randint(1, min(4, len(kind.values))))
    at = _START + timedelta(hours=rng.randint(0, 500))
    told: list[Told] = []
    for number, value in enumerate(values):
        at += timedelta(days=rng.randint(1, 20), minutes=rng.randint(0, 600))
        phrases = [*kind.says, *(kind.later if number else ())]
        first = rng.choice(phrases)
        said = [(first, at)]
        if rng.random() < 0.35:  # word for word, of the same moment or later
            said.append((first, at + timedelta(minutes=rng.choice((0, 5, 60)))))
        if rng.random() < 0.45:  # in other words
            said.append((rng.choice(kind.says), at + timedelta(minutes=rng.randint(1, 600))))
        told += [Told(thing, value, phrase.format(e=thing[1], v=value), instant(when)) for phrase, when in said]
    return told


def _newest(told: Sequence[Told]) -> dict[tuple[str, str], frozenset[str]]:
    by_thing: dict[tuple[str, str], list[Told]] = defaultdict(list)
    for one in told:
        by_thing[one.thing].append(one)
    return {
        thing: frozenset(one.value for one in all_told)
        if KINDS[thing[0]].all_hold
        else frozenset({max(all_told, key=lambda one: one.at).value})
        for thing, all_told in by_thing.items()
    }


def _bare(text: str) -> str:
    """Without what the product may add: years of dates, stops, spaces."""
    return " ".join(re.sub(r"\(.*?\)|\b20\d\d\b|[.,]", " ", text.lower()).split())


@dataclass
class _Count:
    """Races that a writer lost."""

    records: MemoryRecords
    lost: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        write = self.records.write

        def counted(*operations: Operation) -> None:
            try:
                write(*operations)
            except Conflict:
                with self._lock:
                    self.lost += 1
                raise

        self.records.write = counted  # type: ignore[method-assign]


def tell(world: Parts, told: Sequence[Told], seed: int, writers: int = WRITERS) -> None:
    """Half as turns, half directly, by many at once."""
    shares = [told[n::writers] for n in range(writers)]

    def work(number: int) -> None:
        rng = random.Random(f"{seed} {number}")
        share = list(shares[number])
        while share:
            size = rng.randint(1, 4)
            part, share = share[:size], share[size:]
            if rng.random() < 0.5:
                _again(
                    lambda part=part: world.write([IncomingFact.model_validate({"content": one.text, "event_at": one.at}) for one in part])
                )
            else:
                session = f"{number} {len(share)}"
                turns = [{"role": "user", "content": one.text, "timestamp": one.at} for one in part]
                _again(lambda turns=turns, session=session: world.accept(turns, session))
                _again(lambda session=session: world.digest(session))

    with ThreadPoolExecutor(writers) as pool:
        for done in [pool.submit(work, number) for number in range(writers)]:
            done.result()


def _again(call: object) -> None:
    while True:
        try:
            results = call()  # type: ignore[operator]
        except (TryAgain, Unavailable):
            continue
        if isinstance(results, list) and any(one.status == "refused" for one in results):
            raise RuntimeError(f"refused: {[(one.code, one.detail) for one in results]}")
        return


def wrong(heads: Sequence[Head], told: Story, now: Instant) -> list[str]:
    """What is current and should not be, or not current and should be."""
    current: Counter[tuple[tuple[str, str], str]] = Counter()
    found: list[str] = []
    for head in heads:
        if not head.is_current(now):
            continue
        said = told.says.get(_bare(head.content))
        if said is None:
            found.append(f"unknown: {head.content}")
        else:
            current[said] += 1
    for thing, values in told.holds.items():
        wanting = [value for value in values if current[thing, value] != 1]
        found += [f"{'twice' if current[thing, value] else 'missing'}: {thing} {value}" for value in wanting]
    stale = [key for key in current if key[1] not in told.holds[key[0]]]
    return found + [f"stale: {thing} {value}" for thing, value in stale]


def once(embedder: Embedder, engine: str | None, facts: int, seed: int, *, writers: int = WRITERS) -> tuple[list[str], int]:
    """What is wrong at the end, and how many races were lost."""
    told = story(facts, seed)
    with parts(embedder, engine, attempts=_PATIENT) as world:
        count = _Count(world.tenancy.records)
        with world.indexing():
            tell(world, told.told, seed, writers)
        return wrong(world.heads(), told, world.clock.now()), count.lost


def run(engine: str | None = None, *, facts: int = FACTS, seeds: int = SEEDS) -> dict[str, float | int]:
    """`race.wrong`, `race.lost` (races that a writer lost and ran again), `race.facts`, `race.seeds`. Seeds run on all cores."""
    mistakes, lost = 0, 0
    began = time.monotonic()
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for seed, (found, more) in enumerate(pool.map(partial(_of_seed, engine, facts), range(seeds))):
            mistakes += len(found)
            lost += more
            for line in found[:40]:
                print(f"race {seed}: {line}", file=sys.stderr)
            print(f"  race {seed}: {len(found)} wrong, {more} lost, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return {"race.wrong": mistakes, "race.lost": lost, "race.facts": facts, "race.seeds": seeds}


def _of_seed(engine: str | None, facts: int, seed: int) -> tuple[list[str], int]:
    return once(HashEmbedder(), engine, facts, seed)


def part(bench: Bench) -> Figures:
    """Of `make bench-write`."""
    return run(engine=bench.cloud.endpoints.opensearch_url)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine")
    parser.add_argument("--facts", type=int, default=FACTS)
    parser.add_argument("--seeds", type=int, default=SEEDS)
    asked = parser.parse_args()
    print(run(engine=asked.engine, facts=asked.facts, seeds=asked.seeds))


if __name__ == "__main__":
    main()
