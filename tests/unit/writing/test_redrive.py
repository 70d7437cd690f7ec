"""A failed job starts again, once; and what fails in one session stops nothing else."""

from __future__ import annotations

import pytest

from mnemon.errors import Collision, NotFound, TryAgain
from mnemon.model import keys
from mnemon.model.records import Fact, Job
from mnemon.ports.models import ExtractionFailed, Passage
from mnemon.ports.records import Operation, Update
from mnemon.tenant.executions import extraction_name
from mnemon.writing.idle import ExtractIdle
from mnemon.writing.jobs import TrackJob
from mnemon.writing.redrive import RedriveJob

from .test_windows import Echo, commit, job_of, step
from .world import World, contents, says, writer

POISON = "a turn that the model cannot read"


class Choking(Echo):
    """Fails on one turn, whatever stands around it."""

    def extract(self, passage: Passage) -> list[Fact]:
        if any(turn.content == POISON for turn in passage.turns):
            raise ExtractionFailed("nothing usable")
        return super().extract(passage)


def run(world: World, extractor: Echo, job: str, session: str) -> None:
    """As the state machine does, the failure state included."""
    track = TrackJob(world.tenancy, world.clock)
    digest = world.digest(session)
    try:
        while True:
            track.running(world.scope, job, "window")
            window = step(world, extractor)(world.scope, job, digest)
            if window.candidates:
                commit(world)(world.scope, job, digest, window.start)
            if not window.more:
                return track.succeeded(world.scope, job)
    except ExtractionFailed as error:
        track.failed(world.scope, job, "window", type(error).__name__)


def redrive(world: World, job: str) -> Job:
    return RedriveJob(world.tenancy, world.clock, world.workflows)(world.who, job)


def failed(world: World, infer: str = "now") -> str:
    """The id of a job that has failed."""
    id = world.accept(says("I moved to Oslo"), infer=infer).job_id
    TrackJob(world.tenancy, world.clock).failed(world.scope, id[-26:], "window", "ExtractionFailed")
    return id


def test_a_failed_job_starts_again_under_a_new_attempt() -> None:
    world = World()
    id = failed(world)
    world.clock.advance(seconds=5)
    job = redrive(world, id)
    assert (job.status, job.attempt, job.stage, job.error, job.updated_at) == ("queued", 2, "", "", world.clock.now())
    assert job_of(world, id[-26:]) == job
    first, second = (world.workflows.started[extraction_name(job.source, attempt)] for attempt in (1, 2))
    assert (
        second
        == first
        == ("extraction", {"tid": job.tid, "sid": job.sid, "job": job.ulid, "source": job.source, "session": job.session, "infer": "now"})
    )


def test_it_can_fail_and_start_again_many_times() -> None:
    world = World()
    id = failed(world)
    for attempt in (2, 3, 4):
        assert redrive(world, id).attempt == attempt
        TrackJob(world.tenancy, world.clock).failed(world.scope, id[-26:], "commit", "Busy")
    assert len(world.workflows.started) == 4


def test_a_repeated_call_starts_it_once() -> None:
    world = World()
    id = failed(world)
    assert redrive(world, id).attempt == redrive(world, id).attempt == 2
    assert len(world.workflows.started) == 2


def test_of_two_calls_at_once_one_raises_the_attempt_and_both_are_told_so() -> None:
    world = World()
    id = failed(world)
    other: list[Job] = []

    def meanwhile(operations: tuple[Operation, ...]) -> None:
        world.tenancy.records.before_write = None
        assert isinstance(operations[0], Update)
        other.append(redrive(world, id))

    world.tenancy.records.before_write = meanwhile  # type: ignore[assignment]
    assert redrive(world, id).attempt == other[0].attempt == 2
    assert len(world.workflows.started) == 2


def test_a_call_that_died_before_it_started_anything_is_made_up_for_by_the_next() -> None:
    world = World()
    id = failed(world)
    key = keys.job(world.scope, id[-26:])
    world.tenancy.records.write(Update(key, set={"status": "queued", "attempt": 2}))
    redrive(world, id)
    assert extraction_name(id[-26:], 2) in world.workflows.started


def test_a_job_that_runs_or_has_succeeded_is_left_alone() -> None:
    world = World()
    id = failed(world)
    track = TrackJob(world.tenancy, world.clock)
    for settle in (lambda: track.running(world.scope, id[-26:], "window"), lambda: track.succeeded(world.scope, id[-26:])):
        settle()
        with pytest.raises(Collision):
            redrive(world, id)
    assert len(world.workflows.started) == 1


def test_a_job_whose_workflow_is_gone_without_a_word_can_be_redriven() -> None:
    world = World()
    id = failed(world)
    TrackJob(world.tenancy, world.clock).running(world.scope, id[-26:], "commit")
    world.clock.advance(hours=3)
    with pytest.raises(Collision):
        redrive(world, id)
    world.clock.advance(seconds=1)
    assert redrive(world, id).attempt == 2


def lose(world: World, id: str, attempt: int = 1, *, idle: bool = False) -> None:
    """Its execution is over, and its failure state was never reached: aborted, timed out, or stopped with all the rest."""
    world.workflows.ended.add(extraction_name(id[-26:], attempt, idle=idle))


@pytest.mark.parametrize("came_to", ["", "turns", "commit"])
def test_a_job_whose_execution_is_over_without_a_word_starts_again_at_once(came_to: str) -> None:
    world = World()
    id = world.accept(says("I moved to Oslo")).job_id
    for attempt in (1, 2):
        if came_to:
            TrackJob(world.tenancy, world.clock).running(world.scope, id[-26:], came_to)
        lose(world, id, attempt)
        job = redrive(world, id)
        assert (job.status, job.attempt) == ("queued", attempt + 1)
        assert world.workflows.started[extraction_name(id[-26:], attempt + 1)][1]["job"] == id[-26:]
    run(world, Echo(), id[-26:], "s1")
    assert contents(world.current()) == ["I moved to Oslo"]


def test_a_job_that_waits_for_an_execution_that_runs_is_given_back_unchanged() -> None:
    world = World()
    id = world.accept(says("I moved to Oslo")).job_id
    before = job_of(world, id[-26:])
    assert redrive(world, id) == before
    assert list(world.workflows.started) == [extraction_name(id[-26:])]


def test_a_job_that_ends_while_it_is_asked_for_stays_as_it_ended() -> None:
    world = World()
    id = world.accept(says("I moved to Oslo")).job_id
    track = TrackJob(world.tenancy, world.clock)
    track.running(world.scope, id[-26:], "commit")
    lose(world, id)

    def meanwhile(_: tuple[Operation, ...]) -> None:
        world.tenancy.records.before_write = None
        track.succeeded(world.scope, id[-26:])

    world.tenancy.records.before_write = meanwhile  # type: ignore[assignment]
    with pytest.raises(Collision):
        redrive(world, id)
    assert job_of(world, id[-26:]).status == "succeeded"
    assert len(world.workflows.started) == 1


def test_the_run_that_silence_brought_counts_too() -> None:
    world = World()
    id = world.accept(says("I moved to Oslo"), infer="idle").job_id
    lose(world, id)
    assert ExtractIdle(world.tenancy, world.workflows, world.clock)(world.scope, world.digest(), id[-26:])
    assert redrive(world, id).attempt == 1
    lose(world, id, idle=True)
    assert redrive(world, id).attempt == 2
    assert world.workflows.started[extraction_name(id[-26:], 2)][1]["infer"] == "now"


def test_workflows_that_cannot_be_asked_change_nothing() -> None:
    world = World()
    id = world.accept(says("I moved to Oslo")).job_id
    before, world.workflows.down = job_of(world, id[-26:]), True
    with pytest.raises(TryAgain):
        redrive(world, id)
    assert job_of(world, id[-26:]) == before


def test_a_workflow_that_cannot_be_started_leaves_a_failed_job_for_later() -> None:
    world = World()
    id = failed(world)
    world.workflows.down = True
    with pytest.raises(TryAgain):
        redrive(world, id)
    job = job_of(world, id[-26:])
    assert (job.status, job.stage, job.error, job.attempt) == ("failed", "start", "Unavailable", 2)
    world.workflows.down = False
    assert redrive(world, id).attempt == 3


def test_what_waited_for_silence_does_not_wait_again_and_what_asked_for_no_extraction_gets_none() -> None:
    for infer, again in (("idle", "now"), ("never", "never"), ("now", "now")):
        world = World()
        id = failed(world, infer)
        redrive(world, id)
        assert world.workflows.started[extraction_name(id[-26:], 2)][1]["infer"] == again


@pytest.mark.parametrize("id", ["x", "job_", "mem_" + "a" * 26 + "01K" + "0" * 23, "job_" + "a" * 26 + "01K" + "0" * 23])
def test_a_job_that_is_not_there(id: str) -> None:
    with pytest.raises(NotFound):
        redrive(World(), id)


def test_a_job_of_another_scope_is_not_there() -> None:
    world = World()
    id = failed(world)
    with pytest.raises(NotFound):
        RedriveJob(world.tenancy, world.clock, world.workflows)(writer("bob"), id)


def test_a_poisoned_turn_stops_neither_another_session_nor_the_rest_of_its_own() -> None:
    world, extractor = World(), Choking()
    bad = world.accept(says("I keep bees"), says(POISON), says("I grow roses"), session="bad")
    good = world.accept(says("I own a boat"), session="good")
    run(world, extractor, bad.job_id[-26:], "bad")
    run(world, extractor, good.job_id[-26:], "good")
    assert (job_of(world, bad.job_id[-26:]).status, job_of(world, good.job_id[-26:]).status) == ("failed", "succeeded")
    assert sorted(contents(world.current())) == ["I keep bees", "I own a boat"]  # what stands before it is taken

    later = world.accept(says("I sold the bees"), session="bad")
    run(world, extractor, later.job_id[-26:], "bad")
    assert job_of(world, later.job_id[-26:]).status == "succeeded"
    assert world.session("bad").mark == 4
    assert job_of(world, bad.job_id[-26:]).owes == 1  # it is not passed over

    for _ in range(2):  # still poisoned
        redrive(world, bad.job_id)
        run(world, extractor, bad.job_id[-26:], "bad")
        assert (job_of(world, bad.job_id[-26:]).status, job_of(world, bad.job_id[-26:]).owes) == ("failed", 1)

    cured = Echo()
    redrive(world, bad.job_id)
    run(world, cured, bad.job_id[-26:], "bad")
    assert cured.seen == [POISON]
    assert (job_of(world, bad.job_id[-26:]).status, job_of(world, bad.job_id[-26:]).owes) == ("succeeded", None)
    everything = ["I keep bees", POISON, "I grow roses", "I sold the bees", "I own a boat"]
    assert sorted(contents(world.current())) == sorted(everything)
    assert {head.rev for head in world.current()} == {1}  # no turn was taken twice


def test_a_redriven_job_takes_the_turns_that_it_failed_at() -> None:
    world = World()
    bad = world.accept(says("I keep bees"), says(POISON), session="bad")
    run(world, Choking(), bad.job_id[-26:], "bad")
    redrive(world, bad.job_id)
    run(world, Echo(), bad.job_id[-26:], "bad")
    assert len(world.current()) == 2
    assert job_of(world, bad.job_id[-26:]).status == "succeeded"
