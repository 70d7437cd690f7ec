"""How long a cold function takes to import: the API's handler against bare boto3, each in a new interpreter, in turns.

make bench-imports
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path

from infra.local.layout import ROOT
from tests.bench._report import report

ROUNDS = 15
_PROBE = """
import sys, time
began = time.perf_counter()
{statement}
print(time.perf_counter() - began)
"""
STATEMENTS = {"nothing": "pass", "boto3": "import boto3; boto3.client", "handler": "import handler"}


def main() -> None:
    taken: dict[str, list[float]] = {name: [] for name in STATEMENTS}
    for number in range(ROUNDS + 1):
        for name, statement in STATEMENTS.items():
            seconds = _seconds(statement)
            if number:  # the first round fills the caches of files
                taken[name].append(seconds * 1_000)
    medians = {name: statistics.median(values) for name, values in taken.items()}
    report(
        "imports",
        {
            "import.boto3_ms": round(medians["boto3"], 2),
            "import.handler_ms": round(medians["handler"], 2),
            "import.ratio": round(medians["handler"] / medians["boto3"], 3),
        },
        rounds=ROUNDS,
    )


def _seconds(statement: str) -> float:
    paths = [ROOT / "functions" / "api", ROOT / "layers" / "mnemon" / "python"]
    env = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": os.pathsep.join(map(str, paths)), "AWS_REGION": "us-east-1"}
    # compiled files are there on Lambda too, so they may be written
    probe = subprocess.run(
        [sys.executable, "-c", _PROBE.format(statement=statement)], env=env, cwd=Path("/"), capture_output=True, text=True, check=True
    )
    return float(probe.stdout)


if __name__ == "__main__":
    main()
