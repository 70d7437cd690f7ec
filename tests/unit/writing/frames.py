"""Sentences made up from frames: many things that are told of in the same words, and things of which another value is told later."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product

EACH = 100
"""Sentences of each domain."""

_COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "grey")
_CITIES = ("Cork", "Galway", "Leeds", "Porto", "Ghent", "Turin", "Malmo", "Lyon", "Graz", "Split")
_GOODS = ("kayak", "tent", "paddle", "helmet", "rope", "lamp", "stove", "wetsuit")
_FIRST = ("Ines", "Olaf", "Mirela", "Kofi", "Sven", "Hana", "Pablo", "Greta", "Tariq", "Wren", "Bela", "Dana")
_LAST = ("Hoxha", "Lund", "Mbeki", "Ortiz", "Pavlov", "Reyes", "Silva", "Tanaka", "Urban", "Walsh")
_CARS = ("Saab", "Volvo", "Fiat", "Skoda", "Mazda", "Tesla", "Honda", "Lada")
_FIRMS = ("Nordlys", "Calder Mills", "Brightwater", "Ostrava Steel", "Pinehill", "Quayside")
_TEAMS = ("Rovers", "Harriers", "Wanderers", "Athletic", "Dynamo", "Corinthians", "Albion", "Rangers", "Celtic", "Swifts")
_DISHES = (
    "carrot cake",
    "leek soup",
    "rye bread",
    "plum tart",
    "bean stew",
    "apple crumble",
    "fish pie",
    "lentil curry",
    "onion jam",
    "rice pudding",
)
_ROOMS = ("seminar", "meeting", "storage", "lecture", "server", "practice")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October")
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_HOSTS = ("alpha", "bravo", "delta", "kilo", "lima", "oscar", "sierra", "tango", "victor", "zulu")


def _inventory(rng: random.Random) -> Iterator[str]:
    things = [(c, g, n) for c, g, n in product(_COLOURS, _GOODS, range(1, 9))]
    rng.shuffle(things)
    for n, (colour, goods, number) in enumerate(things):
        city, shelf = rng.choice(_CITIES), rng.randint(1, 60)
        yield (
            f"The {colour} {goods} number {number} is kept in {city}, shelf {shelf}.",
            f"The {colour} {goods} {number} is stored on shelf {shelf} in {city}.",
            f"There are {shelf} {colour} {goods}s in aisle {number} of the {city} depot.",
            f"{goods.capitalize()} {colour[0].upper()}-{number}{shelf} weighs {rng.randint(2, 40)} kg.",
            f"Our club keeps {shelf} {colour} {goods}s in {city}, bay {number}.",
            f"The shop sold {shelf} {goods}s to customer {n}.",
        )[n % 6]


def _people(rng: random.Random) -> Iterator[str]:
    people = [f"{a} {b}" for a, b in product(_FIRST, _LAST)]
    rng.shuffle(people)
    for n, name in enumerate(people):
        yield (
            f"Friend {n} drives a {rng.choice(_CARS)}.",
            f"{name} drives a {rng.choice(_COLOURS)} {rng.choice(_CARS)}.",
            f"{name} lives in {rng.choice(_CITIES)}.",
            f"{name} works at {rng.choice(_FIRMS)}.",
            f"{name} is {rng.randint(20, 70)} years old.",
            f"Guest {n} has {rng.randint(2, 9)} cousins in {rng.choice(_CITIES)}.",
            f"{name}'s favourite colour is {rng.choice(_COLOURS)}.",
            f"Employee {n} reports to {rng.choice(_FIRST)}.",
            f"My cousin {name} likes {rng.choice(_CARS)}s.",
            f"I have {rng.randint(2, 9)} colleagues in building {n}.",
            f"I met {name} in {rng.choice(_CITIES)}.",
        )[n % 11]


def _servers(rng: random.Random) -> Iterator[str]:
    names = [f"{a}-{n}" for a, n in product(_HOSTS, range(1, 11))]
    rng.shuffle(names)
    for n, name in enumerate(names):
        yield (
            f"The server {name} listens on port {rng.randint(1024, 9999)}.",
            f"Server {n} has {rng.choice((8, 16, 32, 64))} GB of memory.",
            f"{name} runs Postgres {rng.randint(12, 17)}.",
            f"The host {name} is located in rack {rng.randint(1, 40)}.",
            f"Node {n} of the cluster is {rng.choice(('healthy', 'degraded', 'offline'))}.",
            f"The {name} backup takes {rng.randint(5, 90)} minutes.",
            f"The IP address of {name} is 10.0.{n}.{rng.randint(1, 250)}.",
            f"The CPU usage of {name} is {rng.randint(1, 99)}%.",
            f"The platform team runs {rng.randint(2, 40)} containers on {name}.",
            f"Our gateway sends {rng.randint(2, 40)} requests per second to {name}.",
        )[n % 10]


def _rooms(rng: random.Random) -> Iterator[str]:
    numbers = list(range(101, 101 + EACH))
    rng.shuffle(numbers)
    for n, number in enumerate(numbers):
        kind = _ROOMS[n // 6 % len(_ROOMS)]
        yield (
            f"Room {number} seats {rng.randint(4, 80)} people.",
            f"The {kind} room {number} is on floor {number // 10}.",
            f"The {kind} room {number} has {rng.randint(1, 6)} windows.",
            f"The key of room {number} hangs at the {rng.choice(('porter', 'desk', 'gate'))}.",
            f"Room {number} is {rng.choice(('free', 'occupied', 'locked'))}.",
            f"The temperature in room {number} is {rng.randint(15, 26)} degrees.",
            f"The school has {rng.randint(5, 40)} chairs in room {number}.",
            f"I have the {kind} room {number} on {rng.choice(_WEEKDAYS)}.",
        )[n % 8]


def _orders(rng: random.Random) -> Iterator[str]:
    numbers = rng.sample(range(1000, 9999), EACH)
    for n, number in enumerate(numbers):
        name = f"{rng.choice(_FIRST)} {rng.choice(_LAST)}"
        yield (
            f"Order {number} was shipped to {rng.choice(_CITIES)}.",
            f"Order #{number} contains {rng.randint(2, 30)} {rng.choice(_GOODS)}s.",
            f"The order {number} is {rng.choice(('pending', 'shipped', 'delivered', 'cancelled'))}.",
            f"{name} ordered {rng.randint(2, 30)} {rng.choice(_GOODS)}s on {_MONTHS[n % 10]} {n // 10 + 1}.",
            f"Order ORD-{number} costs ${rng.randint(10, 900)}.",
            f"The delivery of order {number} is on {rng.choice(_WEEKDAYS)}.",
            f"I paid {rng.randint(10, 90)} euros for order {number}.",
            f"The shop received {rng.randint(2, 30)} lamps with order {number}.",
        )[n % 8]


def _invoices(rng: random.Random) -> Iterator[str]:
    numbers = rng.sample(range(100, 9999), EACH)
    for n, number in enumerate(numbers):
        yield (
            f"Invoice {number} is due on {rng.choice(_MONTHS)} {rng.randint(1, 28)}.",
            f"Invoice INV-{number} amounts to {rng.randint(50, 5000)} euros.",
            f"The invoice {number} from {rng.choice(_FIRMS)} is {rng.choice(('paid', 'unpaid', 'overdue'))}.",
            f"The total of invoice {number} is ${rng.randint(50, 5000)}.",
            f"Invoice {number} was sent to {rng.choice(_FIRST)} on {rng.choice(_MONTHS)} {rng.randint(1, 28)}.",
            f"We owe {rng.choice(_FIRMS)} {rng.randint(50, 900)} euros for invoice {number}.",
        )[n % 6]


def _measurements(rng: random.Random) -> Iterator[str]:
    for n in range(EACH):
        month, day = _MONTHS[n % 10], n // 10 + 1
        yield (
            f"On {month} {day} the river stood at {rng.randint(50, 400)} cm.",
            f"Sensor {n} reads {rng.randint(10, 40)} degrees.",
            f"Sample {n} weighs {rng.randint(2, 90)} mg.",
            f"The rainfall of {month} {day} was {rng.randint(1, 60)} mm.",
            f"The oil pressure on {month} {day} was {rng.randint(100, 150)}/{rng.randint(60, 95)}.",
            f"Probe {n} in {rng.choice(_CITIES)} measured {rng.randint(1, 99)}% humidity.",
        )[n % 6]


def _recipes(rng: random.Random) -> Iterator[str]:
    things = ("flour", "sugar", "butter", "milk", "water", "salt", "oil", "honey", "oats", "cream")
    pairs = list(product(_DISHES, things))
    rng.shuffle(pairs)
    for n, (dish, thing) in enumerate(pairs):
        yield (
            f"The {dish} needs {rng.randint(20, 500)} g of {thing}.",
            f"The recipe for {dish} calls for {rng.randint(2, 9)} spoons of {thing}.",
            f"For the {dish}, heat the {thing} for {rng.randint(2, 30)} minutes.",
            f"Step {n} of the {dish}: stir in the {thing}.",
            f"I put {rng.randint(2, 9)} spoons of {thing} into the {dish}.",
            f"My {dish} has {rng.randint(20, 300)} g of {thing}.",
        )[n % 6]


def _scores(rng: random.Random) -> Iterator[str]:
    games = [(a, b) for a, b in product(_TEAMS, _TEAMS) if a != b]
    rng.shuffle(games)
    for n, (home, guest) in enumerate(games[:80]):
        yield (
            f"{home} beat {guest} {rng.randint(3, 5)}-{rng.randint(0, 2)}.",
            f"{home} drew {n % 4}-{n % 4} with {guest} on {_MONTHS[n % 10]} {n // 10 + 1}.",
            f"In round {n} the {home} scored {rng.randint(2, 9)} goals against the {guest}.",
            f"Match {n} between {home} and {guest} ended {rng.randint(0, 5)}:{rng.randint(0, 5)}.",
        )[n % 4]
    for n in range(100):
        yield (
            f"Player {n} scored {rng.randint(2, 30)} points in game {n}.",
            f"The Rovers scored {rng.randint(2, 9)} goals in game {n}.",
            f"I ran {rng.randint(3, 20)} km on {_MONTHS[n % 10]} {n // 10 + 1}.",
        )[n % 3]


def _calendar(rng: random.Random) -> Iterator[str]:
    people = [f"{a} {b}" for a, b in product(_FIRST, _LAST)]
    rng.shuffle(people)
    whats = ("budget", "design", "sales", "hiring", "safety", "harvest", "release", "travel", "fire", "choir")
    pairs = list(product(whats, ("review", "workshop", "rehearsal", "call", "lunch", "walk", "drill", "talk", "visit", "party")))
    rng.shuffle(pairs)
    for n, (what, kind) in enumerate(pairs):
        month, day = rng.choice(_MONTHS), rng.randint(1, 28)
        yield (
            f"The {what} {kind} is on {rng.choice(_WEEKDAYS)}.",
            f"The {what} {kind} starts at {rng.randint(8, 11)}:{rng.choice((15, 30, 45))}.",
            f"There is a {what} {kind} with {people[n]} on {month} {day}.",
            f"{people[n]} has a dentist appointment on {month} {day} at {rng.randint(1, 6)} pm.",
            f"Lunch with {people[n]} on {rng.choice(_WEEKDAYS)} at noon.",
            f"I have a meeting with {people[n]} on {month} {day}.",
            f"I have lunch with {people[n]} at {rng.randint(11, 14)}:{rng.choice((15, 30, 45))}.",
        )[n % 7]


def _flights(rng: random.Random) -> Iterator[str]:
    numbers = rng.sample(range(100, 999), EACH)
    for n, number in enumerate(numbers):
        a, b = rng.sample(_CITIES, 2)
        yield (
            f"Flight KL {number} leaves at {rng.randint(6, 22)}:{rng.choice((10, 25, 40))}.",
            f"Flight BA{number} from {a} to {b} departs from gate {rng.choice('ABCD')}{rng.randint(1, 40)}.",
            f"Flight {number} to {b} is {rng.choice(('delayed', 'cancelled', 'boarding'))}.",
            f"The flight LH-{number} takes {rng.randint(40, 240)} minutes.",
            f"My seat on flight SK{number} is {rng.randint(1, 38)}{rng.choice('ABCDEF')}.",
            f"Flight AF {number} costs {rng.randint(60, 400)} euros.",
            f"I have {rng.randint(2, 5)} bags on flight LO {number}.",
            f"I paid {rng.randint(60, 400)} euros for flight EI{number}.",
        )[n % 8]


_DOMAINS: Mapping[str, Callable[[random.Random], Iterator[str]]] = {
    "inventory": _inventory, "people": _people, "servers": _servers, "rooms": _rooms, "orders": _orders, "invoices": _invoices,
    "measurements": _measurements, "recipes": _recipes, "scores": _scores, "calendar": _calendar, "flights": _flights,
}  # fmt: skip
DOMAINS = tuple(_DOMAINS)


def unrelated(domain: str, seed: int) -> list[str]:
    """Sentences of which none says anything about the thing of another, in no order."""
    rng = random.Random(f"{domain} {seed}")
    made = [sentence for sentence, _ in zip(_DOMAINS[domain](rng), range(EACH), strict=False)]
    assert len(made) == len(set(made)) == EACH
    rng.shuffle(made)
    return made


_UPDATES: tuple[tuple[str, str], ...] = (
    # goods
    ("The {c} {g} number {n} is kept in {v}, shelf {i}.", "The {c} {g} number {n} is now kept in {w}, shelf {j}."),
    ("The {c} {g} number {n} is kept in {v}.", "The {c} {g} number {n} was moved to {w}."),
    ("The {c} {g} {n} is stored on shelf {i}.", "The {c} {g} {n} is stored on shelf {j} now."),
    ("There are {i} {c} {g}s in the {v} depot.", "There are now {j} {c} {g}s in the {v} depot."),
    ("The {c} {g} costs ${i}.", "The price of the {c} {g} is now ${j}."),
    ("The {g} number {n} weighs {i} kg.", "The {g} number {n} weighs {j} kg."),
    # people
    ("Friend {n} drives a {k}.", "Friend {n} drives a {l}."),
    ("{p} drives a {k}.", "{p} now drives a {l}."),
    ("{p} lives in {v}.", "{p} moved to {w}."),
    ("{p} lives in {v}.", "{p} has moved to {w}."),
    ("{p} works at Calder Mills.", "{p} joined Brightwater."),
    ("{p} is {i} years old.", "{p} is {j} years old."),
    ("{p}'s favourite colour is {c}.", "{p}'s favourite colour is now {d}."),
    ("Employee {n} reports to {o}.", "Employee {n} reports to {q}."),
    ("{p} likes {k}s.", "{p} hates {k}s."),
    ("{p} is single.", "{p} is married."),
    ("{p} eats meat.", "{p} no longer eats meat."),
    ("{p}'s phone number ends in {i}.", "{p}'s phone number now ends in {j}."),
    # servers
    ("The server {h}-{n} listens on port 80{i}.", "The server {h}-{n} now listens on port 80{j}."),
    ("Server {n} has {i} GB of memory.", "Server {n} has {j} GB of memory."),
    ("{h}-{n} runs Postgres 14.", "{h}-{n} was upgraded to Postgres 16."),
    ("The host {h}-{n} is located in rack {i}.", "The host {h}-{n} was moved to rack {j}."),
    ("Node {n} of the cluster is healthy.", "Node {n} of the cluster is offline."),
    ("The {h} backup takes {i} minutes.", "The {h} backup now takes {j} minutes."),
    ("The timeout of the {h} gateway is {i} seconds.", "The timeout of the {h} gateway was raised to {j} seconds."),
    ("The CPU usage of {h}-{n} is {i}%.", "The CPU usage of {h}-{n} is {j}%."),
    ("The IP address of {h}-{n} is 10.0.0.{i}.", "The IP address of {h}-{n} is 10.0.0.{j}."),
    ("The {h} service is owned by {o}.", "The {h} service is now owned by {q}."),
    # rooms
    ("Room {n} seats {i} people.", "Room {n} seats {j} people."),
    ("The meeting room {n} is on floor {i}.", "The meeting room {n} is now on floor {j}."),
    ("Room {n} is free.", "Room {n} is occupied."),
    ("The temperature in room {n} is {i} degrees.", "The temperature in room {n} is {j} degrees."),
    ("The key of room {n} hangs at the porter.", "The key of room {n} now hangs at the gate."),
    # orders and invoices
    ("The order {n} is pending.", "The order {n} was delivered."),
    ("Order #{n} contains {i} {g}s.", "Order #{n} now contains {j} {g}s."),
    ("The delivery of order {n} is on Monday.", "The delivery of order {n} was moved to Friday."),
    ("Order ORD-{n} costs ${i}.", "Order ORD-{n} costs ${j}."),
    ("Invoice {n} is due on March 3.", "Invoice {n} is due on April 9."),
    ("Invoice INV-{n} amounts to {i} euros.", "Invoice INV-{n} amounts to {j} euros."),
    ("The invoice {n} is unpaid.", "The invoice {n} is paid."),
    ("The total of invoice {n} is ${i}.", "The total of invoice {n} was corrected to ${j}."),
    # measurements
    ("Sensor {n} reads {i} degrees.", "Sensor {n} now reads {j} degrees."),
    ("Sample {n} weighs {i} mg.", "Sample {n} weighs {j} mg."),
    ("The river at {v} stands at {i} cm.", "The river at {v} stands at {j} cm."),
    ("The battery of sensor {n} is at {i}%.", "The battery of sensor {n} is at {j}%."),
    # recipes
    ("The carrot cake needs {i}0 g of flour.", "The carrot cake needs {j}0 g of flour."),
    ("The rye bread bakes for {i} minutes.", "The rye bread bakes for {j} minutes."),
    ("The recipe for leek soup calls for 3 spoons of oil.", "The recipe for leek soup now calls for 5 spoons of oil."),
    # scores
    ("{o} is ranked {i} in the club.", "{o} is ranked {j} in the club."),
    ("The {v} Rovers have {i} points.", "The {v} Rovers have {j} points."),
    ("The captain of the {v} Rovers is {o}.", "The captain of the {v} Rovers is {q}."),
    # calendar
    ("The {h} review is on Tuesday.", "The {h} review was moved to Thursday."),
    ("The {h} review starts at 9:15.", "The {h} review now starts at 10:45."),
    ("{p} has a dentist appointment on March 3.", "{p}'s dentist appointment was moved to April 9."),
    ("The deadline of the {h} report is May 6.", "The deadline of the {h} report was extended to June 17."),
    ("The {h} workshop takes place in {v}.", "The {h} workshop takes place in {w}."),
    # flights
    ("Flight KL {n} leaves at 9:10.", "Flight KL {n} now leaves at 11:40."),
    ("Flight BA{n} departs from gate A{i}.", "Flight BA{n} departs from gate B{j}."),
    ("Flight {n} to {v} is boarding.", "Flight {n} to {v} is delayed."),
    ("My seat on flight SK{n} is {i}A.", "My seat on flight SK{n} is now {j}C."),
    ("The flight LH-{n} takes {i} minutes.", "The flight LH-{n} takes {j} minutes."),
    ("Flight AF {n} costs {i} euros.", "Flight AF {n} costs {j} euros."),
)  # fmt: skip


def updates(seed: int) -> list[tuple[str, str]]:
    """Pairs of which the later gives the thing of the earlier another value, each of a thing of its own."""
    rng = random.Random(seed)
    found: list[tuple[str, str]] = []
    for number, pair in enumerate(_UPDATES):
        v, w = rng.sample(_CITIES, 2)
        c, d = rng.sample(_COLOURS, 2)
        k, l = rng.sample(_CARS, 2)  # noqa: E741
        o, q = rng.sample(_FIRST, 2)
        i, j = rng.sample(range(11, 60), 2)
        said = {
            "v": v, "w": w, "c": c, "d": d, "k": k, "l": l, "o": o, "q": q, "i": i, "j": j, "g": rng.choice(_GOODS),
            "h": rng.choice(_HOSTS), "n": 100 + number, "p": f"{rng.choice(_FIRST)} {rng.choice(_LAST)}",
        }  # fmt: skip
        found.append((pair[0].format(**said), pair[1].format(**said)))
    return found
