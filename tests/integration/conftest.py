from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.aws import in_process_aws


@pytest.fixture
def aws() -> Iterator[None]:
    """AWS in this process, empty."""
    with in_process_aws():
        yield
