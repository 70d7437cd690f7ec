"""Log files for people: their ends, and what is being added."""

import time
from collections.abc import Sequence
from pathlib import Path


def tail(path: Path, lines: int) -> list[str]:
    """The last lines of a file."""
    return path.read_text(errors="replace").splitlines()[-lines:]


def print_tails(paths: Sequence[Path], lines: int) -> None:
    """Print the ends of some logs, each under its name."""
    for path in paths:
        print(f"==> {path}")
        for line in tail(path, lines):
            print(f"    {line}")


def follow(path: Path) -> None:
    """Print what is added, until interrupted."""
    with path.open(errors="replace") as file:
        file.seek(0, 2)
        while True:
            line = file.readline()
            if line:
                print(f"    {line}", end="", flush=True)
            else:
                time.sleep(0.3)
