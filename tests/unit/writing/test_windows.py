"""The extraction and commit steps: no turn passed over, none extracted twice."""

from __future__ import annotations

import pytest

from mnemon.adapters.rules import RuleExtractor
from mnemon.model import keys
from mnemon.model.memory import SourceRef
from mnemon.model.records import Fact, Job
from mnemon.ports.models import ExtractionFailed, Passage
from mnemon.ports.records import Unavailable
from mnemon.writing.commit import Erased
from mnemon.writing.extraction_commit import CommitWindow
from mnemon.writing.jobs import TrackJob
from mnemon.writing.windows import MOST_FACTS, ExtractWindow, Window

from .world import QUICK, World, contents, says


class Echo:
    """Each user turn is a fact, as often as it is told to."""

    name = "echo"

    def __init__(self, per_turn: int = 1) -> None:
        self.per_turn, self.passages = per_turn, list[Passage]()
        self.fails = False

    def extract(self, passage: Passage) -> list[Fact]:
        if self.fails:
            raise ExtractionFailed("nothing usable")
        self.passages.append(passage)
        return [
            Fact(
                content=f"{turn.content} ({n})" if self.per_turn > 1 else turn.content,
                stated_at=turn.at,
                sources=(SourceRef(type="conversation", id=source, turns=(turn.number,), wording=turn.content),),
            )
            for source, turn in zip(passage.source_ids, passage.turns, strict=True)
            if turn.role == "user"
            for n in range(self.per_turn)
        ]

    @property
    def seen(self) -> list[str]:
        return [turn.content for passage in self.passages for turn in passage.turns]


def step(world: World, extractor: Echo) -> ExtractWindow:
    return ExtractWindow(world.tenancy, extractor, world.clock, attempts=QUICK)


def commit(world: World) -> CommitWindow:
    return CommitWindow(world.tenancy, world.embedder, world.clock, world.ids, model="echo", attempts=QUICK)


def run(world: World, extractor: Echo, job: str) -> list[Window]:
    """As the state machine does."""
    windows: list[Window] = []
    while True:
        window = step(world, extractor)(world.scope, job, world.digest())
        windows.append(window)
        if window.candidates:
            commit(world)(world.scope, job, world.digest(), window.start)
        if not window.more:
            return windows


def job_of(world: World, ulid: str) -> Job:
    key = keys.job(world.scope, ulid)
    return Job.from_row(world.tenancy.records.get([key])[key], world.view.box)


def filled(turns: int, role: str = "user") -> tuple[World, str]:
    world = World()
    for first in range(0, turns, 50):
        accepted = world.accept(*(says(f"fact number {n}", role=role) for n in range(first, min(first + 50, turns))))
    return world, accepted.source_id[-26:]


def test_a_long_session_is_passed_over_in_windows_each_turn_once():
    world, job = filled(87)
    echo = Echo()
    windows = run(world, echo, job)
    assert [(w.start, w.end, w.more) for w in windows] == [(0, 20, True), (20, 40, True), (40, 60, True), (60, 80, True), (80, 87, False)]
    assert echo.seen == [f"fact number {n}" for n in range(87)]
    assert sorted(contents(world.current())) == sorted(echo.seen)
    assert world.session().mark == 87


def test_a_window_is_read_with_some_turns_before_it():
    world, job = filled(25)
    echo = Echo()
    run(world, echo, job)
    assert [turn.content for turn in echo.passages[1].before] == [f"fact number {n}" for n in range(14, 20)]


def test_what_rests_on_a_tools_words_is_trusted_less_than_what_the_user_says():
    world = World()
    world.accept(says("I moved to Oslo"), says("Let me look.", role="assistant"), says("The ferry leaves at nine", role="tool"))
    run(world, RuleExtractor(), world.rows("JOB#")[0].key.sk[4:])  # type: ignore[arg-type]
    assert sorted((head.content, head.trust) for head in world.heads()) == [
        ("A tool returned: The ferry leaves at nine", 2),
        ("The user moved to Oslo.", 4),
    ]


def test_a_repeated_step_meets_the_same_words_without_asking_the_extractor_again():
    world, job = filled(3)
    echo = Echo()
    first = step(world, echo)(world.scope, job, world.digest())
    assert step(world, echo)(world.scope, job, world.digest()) == first
    assert len(echo.passages) == 1


def test_a_repeated_commit_writes_nothing_twice():
    world, job = filled(3)
    window = step(world, Echo())(world.scope, job, world.digest())
    first = commit(world)(world.scope, job, world.digest(), window.start)
    before = world.heads()
    assert len(first) == 3
    assert commit(world)(world.scope, job, world.digest(), window.start) == []
    assert world.heads() == before


def test_a_commit_that_died_before_its_end_is_finished_by_the_next_without_a_duplicate():
    world, job = filled(20)
    window = step(world, Echo(4))(world.scope, job, world.digest())
    writes = 0

    def die(_: object) -> None:
        nonlocal writes
        writes += 1
        if writes == 2:
            raise Unavailable("killed")

    world.tenancy.records.before_write = die
    with pytest.raises(Unavailable):
        commit(world)(world.scope, job, world.digest(), window.start)
    world.tenancy.records.before_write = None
    assert 0 < len(world.heads()) < 80
    commit(world)(world.scope, job, world.digest(), window.start)
    assert len(world.heads()) == 80
    assert {head.source_count for head in world.heads()} == {1}
    assert world.rows(keys.candidates(job)) == []


def test_two_runs_over_one_window_commit_it_once():
    world, job = filled(3)
    other = "01JP0000000000000000000000"
    mine, theirs = (step(world, Echo())(world.scope, each, world.digest()) for each in (job, other))
    commit(world)(world.scope, other, world.digest(), theirs.start)
    assert commit(world)(world.scope, job, world.digest(), mine.start) == []
    assert len(world.heads()) == 3
    assert world.session().mark == 3


def test_a_window_with_nothing_to_remember_is_passed_over():
    world, job = filled(45, role="assistant")
    windows = run(world, Echo(), job)
    assert [w.candidates for w in windows] == [0, 0, 0]
    assert world.session().mark == 45
    assert step(world, Echo())(world.scope, job, world.digest()) == Window(0, 0, 0, False)


def test_a_window_that_says_more_than_fits_one_transaction_is_made_shorter():
    world, job = filled(20)
    windows = run(world, Echo(10), job)
    assert max(w.candidates for w in windows) <= MOST_FACTS
    assert len(world.heads()) == 200


def test_turns_that_arrive_during_an_extraction_are_found_by_the_next_window():
    world, job = filled(3)
    echo = Echo()
    window = step(world, echo)(world.scope, job, world.digest())
    world.accept(says("a late one"))
    commit(world)(world.scope, job, world.digest(), window.start)
    run(world, echo, job)
    assert echo.seen[-1] == "a late one"
    assert world.session().mark == 4


def test_a_turn_that_cannot_be_read_is_owed_by_its_job_and_taken_first_when_that_is_repeated():
    world, job = filled(3)
    echo = Echo()
    echo.fails = True
    with pytest.raises(ExtractionFailed):
        step(world, echo)(world.scope, job, world.digest())
    assert (world.session().mark, job_of(world, job).owes) == (1, 0)
    echo.fails = False
    run(world, echo, job)
    assert len(world.heads()) == len(echo.seen) == 3
    assert job_of(world, job).owes is None


def test_a_turn_that_says_nothing_is_owed_no_more_once_it_was_read():
    world, job = filled(2)
    echo = Echo()
    echo.fails = True
    with pytest.raises(ExtractionFailed):
        step(world, echo)(world.scope, job, world.digest())
    assert step(world, Echo(per_turn=0))(world.scope, job, world.digest()) == Window(0, 1, 0, True)
    assert job_of(world, job).owes is None


def test_an_erasure_ends_the_extraction():
    world, job = filled(3)
    world.tenancy.records.delete_all([row.key for row in world.rows()])
    with pytest.raises(Erased):
        step(world, Echo())(world.scope, job, "a" * 26)


def test_a_job_tells_what_came_of_it_and_where_it_failed():
    world, job = filled(3)
    track = TrackJob(world.tenancy, world.clock)
    track.running(world.scope, job, "window")
    assert job_of(world, job).status == "running"
    run(world, Echo(), job)
    assert sorted(job_of(world, job).memories) == sorted(head.id for head in world.heads())
    track.failed(world.scope, job, "commit", "Busy")
    failed = job_of(world, job)
    assert (failed.status, failed.stage, failed.error) == ("failed", "commit", "Busy")
    track.succeeded(world.scope, job)
    assert (job_of(world, job).status, job_of(world, job).error) == ("succeeded", "")


def test_nothing_is_told_of_a_job_that_was_erased():
    world, _ = filled(1)
    TrackJob(world.tenancy, world.clock).failed(world.scope, "01JP0000000000000000000000", "turns", "Busy")
    assert len(world.rows("JOB#")) == 1
