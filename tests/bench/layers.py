"""The size of each layer for AWS, unzipped and zipped.

make bench-layers
"""

from __future__ import annotations

import subprocess
import tempfile
import zipfile
from pathlib import Path

from infra.local.layout import ROOT, Cache, State
from infra.local.progress import Progress
from infra.local.toolchain.prepare import Toolchain
from tests.bench._report import Figure, report

MEGABYTE = 1024 * 1024


def main() -> None:
    toolchain = Toolchain(Cache.of_user(), State.named().make(), Progress(quiet=True))
    builder = [
        str(toolchain.cloud_python),
        "infra/layers.py",
        "aws",
        "--python",
        str(toolchain.cloud_python),
        "--model",
        str(toolchain.model),
    ]
    subprocess.run(builder, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    figures: dict[str, Figure] = {}
    for folder in sorted((ROOT / "build" / "layers" / "aws").iterdir()):
        files = [path for path in folder.rglob("*") if path.is_file()]
        if files:
            figures[f"layer.{folder.name}.unzipped_mb"] = round(sum(path.stat().st_size for path in files) / MEGABYTE, 2)
            figures[f"layer.{folder.name}.zipped_mb"] = round(_zipped(folder, files) / MEGABYTE, 2)
    small = ("mnemon", "dependencies")
    figures["layers.without_inference.zipped_mb"] = round(sum(float(figures[f"layer.{name}.zipped_mb"]) for name in small), 2)
    figures["layers.unzipped_mb"] = round(sum(float(value) for name, value in figures.items() if name.endswith("unzipped_mb")), 2)
    report("layers", figures)


def _zipped(folder: Path, files: list[Path]) -> int:
    with tempfile.TemporaryFile() as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in files:
                archive.write(path, path.relative_to(folder))
        return out.tell()


if __name__ == "__main__":
    main()
