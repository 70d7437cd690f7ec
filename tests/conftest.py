from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.engine import RealEngine, real_engine


@pytest.fixture(scope="session")
def opensearch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealEngine]:
    """A real engine, for tests marked `engine`."""
    with real_engine(tmp_path_factory.mktemp("opensearch")) as engine:
        yield engine
