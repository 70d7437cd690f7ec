from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.support.engine import RealEngine, real_engine

# Elsewhere each run looks at other examples; what decides about a change must decide the same way twice.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


@pytest.fixture(scope="session")
def opensearch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealEngine]:
    """A real engine, for tests marked `engine`."""
    with real_engine(tmp_path_factory.mktemp("opensearch")) as engine:
        yield engine
