"""A benchmark of several parts: each is a function from what it may use to its figures, and each can be asked for alone."""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tests.bench._cloud import world
from tests.bench._gate_texts import BESIDE
from tests.bench._report import Figure, report
from tests.e2e.world import World

SEED = 7

Figures = Mapping[str, Figure]
Part = Callable[["Bench"], Figures]


@dataclass(frozen=True)
class Bench:
    """What a part may use. The local cloud starts when a part first asks for it, and all parts share it."""

    data: Path
    beam: Path
    rounds: int
    seed: int
    ends: ExitStack = field(default_factory=ExitStack, repr=False)

    @cached_property
    def cloud(self) -> World:
        return self.ends.enter_context(world())

    def found(self, path: Path, source: str) -> bool:
        """Whether a public data set is there; where it is not, says what to fetch."""
        if path.exists():
            return True
        where = "name the folder with DATA=" if path.is_relative_to(self.data) else "name another"
        print(f"{path} is not there, so what it measures is left out: fetch it from {source}, or {where}", file=sys.stderr)
        return False


def measure(name: str, parts: Mapping[str, Part], arguments: Sequence[str] | None = None) -> int:
    """Runs the parts asked for (`--only a,b`; all by default), then prints one table and writes `build/bench/<name>.json`.

    A part that fails is told and counted (`failed`), and does not keep the others from being run.
    """
    asked = _parser(parts).parse_args(arguments)
    figures: dict[str, Figure] = {}
    failed: list[str] = []
    beam = asked.beam or asked.data / "beam" / "beam_100k_dev.jsonl"
    bench = Bench(data=asked.data, beam=beam, rounds=asked.rounds, seed=asked.seed)
    with bench.ends:
        for part in asked.only:
            try:
                figures |= parts[part](bench)
            except Exception:
                traceback.print_exc()
                failed.append(part)
    if failed:
        figures["failed"] = ", ".join(failed)
    report(name, figures, seed=asked.seed, rounds=asked.rounds)
    return 1 if failed else 0


def _parser(parts: Mapping[str, Part]) -> argparse.ArgumentParser:
    def names(text: str) -> list[str]:
        chosen = [name.strip() for name in text.split(",") if name.strip()]
        if unknown := set(chosen) - set(parts):
            raise argparse.ArgumentTypeError(f"there is no part {', '.join(sorted(unknown))}: {', '.join(parts)}")
        return chosen

    def path(text: str) -> Path:
        return Path(text).expanduser()

    parser = argparse.ArgumentParser()
    parser.add_argument("--only", type=names, default=list(parts), help=f"of {', '.join(parts)}: all by default")
    parser.add_argument("--data", type=path, default=path(os.environ.get("DATA") or str(BESIDE)), help="the folder of public sets")
    beam = os.environ.get("BEAM")
    parser.add_argument("--beam", type=path, default=path(beam) if beam else None, help="chats of BEAM's form, JSON lines")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=SEED)
    return parser
