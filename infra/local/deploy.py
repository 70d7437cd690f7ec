"""The CDK app onto the running emulator: synth, bootstrap, deploy, then IAM evaluation."""

import json
import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from infra.local.layout import ROOT, Cache, State
from infra.local.loopback import post
from infra.local.ministack import ACCOUNT, REGION, client_env
from infra.local.ports import Ports
from infra.local.processes import run_step
from infra.local.toolchain.prepare import Infra

# what the deployed stacks are made of; the local cloud's own code is not
SOURCES = ("functions", "layers", "infra", "cdk.json")
NOT_SOURCES = (Path("infra/local"), Path("infra/requirements"))
APP = ROOT / "infra" / "app.py"


@dataclass(frozen=True)
class Deployment:
    """One deployment: with what, to where, with which context."""

    infra: Infra
    state: State
    ports: Ports
    cache: Cache
    context: dict[str, str]
    app: Path = APP

    @property
    def stamp(self) -> Path:
        """What is deployed now: it lives and dies with the emulator's state."""
        return self.state.cloud / "deployed"

    @property
    def is_bootstrapped(self) -> bool:
        """Whether this emulator has what CDK keeps its assets in."""
        return (self.state.cloud / "bootstrapped").exists()

    def fingerprint(self) -> str:
        """Of all that the stacks are made of."""
        digest = sha256(json.dumps(self.context, sort_keys=True).encode())
        for path in sorted(_files()):
            digest.update(f"{path.relative_to(ROOT)}\0".encode())
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def is_current(self, fingerprint: str) -> bool:
        """Whether just this is deployed."""
        return self.stamp.exists() and self.stamp.read_text() == fingerprint and self.state.outputs.exists()

    def warm_up(self) -> None:
        """Unpack and compile the CDK's libraries, once in an environment's life: the first synth is then as quick as the others."""
        done = self.cache.folder("jsii") / f".warm-{self.infra.python.parents[1].name}"
        if not done.exists():
            argv = [self.infra.python, "-W", "ignore", "-c", "import infra.app"]
            run_step(argv, self._env(), self.state.logs / "setup-jsii.log", "unpacking the CDK's libraries", cwd=ROOT)
            done.touch()

    def synth(self) -> None:
        """Write the cloud assembly."""
        synthesize(self.app, self.infra, self._env(), self.context, self.state.cdk_out, self.state.logs / "synth.log")

    def bootstrap(self) -> None:
        """What CDK keeps its assets in."""
        self._cdk("bootstrap", f"aws://{ACCOUNT}/{REGION}")
        (self.state.cloud / "bootstrapped").touch()

    def deploy(self, fingerprint: str) -> None:
        """All stacks, in order."""
        self.stamp.unlink(missing_ok=True)
        self._cdk(
            "deploy", "--all", "--require-approval", "never", "--progress", "events", "--method", "direct",
            "--outputs-file", str(self.state.outputs), "--app", str(self.state.cdk_out),
        )  # fmt: skip
        self.stamp.write_text(fingerprint)

    def outputs(self) -> dict[str, str]:
        """The outputs of all stacks by name."""
        stacks: dict[str, dict[str, str]] = json.loads(self.state.outputs.read_text())
        return {name: value for stack in stacks.values() for name, value in stack.items()}

    def _cdk(self, verb: str, *arguments: str) -> None:
        argv = [self.infra.node / "node", self.infra.cdk, verb, *arguments]
        # not in the checkout: the CLI would read cdk.json, which is for AWS
        todo = f"look into the emulator's log ({self.state.logs / 'ministack.log'}), or begin anew: make clean, then make run"
        run_step(argv, self._env(), self.state.logs / f"{verb}.log", f"cdk {verb}", todo, cwd=self.state.root)

    def _env(self) -> dict[str, str]:
        return cdk_env(client_env(self.state, self.ports), self.infra, self.cache)


def cdk_env(env: dict[str, str], infra: Infra, cache: Cache) -> dict[str, str]:
    """An environment in which the CDK works, on top of a clean one."""
    return env | {
        "PATH": f"{infra.node}:{env['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(cache.bytecode),
        "CDK_DISABLE_CLI_TELEMETRY": "true",
        "CDK_DISABLE_VERSION_CHECK": "1",
        "JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION": "1",
        # unpacked once for all checkouts
        "JSII_RUNTIME_PACKAGE_CACHE_ROOT": str(cache.folder("jsii")),
    }


def synthesize(app: Path, infra: Infra, env: dict[str, str], context: dict[str, str], out: Path, log: Path) -> None:
    """Write a cloud assembly. Python runs the app directly: no CLI is needed for this."""
    env = env | {"CDK_OUTDIR": str(out), "CDK_CONTEXT_JSON": json.dumps(context)}
    run_step([infra.python, "-W", "ignore", app], env, log, "synthesizing the CDK app", cwd=ROOT)


def configure(ports: Ports, values: dict[str, Any]) -> None:
    """Set switches of the running emulator."""
    body = json.dumps(values).encode()
    applied = json.loads(post(ports.aws_url + "/_ministack/config", body))["applied"]
    missing = values.keys() - applied.keys()
    if missing:
        raise KeyError(f"the emulator has no switch {sorted(missing)}")


def _files() -> list[Path]:
    found: list[Path] = []
    for name in SOURCES:
        top = ROOT / name
        for folder, folders, files in os.walk(top):
            here = Path(folder)
            folders[:] = [one for one in folders if one != "__pycache__" and (here / one).relative_to(ROOT) not in NOT_SOURCES]
            found += [here / file for file in files if not file.endswith(".pyc")]
        if top.is_file():
            found.append(top)
    return found
