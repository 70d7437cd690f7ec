"""One local cloud: brought up, used, taken down. `make run` and the tests use the same class."""

import json
import os
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
from infra.local.supervision import Supervision
from infra.local.supervisor import Settings
from infra.local.toolchain.prepare import Toolchain
from infra.local.toolchain.store import lock


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
        self._supervision = Supervision(self.state)

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
        with lock(self.state.root / "up.lock", lambda: self.progress.note("waiting for another run of this checkout")):
            try:
                return self._up()
            except BaseException:
                kill_running_steps()
                self._supervision.let_go()
                raise

    def stay(self) -> None:
        """Leave it running when this process ends."""
        self._supervision.stay()

    def down(self) -> list[int]:
        """Stop it and wait. Gives back the processes that were ended."""
        return self._supervision.stop()

    def info(self) -> dict[str, Any] | None:
        """Process ids and ports; None when it does not run."""
        return self._supervision.info

    @property
    def endpoints(self) -> Endpoints:
        """Of the deployed local cloud."""
        return Endpoints.read(self.state)

    @cached_property
    def toolchain(self) -> Toolchain:
        """The toolchain, made as far as it is asked for."""
        return Toolchain(self._cache, self.state, self.progress)

    def client_env(self) -> dict[str, str]:
        """The environment of programs that call this local AWS."""
        return ministack.client_env(self.state, self._supervision.ports)

    def set_iam(self, on: bool) -> None:
        """Switch IAM evaluation. The CDK CLI can deploy only while it is off."""
        configure(self._supervision.ports, {IAM: on})

    def fresh_workers(self) -> None:
        """Start functions anew at their next call."""
        configure(self._supervision.ports, {FRESH_WORKERS: True})

    def scale_waits(self, factor: float) -> None:
        """Make the waits of state machines shorter."""
        configure(self._supervision.ports, {"stepfunctions._SFN_WAIT_SCALE": factor})

    def stop_server(self, name: str) -> None:
        """Stop `opensearch` or `ministack` alone; what it had written stays."""
        self._supervision.order(name, "stop")

    def start_server(self, name: str) -> None:
        """Start it again and wait until it serves."""
        self._supervision.order(name, "start")
        self._wait_ready(name)

    def synth_for_aws(self) -> Path:
        """Build the layers for Lambda and write the templates for AWS, with the app's own defaults."""
        self.state.make()
        place = ROOT / "build" / "cdk.out"
        self._build_layers("aws")
        with self.progress.step("synth", "CDK app synthesized for AWS"):
            env = cdk_env(ministack.base_env(self.state), self.toolchain.infra, self._cache)
            synthesize(APP, self.toolchain.infra, env, {}, place, self.state.logs / "synth-aws.log")
        return place

    def _up(self) -> Endpoints:
        info = self.info()
        if info is None:
            self.options.ports.require_free()
            if self.options.persist and self.state.supervisor.exists() and not self.state.saved.exists():
                self.progress.note("the last run was cut short and its state does not fit together: beginning empty")
            self.state.empty_tmp()
        elif info["ports"] != asdict(self.options.ports):
            raise LocalError(
                f"the local cloud runs already, on ports {', '.join(str(port) for port in info['ports'].values())}",
                "use it as it is (make run without PORT), or stop it first: make stop",
            )
        self.toolchain.begin()
        layers = Background(lambda: self._build_layers(self.options.layers))
        deployment = Background(self._deployment)
        synth = Background(lambda: self._synth(layers, deployment))
        if info is None:
            self._start()
            engine = Background(lambda: self._wait_ready("opensearch"))
            self._wait_ready("ministack")
        else:
            engine = Background(lambda: self._revive(info))
        self._deploy(deployment.result(), synth, engine)
        endpoints = Endpoints.of(self.options.ports, deployment.result().outputs())
        endpoints.write(self.state.endpoints)
        return endpoints

    def _start(self) -> None:
        options, engines = self.options, self.toolchain.engines
        settings = Settings(
            ports=options.ports,
            cloud_python=str(self.toolchain.cloud_python),
            opensearch_home=str(engines.home),
            java_home=str(engines.java),
            persist=options.persist,
            ttl_seconds=options.ttl_seconds,
            bytecode=str(self._cache.bytecode),
        )
        self._supervision.start(settings)

    def _wait_ready(self, name: str) -> None:
        pid, log = self._supervision.running["servers"].get(name), self.state.logs / f"{name}.log"
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

    def _build_layers(self, kind: str) -> None:
        if self.options.app != APP:
            return
        python, model = self.toolchain.cloud_python, self.toolchain.model
        with self.progress.step("layers", f"layers for {'Lambda' if kind == 'aws' else 'this machine'}", shown_from=0.5):
            argv = [python, ROOT / "infra" / "layers.py", kind, "--python", python, "--model", model]
            argv += ["--reranker"] if _context().get("reranker") == "builtin" else []
            env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(self._cache.bytecode)}
            todo = "is the package index reachable? then run the command again"
            run_step(argv, env, self.state.logs / "layers.log", "building the layers", todo, cwd=ROOT)

    def _deployment(self) -> Deployment:
        options, ports = self.options, self.options.ports
        context = {
            "layers": options.layers,
            "opensearch": ports.opensearch_url,
            "retain": "false",
            "issuer": ports.issuer_url,
            "jwks_url": ports.issuer_url + JWKS_PATH,
            "audience": AUDIENCE,
            "model_dir": str(self.toolchain.model),
            "idle_seconds": str(options.idle_seconds),
        }
        return Deployment(self.toolchain.infra, self.state, ports, self._cache, context, options.app)

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


def _context() -> dict[str, Any]:
    """What cdk.json says that a deployment is to be."""
    return dict(json.loads((ROOT / "cdk.json").read_text()).get("context", {}))
