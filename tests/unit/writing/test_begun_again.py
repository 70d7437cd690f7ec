"""A call that broke off is repeated: it goes on under the id that the first one chose, and nothing is there twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from mnemon.errors import Collision
from mnemon.model import keys
from mnemon.model.records import Job
from mnemon.model.sources import Source
from mnemon.ports.records import Operation
from mnemon.tenant.executions import extraction_name
from mnemon.tenant.idempotency import Answer, Claim, Idempotent
from mnemon.tenant.work import Work
from mnemon.writing.correct import CorrectMemory
from mnemon.writing.document_requests import NewDocument
from mnemon.writing.document_sources import job as document_job
from mnemon.writing.documents import AcceptDocument
from mnemon.writing.idle import ExtractIdle
from mnemon.writing.jobs import TrackJob
from mnemon.writing.redrive import RedriveJob
from mnemon.writing.requests import Correction, Events, IncomingFact

from .test_windows import Echo, commit, job_of, step
from .world import QUICK, TENANT, World, contents, says

ULID = "01K" + "9" * 23


class Gone(BaseException):
    """The process is."""


def dies_at(world: World, number: int) -> None:
    """Before the nth transaction from now."""
    left = [number]

    def count(_: Sequence[Operation]) -> None:
        left[0] -= 1
        if left[0] == 0:
            world.tenancy.records.before_write = None
            raise Gone

    world.tenancy.records.before_write = count


def broken_off(world: World, number: int, call: Callable[[], object]) -> None:
    dies_at(world, number)
    with pytest.raises(Gone):
        call()


def sources_of(world: World) -> list[Source]:
    rows = world.tenancy.records.partition(world.scope.partition)
    box = world.tenancy.vault.open(world.scope, 0)
    return [Source.from_row(row, box) for row in rows if row.key.sk.startswith("SRC#") and "#CHUNK#" not in row.key.sk]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_turns(number: int) -> None:
    world = World()
    events = Events.model_validate({"session_id": "s1", "messages": [m.model_dump() for m in (says("I keep bees"), says("I row"))]})
    broken_off(world, number, lambda: world.accept_events(world.who, events, Work(ULID)))
    for _ in range(2):
        accepted = world.accept_events(world.who, events, Work(ULID, again=True))
        assert (accepted.source_id[-26:], accepted.turns) == (ULID, 2)
    assert [source.status for source in sources_of(world)] == ["stored"]
    assert world.session("s1").turns == 2
    spoken = [row for row in world.tenancy.records.partition(world.scope.partition) if "#EVT#" in row.key.sk]
    assert len(spoken) == 2
    assert len(world.tenancy.raw.keys()) == 1
    assert list(world.workflows.started) == [extraction_name(ULID)]


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("count", [1, 30])
def test_facts(number: int, count: int) -> None:
    world = World()
    facts = [IncomingFact(content=f"Parcel {n} is in box {n}.") for n in range(count)]
    broken_off(world, number, lambda: world.write_facts(world.who, facts, Work(ULID)))
    world.clock.advance(minutes=2)
    first = world.write_facts(world.who, facts, Work(ULID, again=True))
    again = world.write_facts(world.who, facts, Work(ULID, again=True))
    assert [result.id for result in first] == [result.id for result in again]
    assert {result.status for result in again} == {"confirmed"}
    assert len(world.current()) == count
    assert {head.rev for head in world.current()} == {1}
    assert [source.status for source in sources_of(world)] == ["stored"]


@pytest.mark.parametrize("number", [1, 2])
def test_a_document(number: int) -> None:
    world = World()
    accept = AcceptDocument(world.tenancy, world.clock, world.ids)
    request = NewDocument.model_validate({"media_type": "text/plain", "content": "Bees sleep at night."})
    world.write("I row")  # the scope is there
    world.tenancy.drop.down = number == 2
    if number == 1:
        broken_off(world, 1, lambda: accept(world.who, request, Work(ULID)))
    else:
        world.tenancy.records.before_write = None
        with pytest.raises(Exception, match="storage"):
            accept(world.who, request, Work(ULID))
        world.tenancy.drop.down = False
    for _ in range(2):
        assert accept(world.who, request, Work(ULID, again=True)).source_id[-26:] == ULID
    assert len(world.tenancy.drop.keys()) == 1


@pytest.mark.parametrize("number", [2, 3])
def test_a_correction(number: int) -> None:
    world = World()
    (made,) = world.write("I row")
    correct = CorrectMemory(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK)
    broken_off(world, number, lambda: correct(world.who, str(made.id), Correction(content="I row every day")))
    head = correct(world.who, str(made.id), Correction(content="I row every day"))
    assert (head.version, head.content) == (2, "I row every day")
    assert [source.status for source in sources_of(world)] == ["stored", "stored"]
    assert len(world.tenancy.raw.keys()) == 2
    assert not [row for row in world.tenancy.records.all_rows() if row.key.sk == "IDEMPOTENCY"]


def test_a_correction_that_lost_keeps_nothing() -> None:
    world = World()
    (made,) = world.write("I row")
    world.write("I sail")
    correct = CorrectMemory(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK)
    with pytest.raises(Collision):
        correct(world.who, str(made.id), Correction(content="I sail"))
    assert len(sources_of(world)) == len(world.tenancy.raw.keys()) == 2


def test_a_claim_that_is_taken_over_keeps_the_id_of_its_work() -> None:
    world = World()
    once = Idempotent(TENANT, world.tenancy.records, world.clock)
    first = once.claim("k" * 26, "b", ULID)
    world.clock.advance(seconds=61)
    second = once.claim("k" * 26, "b", "01K" + "8" * 23)
    assert isinstance(first, Claim)
    assert isinstance(second, Claim)
    assert (first.work, second.work) == (Work(ULID), Work(ULID, again=True))
    once.release(second)
    third = once.claim("k" * 26, "b", "01K" + "7" * 23)
    assert isinstance(third, Claim)
    assert third.work == Work(ULID, again=True)
    once.complete(third, Answer(200, "{}"))
    world.clock.advance(hours=25)
    fourth = once.claim("k" * 26, "b", "01K" + "6" * 23)
    assert isinstance(fourth, Claim)
    assert fourth.work == Work("01K" + "6" * 23)


def test_candidates_of_a_window_that_was_committed_are_removed() -> None:
    world = World()
    job = world.accept(says("I keep bees")).job_id[-26:]
    step(world, Echo())(world.scope, job, world.digest())
    kept = [row for row in world.tenancy.records.all_rows() if "#CAND#" in row.key.sk]
    assert commit(world)(world.scope, job, world.digest(), 0)
    world.tenancy.records.put_all(kept)  # the commit died before it removed them
    assert commit(world)(world.scope, job, world.digest(), 0) == []
    assert not [row for row in world.tenancy.records.all_rows() if "#CAND#" in row.key.sk]
    assert contents(world.current()) == ["I keep bees"]


def test_a_job_that_never_came_to_its_first_step_can_be_redriven() -> None:
    world = World()
    id = world.accept(says("I keep bees")).job_id
    world.clock.advance(hours=3, seconds=1)
    assert RedriveJob(world.tenancy, world.clock, world.workflows)(world.who, id).attempt == 2


def test_silence_makes_the_job_wait_again_so_that_a_workflow_that_dies_is_found() -> None:
    world = World()
    id = world.accept(says("I keep bees"), infer="idle").job_id[-26:]
    TrackJob(world.tenancy, world.clock).succeeded(world.scope, id)
    assert ExtractIdle(world.tenancy, world.workflows, world.clock)(world.scope, world.digest(), id)
    assert (job_of(world, id).status, job_of(world, id).stage) == ("queued", "idle")


def test_a_document_that_cannot_be_read_is_not_redriven_in_vain() -> None:
    world = World()
    world.write("I row")
    (source,) = sources_of(world)
    failed: Job = document_job(source, world.clock.now(), "failed", "Damaged")
    world.tenancy.records.put_all([failed.to_row(world.tenancy.vault.open(world.scope, 0))])
    with pytest.raises(Collision):
        RedriveJob(world.tenancy, world.clock, world.workflows)(world.who, failed.id)
    assert keys.job(world.scope, source.ulid) == failed.key()
