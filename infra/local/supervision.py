"""The launcher's side of the supervisor: starting it, asking it, letting it go."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

from infra.local.errors import LocalError
from infra.local.layout import ROOT, State
from infra.local.loopback import post
from infra.local.ports import Ports
from infra.local.processes import is_running
from infra.local.supervisor import CONTROL_HEADER, STAY, Settings

START_SECONDS = 30.0
STOP_SECONDS = 50.0


class Supervision:
    """One supervisor, started by this process or by an earlier one."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._process: subprocess.Popen[bytes] | None = None
        self._lifeline: int | None = None

    @property
    def info(self) -> dict[str, Any] | None:
        """What it says about itself; None when none runs."""
        try:
            info: dict[str, Any] = json.loads(self._state.supervisor.read_text())
        except FileNotFoundError:
            return None
        return info if is_running(info["pid"]) and _is_supervisor(info["pid"]) else None

    @property
    def running(self) -> dict[str, Any]:
        """The same, for those that need one."""
        info = self.info
        if info is None:
            raise LocalError("the local cloud is not running", "make run")
        return info

    @property
    def ports(self) -> Ports:
        """Where its servers listen."""
        return Ports(**self.running["ports"])

    def start(self, settings: Settings) -> None:
        """Start one, tied to this process until `stay`."""
        settings.write(self._state.settings)
        theirs, self._lifeline = os.pipe()
        argv = [settings.cloud_python, "-W", "ignore", "-m", "infra.local", "serve"]
        argv += ["--state", str(self._state.root), "--lifeline", str(theirs)]
        env = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "USER")}
        log = self._state.logs / "supervisor.log"
        with log.open("wb") as out:
            self._process = subprocess.Popen(
                argv, cwd=ROOT, env=env | {"PYTHONPYCACHEPREFIX": settings.bytecode}, stdin=subprocess.DEVNULL, stdout=out,
                stderr=subprocess.STDOUT, start_new_session=True, pass_fds=(theirs,),
            )  # fmt: skip
        os.close(theirs)
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            info = self.info
            if info is not None and info["pid"] == self._process.pid:
                return
            time.sleep(0.05)
        raise LocalError("the local cloud's supervisor did not start", log=log)

    def order(self, server: str, verb: str) -> None:
        """Have it start or stop one of its servers."""
        post(f"{self.ports.issuer_url}/servers/{server}/{verb}", headers={CONTROL_HEADER: self.running["secret"]})

    def stay(self) -> None:
        """Leave it running when this process ends."""
        if self._lifeline is not None:
            os.write(self._lifeline, STAY)
            self._lifeline = os.close(self._lifeline)

    def let_go(self) -> None:
        """Close the lifeline: one that was not told to stay ends, and is waited for."""
        if self._lifeline is None or self._process is None:
            return
        self._lifeline = os.close(self._lifeline)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def stop(self) -> list[int]:
        """Stop it and all that it owns. Gives back the processes that were ended."""
        info = self.info
        self.let_go()
        if info is None:
            return []
        pids = [info["pid"], *(pid for pid in info["servers"].values() if pid)]
        if is_running(info["pid"]):
            os.kill(info["pid"], signal.SIGTERM)
        left = _wait_until_gone(pids, STOP_SECONDS)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        _wait_until_gone(left, 5)
        self._state.supervisor.unlink(missing_ok=True)
        return pids


def _is_supervisor(pid: int) -> bool:
    """Process ids are used again: what has this one now may be something else."""
    command = Path(f"/proc/{pid}/cmdline")
    try:
        return b"infra.local" in command.read_bytes() if command.exists() else True
    except OSError:
        return False


def _wait_until_gone(pids: list[int], seconds: float) -> list[int]:
    end = time.monotonic() + seconds
    left = list(pids)
    while left and time.monotonic() < end:
        left = [pid for pid in left if is_running(pid)]
        time.sleep(0.05)
    return left
