"""The built-in models' files: MNEMON_TEST_MODEL names their folder, else the local cloud's toolchain brings them."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path


@cache
def models_dir() -> Path:
    if named := os.environ.get("MNEMON_TEST_MODEL"):
        return Path(named)
    from infra.local.layout import Cache, State
    from infra.local.progress import Progress
    from infra.local.toolchain.prepare import Toolchain

    state = State(Path(tempfile.mkdtemp(prefix="model")))
    state.make()
    return Toolchain(Cache.of_user(), state, Progress(quiet=True)).model
