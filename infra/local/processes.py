"""Child processes: none outlives its parent, each is waited for, each has a log."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from pwd import struct_passwd

from infra.local.errors import LocalError
from infra.local.loopback import answers

STOP_SECONDS = 20.0
_PR_SET_PDEATHSIG = 1
_running_steps: set[int] = set()
_prctl: Callable[..., int] | None = getattr(ctypes.CDLL(None), "prctl", None) if sys.platform == "linux" else None


def die_with_parent() -> None:
    """Ask the kernel to end this process when the thread that started it ends, even by SIGKILL."""
    if _prctl is not None:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Server:
    """A long-running child: how to start it and how to know that it is ready."""

    name: str
    argv: Sequence[str]
    env: Mapping[str, str]
    cwd: Path
    log: Path
    user: struct_passwd | None = None
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self) -> None:
        """Start it in a session of its own. Call from a thread that lives as long as the child should."""
        user = self.user
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                list(self.argv), env=dict(self.env), cwd=self.cwd, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                start_new_session=True, preexec_fn=die_with_parent,
                user=user.pw_uid if user else None, group=user.pw_gid if user else None, extra_groups=[] if user else None,
            )  # fmt: skip

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        return self.process.pid if self.process is not None and self.alive else None

    @property
    def returncode(self) -> int | None:
        """How it ended."""
        return self.process.returncode if self.process is not None else None

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Ask it to end, then make it."""
        if self.process is None:
            return
        if self.alive:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
        kill_group(self.process.pid)
        self.process.wait()


def kill_group(leader: int) -> None:
    """End what is left of a process group that we started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def run_step(argv: Sequence[str | Path], env: Mapping[str, str], log: Path, what: str, todo: str = "", cwd: Path | None = None) -> str:
    """Run a command to its end with its output in a log; a failure says what failed. Gives back what it printed."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as out:
        child = subprocess.Popen(
            [str(part) for part in argv], env=dict(env), cwd=cwd, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
            start_new_session=True, preexec_fn=die_with_parent,
        )  # fmt: skip
        _running_steps.add(child.pid)
        try:
            code = child.wait()
        finally:
            kill_group(child.pid)
            _running_steps.discard(child.pid)
    if code:
        raise LocalError(f"{what} failed (exit {code})", todo, log)
    return log.read_text(errors="replace")


def kill_running_steps() -> None:
    """End the commands that other threads wait for, with all their children."""
    for leader in list(_running_steps):
        kill_group(leader)


def is_running(pid: int) -> bool:
    """Whether a process exists that is not a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z" if stat.parent.parent.joinpath("self").exists() else True
    except OSError:
        return False


def wait_until_answers(name: str, url: str, pid: int | None, log: Path, seconds: float) -> None:
    """Wait for a server's readiness address, or say why it will not come."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answers(url):
            return
        if pid is not None and not is_running(pid):
            raise LocalError(f"{name} ended while it was starting", log=log)
        time.sleep(0.1)
    raise LocalError(f"{name} did not answer at {url} within {seconds:.0f} s", "is the machine very busy? run the command again", log)
