"""A person decides on a fact: once, whole, whoever else decides at the same moment."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mnemon.errors import Collision, NotFound, TryAgain
from mnemon.maintenance.index_items import IndexItems, Signal
from mnemon.model import keys
from mnemon.model.approvals import DECIDED, ApprovalAction
from mnemon.ports.records import Operation, Update
from mnemon.tenant.callers import Writer
from mnemon.writing.decide import Decision
from mnemon.writing.direct import FactResult
from mnemon.writing.requests import IncomingFact
from tests.support.fakes import MemoryIndex

from .approvals import ASTHMA, REVIEWER, approvals, decide, decider, reviewer, waiting_keys, write
from .world import World, contents, writer


def asked(world: World, content: str = ASTHMA) -> str:
    return str(write(world, content)[0].approval_id)


def test_what_is_approved_is_a_memory_that_says_who_let_it_in() -> None:
    world = World()
    decided = decide(world, asked(world), "approve")
    (head,) = world.heads()
    assert (head.content, head.sensitivity, head.source_count) == (ASTHMA, 4, 1)
    assert (head.written_by.actor, head.written_by.method, head.written_by.approved_by) == ("sub-ada", "direct", REVIEWER)
    assert head.key().sk in world.marked()
    assert (decided.status, decided.memory, decided.decided_by) == ("approved", head.ulid, REVIEWER)
    assert [row.key.sk for row in world.rows("EDGE#")]


@pytest.mark.parametrize("action", ["approve", "reject"])
def test_what_was_decided_stays_to_be_seen_without_its_words(action: ApprovalAction) -> None:
    world = World()
    decide(world, asked(world), action, "looked at it")
    (approval,) = approvals(world)
    assert (approval.fact, approval.classes, approval.author) == (None, (), None)
    assert (approval.decision_note, approval.decided_at) == ("looked at it", world.clock.now())
    assert waiting_keys(world) == []
    opened = [world.view.box.open(row.key, row.sealed or b"").decode() for row in world.rows(keys.APPROVALS)]
    assert "asthma" not in opened[0]


def test_what_is_rejected_is_no_memory() -> None:
    world = World()
    decide(world, asked(world), "reject")
    assert world.heads() == []
    assert world.marked() == set()


@pytest.mark.parametrize("action", ["approve", "reject"])
def test_the_same_action_again_answers_the_same(action: ApprovalAction) -> None:
    world = World()
    id = asked(world)
    first = decide(world, id, action)
    world.clock.advance(minutes=5)
    assert decide(world, id, action) == first
    assert len(world.heads()) == (action == "approve")


@pytest.mark.parametrize(("first", "then"), [("approve", "reject"), ("reject", "approve")])
def test_the_other_action_after_one_is_refused(first: ApprovalAction, then: ApprovalAction) -> None:
    world = World()
    id = asked(world)
    decide(world, id, first)
    with pytest.raises(Collision):
        decide(world, id, then)
    assert len(world.heads()) == (first == "approve")


@pytest.mark.parametrize(("mine", "other"), [("approve", "reject"), ("reject", "approve")])
def test_of_two_who_decide_at_once_one_is_told(mine: ApprovalAction, other: ApprovalAction) -> None:
    world = World()
    id = asked(world)

    def race(_: Sequence[Operation]) -> None:
        world.tenancy.records.before_write = None
        decide(world, id, other)

    world.tenancy.records.before_write = race
    with pytest.raises(Collision):
        decide(world, id, mine)
    assert len(world.heads()) == (other == "approve")


@pytest.mark.parametrize(("said_first", "current"), [(True, "I drive a Saab"), (False, "I drive a Volvo")])
def test_it_is_adjudicated_on_what_is_known_when_it_is_approved(said_first: bool, current: str) -> None:
    """By when it was said, not by when it was let in."""
    world = World()
    uncertain = IncomingFact(content="I drive a Volvo", confidence=0.1)
    steps = [lambda: write(world, uncertain)[0], lambda: write(world, "I drive a Saab")[0]]
    told: list[FactResult] = []
    for step in steps if said_first else steps[::-1]:
        told.append(step())
        world.clock.advance(days=1)
    id = next(result.approval_id for result in told if result.approval_id)
    decide(world, id, "approve")
    assert contents(world.current()) == [current]
    assert len(world.heads()) == 1
    assert world.heads()[0].last_version == 2


@pytest.mark.parametrize("action", ["approve", "reject"])
def test_what_is_over_is_not_there(action: ApprovalAction) -> None:
    world = World()
    id = asked(world)
    world.clock.advance(days=31)
    with pytest.raises(NotFound):
        decide(world, id, action)
    assert world.heads() == []


def test_of_another_scope_is_not_there() -> None:
    world = World()
    id = asked(world)
    stranger: Writer = reviewer(writer("eve"))
    with pytest.raises(NotFound):
        decider(world)(stranger, id, Decision(action="approve"))
    for wrong in ("apr_nothing", id.replace("apr_", "mem_"), id[:-1] + "9"):
        with pytest.raises(NotFound):
            decide(world, wrong, "approve")


def test_an_erasure_in_flight_wins() -> None:
    world = World()
    id = asked(world)

    def erase(_: Sequence[Operation]) -> None:
        world.tenancy.records.before_write = None
        world.tenancy.records.write(Update(keys.state(world.scope), add={"epoch": 1}))
        world.tenancy.records.delete_all([row.key for row in world.rows(keys.APPROVALS)])

    world.tenancy.records.before_write = erase
    with pytest.raises(NotFound):
        decide(world, id, "approve")
    assert world.heads() == []


@pytest.mark.parametrize("action", ["approve", "reject"])
def test_an_erasure_of_something_else_meanwhile_does_no_harm(action: ApprovalAction) -> None:
    world = World()
    id = asked(world)

    def erase(_: Sequence[Operation]) -> None:
        world.tenancy.records.before_write = None
        world.tenancy.records.write(Update(keys.state(world.scope), add={"epoch": 1}))

    world.tenancy.records.before_write = erase
    assert decide(world, id, action).status == DECIDED[action]
    assert len(world.heads()) == (action == "approve")


def test_both_actions_are_written_down_by_ids_and_hashes() -> None:
    world = World()
    first, second = asked(world), asked(world, "Ada has diabetes")
    decide(world, first, "approve")
    decide(world, second, "reject", "not hers")
    lines = [message["audit"] for message in world.queues.of("access")]
    assert [line["action"] for line in lines] == ["approval.approve", "approval.reject"]  # type: ignore[index]
    assert [line["approval"] for line in lines] == [first, second]  # type: ignore[index]
    assert not any(word in str(lines) for word in (REVIEWER, "asthma", "diabetes", "hers", "user/ada"))


def test_a_decision_that_nobody_could_write_down_is_asked_for_again() -> None:
    world = World()
    id = asked(world)
    world.queues.down = True
    with pytest.raises(TryAgain):
        decide(world, id, "approve")
    world.queues.down = False
    assert decide(world, id, "approve").status == "approved"
    assert len(world.heads()) == 1
    assert len(world.queues.of("access")) == 1


def test_a_secret_in_the_note_is_not_kept() -> None:
    world = World()
    key = "sk-proj-" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3"
    decided = decide(world, asked(world), "reject", f"see {key}")
    assert key not in str(decided.decision_note)


def test_what_is_approved_meets_what_only_the_index_finds() -> None:
    """No key in common, and by now none of the newest."""
    world, index = World(), MemoryIndex()
    write(world, "The nightly backup of the harbour site takes 40 minutes.")
    IndexItems(world.tenancy, index, world.queues, world.clock)([Signal("marked", row.key) for row in world.rows(keys.NOW)])
    world.clock.advance(days=1)
    unsure = IncomingFact(content="The nightly backup of the harbour site now takes 55 minutes.", confidence=0.1)
    id = str(write(world, unsure)[0].approval_id)
    decider(world, index)(reviewer(world.who), id, Decision(action="approve"))
    assert contents(world.current()) == [unsure.content]
    assert world.heads()[0].version == 2
