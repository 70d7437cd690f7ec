"""Facts that have to wait for a person are no memories, wait once, and take nothing else with them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mnemon.errors import TryAgain
from mnemon.model import keys
from mnemon.model.memory import SourceRef
from mnemon.model.policy import Policy
from mnemon.model.records import Fact, Job
from mnemon.ports.models import Passage
from mnemon.ports.records import Operation, Put, Unavailable, Update
from mnemon.writing.commit import Erased
from mnemon.writing.direct import FEW
from mnemon.writing.extraction_commit import CommitWindow
from mnemon.writing.requests import IncomingFact
from mnemon.writing.windows import ExtractWindow

from .approvals import ASTHMA, approvals, decide, waiting_keys, write
from .world import QUICK, World, contents, says


def test_a_sensitive_fact_waits_and_the_others_do_not() -> None:
    world = World()
    results = write(world, "Ada drives a Saab", ASTHMA, "Ada lives in Oslo")
    assert [result.status for result in results] == ["created", "waiting", "created"]
    assert sorted(contents(world.heads())) == ["Ada drives a Saab", "Ada lives in Oslo"]
    (approval,) = approvals(world)
    assert (results[1].approval_id, results[1].id) == (approval.id, None)
    assert (approval.kind, approval.reason, approval.classes, approval.status) == ("fact", "sensitive", ("health",), "waiting")
    assert approval.fact is not None
    assert (approval.fact.content, approval.fact.sensitivity) == (ASTHMA, 4)
    assert approval.expires_at == "2026-12-29T12:00:00.000Z"


def test_what_waits_is_listed_and_holds_nothing_in_clear() -> None:
    world = World()
    write(world, ASTHMA)
    (row,) = world.rows(keys.APPROVALS)
    assert (row.plain["LPK"], row.plain["LSK"]) == (f"T#{world.who.tid}#APR", row.key.sk.removeprefix("APR#"))
    assert not any(word in str(row.plain) for word in ("asthma", "health", "Ada"))


def test_nothing_of_it_waits_for_the_index() -> None:
    world = World()
    write(world, ASTHMA)
    assert world.marked() == set()
    assert world.rows(keys.HEAD) == []
    assert world.rows("KEY#text#") == []


@pytest.mark.parametrize("facts", [(ASTHMA, ASTHMA), (ASTHMA, f"  {ASTHMA.upper()} ")])
def test_the_same_fact_in_one_batch_waits_once(facts: Sequence[str]) -> None:
    world = World()
    first, second = write(world, *facts)
    assert first.approval_id == second.approval_id
    assert len(approvals(world)) == 1


def test_the_same_fact_again_waits_once_and_gains_a_ground() -> None:
    world = World()
    first, again = write(world, ASTHMA)[0], write(world, ASTHMA)[0]
    assert (first.approval_id, again.status) == (again.approval_id, "waiting")
    (approval,) = approvals(world)
    assert approval.fact is not None
    assert len(approval.fact.sources) == len(approval.sources) == 2
    assert len(waiting_keys(world)) == 1


def test_a_class_that_the_tenant_allows_does_not_wait() -> None:
    world = World()
    (result,) = write(world, ASTHMA, policy=Policy(sensitive_allowed=frozenset({"health"})))
    assert result.status == "created"
    assert approvals(world) == []


@pytest.mark.parametrize(
    ("confidence", "below", "status"), [(0.2, 0.3, "waiting"), (0.3, 0.3, "created"), (0.5, 0.6, "waiting"), (0.0, 0.0, "created")]
)
def test_what_there_is_little_confidence_in_waits(confidence: float, below: float, status: str) -> None:
    world = World()
    fact = IncomingFact(content="Ada drives a Saab", confidence=confidence)
    (result,) = write(world, fact, policy=Policy(approve_below=below))
    assert result.status == status
    assert [approval.reason for approval in approvals(world)] == (["low_confidence"] if status == "waiting" else [])


def test_what_was_let_in_before_is_confirmed_and_waits_no_more() -> None:
    world = World()
    first = write(world, ASTHMA)[0]
    decide(world, str(first.approval_id), "approve")
    (again,) = write(world, ASTHMA)
    assert again.status == "confirmed"
    (head,) = world.heads()
    assert head.source_count == 2


def test_what_is_over_waits_anew() -> None:
    world = World()
    first = write(world, ASTHMA)[0]
    world.clock.advance(days=31)
    again = write(world, ASTHMA)[0]
    assert again.status == "waiting"
    assert again.approval_id != first.approval_id


@pytest.mark.parametrize("count", [1, FEW, FEW + 1, 40, 100])
def test_of_many_facts_each_is_told(count: int) -> None:
    world = World()
    facts = [f"Friend {n} has asthma" if n % 2 else f"Friend {n} drives a Saab" for n in range(count)]
    results = write(world, *facts)
    assert [result.status for result in results] == ["waiting" if n % 2 else "created" for n in range(count)]
    told = {result.approval_id for result in results if result.approval_id}
    assert told == {approval.id for approval in approvals(world)}
    assert len(told) == count // 2
    (source,) = world.rows("SRC#")
    assert source.plain["status"] == "stored"


@pytest.mark.parametrize("count", [1, 30])
def test_when_all_wait_the_source_is_kept(count: int) -> None:
    world = World()
    results = write(world, *(f"Friend {n} has asthma" for n in range(count)))
    assert {result.status for result in results} == {"waiting"}
    assert [row.plain["status"] for row in world.rows("SRC#")] == ["stored"]
    assert len(approvals(world)) == count


def test_a_lost_race_asks_once() -> None:
    world = World()
    write(world, "Ada lives in Oslo")
    lost: list[bool] = []

    def race(_: Sequence[Operation]) -> None:
        world.tenancy.records.before_write = None
        lost.append(bool(write(world, ASTHMA)))

    def armed(operations: Sequence[Operation]) -> None:
        if any(operation.key.sk.startswith(keys.APPROVALS) for operation in operations):
            race(operations)

    world.tenancy.records.before_write = armed
    (result,) = write(world, ASTHMA)
    assert lost == [True]
    (approval,) = approvals(world)
    assert result.approval_id == approval.id


def test_an_erasure_that_comes_first_wins() -> None:
    world = World()
    write(world, "Ada lives in Oslo")

    def erase(operations: Sequence[Operation]) -> None:
        if any(operation.key.sk.startswith(keys.APPROVALS) for operation in operations):
            world.tenancy.records.before_write = None
            world.tenancy.records.write(Update(keys.state(world.scope), add={"epoch": 1}))

    world.tenancy.records.before_write = erase
    with pytest.raises(TryAgain):
        write(world, ASTHMA)
    assert approvals(world) == []


# extraction


class Sure:
    """Every user turn is a fact; what says "perhaps" with little confidence."""

    name = "sure"

    def extract(self, passage: Passage) -> list[Fact]:
        return [
            Fact(
                content=turn.content,
                stated_at=turn.at,
                confidence=0.1 if "perhaps" in turn.content else 0.9,
                sources=(SourceRef(type="conversation", id=source, turns=(turn.number,), wording=turn.content),),
            )
            for source, turn in zip(passage.source_ids, passage.turns, strict=True)
        ]


def extract(world: World, job: str) -> CommitWindow:
    ExtractWindow(world.tenancy, Sure(), world.clock, attempts=QUICK)(world.scope, job, world.digest())
    return CommitWindow(world.tenancy, world.embedder, world.clock, world.ids, model="sure", attempts=QUICK)


def job_of(world: World) -> Job:
    return next(Job.from_row(row, world.view.box) for row in world.rows("JOB#") if "CAND" not in row.key.sk)


def test_extraction_commits_what_is_free_and_its_job_names_what_waits() -> None:
    world = World()
    job = world.accept(says("I have asthma"), says("I drive a Saab"), says("perhaps the port is 9090")).job_id[-26:]
    commit = extract(world, job)
    commit(world.scope, job, world.digest(), 0)
    assert contents(world.heads()) == ["I drive a Saab"]
    assert [approval.reason for approval in approvals(world)] == ["sensitive", "low_confidence"]
    told = job_of(world)
    assert told.approvals == [approval.id for approval in approvals(world)]
    assert world.session().mark == 3
    assert all(a.author is not None and a.author.model == "sure" for a in approvals(world))
    moved = next(
        ops
        for ops in world.tenancy.records.writes
        if any(o.key == keys.session(world.scope, world.digest()) for o in ops if isinstance(o, Update) and "mark" in o.set)
    )
    assert sum(isinstance(o, Put) and o.key.sk.startswith(keys.APPROVALS) for o in moved) == 2
    assert commit(world.scope, job, world.digest(), 0) == []
    assert len(approvals(world)) == 2


def test_a_window_in_which_all_waits_moves_the_mark() -> None:
    world = World()
    job = world.accept(*(says(f"Friend {n} has asthma") for n in range(20))).job_id[-26:]
    extract(world, job)(world.scope, job, world.digest(), 0)
    assert world.heads() == []
    assert len(approvals(world)) == 20
    assert set(job_of(world).approvals) == {approval.id for approval in approvals(world)}
    assert world.session().mark == 20


@pytest.mark.parametrize("dies_at", range(1, 5))
def test_a_step_that_dies_and_is_repeated_asks_once(dies_at: int) -> None:
    world = World()
    job = world.accept(*(says(f"Friend {n} has asthma") for n in range(20)), says("I drive a Saab")).job_id[-26:]
    commit = extract(world, job)
    calls = [0]

    def die(_: Sequence[Operation]) -> None:
        calls[0] += 1
        if calls[0] == dies_at:
            raise Unavailable("gone")

    world.tenancy.records.before_write = die
    for _ in range(2):
        try:
            commit(world.scope, job, world.digest(), 0)
        except Unavailable:
            continue
    world.tenancy.records.before_write = None
    assert len(approvals(world)) == 20
    assert world.session().mark == 20


def test_extraction_of_an_erased_scope_asks_for_nothing() -> None:
    world = World()
    job = world.accept(says("I have asthma")).job_id[-26:]
    commit = extract(world, job)

    def erase(_: Sequence[Operation]) -> None:
        world.tenancy.records.before_write = None
        world.tenancy.records.write(Update(keys.state(world.scope), add={"epoch": 1}))

    world.tenancy.records.before_write = erase
    with pytest.raises(Erased):
        commit(world.scope, job, world.digest(), 0)
    assert approvals(world) == []
