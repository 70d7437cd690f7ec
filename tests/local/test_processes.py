"""No process of ours outlives what it belongs to."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from infra.local.errors import LocalError
from infra.local.layout import ROOT
from infra.local.processes import Server, is_running, run_step, wait_until_answers
from tests.local.emulators import eventually

SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]
PARENT = """
import sys, time
from pathlib import Path
from infra.local.processes import Server
server = Server("sleeper", [sys.executable, "-c", "import time; time.sleep(60)"], {}, Path("."), Path(sys.argv[1]))
server.start()
print(server.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's help is Linux's")
def test_a_killed_parent_leaves_no_child(tmp_path: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(tmp_path / "log")], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    assert eventually(lambda: not is_running(child))


def test_one_that_does_not_want_to_stop_is_made_to(tmp_path: Path) -> None:
    stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
    server = Server("stubborn", [sys.executable, "-c", stubborn], {}, tmp_path, tmp_path / "log")
    server.start()
    assert eventually(lambda: "up" in (tmp_path / "log").read_text())
    server.stop(seconds=0.2)
    assert server.returncode == -signal.SIGKILL


def test_a_server_that_ends_while_starting_is_told_with_its_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = Server("broken", [sys.executable, "-c", "raise SystemExit('no such module')"], {}, tmp_path, log)
    server.start()
    with pytest.raises(LocalError) as told:
        wait_until_answers("the broken server", "http://127.0.0.1:1/", server.pid or 0, log, 5)
    assert "the broken server ended while it was starting" in str(told.value)
    assert "no such module" in str(told.value)
    assert str(log) in str(told.value)
    server.stop()


def test_a_step_that_fails_says_what_and_where(tmp_path: Path) -> None:
    with pytest.raises(LocalError) as told:
        run_step(
            [sys.executable, "-c", "raise SystemExit('disk full')"], os.environ, tmp_path / "step.log", "making a thing", "free some space"
        )
    text = str(told.value)
    assert "making a thing failed (exit 1)" in text
    assert "disk full" in text
    assert f"log: {tmp_path / 'step.log'}" in text
    assert "what to do: free some space" in text


def test_a_process_id_is_watched_to_its_end() -> None:
    process = subprocess.Popen(SLEEPER)
    assert is_running(process.pid)
    process.kill()
    # not waited for yet: a zombie runs no more
    assert eventually(lambda: not is_running(process.pid))
    process.wait()
