"""Things in the cache: checked by hash, made whole or not at all, by one process at a time."""

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from infra.local.errors import LocalError

STAMP = ".complete"
_BLOCK = 1 << 20


def sha256_of(path: Path) -> str:
    """The checksum of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def verify(path: Path, expected: str, what: str) -> None:
    """Refuse a file that is not the pinned one."""
    found = sha256_of(path)
    if found != expected:
        raise LocalError(
            f"{what} is not the pinned file: its sha256 is {found}, expected {expected}",
            "something between here and the registry changed it: check the mirror that your clients use, then run the command again",
        )


def is_complete(folder: Path) -> bool:
    """Whether a cached folder was finished."""
    return (folder / STAMP).exists()


def make_once(folder: Path, build: Callable[[Path], None]) -> Path:
    """Build a folder unless it is there. It is built beside its place and moved when whole, under a lock."""
    if is_complete(folder):
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with lock(folder.with_name(f".{folder.name}.lock")):
        if is_complete(folder):
            return folder
        for left in (folder, *folder.parent.glob(f".{folder.name}.*.building")):
            shutil.rmtree(left, ignore_errors=True)
        work = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".building", dir=folder.parent))
        try:
            work.chmod(0o755)
            build(work)
            (work / STAMP).touch()
            os.replace(work, folder)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    return folder


def make_in_place(folder: Path, build: Callable[[Path], None]) -> Path:
    """Like `make_once`, for folders that hold their own path and so cannot be moved (Python environments)."""
    if is_complete(folder):
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with lock(folder.with_name(f".{folder.name}.lock")):
        if not is_complete(folder):
            shutil.rmtree(folder, ignore_errors=True)
            build(folder)
            (folder / STAMP).touch()
    return folder


@contextmanager
def lock(path: Path, waiting: Callable[[], None] = lambda: None) -> Generator[None]:
    """Hold a lock file; the system lets go of it when the process ends, however it ends. `waiting` is called when another has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting()
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
