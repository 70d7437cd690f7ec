# ruff: noqa: E501 (ids)
"""Fifty tenants whose ids try to be taken for one another, a real or a plain index full of lies, and a model that says what each may see.

The model is deliberately dull: a list of records with the scope that each was written into, compared by equality, and filters read by a
few lines of their own. Nothing of it comes from the product.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from mnemon.errors import Forbidden, Invalid
from mnemon.http.scopes import Scopes
from mnemon.maintenance.documents import Change, chunk_document, lineage_changes
from mnemon.model.memory import Head, SourceRef
from mnemon.model.principal import PERMISSIONS, Principal
from mnemon.model.scopes import Scope
from mnemon.model.sources import Chunk
from mnemon.model.text import clean
from mnemon.ports.index import Document, SearchIndex
from mnemon.reading.filter_language import compile_filter
from mnemon.reading.recall import Recall, RecallOptions, SearchRequest
from tests.support.fakes import TEST_PEPPER, CountingIds, FakeTenancy, FixedClock, HashEmbedder, RecordedQueues
from tests.unit.reading.world import World, contents

TENANTS = 50
IDS = (
    "acme", "acme-corp", "acme/corp", "acme#corp", "acme*", "acme?", "acm", "ACME", " acme", "acme ", 'ac"me', "ac'me", "acme\\", "a%2Fb", "a/b",
    "a", "*", "#", "/", "%", "_", "é", "e\u0301", "🦊", "🦊🦊", "user/acme", "T#acme", "org", "team/acme", "acme:acme", "a,b", "a b", "<acme>", "{acme}",
    "null", "0", "00", "acme\u200b", "ａｃｍｅ", "acme@example.org", "acme@example.org.evil", "' OR 1=1 --", "S#1", "NOW#", "~", "!", "acme.corp",
    "acme|corp", "acme&corp", "acme=corp",
)  # fmt: skip
WORDS = (
    "amber",
    "birch",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "heath",
    "islet",
    "jetty",
    "knoll",
    "larch",
    "mesa",
    "north",
    "oasis",
    "prism",
)
NOW = "2026-11-29T12:00:00.000Z"
MONTHS = tuple(f"2026-{month:02d}-01T00:00:00.000Z" for month in range(1, 11))
MOST = 12
"""Records of a scope, so that no reader sees more than a hundred."""


@dataclass(frozen=True)
class Held:
    """A record as the model knows it. `alive`: neither deleted nor expired nor superseded."""

    scope: Scope
    words: str
    kind: str
    alive: bool
    facets: dict[str, Any]


@dataclass
class Tenant:
    name: str
    users: tuple[str, ...]
    teams: tuple[str, ...]
    agents: tuple[str, ...]
    held: list[Held] = field(default_factory=list)

    @property
    def scopes(self) -> list[Scope]:
        return [
            Scope.org(),
            *(Scope.user(u) for u in self.users),
            *(Scope.of("team", t) for t in self.teams),
            *(Scope.of("agent", a) for a in self.agents),
        ]


@dataclass(frozen=True)
class Query:
    """What was asked, and what came of it."""

    asked: str
    expected: frozenset[str] | str
    found: frozenset[str] | str

    @property
    def right(self) -> bool:
        return self.expected == self.found


class Isolation:
    """Builds the tenants in `index` and asks. `apply` hands documents to it; `settle` makes them searchable."""

    def __init__(self, index: SearchIndex, seed: int, settle: Callable[[], None] = lambda: None) -> None:
        self._index, self._chance = index, random.Random(seed)
        self._tenancy, self._embedder, self._clock = FakeTenancy(), HashEmbedder(), FixedClock(NOW)
        self._ids, self._queues = CountingIds(), RecordedQueues()
        self._documents: list[Change] = []
        names = self._chance.sample(IDS, TENANTS)
        self.tenants = [self._tenant(name) for name in names]
        self._recall = Recall(self._tenancy, index, self._embedder, self._clock, self._queues, RecallOptions(floor=float("-inf")))
        self._scopes = Scopes(self._tenancy, TEST_PEPPER, self._clock, self._queues)
        for tenant in self.tenants:
            self._fill(tenant)
        for start in range(0, len(self._documents), 500):
            index.apply(self._documents[start : start + 500])
        settle()

    def queries(self, count: int) -> Iterator[Query]:
        for _ in range(count):
            yield self._ask()

    # what is asked

    def _ask(self) -> Query:
        chance, tenant = self._chance, self._chance.choice(self.tenants)
        who = self._principal(tenant)
        user, scopes = self._named(tenant, who)
        where, types = self._filter(), chance.choice(((), (), ("memory",), ("turn",), ("memory", "turn")))
        visible = [h for h in tenant.held if h.alive and (not types or h.kind in types)]
        words = chance.choice(visible).words if visible and chance.random() < 0.5 else " ".join(chance.sample(WORDS, 3))
        asked = f"{who} user={user!r} scopes={scopes} where={where} types={types} {words!r}"
        allowed = _allowed(who, user, scopes)
        expected = allowed if isinstance(allowed, str) else frozenset(h.words for h in visible if h.scope in allowed and _passes(where, h))
        try:
            reader = self._scopes.reader(who, user, [str(s) for s in scopes] if scopes is not None else None)
        except (Forbidden, Invalid) as refusal:
            return Query(asked, expected, type(refusal).__name__)
        result = self._recall(reader, SearchRequest(words, limit=100, types=types, where=compile_filter(where)))
        found = [*contents(result)]
        return Query(asked, expected, frozenset(found) if len(found) == len(set(found)) and not result.degraded else f"{found}")

    def _principal(self, tenant: Tenant) -> Principal:
        chance = self._chance
        if chance.random() < 0.3:
            return Principal(tenant=tenant.name, subject="backend", service=True, permissions=PERMISSIONS)
        return Principal(
            tenant=tenant.name,
            subject="someone",
            user=chance.choice((*tenant.users, chance.choice(IDS))),
            teams=tuple(chance.sample(tenant.teams, chance.randrange(len(tenant.teams) + 1))),
            agents=tuple(chance.sample(tenant.agents, chance.randrange(len(tenant.agents) + 1))),
            permissions=frozenset({"memory:read"}),
        )

    def _named(self, tenant: Tenant, who: Principal) -> tuple[str | None, list[Scope] | None]:
        """A user that the call names, and scopes; now and then those that the caller may not read."""
        chance = self._chance
        user = chance.choice((*tenant.users, chance.choice(IDS))) if who.service or chance.random() < 0.1 else None
        if chance.random() < 0.7:
            return user, None
        mine = [s for s in who.readable(user) if s in tenant.scopes]
        any_of = tenant.scopes if chance.random() < 0.2 or not mine else mine
        return user, chance.sample(any_of, min(len(any_of), 1 + chance.randrange(3)))

    def _filter(self) -> dict[str, Any] | None:
        chance = self._chance
        if chance.random() < 0.4:
            return None
        return self._condition(3)

    def _condition(self, depth: int) -> dict[str, Any]:
        chance = self._chance
        shape = chance.random()
        if depth > 0 and shape < 0.15:
            return {"not": self._condition(depth - 1)}
        if depth > 0 and shape < 0.4:
            return {chance.choice(("and", "or")): [self._condition(depth - 1) for _ in range(2)]}
        name, value = chance.choice(
            (
                ("category", chance.choice(IDS)), ("session", chance.choice(IDS)), ("metadata.k", chance.choice(IDS)),
                ("sensitivity", chance.randrange(1, 6)), ("event_at", chance.choice(MONTHS)), ("entity", chance.choice(IDS)),
            )
        )  # fmt: skip
        ordered = name in ("sensitivity", "event_at")
        match chance.choice(("eq", "ne", "in", "nin", "exists", *(("gt", "lte") if ordered else ()))):
            case "exists":
                return {name: {"exists": chance.random() < 0.5}}
            case "in" | "nin" as op:
                return {name: {op: [value, *(chance.sample(IDS, 6) if not ordered else [value])]}}
            case op:
                return {name: {op: value}}

    # what there is

    def _tenant(self, name: str) -> Tenant:
        chance = self._chance
        return Tenant(name, *(tuple(chance.sample(IDS, count)) for count in (3, 2, 1)))

    def _fill(self, tenant: Tenant) -> None:
        world = World(tenant.name, self._tenancy, self._index, self._embedder, self._clock, self._queues, self._ids)  # pyright: ignore[reportArgumentType]
        made: list[tuple[Scope, Head | Chunk, bool]] = []
        for scope in tenant.scopes:
            for _ in range(self._chance.randrange(MOST + 1)):
                record, held = self._record(world, scope, len(tenant.held))
                tenant.held.append(held)
                is_new = self._chance.random() < 0.2
                made.append((scope, record, is_new))
                world.store(record, marked=is_new and held.alive, scope=scope)
                if not is_new:
                    self._documents += _documents(record, self._clock.now(), as_if_alive=not held.alive)
        self._lie(world, made, tenant)

    def _record(self, world: World, scope: Scope, number: int) -> tuple[Head | Chunk, Held]:
        chance = self._chance
        words = f"{' '.join(chance.sample(WORDS, 4))} {world.tenant} {scope} number {number} {self._ids.ulid()}"
        ids = tuple(clean(one) for one in IDS)
        session, at = chance.choice((None, chance.choice(ids))), chance.choice(MONTHS)
        if chance.random() < 0.3:
            facets: dict[str, Any] = {"session": [session] if session else [], "event_at": [at]}
            chunk = world.turn(words, scope=scope, at=at, session_id=session)
            return chunk, Held(scope, words, "turn", True, facets)
        category, sensitivity = chance.choice((None, chance.choice(ids))), chance.randrange(1, 6)
        metadata = {"k": chance.choice(ids)} if chance.random() < 0.5 else {}
        entities = tuple(chance.sample(ids, chance.randrange(3)))
        event = chance.choice((None, at))
        state = chance.choice((*({},) * 6, {"deleted_at": MONTHS[3]}, {"hidden_at": MONTHS[3]}, {"expires_at": MONTHS[3]},
                               {"is_latest": False, "valid_to": MONTHS[3]}))  # fmt: skip
        head = world.head(
            words, scope=scope, category=category, sensitivity=sensitivity, metadata=metadata, entities=entities, event_at=event,
            sources=(SourceRef(type="conversation", id="src_x", session=session),), **state,
        )  # fmt: skip
        facets = {
            "category": [category] if category else [], "sensitivity": [sensitivity], "metadata.k": list(metadata.values()),
            "entity": list(entities), "event_at": [event] if event else [], "session": [session] if session else [],
        }  # fmt: skip
        return head, Held(scope, words, "memory", not state, facets)

    def _lie(self, world: World, made: Sequence[tuple[Scope, Head | Chunk, bool]], tenant: Tenant) -> None:
        """Documents of one scope that claim to be another's, of the same tenant and of other tenants: under ids that the other scope could
        have, and under the true ids of what the index does not hold yet."""
        for scope, record, is_new in self._chance.sample(made, len(made) // 3):
            others = [(t, s) for t in (tenant, self._chance.choice(self.tenants)) for s in t.scopes if (t.name, s) != (tenant.name, scope)]
            claimed, its = self._chance.choice(others)
            tid = TEST_PEPPER.tenant(claimed.name)
            sid = TEST_PEPPER.scope(tid, its).sid
            for document in _documents(record, world.clock.now(), as_if_alive=True):
                assert isinstance(document, Document)
                body = {**document.body, "tid": tid, "sid": sid}
                its_id = document.id if is_new else sid + document.id.removeprefix(record.sid)
                self._documents.append(Document(document.index, its_id, tid, 9, body))


def _documents(record: Head | Chunk, now: str, *, as_if_alive: bool) -> list[Change]:
    """As the index would hold the record; `as_if_alive`: from before it was deleted, as a late indexer leaves it."""
    if isinstance(record, Chunk):
        return [chunk_document(record, [], [])]
    alive = record.model_copy(update={"deleted_at": None, "hidden_at": None, "expires_at": None, "is_latest": True, "valid_to": None})
    return [change for change in lineage_changes(alive if as_if_alive else record, [], now) if isinstance(change, Document)]


def _allowed(who: Principal, user: str | None, scopes: list[Scope] | None) -> set[Scope] | str:
    """The scopes that the answer may come from, or the name of the refusal."""
    own = Scope.user(who.user) if who.user is not None else None
    if not who.service and user is not None and Scope.user(user) != own:
        return "Forbidden"
    person = Scope.user(user) if user is not None else own
    mine = {Scope.org(), *(Scope.of("team", t) for t in who.teams), *(Scope.of("agent", a) for a in who.agents)}
    mine |= {person} if person is not None else set()
    if scopes is None:
        return mine
    for scope in scopes:
        if not who.service and scope not in mine:
            return "Forbidden"
        if person is not None and scope.kind == "user" and scope != person:
            return "Invalid"
    return set(scopes)


def _passes(where: dict[str, Any] | None, held: Held) -> bool:
    if where is None:
        return True
    ((name, inner),) = where.items()
    match name:
        case "and":
            return all(_passes(part, held) for part in inner)
        case "or":
            return any(_passes(part, held) for part in inner)
        case "not":
            return not _passes(inner, held)
    ((op, value),) = inner.items()
    values = [_plain(v) for v in held.facets.get(name, [])]
    wanted = [_plain(v) for v in value] if isinstance(value, list) else _plain(value)
    match op:
        case "exists":
            return bool(values) == value
        case "eq":
            return wanted in values
        case "ne":
            return wanted not in values
        case "in":
            return any(v in wanted for v in values)
        case "nin":
            return not any(v in wanted for v in values)
        case "gt":
            return any(v > wanted for v in values)
        case _:
            return any(v <= wanted for v in values)


def _plain(value: Any) -> Any:
    """Texts are compared in the form in which the API keeps them."""
    return clean(value) if isinstance(value, str) else value
