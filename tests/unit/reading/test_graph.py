"""Questions whose answer is a relation: found over the graph, ranked first, and never from another scope or from what is no longer true."""

from __future__ import annotations

import pytest

from mnemon.forgetting.soft_delete import DeleteMemory
from mnemon.reading.graph import MOST_MEMORIES, expand
from mnemon.reading.moment import Moment
from mnemon.reading.recall import Recall, SearchRequest, SearchResult
from mnemon.reading.shelf import Shelf
from mnemon.reading.winners import Rules
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.callers import Reader
from mnemon.tenant.views import look
from mnemon.writing.direct import FactResult, WriteFacts
from mnemon.writing.requests import IncomingFact, IncomingRelation
from tests.support.held import TID, Held, World

QUICK = Attempts(pause=lambda _: None, limit=3)


class Told:
    """People who write facts and ask questions."""

    def __init__(self) -> None:
        self.world = World()
        self.ada, self.ben = self.world.scope("ada"), self.world.scope("ben")
        self._recall = Recall(self.world.tenancy, self.world.index, self.world.embedder, self.world.clock, self.world.queues)

    def write(self, *facts: str | IncomingFact, who: Held | None = None) -> list[FactResult]:
        self.world.clock.advance(minutes=1)
        write = WriteFacts(self.world.tenancy, self.world.embedder, self.world.clock, self.world.ids, attempts=QUICK)
        results = write((who or self.ada).writer, [IncomingFact(content=f) if isinstance(f, str) else f for f in facts])
        self.world.serve()
        return results

    def asks(self, query: str, *who: Held, **more: object) -> list[str]:
        scopes = tuple((one.scope, one.key) for one in who or (self.ada,))
        result: SearchResult = self._recall(Reader(TID, scopes, "sub"), SearchRequest(query, **more))  # type: ignore[arg-type]
        return [one.record.content for one in result.results]  # type: ignore[union-attr]

    def reached(self, query: str, *who: Held) -> dict[str, float]:
        """What the graph alone leads to."""
        stores = self.world.tenancy.stores(TID)
        views = {one.key.sid: look(stores, one.key) for one in who or (self.ada,)}
        shelf = Shelf(stores, views)
        hits = expand(stores.records, views.values(), shelf, Rules(Moment(self.world.clock.now())), query)
        return {record.content: share for ref, share in hits.refs.items() if (record := shelf.memory(ref)) is not None}


@pytest.fixture
def told() -> Told:
    return Told()


NOISE = ("Ada likes tea with milk", "Ada plays the viola on Sundays", "The meeting is at noon", "Ada reads a lot of novels")


def test_two_hops_from_a_sister_to_her_employer(told: Told) -> None:
    told.write(*NOISE, "Jana is Maya's sister.", "Jana works at Globex.")
    assert told.reached("What does Maya's sister do?")["Jana works at Globex."] > 0
    assert told.reached("Where does Maya's sister work?")["Jana works at Globex."] == 1.0
    assert told.asks("Where does Maya's sister work?")[0] == "Jana works at Globex."


def test_a_chain_of_relations_of_which_none_is_a_name(told: Told) -> None:
    told.write(*NOISE, "My sister Jana lives in Bergen.", "Tom is Jana's husband.", "Tom works at Initech.")
    reached = told.reached("Who is the husband of my sister?")
    assert reached["Tom is Jana's husband."] == 1.0
    reached = told.reached("Where does Jana's husband work?")
    assert reached["Tom works at Initech."] == 1.0


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who owns the billing service?", "Jana owns the billing service."),
        ("Who works at Globex?", "My brother Tom works at Globex."),
        ("Who is my wife?", "My wife Eva is a nurse."),
        ("Where does my brother work?", "My brother Tom works at Globex."),
        ("Who leads the Atlas project?", "Eva leads the Atlas project."),
        ("Where do I live?", "I live in Oslo."),
    ],
)
def test_a_question_about_a_relation_is_answered_first(told: Told, question: str, answer: str) -> None:
    told.write(
        *NOISE, "Jana owns the billing service.", "My brother Tom works at Globex.", "My wife Eva is a nurse.",
        "Eva leads the Atlas project.",
        "I live in Oslo.", "The billing service was down on Monday.", "Globex makes machines for mills.",
    )  # fmt: skip
    assert told.asks(question)[0] == answer


def test_the_employer_comes_before_the_job_title(told: Told) -> None:
    told.write(*NOISE, "Maya works at Initech.", "Maya's job is data engineer.")
    told.world.embedder.down = True  # hashed words have cosines that mean nothing
    assert told.asks("Who is Maya's employer?")[0] == "Maya works at Initech."
    assert told.asks("What is Maya's job title?")[0] == "Maya's job is data engineer."


def test_who_goes_by_another_name_is_found(told: Told) -> None:
    told.write(*NOISE, "My sister's name is Jana.", "My sister plays the cello.")
    assert told.asks("What do you know about Jana?", limit=3)[:2].count("My sister plays the cello.") == 1


def test_a_memory_is_found_by_a_name_that_only_its_writer_gave_it(told: Told) -> None:
    frontend = "Frontend is React 18 with TanStack Query and Tailwind."
    told.write(*NOISE, IncomingFact(content=frontend, entities=["ReactJS"]), IncomingFact(content="ReactJS is fun.", entities=["ReactJS"]))
    assert told.reached("How should I structure my REACTJS components here?") == {frontend: 0.5}


def test_what_was_superseded_deleted_or_is_hidden_leads_nowhere(told: Told) -> None:
    told.write("Maya works at Globex.")
    told.write("Maya works at Initech.")
    assert told.reached("Where does Maya work?") == {"Maya works at Initech.": 1.0}
    (owner,) = told.write("Jana owns the billing service.")
    DeleteMemory(told.world.tenancy, told.world.clock, told.world.ids)(told.ada.writer, owner.id or "")
    assert told.reached("Who owns the billing service?") == {}


def test_no_memory_of_another_scope_is_reached(told: Told) -> None:
    told.write("Jana is Maya's sister.", "Jana works at Globex.", who=told.ben)
    told.write("Maya lives in Oslo.")
    assert told.reached("Where does Maya's sister work?") == {}
    assert "Jana works at Globex." not in told.asks("Where does Maya's sister work?")
    assert told.reached("Where does Maya's sister work?", told.ada, told.ben)["Jana works at Globex."] == 1.0


def test_no_more_memories_than_the_bound(told: Told) -> None:
    told.write(*(IncomingFact(content=f"fact {n}", entities=("Jana",)) for n in range(60)))
    told.write("Jana is Maya's sister.")
    assert len(told.reached("What does Maya's sister do?")) <= MOST_MEMORIES


def test_relations_handed_over_directly(told: Told) -> None:
    told.write(
        IncomingFact(
            content="Invoices need it.", relations=(IncomingRelation(subject="Invoice run", type="depends_on", object="Ledger DB"),)
        )
    )
    assert told.reached("What does the invoice run depend on?") == {"Invoices need it.": 1.0}


def test_a_question_that_names_nobody_reads_nothing(told: Told) -> None:
    told.write(*NOISE)
    assert told.reached("") == {}
    assert told.reached("what is this about, and who are they?") == {}
    assert told.reached("?" * 500) == {}
