"""The emulator as a child process: AWS on loopback, with its gaps closed."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from infra.local.layout import ROOT, State
from infra.local.ports import LOOPBACK, Ports
from infra.local.processes import Server

ACCOUNT = "000000000000"
REGION = "us-east-1"
ACCESS_KEY = "test"
READY_PATH = "/_ministack/ready"
READY_SECONDS = 60.0


@dataclass(frozen=True)
class Emulator:
    """One emulator: which environment, where its state goes, which ports."""

    python: Path
    state: State
    ports: Ports
    persist: bool
    ttl_seconds: float
    bytecode: Path
    open_gaps: Sequence[str] = ()

    def server(self, log: Path) -> Server:
        """The process to start."""
        entry = ["-m", "infra.local.cloud", *(f"--without={gap}" for gap in self.open_gaps)]
        # found through the working folder: a PYTHONPATH would reach the functions too
        return Server("ministack", [str(self.python), "-W", "ignore", *entry], self._env(), ROOT, log)

    def _env(self) -> dict[str, str]:
        # functions inherit this environment, so nothing of the user's is in it
        return base_env(self.state) | {
            "GATEWAY_PORT": str(self.ports.api),
            "BIND_HOST": LOOPBACK,
            "MINISTACK_OPENSEARCH_ENDPOINT": f"localhost:{self.ports.opensearch}",
            "LAMBDA_EXECUTOR": "local",
            "LAMBDA_WARM_TTL_SECONDS": "300",
            "IOT_MTLS_ENABLED": "0",
            "SFTP_ENABLED": "0",
            "MALLOC_ARENA_MAX": "2",
            "AWS_ACCESS_KEY_ID": ACCESS_KEY,
            "AWS_SECRET_ACCESS_KEY": ACCESS_KEY,
            "AWS_REGION": REGION,
            "AWS_DEFAULT_REGION": REGION,
            "PERSIST_STATE": str(int(self.persist)),
            "S3_PERSIST": str(int(self.persist)),
            "STATE_DIR": str(self.state.cloud / "services"),
            "S3_DATA_DIR": str(self.state.cloud / "s3"),
            "LOCAL_TTL_SECONDS": str(self.ttl_seconds),
            "LOG_LEVEL": "INFO",
            "PYTHONPYCACHEPREFIX": str(self.bytecode),
        }


def base_env(state: State) -> dict[str, str]:
    """A clean environment for the emulator and its clients."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(state.home),
        "LANG": "C.UTF-8",
        "TMPDIR": str(state.tmp),
        "no_proxy": f"{LOOPBACK},localhost",
        "NO_PROXY": f"{LOOPBACK},localhost",
    }


def client_env(state: State, ports: Ports) -> dict[str, str]:
    """The environment of every client of the local AWS: CDK CLI, boto3, tests."""
    return base_env(state) | {
        "AWS_ENDPOINT_URL": ports.aws_url,
        "AWS_ENDPOINT_URL_S3": ports.aws_url,
        "AWS_ACCESS_KEY_ID": ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY": ACCESS_KEY,
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_EC2_METADATA_DISABLED": "true",
        "CDK_ACCOUNT": ACCOUNT,
        "CDK_REGION": REGION,
        "CDK_DEFAULT_ACCOUNT": ACCOUNT,
        "CDK_DEFAULT_REGION": REGION,
    }
