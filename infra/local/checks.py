"""Lint and tests, on environments of ours alone."""

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from infra.local.errors import LocalError
from infra.local.layout import ROOT, Cache, State
from infra.local.toolchain.node import PYRIGHT, installed
from infra.local.toolchain.prepare import Toolchain

BENCHMARKS = ROOT / "tests" / "bench"
END_TO_END = "tests/e2e"
FORMATTED = ("functions", "infra", "layers", "tests")


@dataclass(frozen=True)
class Checks:
    """What is run, and with what."""

    toolchain: Toolchain
    state: State

    def lint(self) -> int:
        """Style, types and the arrows between layers; all are run, the first failure is the result."""
        dev, node = self.toolchain.dev_python, self.toolchain.infra.node
        pyright = installed("pyright", PYRIGHT, Cache.of_user(), node, self.state.logs / "setup-pyright.log")
        results = [
            _run([dev, "-m", "ruff", "check", "."]),
            _run([dev, "-m", "ruff", "format", "--check", *FORMATTED]),
            _run([node / "node", pyright, "--pythonpath", dev]),
            _run([dev.parent / "lint-imports"]),
        ]
        return next((result for result in results if result), 0)

    def format(self) -> int:
        """Put the code into its form."""
        dev = self.toolchain.dev_python
        return _run([dev, "-m", "ruff", "check", "--fix", "."]) or _run([dev, "-m", "ruff", "format", *FORMATTED])

    def test(self, arguments: Sequence[str]) -> int:
        """Run pytest; without arguments all tests, on both of two cores, but those of the one deployed cloud after one another."""
        pytest = [self.toolchain.dev_python, "-m", "pytest"]
        if arguments:
            return _run([*pytest, *arguments])
        results = [_run([*pytest, END_TO_END]), _run([*pytest, f"--ignore={END_TO_END}", "-n", "2", "--dist", "loadfile"])]
        return next((result for result in results if result), 0)

    def bench(self, arguments: Sequence[str]) -> int:
        """Run the benchmarks named, or all: the modules of tests/bench. What follows the names is theirs."""
        names = list(takewhile(lambda word: not word.startswith("-"), arguments))
        options = arguments[len(names) :]
        found = sorted(path.stem for path in BENCHMARKS.glob("*.py") if not path.stem.startswith("_"))
        unknown = set(names) - set(found)
        if unknown:
            raise LocalError(f"there is no benchmark {', '.join(sorted(unknown))}", f"one of: {', '.join(found)}")
        for name in names or found:
            if code := _run([self.toolchain.dev_python, "-m", f"tests.bench.{name}", *options]):
                return code
        return 0


def _run(argv: Sequence[str | Path]) -> int:
    paths = os.pathsep.join((str(ROOT / "layers" / "mnemon" / "python"), str(ROOT)))
    # a user's own AWS settings must never meet a test
    clean = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    clean.pop("PYTHONDONTWRITEBYTECODE", None)
    env = clean | {"PYTHONPATH": paths, "PYTHONPYCACHEPREFIX": str(Cache.of_user().bytecode)}
    return subprocess.run([str(part) for part in argv], cwd=ROOT, env=env, check=False).returncode
