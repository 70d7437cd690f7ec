"""Forgetting what the product's own write path wrote: the two agree on where everything stands."""

from __future__ import annotations

from typing import Any

import pytest

from mnemon.forgetting.request import ErasureRequest
from mnemon.forgetting.soft_delete import DeleteMemory, RestoreMemory
from mnemon.maintenance.index_items import IndexItems, Signal
from mnemon.model import keys
from mnemon.model.memory import SourceRef
from mnemon.model.records import Erasure, Fact
from mnemon.ports.models import Extractor, Passage
from mnemon.ports.records import Unavailable
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.callers import Writer
from mnemon.tenant.fact_keys import session_digest
from mnemon.tenant.views import look
from mnemon.writing.accept import Accepted, AcceptEvents
from mnemon.writing.commit import Erased
from mnemon.writing.correct import CorrectMemory
from mnemon.writing.direct import WriteFacts
from mnemon.writing.extraction_commit import CommitWindow
from mnemon.writing.requests import Correction, Events, IncomingFact
from mnemon.writing.turns import ChunkTurns
from mnemon.writing.windows import ExtractWindow
from tests.support.held import TID, Held, World

CANARY = "Zanzibar"
QUICK = Attempts(pause=lambda _: None, limit=3)


class EveryTurn(Extractor):
    """Each turn is a fact in its own words; `<what> is <value>` is an attribute."""

    name = "every-turn"

    def extract(self, passage: Passage) -> list[Fact]:
        facts: list[Fact] = []
        for source, turn in zip(passage.source_ids, passage.turns, strict=True):
            ref = SourceRef(
                type="conversation", id=source, session=passage.session_id, turns=(turn.number,), wording=turn.content, at=turn.at
            )
            attribute, _, value = turn.content.partition(" is ")
            facts.append(
                Fact(
                    content=turn.content, subject="user", attribute=attribute if value else None, value=value or None, stated_at=turn.at,
                    sources=(ref,),
                )
            )  # fmt: skip
        return facts


class Product:
    """The write path over the same stores."""

    def __init__(self, world: World, held: Held) -> None:
        self.world, self.held = world, held
        tenancy, clock, ids = world.tenancy, world.clock, world.ids
        self.accept = AcceptEvents(tenancy, clock, ids, world.workflows, world.queues, attempts=QUICK)
        self.turns = ChunkTurns(tenancy, world.embedder, clock, ids, attempts=QUICK)
        self.window = ExtractWindow(tenancy, EveryTurn(), clock, attempts=QUICK)
        self.commit = CommitWindow(tenancy, world.embedder, clock, ids, model="every-turn", attempts=QUICK)
        self.facts = WriteFacts(tenancy, world.embedder, clock, ids, attempts=QUICK)

    @property
    def writer(self) -> Writer:
        return self.held.writer

    def say(self, *words: str, session: str = "s1", name: str = "Ada") -> Accepted:
        self.world.clock.advance(minutes=1)
        messages = [{"role": "user", "name": name, "content": text} for text in words]
        return self.accept(self.writer, Events.model_validate({"session_id": session, "messages": messages, "infer": "now"}))

    def work(self, accepted: Accepted, session: str = "s1") -> None:
        """What the extraction workflow does."""
        digest = session_digest(self.held.view().box, session)
        job = accepted.job_id[-26:]
        self.turns(self.held.key, digest)
        while True:
            window = self.window(self.held.key, job, digest)
            if window.candidates:
                self.commit(self.held.key, job, digest, window.start)
            if not window.more:
                return

    def tell(self, *words: str, session: str = "s1", name: str = "Ada") -> Accepted:
        accepted = self.say(*words, session=session, name=name)
        self.work(accepted, session)
        return accepted

    def erase(self, target: str, **what: Any) -> Erasure:
        era = self.world.run(self.world.request(ErasureRequest(target, self.held.key.sid, **what)))  # type: ignore[arg-type]
        assert era.status == "succeeded", era
        return era

    def current(self) -> dict[str, int]:
        """Content of current memories, with the number of their sources."""
        now = self.world.clock.now()
        heads = [self.held.head(row.key.sk[4:]) for row in self.held.stores.records.walk(self.held.key.partition, keys.HEAD)]
        return {head.content: head.source_count for head in heads if head and head.is_current(now)}


@pytest.fixture
def product() -> Product:
    world = World()
    return Product(world, world.scope())


def test_a_source_goes_and_the_conversation_around_it_stays_whole(product: Product) -> None:
    world = product.world
    product.tell("I like tea a lot these days", "My car is a Volvo")
    doomed = product.tell(f"I fly to {CANARY} in the spring", f"My car is a {CANARY}mobile", name=f"{CANARY} Bob")
    product.tell("My sister lives in Bergen", "I like tea a lot these days")
    world.serve()
    assert {place.split()[0] for place in world.contains(CANARY)} == {"table", "index", "raw"}
    assert set(product.current()) >= {f"I fly to {CANARY} in the spring", f"My car is a {CANARY}mobile"}
    era = product.erase("source", source_id=doomed.source_id)
    assert era.counts["memories"] == 1
    assert era.counts["turns"] == 2
    assert world.contains(CANARY) == []
    assert product.current() == {"I like tea a lot these days": 2, "My sister lives in Bergen": 1}
    assert product.held.view().state.speakers == ("Ada",)
    product.tell("I took up rowing last week")
    world.serve()
    contexts = [body["ctx"] for body in world.index.documents().values() if body["type"] == "turn" and "rowing" in body["text"]]
    assert len(contexts) == 1
    assert "Bergen" in contexts[0]


def test_a_session_goes_and_goes_on_afresh_under_its_name(product: Product) -> None:
    world = product.world
    for number in range(3):
        product.tell(f"{CANARY} number {number} was a fine place", session="s1")
    product.tell("I like tea a lot these days", session="s2")
    world.serve()
    era = product.erase("session", session_id="s1")
    assert (era.counts["sources"], era.counts["memories"]) == (3, 3)
    assert world.contains(CANARY) == []
    assert set(product.current()) == {"I like tea a lot these days"}
    product.tell("My sister lives in Bergen", session="s1")
    world.serve()
    assert set(product.current()) == {"I like tea a lot these days", "My sister lives in Bergen"}


def test_a_person_goes_and_begins_anew(product: Product) -> None:
    world = product.world
    for number in range(3):
        product.tell(f"{CANARY} number {number} was a fine place", f"My car is a {CANARY}{number}")
    product.facts(product.writer, [IncomingFact(content=f"Knows {CANARY}")])
    world.serve()
    product.erase("user")
    assert product.held.sort_keys() == ["NOW~"]
    assert world.contains(CANARY) == []
    product.tell("My car is a Volvo")
    world.serve()
    assert product.current() == {"My car is a Volvo": 1}
    assert len(world.index.documents()) == 2


def test_facts_written_directly_are_forgotten_word_for_word(product: Product) -> None:
    world = product.world
    results = product.facts(product.writer, [IncomingFact(content=f"Knows {CANARY} well"), IncomingFact(content="Likes tea")])
    world.serve()
    product.erase("memory", memory_id=results[0].id)
    assert world.contains(CANARY) == []
    assert set(product.current()) == {"Likes tea"}
    again = product.facts(product.writer, [IncomingFact(content=f"Knows {CANARY} well")])
    assert again[0].status == "created"


def test_a_window_that_was_extracted_before_its_source_was_erased_commits_nothing_of_it(product: Product) -> None:
    world = product.world
    accepted = product.say(f"I fly to {CANARY} in the spring")
    kept = product.say("My sister lives in Bergen")
    digest = session_digest(product.held.view().box, "s1")
    product.turns(product.held.key, digest)
    job = accepted.job_id[-26:]
    window = product.window(product.held.key, job, digest)
    product.erase("source", source_id=accepted.source_id)
    product.commit(product.held.key, job, digest, window.start)
    assert product.current() == {}
    product.work(kept)
    assert set(product.current()) == {"My sister lives in Bergen"}
    assert world.contains(CANARY) == []


@pytest.mark.parametrize("step", ["block", "sweep", "index", "objects", "secret", "verify"])
@pytest.mark.parametrize("target", ["user", "source", "session"])
def test_workflows_that_are_under_way_while_it_is_erased_bring_nothing_back(product: Product, target: str, step: str) -> None:
    world = product.world
    product.tell(f"I fly to {CANARY} in the spring")
    late = product.say(f"And to {CANARY} again in the autumn")
    what = {"user": {}, "source": {"source_id": late.source_id}, "session": {"session_id": "s1"}}[target]
    digest = session_digest(product.held.view().box, "s1")

    def go_on(done: str) -> None:
        if done != step:
            return
        for work in (
            lambda: product.turns(product.held.key, digest),
            lambda: product.commit(product.held.key, late.job_id[-26:], digest, 1),
            lambda: product.window(product.held.key, late.job_id[-26:], digest),
        ):
            try:
                work()
            except (Erased, Unavailable):
                continue

    era = world.request(ErasureRequest(target, product.held.key.sid, **what))  # type: ignore[arg-type]
    world.serve()
    assert world.run(era, after=go_on).status == "succeeded"
    world.serve()
    if target == "source":
        assert [place for place in world.contains("autumn") if "KEY" not in place] == []
    else:
        assert world.contains(CANARY) == []


def test_a_deleted_memory_that_is_said_again_is_another_and_the_first_cannot_come_back_beside_it(product: Product) -> None:
    world, held = product.world, product.held
    (first,) = product.facts(product.writer, [IncomingFact(content="My car is a Volvo", attribute="car")])
    delete, restore = (kind(world.tenancy, world.clock, world.ids) for kind in (DeleteMemory, RestoreMemory))
    delete(held.writer, str(first.id))
    (second,) = product.facts(product.writer, [IncomingFact(content="My car is a Volvo", attribute="car")])
    assert second.status == "created"
    assert second.id != first.id
    from mnemon.errors import Collision

    with pytest.raises(Collision):
        restore(held.writer, str(first.id))
    delete(held.writer, str(second.id))
    restore(held.writer, str(first.id))
    (third,) = product.facts(product.writer, [IncomingFact(content="My car is a Volvo", attribute="car")])
    assert (third.status, third.id) == ("confirmed", first.id)
    world.serve()
    assert len([body for body in world.index.documents().values() if body["type"] == "memory"]) == 1


def test_stream_records_from_before_an_erasure_bring_nothing_back(product: Product) -> None:
    world = product.world
    product.tell(f"I fly to {CANARY} in the spring", f"My car is a {CANARY}mobile")
    records = [Signal("marked", key) for key in world.markers()]
    world.serve()
    product.erase("user")
    assert IndexItems(world.tenancy, world.index, world.queues, world.clock)(records) == []
    assert world.index.documents() == {}
    assert world.contains(CANARY) == []
    assert look(product.held.stores, product.held.key).is_new
    assert product.held.key.tid == TID


def test_a_correction_is_forgotten_with_its_memory_and_stays_when_only_what_it_corrected_is(product: Product) -> None:
    world, held = product.world, product.held
    correct = CorrectMemory(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK)
    told = product.tell(f"My car is a {CANARY}mobile", f"My boat is a {CANARY}boat")
    car, boat = (head for head in map(held.head, (sk[4:] for sk in held.sort_keys() if sk.startswith("MEM#"))) if head)
    correct(held.writer, car.id, Correction(content="My car is a Volvo"))
    correct(held.writer, boat.id, Correction(content="My boat is a dinghy"))
    world.serve()
    era = product.erase("memory", memory_id=boat.id)
    assert era.counts["sources"] == 1  # the correction's own; the conversation stays
    assert world.contains("dinghy") == []
    assert set(product.current()) == {"My car is a Volvo"}
    product.erase("source", source_id=told.source_id)
    assert world.contains(CANARY) == []
    assert set(product.current()) == {"My car is a Volvo"}
    product.erase("memory", memory_id=car.id)
    assert world.contains("Volvo") == []
    assert not [sk for sk in held.sort_keys() if sk.split("#")[0] in ("MEM", "VER", "KEY", "SRC", "EDGE", "ACC")]
