"""Corrections."""

from __future__ import annotations

from typing import Any

import pytest

from mnemon.errors import Collision, Invalid, NotFound, PreconditionFailed, TryAgain
from mnemon.model import keys
from mnemon.model.memory import Head
from mnemon.writing.correct import CorrectMemory
from mnemon.writing.requests import Correction, IncomingFact

from .world import QUICK, World, contents, writer


def correct(world: World, id: str, *, if_match: int | None = None, **asked: Any) -> Head:
    use = CorrectMemory(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK)
    return use(world.who, id, Correction.model_validate(asked), if_match)


def known(content: str = "The deploy key rotates on Mondays", **more: Any) -> tuple[World, str]:
    world = World()
    return world, str(world.write(IncomingFact(content=content, **more))[0].id)


def test_a_correction_is_a_new_version_of_the_same_id_with_its_own_vector():
    world, id = known()
    old = world.heads()[0]
    head = correct(world, id, content="The deploy key rotates on Fridays")
    assert (head.id, head.version, head.is_latest) == (id, 2, True)
    assert head.embedding != old.embedding
    assert contents(world.current()) == ["The deploy key rotates on Fridays"]
    assert world.heads()[0] == head


def test_what_was_corrected_was_never_true_but_stays_in_the_history():
    world, id = known(event_at="2025-03-01T00:00:00Z")
    correct(world, id, content="The deploy key rotates on Fridays")
    assert world.as_of("2025-06-01T00:00:00.000Z") == ["The deploy key rotates on Fridays"]
    assert contents(world.lineage(id[-26:])) == ["The deploy key rotates on Mondays", "The deploy key rotates on Fridays"]


def test_a_correction_rests_on_what_the_person_said_then():
    world, id = known()
    head = correct(world, id, content="The deploy key rotates on Fridays")
    assert [ref.wording for ref in head.sources] == ["The deploy key rotates on Fridays"]
    assert head.written_by.method == "corrected"


def test_both_versions_wait_for_the_index():
    world, id = known()
    world.tenancy.records.delete_all([row.key for row in world.rows(keys.NOW) if row.key.sk != keys.STATE])
    correct(world, id, content="The deploy key rotates on Fridays")
    ulid = id[-26:]
    assert world.marked() == {f"MEM#{ulid}", f"VER#{ulid}#000001"}


def test_the_text_that_was_corrected_is_free_for_others():
    world, id = known("Der Schlüssel liegt im Keller")
    correct(world, id, content="Der Schlüssel liegt im Flur")
    again = world.write("Der Schlüssel liegt im Keller")[0]
    assert again.status == "created"
    assert again.id != id


def test_a_correction_to_what_another_memory_says_is_refused():
    world, id = known("Der Schlüssel liegt im Keller")
    world.write("Der Schlüssel liegt im Flur")
    with pytest.raises(Collision) as refused:
        correct(world, id, content="Der Schlüssel liegt im  FLUR")
    assert refused.value.field == "content"
    assert len(world.rows("SRC#")) == 2


def test_an_attribute_that_another_memory_holds_is_refused():
    world, id = known(subject="service", attribute="rotation")
    world.write(IncomingFact(content="The port is 9090", subject="service", attribute="port"))
    with pytest.raises(Collision) as refused:
        correct(world, id, attribute="port")
    assert refused.value.field == "attribute"


def test_an_attribute_that_was_taken_away_is_free():
    world, id = known(subject="service", attribute="rotation")
    correct(world, id, attribute=None)
    other = world.write(IncomingFact(content="It rotates daily", subject="service", attribute="rotation"))[0]
    assert (other.status, other.id != id) == ("created", True)


def test_a_lost_update_is_refused():
    world, id = known()
    rev = world.heads()[0].rev
    correct(world, id, if_match=rev, content="The deploy key rotates on Fridays")
    with pytest.raises(PreconditionFailed):
        correct(world, id, if_match=rev, content="The deploy key rotates on Sundays")


def test_the_same_correction_twice_is_one():
    world, id = known()
    first = correct(world, id, content="The deploy key rotates on Fridays")
    assert correct(world, id, content="The deploy key rotates on Fridays") == first
    assert len(world.rows(keys.version_prefix(id[-26:]))) == 1


def test_pinning_and_expiry_make_no_version():
    world, id = known()
    head = correct(world, id, pinned=True, expires_at="2099-01-01T00:00:00Z")
    assert (head.version, head.pinned, head.expires_at) == (1, True, "2099-01-01T00:00:00.000Z")
    assert head.ttl == 4070908800
    assert correct(world, id, expires_at=None).ttl is None


def test_an_expiry_in_the_past_is_refused():
    world, id = known()
    with pytest.raises(Invalid) as refused:
        correct(world, id, expires_at="2001-01-01T00:00:00Z")
    assert refused.value.field == "expires_at"


def test_a_secret_in_a_correction_is_kept_nowhere():
    world, id = known()
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    head = correct(world, id, content=f"The deploy token is {token}", metadata={"token": token})
    assert token not in head.model_dump_json()


def test_a_memory_of_another_scope_is_not_found():
    world, id = known()
    world.who = writer("eve")
    with pytest.raises(NotFound):
        correct(world, id, content="x")


def test_a_superseded_memory_is_not_corrected():
    world, id = known()
    head = world.heads()[0].model_copy(update={"is_latest": False, "valid_to": world.clock.now()})
    world.tenancy.records.put_all([head.to_row(world.view.box)])
    with pytest.raises(Collision):
        correct(world, id, content="x")


def test_a_race_that_is_lost_is_run_again_on_what_is_there_then():
    world, id = known()
    raced = False

    def race(_: object) -> None:
        nonlocal raced
        if not raced and world.rows("SRC#")[1:]:
            raced = True
            world.write("Another fact meanwhile")

    world.tenancy.records.before_write = race
    head = correct(world, id, content="The deploy key rotates on Fridays")
    assert head.version == 2
    assert sorted(contents(world.current())) == ["Another fact meanwhile", "The deploy key rotates on Fridays"]


def test_an_embedder_that_is_down_leaves_nothing_behind():
    world, id = known()
    world.embedder.down = True
    with pytest.raises(TryAgain):
        correct(world, id, content="The deploy key rotates on Fridays")
    assert len(world.rows("SRC#")) == 1
    assert contents(world.current()) == ["The deploy key rotates on Mondays"]
