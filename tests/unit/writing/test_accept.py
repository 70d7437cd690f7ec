from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from mnemon.errors import TryAgain
from mnemon.model import keys
from mnemon.model.records import Job
from mnemon.model.rows import Key
from mnemon.model.sources import SessionTurn, Source
from mnemon.ports.records import Operation, Put, When
from tests.unit.writing.world import World, says, writer


def sources(world: World) -> list[Source]:
    return [Source.from_row(row, world.view.box) for row in world.rows("SRC#") if "#CHUNK#" not in row.key.sk]


def jobs(world: World) -> list[Job]:
    return [Job.from_row(row, world.view.box) for row in world.rows("JOB#")]


def test_turns_are_kept_in_order_with_role_name_time_captions_and_metadata() -> None:
    world = World()
    accepted = world.accept(
        says("I sail", "2024-05-01T10:00:00+02:00", name="Ada", metadata={"mood": "good"}, attachments=[{"caption": "a boat"}]),
        says("Where?", role="assistant"),
    )
    (source,) = sources(world)
    assert (source.status, source.count, source.id) == ("stored", 2, accepted.source_id)
    body = json.loads(world.view.box.open(Key(source.object, ""), world.tenancy.raw.get(source.object)))
    first, second = body["turns"]
    assert (first["content"], first["name"], first["at"], first["captions"], first["metadata"]) == (
        "I sail", "Ada", "2024-05-01T08:00:00.000Z", ["a boat"], {"mood": "good"},
    )  # fmt: skip
    assert (second["role"], second["number"]) == ("assistant", 2)


def test_a_turn_without_a_time_has_that_of_its_receipt() -> None:
    world = World()
    world.accept(says("hello there, I moved"))
    turn = SessionTurn.from_row(next(row for row in world.rows("SES#") if "#EVT#" in row.key.sk), world.view.box).turn
    assert turn.at == world.clock.now()


def test_the_raw_resource_is_sealed() -> None:
    world = World()
    world.accept(says("I sail to Skagen"))
    assert not any(b"Skagen" in data for data in world.tenancy.raw.all_bytes())


def test_later_events_take_the_next_places_of_the_session() -> None:
    world = World()
    for text in ("one one", "two two", "three three"):
        world.accept(says(text), says("ok then", role="assistant"))
    assert world.session().turns == 6
    places = [row.plain for row in world.rows("SES#") if "#SRC#" in row.key.sk]
    assert [(place["first"], place["count"]) for place in places] == [(0, 2), (2, 2), (4, 2)]


def test_two_writers_of_one_session_never_get_the_same_place() -> None:
    world = World()
    world.accept(says("first"))
    other = World(tenancy=world.tenancy, ids=world.ids)
    done: list[int] = []

    def race(operations: Sequence[Operation]) -> None:
        if not done and any(op.key.sk.startswith("JOB#") for op in operations):
            done.append(1)
            other.accept(says("raced"))

    world.tenancy.records.before_write = race
    world.accept(says("second"))
    places = sorted((row.plain["first"], row.plain["count"]) for row in world.rows("SES#") if "#SRC#" in row.key.sk)
    assert places == [(0, 1), (1, 1), (2, 1)]
    assert world.session().turns == 3


def test_a_workflow_is_started_once_with_ids_only() -> None:
    world = World()
    accepted = world.accept(says("I live in Skagen"), infer="now")
    (ids,) = world.workflows.of("extraction")
    assert set(ids) == {"tid", "sid", "job", "source", "session", "infer"}
    assert ids["infer"] == "now"
    assert accepted.job_id.endswith(ids["job"])
    assert "Skagen" not in str(world.workflows.started)


def test_idle_sends_one_delayed_message_that_names_the_session_and_its_last_event() -> None:
    world = World()
    accepted = world.accept(says("hello, I sail"), infer="idle")
    (queue, message, delay) = world.queues.sent[0]
    assert (queue, delay) == ("idle", 180)
    assert message["event"] == world.session().last_event
    assert accepted.source_id.endswith(str(message["event"]))
    assert world.workflows.of("extraction")[0]["infer"] == "idle"


def test_twenty_gathered_turns_start_without_silence() -> None:
    world = World()
    for _ in range(2):
        world.accept(*[says("I sail on")] * 9, infer="idle")
    world.accept(says("nineteen"), says("twenty"), infer="idle")
    assert [ids["infer"] for ids in world.workflows.of("extraction")] == ["idle", "idle", "now"]


def test_never_still_runs_the_turn_step() -> None:
    world = World()
    world.accept(says("I sail"), infer="never")
    assert world.workflows.of("extraction")[0]["infer"] == "never"


def test_a_bucket_that_is_down_leaves_nothing_behind() -> None:
    world = World()
    world.accept(says("makes the scope"))
    before = [row.key for row in world.tenancy.records.all_rows()]
    world.tenancy.raw.down = True
    with pytest.raises(TryAgain):
        world.accept(says("never kept"))
    assert [row.key for row in world.tenancy.records.all_rows()] == before


def test_workflows_that_are_down_leave_a_failed_job_and_the_turns() -> None:
    world = World()
    world.workflows.down = True
    world.accept(says("I sail"))
    (job,) = jobs(world)
    assert (job.status, job.stage, job.error) == ("failed", "start", "Unavailable")
    assert world.session().turns == 1


def test_queues_that_are_down_start_the_extraction_at_once() -> None:
    world = World()
    world.queues.down = True
    world.accept(says("I sail"), infer="idle")
    assert world.workflows.of("extraction")[0]["infer"] == "now"


def test_an_erasure_that_begins_meanwhile_leaves_nothing_of_the_request() -> None:
    world = World()
    world.accept(says("before"))
    begun: list[int] = []

    def erase(operations: Sequence[Operation]) -> None:
        if not begun and any(op.key.sk.startswith("JOB#") for op in operations):
            begun.append(1)
            state = world.view.state
            world.tenancy.records.write(Put(state.model_copy(update={"epoch": state.epoch + 1}).to_row(world.view.box), When(exists=True)))

    world.tenancy.records.before_write = erase
    with pytest.raises(TryAgain):
        world.accept(says("while it is erased"))
    assert len(sources(world)) == 1
    assert len(world.tenancy.raw.keys()) == 1
    assert sum("#EVT#" in row.key.sk for row in world.rows("SES#")) == 1


def test_two_tenants_users_share_nothing() -> None:
    world = World()
    world.accept(says("mine"), who=writer("ada"))
    world.accept(says("yours"), who=writer("ben"))
    assert len(world.rows(keys.STATE, writer("ada"))) == len(world.rows(keys.STATE, writer("ben"))) == 1
    assert world.rows("SES#", writer("ada"))[0].key.sk != world.rows("SES#", writer("ben"))[0].key.sk
