"""The supervisor: what it owns lives as long as it should and no longer. OpenSearch is played by a program that only waits."""

import json
import os
import shutil
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jwt
import pytest

from infra.local.issuer import Caller, Issuer
from infra.local.layout import ROOT, Cache, State, engine_place
from infra.local.loopback import answers
from infra.local.names import AUDIENCE
from infra.local.ports import Ports
from infra.local.processes import is_running
from infra.local.supervisor import CONTROL_HEADER, STAY, Settings
from tests.local.emulators import eventually


@dataclass
class Supervised:
    """A supervisor process and the pipe that ties it to us."""

    process: subprocess.Popen[bytes]
    lifeline: int
    state: State
    ports: Ports

    @property
    def info(self) -> dict[str, Any]:
        return json.loads(self.state.supervisor.read_text())

    @property
    def pids(self) -> list[int]:
        return [self.process.pid, *self.info["servers"].values()]

    def order(self, server: str, verb: str, secret: str | None = None) -> int:
        headers = {CONTROL_HEADER: secret or self.info["secret"]}
        request = urllib.request.Request(f"{self.ports.issuer_url}/servers/{server}/{verb}", data=b"", headers=headers, method="POST")
        try:
            with urllib.request.urlopen(request) as reply:
                return reply.status
        except urllib.error.HTTPError as error:
            return error.code


@pytest.fixture
def supervised(cloud_python: Path, tmp_path: Path) -> Iterator[Supervised]:
    """A supervisor whose servers run."""
    state, ports = State(tmp_path / "state").make(), Ports.free()
    fake = engine_place(tmp_path) / f"waiting-{os.getpid()}"
    (fake / "config").mkdir(parents=True, exist_ok=True)
    (fake / "config" / "jvm.options").touch()
    (fake / "bin").mkdir(exist_ok=True)
    program = fake / "bin" / "opensearch"
    program.write_text("#!/bin/sh\nexec sleep 300\n")
    program.chmod(0o755)
    Settings(ports, str(cloud_python), str(fake), "/", persist=True, ttl_seconds=5, bytecode=str(Cache.of_user().bytecode)).write(
        state.settings
    )
    ours, theirs = os.pipe()
    argv = [cloud_python, "-m", "infra.local", "serve", "--state", state.root, "--lifeline", str(ours)]
    process = subprocess.Popen(argv, cwd=ROOT, pass_fds=(ours,), start_new_session=True)
    os.close(ours)
    one = Supervised(process, theirs, state, ports)
    try:
        assert eventually(lambda: state.supervisor.exists() and answers(ports.aws_url + "/_ministack/ready"), 20)
        yield one
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(fake)
        shutil.rmtree(state.engine, ignore_errors=True)


def test_a_launcher_that_dies_early_takes_everything_down(supervised: Supervised) -> None:
    pids = supervised.pids
    os.close(supervised.lifeline)
    assert eventually(lambda: supervised.process.poll() is not None, 20) is True
    assert [pid for pid in pids if is_running(pid)] == []
    assert not supervised.state.supervisor.exists()


def test_it_stays_when_told_to_and_stops_in_order_when_told_to(supervised: Supervised) -> None:
    os.write(supervised.lifeline, STAY)
    os.close(supervised.lifeline)
    assert not eventually(lambda: supervised.process.poll() is not None, 1)
    pids = supervised.pids
    supervised.process.send_signal(signal.SIGTERM)
    supervised.process.wait(20)
    assert [pid for pid in pids if is_running(pid)] == []
    assert supervised.state.saved.exists()


def test_killed_it_leaves_nothing(supervised: Supervised) -> None:
    pids = supervised.pids
    supervised.process.kill()
    supervised.process.wait()
    assert eventually(lambda: not [pid for pid in pids if is_running(pid)], 20)
    assert not supervised.state.saved.exists()


def test_an_emulator_that_ends_takes_the_rest_down(supervised: Supervised) -> None:
    pids = supervised.pids
    os.kill(supervised.info["servers"]["ministack"], signal.SIGKILL)
    supervised.process.wait(20)
    assert [pid for pid in pids if is_running(pid)] == []


def test_one_server_is_stopped_and_started_by_those_who_know_the_secret(supervised: Supervised) -> None:
    before = supervised.info["servers"]["opensearch"]
    assert supervised.order("opensearch", "stop", secret="guessed") == 404
    assert is_running(before)
    assert supervised.order("opensearch", "stop") == 200
    assert supervised.info["servers"]["opensearch"] is None
    assert supervised.order("opensearch", "start") == 200
    assert supervised.info["servers"]["opensearch"] not in (None, before)
    assert supervised.order("something", "stop") == 404
    assert oct(supervised.state.supervisor.stat().st_mode & 0o777) == "0o600"


def test_tokens_are_verified_with_the_keys_that_it_serves(supervised: Supervised) -> None:
    url = supervised.ports.issuer_url
    with urllib.request.urlopen(f"{url}/.well-known/openid-configuration") as reply:
        keys = jwt.PyJWKClient(json.loads(reply.read())["jwks_uri"])
    issuer = Issuer(supervised.state.keys, url)
    old = issuer.token(Caller("acme", "ana", teams=["red"]))
    issuer.rotate()
    new = issuer.token(Caller("acme"))

    def verified(token: str) -> dict[str, Any]:
        return jwt.decode(token, keys.get_signing_key_from_jwt(token), algorithms=["RS256"], audience=AUDIENCE, issuer=url)

    person, backend = verified(old), verified(new)
    assert jwt.get_unverified_header(old)["kid"] != jwt.get_unverified_header(new)["kid"]
    assert (person["tenant_id"], person["user_id"], person["teams"], person.get("actor_type")) == ("acme", "ana", ["red"], None)
    assert (backend["tenant_id"], backend["actor_type"], backend.get("user_id")) == ("acme", "service", None)
    assert "tenant:admin" in backend["scope"].split()
    assert "tenant:admin" not in person["scope"].split()
