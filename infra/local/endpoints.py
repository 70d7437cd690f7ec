"""What a client needs to know about a running local cloud."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from infra.local.errors import LocalError
from infra.local.layout import State
from infra.local.ministack import REGION
from infra.local.names import AUDIENCE, JWKS_PATH
from infra.local.ports import Ports


@dataclass(frozen=True)
class Endpoints:
    """Addresses and names, as kept in `endpoints.json`."""

    api_url: str
    aws_url: str
    opensearch_url: str
    issuer: str
    jwks_url: str
    audience: str
    region: str
    ports: Ports
    outputs: dict[str, str]

    @classmethod
    def of(cls, ports: Ports, outputs: dict[str, str]) -> "Endpoints":
        """From the ports and the stacks' outputs."""
        stage = urlsplit(outputs.get("ApiUrl", "")).path.strip("/") or "v1"
        api = f"{ports.aws_url}/_aws/execute-api/{outputs['RestApiId']}/{stage}" if "RestApiId" in outputs else ""
        issuer = ports.issuer_url
        return cls(api, ports.aws_url, ports.opensearch_url, issuer, issuer + JWKS_PATH, AUDIENCE, REGION, ports, outputs)

    def write(self, path: Path) -> None:
        """For clients that are other programs."""
        path.write_text(json.dumps(asdict(self), indent=2))

    @classmethod
    def read(cls, state: State) -> "Endpoints":
        """Of the local cloud that runs, or runs no more."""
        if not state.endpoints.exists():
            raise LocalError("the local cloud is not deployed", "make run")
        values: dict[str, Any] = json.loads(state.endpoints.read_text())
        values["ports"] = Ports(**values["ports"])
        return cls(**values)
