"""What every benchmark ends with: a table for people, and a file of flat keys for whoever compares."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Mapping, Sequence

from infra.local.layout import ROOT

OUT = ROOT / "build" / "bench"
Figure = float | int | str


def report(name: str, figures: Mapping[str, Figure], *, seed: int | None = None, **counts: Figure) -> None:
    """Prints the figures and writes `build/bench/<name>.json`."""
    about: dict[str, Figure] = {"commit": _commit(), "machine": f"{platform.machine()}, Python {platform.python_version()}"}
    if seed is not None:
        about["seed"] = seed
    kept = {**about, **counts, **figures}
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / f"{name}.json").write_text(json.dumps(kept, indent=2) + "\n")
    print(f"\n{name}")
    width = max(map(len, kept))
    for key, value in kept.items():
        print(f"  {key:<{width}}  {_shown(value)}")


def percentile(values: Sequence[float], share: float) -> float:
    """The nearest of the values; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def spread(name: str, milliseconds: Sequence[float]) -> dict[str, float]:
    """`<name>.p50_ms` and `<name>.p95_ms`."""
    return {f"{name}.p50_ms": round(percentile(milliseconds, 0.5), 3), f"{name}.p95_ms": round(percentile(milliseconds, 0.95), 3)}


def _shown(value: Figure) -> str:
    return f"{value:,.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _commit() -> str:
    found = subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=12"], cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"
