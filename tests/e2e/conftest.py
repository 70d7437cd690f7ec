"""One local cloud for the whole run, made for it and taken down after it; MNEMON_TEST_CLOUD names one that runs already."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.local.layout import State
from infra.local.local_cloud import LocalCloud, Options
from infra.local.ports import Ports
from tests.e2e.world import Person, World

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def world() -> Iterator[World]:
    name = os.environ.get("MNEMON_TEST_CLOUD")
    if name:
        yield World(LocalCloud(Options(name=name)))
        return
    # what the emulator keeps is written to files at its end, so that the scans can look at them
    options = Options(name="e2e", ports=Ports.free(), persist=True, idle_seconds=2, ttl_seconds=2.0)
    cloud = LocalCloud(options)
    cloud.down()
    for folder in (State.named(options.name).root, State.named(options.name).engine):
        shutil.rmtree(folder, ignore_errors=True)
    with cloud.running():
        yield World(cloud)


@pytest.fixture
def person(world: World) -> Person:
    """Somebody new, in a tenant of their own."""
    return world.person()
