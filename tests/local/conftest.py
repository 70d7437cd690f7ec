"""Fixtures of the local cloud's own tests."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from infra.local.layout import Cache
from infra.local.toolchain.python_envs import PythonEnvs
from tests.local.emulators import PLAIN, Running, started


@pytest.fixture(scope="session")
def cloud_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter that the emulator runs on."""
    return PythonEnvs(Cache.of_user(), tmp_path_factory.mktemp("setup")).python("cloud")


@pytest.fixture(scope="session")
def emulator_without(cloud_python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Running]]:
    """Emulators by their open gaps, each started when it is first asked for."""
    with ExitStack() as stack:
        running: dict[tuple[str, ...], Running] = {}

        def get(*open_gaps: str) -> Running:
            if open_gaps not in running:
                running[open_gaps] = stack.enter_context(started(cloud_python, tmp_path_factory.mktemp("emulator"), open_gaps))
            return running[open_gaps]

        yield get


@pytest.fixture(params=["closed", pytest.param("open", marks=pytest.mark.xfail(strict=True, reason="this is the gap"))])
def emulator(request: pytest.FixtureRequest, emulator_without: Callable[..., Running]) -> Running:
    """Each test runs twice: it must pass with the gaps closed and fail with them open. Once it passes open, the gap's file can go."""
    return emulator_without(*(PLAIN if request.param == "open" else ()))
