"""The idle trigger."""

from __future__ import annotations

import pytest

from mnemon.ports.records import Unavailable
from mnemon.writing.idle import ExtractIdle

from .world import World, says


def idle(world: World) -> ExtractIdle:
    return ExtractIdle(world.tenancy, world.workflows, world.clock)


def test_silence_starts_the_extraction_of_the_session():
    world = World()
    event = world.accept(says("I moved to Lyon."), infer="idle").source_id[-26:]
    assert idle(world)(world.scope, world.digest(), event) is True
    assert [(ids["infer"], ids["source"]) for ids in world.workflows.of("extraction")] == [("idle", event), ("now", event)]


def test_a_newer_event_takes_the_place_of_an_older_ones_message():
    world = World()
    older = world.accept(says("I moved to Lyon."), infer="idle").source_id[-26:]
    world.accept(says("It is lovely."), infer="idle")
    started = len(world.workflows.started)
    assert idle(world)(world.scope, world.digest(), older) is False
    assert len(world.workflows.started) == started


def test_a_session_that_is_not_there_any_more_starts_nothing():
    world = World()
    world.accept(says("I moved to Lyon."), infer="idle")
    assert idle(world)(world.scope, "a" * 26, "01JP0000000000000000000000") is False


def test_the_message_comes_again_when_the_table_is_down():
    world = World()
    event = world.accept(says("I moved to Lyon."), infer="idle").source_id[-26:]
    digest = world.digest()
    world.tenancy.records.down = True
    with pytest.raises(Unavailable):
        idle(world)(world.scope, digest, event)
