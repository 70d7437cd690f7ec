"""A real OpenSearch for tests marked `engine`: the one that MNEMON_TEST_OPENSEARCH names, else one that is started for the session."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from infra.local.layout import Cache, State, engine_place
from infra.local.opensearch import READY_PATH, READY_SECONDS
from infra.local.opensearch import Engine as LocalEngine
from infra.local.ports import LOOPBACK, Ports
from infra.local.processes import wait_until_answers
from infra.local.progress import Progress
from infra.local.toolchain.prepare import Toolchain
from mnemon.adapters.engine import Engine
from mnemon.adapters.index_admin import IndexAdmin
from mnemon.adapters.opensearch import OpenSearchIndex

URL = "MNEMON_TEST_OPENSEARCH"
DATA = "MNEMON_TEST_OPENSEARCH_DATA"


@dataclass(frozen=True)
class RealEngine:
    url: str
    data: Path | None
    """Its data folder; None when the engine was named without it."""


@dataclass(frozen=True)
class RealIndex:
    """Two fresh indices, in an engine that others may use too."""

    base: str
    engine: Engine
    admin: IndexAdmin
    index: OpenSearchIndex

    def refresh(self) -> None:
        self.engine.request("POST", f"/{self.base},{self.base}-past/_refresh")


@contextmanager
def real_engine(scratch: Path) -> Iterator[RealEngine]:
    if url := os.environ.get(URL):
        data = os.environ.get(DATA)
        yield RealEngine(url, Path(data) if data else None)
        return
    state = State(scratch)
    state.make()
    engines = Toolchain(Cache.of_user(), state, Progress(quiet=True)).engines
    place = engine_place(scratch) / f"test-engine-{uuid.uuid4().hex[:12]}"
    port = Ports.free().opensearch
    url = f"http://{LOOPBACK}:{port}"
    local = LocalEngine(engines.home, engines.java, place, port)
    log = scratch / "opensearch.log"
    server = local.server(log)
    try:
        server.start()
        wait_until_answers("opensearch", url + READY_PATH, server.pid, log, READY_SECONDS)
        yield RealEngine(url, place / "data")
    finally:
        server.stop()
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def fresh_index(url: str, dimension: int) -> Iterator[RealIndex]:
    engine = Engine(url)
    base = f"test-{uuid.uuid4().hex[:12]}"
    admin = IndexAdmin(engine, base=base)
    admin.wait(60)
    admin.ensure(dimension, "test")
    try:
        yield RealIndex(base, engine, admin, OpenSearchIndex(engine, base=base))
    finally:
        admin.remove()
