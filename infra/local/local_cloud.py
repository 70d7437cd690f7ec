"""One local cloud: brought up, used, taken down. `make run` and the tests use the same class."""

import fcntl
import json
import os
import signal
import subprocess
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from infra.local import ministack, opensearch
from infra.local.background import Background
from infra.local.deploy import APP, Deployment, cdk_env, configure, synthesize
from infra.local.endpoints import Endpoints
from infra.local.errors import LocalError
from infra.local.layout import DEFAULT_NAME, ROOT, Cache, State
from infra.local.names import AUDIENCE, FRESH_WORKERS, IAM, JWKS_PATH
from infra.local.ports import Ports
from infra.local.processes import is_running, kill_running_steps, run_step, wait_until_answers
from infra.local.progress import Progress
from infra.local.supervisor import CONTROL_HEADER, STAY, Settings
from infra.local.toolchain.prepare import Toolchain

STOP_SECONDS = 50.0


@dataclass(frozen=True)
class Options:
    """How a local cloud is to be."""

    name: str = DEFAULT_NAME
    ports: Ports = field(default_factory=Ports)
    persist: bool = True
    layers: str = "dev"
    idle_seconds: int = 5
    ttl_seconds: float = 5.0
    iam: bool = True
    app: Path = APP


class LocalCloud:
    """A local cloud by its name. Nothing runs until `up`."""

    def __init__(self, options: Options | None = None, progress: Progress | None = None) -> None:
        self.options = options or Options()
        self.state = State.named(self.options.name)
        self.progress = progress or Progress(quiet=True)
        self._cache = Cache.of_user()
        self._supervisor: subprocess.Popen[bytes] | None = None
        self._lifeline: int | None = None

    @contextmanager
    def running(self) -> Generator["LocalCloud"]:
        """Up for the time of a `with` block. A test process that is killed takes it down too."""
        try:
            self.up()
            yield self
        finally:
            self.down()

    def up(self) -> Endpoints:
        """Start what is not running, deploy what has changed. Ends with this process unless `stay` is called."""
        self.state.make()
        with _one_at_a_time(self.state.root / "up.lock"):
            try:
                return self._up()
            except BaseException:
                kill_running_steps()
                self._let_go()
                raise

    def stay(self) -> None:
        """Leave it running when this process ends."""
        if self._lifeline is not None:
            os.write(self._lifeline, STAY)
            self._lifeline = os.close(self._lifeline)

    def down(self) -> list[int]:
        """Stop it and wait. Gives back the processes that were ended."""
        info = self.info()
        self._let_go()
        if info is None:
            return []
        pids = [info["pid"], *(pid for pid in info["servers"].values() if pid)]
        if is_running(info["pid"]):
            os.kill(info["pid"], signal.SIGTERM)
        left = _wait_until_gone(pids, STOP_SECONDS)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        _wait_until_gone(left, 5)
        self.state.supervisor.unlink(missing_ok=True)
        return pids

    def info(self) -> dict[str, Any] | None:
        """What the supervisor says about itself; None when none runs."""
        try:
            info: dict[str, Any] = json.loads(self.state.supervisor.read_text())
        except FileNotFoundError:
            return None
        alive = is_running(info["pid"]) and _is_supervisor(info["pid"])
        return info if alive else None

    @property
    def endpoints(self) -> Endpoints:
        """Of the deployed local cloud."""
        return Endpoints.read(self.state)

    @cached_property
    def toolchain(self) -> Toolchain:
        """The toolchain, being made since this was first read."""
        return Toolchain(self._cache, self.state, self.progress)

    def client_env(self) -> dict[str, str]:
        """The environment of programs that call this local AWS."""
        return ministack.client_env(self.state, self._ports())

    def set_iam(self, on: bool) -> None:
        """Switch IAM evaluation. The CDK CLI can deploy only while it is off."""
        configure(self._ports(), {IAM: on})

    def fresh_workers(self) -> None:
        """Start functions anew at their next call."""
        configure(self._ports(), {FRESH_WORKERS: True})

    def scale_waits(self, factor: float) -> None:
        """Make the waits of state machines shorter."""
        configure(self._ports(), {"stepfunctions._SFN_WAIT_SCALE": factor})

    def stop_server(self, name: str) -> None:
        """Stop `opensearch` or `ministack` alone; what it had written stays."""
        self._order(name, "stop")

    def start_server(self, name: str) -> None:
        """Start it again and wait until it serves."""
        self._order(name, "start")
        self._wait_ready(name)

    def synth_for_aws(self) -> Path:
        """Build the layers for Lambda and write the templates for AWS, with the app's own defaults."""
        self.state.make()
        place = ROOT / "build" / "cdk.out"
        self._build_layers(self.toolchain, "aws")
        with self.progress.step("synth", "CDK app synthesized for AWS"):
            env = cdk_env(ministack.base_env(self.state), self.toolchain.infra, self._cache.root)
            synthesize(APP, self.toolchain.infra, env, {}, place, self.state.logs / "synth-aws.log")
        return place

    def _ports(self) -> Ports:
        info = self.info()
        if info is None:
            raise LocalError("the local cloud is not running", "make run")
        return Ports(**info["ports"])

    def _up(self) -> Endpoints:
        info = self.info()
        if info is not None and info["ports"] != asdict(self.options.ports):
            raise LocalError(
                f"the local cloud runs already, on ports {', '.join(str(port) for port in info['ports'].values())}",
                "use it as it is (make run without PORT), or stop it first: make stop",
            )
        if info is None:
            self.options.ports.require_free()
        toolchain = self.toolchain
        toolchain.begin()
        layers = Background(lambda: self._build_layers(toolchain, self.options.layers))
        ports = self.options.ports
        context = self._context(toolchain.model)
        deployment = Background(lambda: Deployment(toolchain.infra, self.state, ports, self._cache.root, context, self.options.app))
        synth = Background(lambda: self._synth(layers, deployment))
        if info is None:
            self._start(toolchain)
            engine = Background(lambda: self._wait_ready("opensearch"))
            self._wait_ready("ministack")
        else:
            engine = Background(lambda: self._revive(info))
        self._deploy(deployment.result(), synth, engine)
        endpoints = Endpoints.of(ports, deployment.result().outputs())
        endpoints.write(self.state.endpoints)
        return endpoints

    def _start(self, toolchain: Toolchain) -> None:
        engines = toolchain.engines
        options, python = self.options, str(toolchain.cloud_python)
        home, java = str(engines.home), str(engines.java)
        bytecode = str(self._cache.bytecode)
        Settings(options.ports, python, home, java, options.persist, options.ttl_seconds, bytecode).write(self.state.settings)
        ours, theirs = os.pipe()
        argv = [python, "-W", "ignore", "-m", "infra.local", "serve", "--state", str(self.state.root), "--lifeline", str(ours)]
        env = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "USER")}
        env["PYTHONPYCACHEPREFIX"] = bytecode
        with (self.state.logs / "supervisor.log").open("wb") as log:
            self._supervisor = subprocess.Popen(
                argv, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                start_new_session=True, pass_fds=(ours,),
            )  # fmt: skip
        os.close(ours)
        self._lifeline = theirs
        self._wait_for_report()

    def _wait_for_report(self) -> None:
        assert self._supervisor is not None
        end = time.monotonic() + 30
        while time.monotonic() < end:
            info = self.info()
            if info is not None and info["pid"] == self._supervisor.pid:
                return
            if self._supervisor.poll() is not None:
                break
            time.sleep(0.05)
        raise LocalError("the local cloud's supervisor did not start", log=self.state.logs / "supervisor.log")

    def _wait_ready(self, name: str) -> None:
        info = self.info() or {"servers": {}}
        pid, log = info["servers"].get(name), self.state.logs / f"{name}.log"
        if pid is None:
            raise LocalError(f"{name} ended while it was starting", log=log)
        ports = self.options.ports
        title, url, seconds = {
            "ministack": ("the local AWS", ports.aws_url + ministack.READY_PATH, ministack.READY_SECONDS),
            "opensearch": ("OpenSearch", ports.opensearch_url + opensearch.READY_PATH, opensearch.READY_SECONDS),
        }[name]
        with self.progress.step(f"start.{name}", f"{title} answers"):
            wait_until_answers(title, url, pid, log, seconds)

    def _revive(self, info: dict[str, Any]) -> None:
        for name, pid in info["servers"].items():
            if not (pid and is_running(pid)):
                self.start_server(name)

    def _build_layers(self, toolchain: Toolchain, kind: str) -> None:
        script = ROOT / "infra" / "layers.py"
        python, model = toolchain.cloud_python, toolchain.model
        if self.options.app != APP:
            return
        with self.progress.step("layers", "layers for this machine", shown_from=0.5):
            argv = [python, script, kind, "--python", python, "--model", model]
            todo = "is the package index reachable? then run the command again"
            with _one_at_a_time(ROOT / "build" / ".layers.lock"):
                env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(self._cache.bytecode)}
                run_step(argv, env, self.state.logs / "layers.log", "building the layers", todo, cwd=ROOT)

    def _synth(self, layers: Background[None], deployment: Background[Deployment]) -> str:
        ready = deployment.result()
        with self.progress.step("setup.jsii", "the CDK's libraries unpacked", shown_from=0.3):
            ready.warm_up()
        layers.result()
        fingerprint = ready.fingerprint()
        if not ready.is_current(fingerprint):
            with self.progress.step("synth", "CDK app synthesized"):
                ready.synth()
        return fingerprint

    def _deploy(self, deployment: Deployment, synth: Background[str], engine: Background[None]) -> None:
        if not deployment.is_bootstrapped:
            configure(self.options.ports, {IAM: False})
            with self.progress.step("bootstrap", "CDK bootstrapped"):
                deployment.bootstrap()
        fingerprint = synth.result()
        engine.result()
        if deployment.is_current(fingerprint):
            self.progress.note("deployed already: nothing has changed")
        else:
            configure(self.options.ports, {IAM: False})
            with self.progress.step("deploy", "stacks deployed by the CDK CLI"):
                deployment.deploy(fingerprint)
        configure(self.options.ports, {IAM: self.options.iam})

    def _context(self, model: Path) -> dict[str, str]:
        ports = self.options.ports
        return {
            "layers": self.options.layers,
            "opensearch": ports.opensearch_url,
            "retain": "false",
            "issuer": ports.issuer_url,
            "jwks_url": ports.issuer_url + JWKS_PATH,
            "audience": AUDIENCE,
            "model_dir": str(model),
            "idle_seconds": str(self.options.idle_seconds),
        }

    def _order(self, name: str, verb: str) -> None:
        info = self.info()
        if info is None:
            raise LocalError("the local cloud is not running", "make run")
        url = f"{Ports(**info['ports']).issuer_url}/servers/{name}/{verb}"
        request = urllib.request.Request(url, data=b"", method="POST", headers={CONTROL_HEADER: info["secret"]})
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=90):
            pass

    def _let_go(self) -> None:
        """Close the lifeline: a supervisor that was not told to stay ends, and is waited for."""
        if self._lifeline is not None:
            self._lifeline = os.close(self._lifeline)
            if self._supervisor is not None:
                try:
                    self._supervisor.wait(STOP_SECONDS)
                except subprocess.TimeoutExpired:
                    self._supervisor.kill()
        if self._supervisor is not None:
            self._supervisor.poll()


@contextmanager
def _one_at_a_time(path: Path) -> Generator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


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
