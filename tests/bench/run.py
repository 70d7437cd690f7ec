"""`make run` by step: from a fresh clone with nothing there (COLD=1: all is fetched again), with a filled cache, and once more.

make bench-run [ARGS=--cold]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

from infra.local.layout import ROOT, Cache
from infra.local.ports import Ports
from tests.bench._report import Figure, report


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cold", action="store_true", help="with an empty cache too: fetches some 350 MB")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mnemon-bench-", dir="/var/tmp") as place:
        folder = Path(place)
        folder.chmod(0o755)
        figures: dict[str, Figure] = {}
        if asked.cold:
            figures |= _runs(folder / "cold", folder / "cache", ("cold",))
        figures |= _runs(folder / "warm", Cache.of_user().root, ("first", "warm"))
    report("run", figures)


def _runs(state: Path, cache: Path, kinds: tuple[str, ...]) -> dict[str, Figure]:
    """Consecutive runs in one state folder, each stopped again."""
    ports = Ports.free()
    env = os.environ | {
        "MNEMON_STATE": str(state), "MNEMON_CACHE": str(cache),
        "PORT": str(ports.api), "ISSUER_PORT": str(ports.issuer), "OPENSEARCH_PORT": str(ports.opensearch),
    }  # fmt: skip
    figures: dict[str, Figure] = {}
    for kind in kinds:
        began = perf_counter()
        try:
            _command(env, "run")
        finally:
            seconds = perf_counter() - began
            _command(env, "stop")
        figures[f"run.{kind}.seconds"] = round(seconds, 2)
        steps = _last(state / "timings.json")["steps"]
        figures |= {f"run.{kind}.step.{name}": taken for name, taken in steps.items()}
    return figures


def _command(env: Mapping[str, str], name: str) -> None:
    subprocess.run([sys.executable, "-m", "infra.local", name], cwd=ROOT, env=dict(env), check=True)


def _last(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text())["runs"][-1]


if __name__ == "__main__":
    main()
