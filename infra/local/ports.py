"""Ports on loopback: what they are for, whether they are free."""

import os
import socket
from dataclasses import dataclass, fields

from infra.local.errors import LocalError

LOOPBACK = "127.0.0.1"
VARIABLES = {"api": "PORT", "issuer": "ISSUER_PORT", "opensearch": "OPENSEARCH_PORT"}


@dataclass(frozen=True)
class Ports:
    """One port a server."""

    api: int = 4570
    issuer: int = 4571
    opensearch: int = 9270

    @property
    def aws_url(self) -> str:
        """The endpoint of every AWS service."""
        return f"http://{LOOPBACK}:{self.api}"

    @property
    def issuer_url(self) -> str:
        """The `iss` of tokens."""
        return f"http://{LOOPBACK}:{self.issuer}"

    @property
    def opensearch_url(self) -> str:
        """The search engine."""
        return f"http://{LOOPBACK}:{self.opensearch}"

    @classmethod
    def chosen(cls) -> "Ports":
        """The defaults, or what PORT, ISSUER_PORT and OPENSEARCH_PORT say. PORT moves the issuer with it."""
        values = {name: os.environ.get(variable) or "" for name, variable in VARIABLES.items()}
        for name, value in values.items():
            if value and not (value.isdigit() and 1024 <= int(value) <= 65535):
                raise LocalError(
                    f"{VARIABLES[name]}={value} is not a port", f"choose a number between 1024 and 65535 for {VARIABLES[name]}"
                )
        api = int(values["api"] or cls.api)
        return cls(api, int(values["issuer"] or api + 1), int(values["opensearch"] or cls.opensearch))

    @classmethod
    def free(cls) -> "Ports":
        """Ports that nothing listens on now, for tests beside a running local cloud."""
        sockets = [socket.socket() for _ in fields(cls)]
        try:
            for one in sockets:
                one.bind((LOOPBACK, 0))
            return cls(*(one.getsockname()[1] for one in sockets))
        finally:
            for one in sockets:
                one.close()

    def require_free(self) -> None:
        """Refuse a port that is taken, and name it."""
        for name, variable in VARIABLES.items():
            port: int = getattr(self, name)
            if is_taken(port):
                raise LocalError(
                    f"port {port}, wanted for {SERVERS[name]}, is in use by another program",
                    f"stop that program, or choose another port: make run {variable}={_suggestion(port)}",
                )


SERVERS = {"api": "the API and the local AWS", "issuer": "the token issuer", "opensearch": "OpenSearch"}


def is_taken(port: int) -> bool:
    """Whether something holds a port on loopback, listening or about to."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return True
    return False


def _suggestion(port: int) -> int:
    return next((candidate for candidate in range(port + 10, port + 500, 10) if not is_taken(candidate)), port + 10)
