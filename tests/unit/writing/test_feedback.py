"""What callers think of a memory moves it a little and at once; what it says changes only by a person's decision."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mnemon.errors import Collision, NotFound
from mnemon.forgetting.soft_delete import RestoreMemory
from mnemon.model import keys
from mnemon.ports.records import Operation
from mnemon.writing.requests import IncomingFact

from .approvals import approvals, decide, feedback, write
from .world import World, contents


def remembered(world: World, content: str = "Ada drives a Saab", salience: float = 0.5) -> str:
    return str(write(world, IncomingFact(content=content, salience=salience))[0].id)


def test_helpful_raises_the_salience_once_for_each_caller() -> None:
    world = World()
    id = remembered(world)
    first = feedback(world, id, "helpful")
    assert (first.salience, first.approval_id) == (0.6, None)
    assert feedback(world, id, "helpful") == first
    assert feedback(world, id, "helpful", caller="sub-ben").salience == 0.7
    assert world.heads()[0].rev == 3
    assert approvals(world) == []


@pytest.mark.parametrize(
    ("start", "verdict", "end"), [(0.95, "helpful", 1.0), (0.05, "wrong", 0.0), (1.0, "helpful", 1.0), (0.0, "outdated", 0.0)]
)
def test_it_stays_within_bounds(start: float, verdict: str, end: float) -> None:
    world = World()
    assert feedback(world, remembered(world, salience=start), verdict).salience == end


@pytest.mark.parametrize("verdict", ["wrong", "outdated"])
def test_wrong_and_outdated_ask_a_person_and_the_memory_is_served_until_then(verdict: str) -> None:
    world = World()
    id = remembered(world)
    noted = feedback(world, id, verdict, note="no, a Volvo")
    assert noted.salience == 0.4
    (approval,) = approvals(world)
    assert (noted.approval_id, approval.kind, approval.reason, approval.note) == (approval.id, "feedback", verdict, "no, a Volvo")
    assert feedback(world, id, verdict) == noted
    assert contents(world.current()) == ["Ada drives a Saab"]
    assert f"MEM#{id[-26:]}" in world.marked()


def test_another_verdict_takes_the_place_of_the_first() -> None:
    world = World()
    id = remembered(world)
    feedback(world, id, "wrong")
    assert feedback(world, id, "helpful").salience == 0.6
    assert approvals(world) == []


def test_wrong_approved_deletes_so_that_it_can_come_back() -> None:
    world = World()
    id = remembered(world)
    noted = feedback(world, id, "wrong")
    decide(world, str(noted.approval_id), "approve")
    (head,) = world.heads()
    assert head.deleted_at == world.clock.now()
    assert head.key().sk in world.marked()
    assert write(world, "Ada drives a Saab")[0].status == "created"
    world.tenancy.records.delete_all([head.key() for head in world.heads() if not head.deleted_at])
    restored = RestoreMemory(world.tenancy, world.clock, world.ids)(world.who, id)
    assert restored.deleted_at is None


def test_outdated_approved_ends_it_now() -> None:
    world = World()
    id = remembered(world, "I drive a Saab")
    world.clock.advance(days=3)
    noted = feedback(world, id, "outdated")
    decide(world, str(noted.approval_id), "approve")
    (head,) = world.heads()
    now = world.clock.now()
    assert (head.is_latest, head.valid_to, head.true_to, head.deleted_at) == (False, now, now, None)
    assert head.rev == 3
    assert world.current() == []
    assert world.rows("KEY#text#") == []


@pytest.mark.parametrize("verdict", ["wrong", "outdated"])
def test_rejected_it_stays(verdict: str) -> None:
    world = World()
    id = remembered(world)
    decide(world, str(feedback(world, id, verdict).approval_id), "reject")
    assert contents(world.current()) == ["Ada drives a Saab"]
    assert approvals(world)[0].status == "rejected"


def test_what_was_said_of_an_older_version_does_not_delete_the_newer() -> None:
    world = World()
    id = remembered(world, "I drive a Saab")
    noted = feedback(world, id, "wrong")
    world.clock.advance(days=1)
    assert write(world, "I drive a Volvo")[0].id == id
    with pytest.raises(Collision):
        decide(world, str(noted.approval_id), "approve")
    assert contents(world.current()) == ["I drive a Volvo"]
    assert feedback(world, id, "wrong").approval_id != noted.approval_id


def test_a_memory_that_is_gone_already_is_decided_without_harm() -> None:
    world = World()
    id = remembered(world)
    noted = feedback(world, id, "wrong")
    second = feedback(world, id, "wrong", caller="sub-ben")
    decide(world, str(noted.approval_id), "approve")
    assert decide(world, str(second.approval_id), "approve").status == "approved"


def test_a_lost_race_counts_once() -> None:
    world = World()
    id = remembered(world)

    def race(_: Sequence[Operation]) -> None:
        world.tenancy.records.before_write = None
        feedback(world, id, "wrong")

    world.tenancy.records.before_write = race
    noted = feedback(world, id, "wrong")
    assert noted.salience == 0.4
    assert len(approvals(world)) == 1


def test_of_no_memory_there_is_none() -> None:
    world = World()
    id = remembered(world)
    for wrong in (id[:-1] + "9", "mem_x", id.replace("mem_", "src_")):
        with pytest.raises(NotFound):
            feedback(world, wrong, "helpful")
    assert world.rows(keys.feedback_on(id[-26:])) == []
