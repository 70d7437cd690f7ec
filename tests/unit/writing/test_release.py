"""What was held back waits for a person; let in, it is found like all else, and so are its neighbours by its words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mnemon.maintenance.current import current
from mnemon.model import keys
from mnemon.model.records import Job
from mnemon.model.sources import Chunk, SessionTurn
from mnemon.ports.index import Document
from mnemon.ports.records import Operation, Unavailable
from mnemon.writing.windows import ExtractWindow

from .approvals import approvals, decide
from .test_documents import Desk, ulid
from .test_quarantine import ORDER, WEATHER, Everything, source
from .world import QUICK, World, says

NOTES = "# Notes\n\n" + "The plan for the garden is written down here in full. " * 30
DOCUMENT = f"{NOTES}\n\n# Weather\n\n{ORDER}\n\n{NOTES}\n\n# End\n\n{NOTES}"


def told(world: World) -> None:
    world.accept(says("What is the weather in Oslo?"), says(f"{WEATHER} {ORDER}", role="tool"), says("I live in Oslo."))
    world.chunk_turns(world.scope, world.session().digest)


def jobs(world: World) -> list[Job]:
    return [Job.from_row(row, world.view.box) for row in world.rows("JOB#")]


def clear(world: World) -> None:
    """As the indexer leaves it."""
    world.tenancy.records.delete_all([row.key for row in world.rows(keys.NOW) if row.key.sk != keys.STATE])


def documents(world: World, chunks: Sequence[Chunk]) -> list[str]:
    made = current(world.tenancy.stores(world.who.tid), [chunk.key() for chunk in chunks], world.clock.now())
    changes = [made.changes[chunk.key()][0] for chunk in chunks]
    return [str(change.body) if isinstance(change, Document) else "" for change in changes]


def test_a_turn_that_is_held_back_waits_as_one_with_its_source() -> None:
    world = World()
    told(world)
    (approval,) = approvals(world)
    assert (approval.kind, approval.reason, approval.count, approval.ulid) == ("quarantine", "injection", 1, source(world).ulid)
    assert ORDER[:40] in approval.excerpts[0]


def test_nothing_held_back_asks_for_nothing() -> None:
    world = World()
    world.accept(says(WEATHER, role="tool"))
    assert approvals(world) == []
    assert (jobs(world)[0].quarantined, jobs(world)[0].approvals) == (0, [])


def test_the_job_of_turns_that_are_held_back_names_what_waits() -> None:
    world = World()
    told(world)
    (job,) = jobs(world)
    assert (job.quarantined, job.approvals) == (1, [approvals(world)[0].id])


def test_the_job_of_a_document_that_is_held_back_names_what_waits() -> None:
    desk = Desk()
    desk.tell(DOCUMENT)
    (job,) = jobs(desk.world)
    (waits,) = approvals(desk.world)
    assert (job.quarantined, job.approvals) == (waits.count, [waits.id])
    assert waits.count > 0


def test_a_job_that_is_gone_keeps_nothing_from_being_held_back() -> None:
    desk = Desk()
    accepted = desk.hand(DOCUMENT)
    desk.deliver(desk.key(accepted))
    desk.world.tenancy.records.delete_all([jobs(desk.world)[0].key()])
    desk.chunk(desk.world.scope, ulid(accepted.source_id))
    assert len(approvals(desk.world)) == 1


def test_let_in_it_is_found_and_stands_beside_its_neighbours() -> None:
    world = World()
    told(world)
    clear(world)
    before = {chunk.key(): chunk.rev for chunk in world.chunks()}
    assert not any(ORDER in text for text in documents(world, world.chunks()))
    decide(world, approvals(world)[0].id, "approve")
    after = world.chunks()
    assert [chunk.quarantined for chunk in after] == [False, False, False]
    assert {chunk.key(): chunk.rev for chunk in after} == {key: rev + 1 for key, rev in before.items()}
    assert world.marked() == {chunk.key().sk for chunk in after}
    assert all(ORDER[:30] in text for text in documents(world, after))
    assert source(world).quarantined == 0
    kept = [SessionTurn.from_row(row, world.view.box) for row in world.rows("SES#") if "#EVT#" in row.key.sk]
    assert not any(said.turn.quarantined for said in kept)


def test_let_in_before_its_window_it_is_extracted_too() -> None:
    world = World()
    told(world)
    decide(world, approvals(world)[0].id, "approve")
    extractor = Everything()
    ExtractWindow(world.tenancy, extractor, world.clock, attempts=QUICK)(world.scope, "job", world.session().digest)
    assert any(ORDER in text for text in extractor.seen)


def test_let_in_before_the_turn_step_it_is_written_as_an_ordinary_turn() -> None:
    world = World()
    world.accept(says(f"{WEATHER} {ORDER}", role="tool"))
    decide(world, approvals(world)[0].id, "approve")
    world.chunk_turns(world.scope, world.session().digest)
    assert [chunk.quarantined for chunk in world.chunks()] == [False]


def test_let_in_while_the_turn_step_writes_it_is_not_held_back() -> None:
    world = World()
    world.accept(says(f"{WEATHER} {ORDER}", role="tool"))

    def approve(_: Sequence[Operation]) -> None:
        world.tenancy.records.before_write = None
        decide(world, approvals(world)[0].id, "approve")

    world.tenancy.records.before_write = approve
    world.chunk_turns(world.scope, world.session().digest)
    assert [chunk.quarantined for chunk in world.chunks()] == [False]


def test_rejected_it_stays_a_source_and_no_more() -> None:
    world = World()
    told(world)
    decide(world, approvals(world)[0].id, "reject")
    assert [chunk.quarantined for chunk in world.chunks()] == [False, True, False]
    assert source(world).quarantined == 1
    assert not any(ORDER in text for text in documents(world, world.chunks()))


def test_a_document_of_which_chunks_are_held_back_waits_once() -> None:
    desk = Desk()
    accepted = desk.tell(DOCUMENT)
    (approval,) = approvals(desk.world)
    held = [chunk for chunk in desk.world.chunks() if chunk.quarantined]
    assert held
    assert (approval.ulid, approval.count) == (ulid(accepted.source_id), len(held))
    assert desk.source(accepted.source_id).quarantined == len(held)
    desk.chunk(desk.world.scope, ulid(accepted.source_id))
    assert len(approvals(desk.world)) == 1
    clear(desk.world)
    decide(desk.world, approval.id, "approve")
    assert not any(chunk.quarantined for chunk in desk.world.chunks())
    assert {chunk.key().sk for chunk in held} <= desk.world.marked()
    assert desk.source(accepted.source_id).quarantined == 0


def test_an_ordinary_document_asks_for_nothing() -> None:
    desk = Desk()
    desk.tell(NOTES)
    assert approvals(desk.world) == []


@pytest.mark.parametrize("dies_at", [1, 2, 3])
def test_a_release_that_dies_is_finished_by_the_same_action_again(dies_at: int) -> None:
    desk = Desk()
    world = desk.world
    desk.tell("\n\n".join(f"# Part {n}\n\n{ORDER} {NOTES}" for n in range(30)))
    (approval,) = approvals(world)
    calls = [0]

    def die(_: Sequence[Operation]) -> None:
        calls[0] += 1
        if calls[0] == dies_at:
            raise Unavailable("gone")

    world.tenancy.records.before_write = die
    with pytest.raises(Exception, match="unavailable"):
        decide(world, approval.id, "approve")
    world.tenancy.records.before_write = None
    decide(world, approval.id, "approve")
    assert not any(chunk.quarantined for chunk in world.chunks())
