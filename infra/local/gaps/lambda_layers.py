# pyright: basic
"""Layers are unpacked once for each content.

On AWS a layer costs a cold start little. The emulator unpacks every layer for every worker: a layer of 190 MB costs a second and 265 MB of
disk each time.
"""

import hashlib
import io
import os
import tempfile
import threading
import zipfile
from pathlib import Path
from typing import Any

from infra.local.gaps.upstream import upstream


def close() -> None:
    """Share unpacked layers between workers."""
    runtime, functions = upstream("core.lambda_runtime"), upstream("services.lambda_svc")
    spawn, shared = runtime.Worker._spawn, _Unpacked(Path(tempfile.mkdtemp(prefix="layers-")))

    def spawn_with_shared_layers(worker: Any) -> None:
        archives = [functions._resolve_layer_zip(layer) for layer in worker.config.get("Layers", [])]
        folders = [str(shared.folder(archive)) for archive in archives if archive]
        if not folders:
            spawn(worker)
            return
        config = worker.config
        variables = dict((config.get("Environment") or {}).get("Variables") or {}, _LAMBDA_LAYERS_DIRS=os.pathsep.join(folders))
        worker.config = dict(config, Layers=[], Environment={"Variables": variables})
        try:
            spawn(worker)
        finally:
            worker.config = config

    runtime.Worker._spawn = spawn_with_shared_layers


class _Unpacked:
    def __init__(self, root: Path) -> None:
        self._root = root
        self._lock = threading.Lock()

    def folder(self, archive: bytes) -> Path:
        place = self._root / hashlib.sha256(archive).hexdigest()[:24]
        with self._lock:
            if not place.exists():
                work = place.with_suffix(".part")
                with zipfile.ZipFile(io.BytesIO(archive)) as content:
                    content.extractall(work)
                work.rename(place)
        return place
