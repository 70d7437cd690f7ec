"""The process that owns the local cloud's servers.

It outlives `make run` once that has finished; nothing of it outlives `make stop`.
"""

import json
import os
import queue
import secrets
import select
import shutil
import signal
import threading
import time
from dataclasses import asdict, dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from infra.local.layout import State
from infra.local.ministack import Emulator
from infra.local.names import JWKS_PATH
from infra.local.opensearch import Engine
from infra.local.ports import LOOPBACK, Ports

STAY = b"stay"
TICK_SECONDS = 0.2
CONTROL_HEADER = "X-Control"


@dataclass(frozen=True)
class Settings:
    """What to run, decided by the launcher."""

    ports: Ports
    cloud_python: str
    opensearch_home: str
    java_home: str
    persist: bool
    ttl_seconds: float
    bytecode: str

    def write(self, path: Path) -> None:
        """For the supervisor to read."""
        path.write_text(json.dumps(asdict(self), indent=2))

    @classmethod
    def read(cls, path: Path) -> "Settings":
        """As the launcher wrote them."""
        values: dict[str, Any] = json.loads(path.read_text())
        values["ports"] = Ports(**values["ports"])
        return cls(**values)


class Supervisor:
    """Starts the servers, answers for the issuer, stops all in order."""

    def __init__(self, state: State, settings: Settings, lifeline: int | None) -> None:
        self._state = state
        self._settings = settings
        self._lifeline = lifeline
        self._orders: queue.Queue[tuple[str, str, threading.Event]] = queue.Queue()
        self._secret = secrets.token_hex(16)
        self._stopping = False
        self._down_on_order: set[str] = set()
        python, bytecode = Path(settings.cloud_python), Path(settings.bytecode)
        emulator = Emulator(python, state, settings.ports, settings.persist, settings.ttl_seconds, bytecode)
        engine = Engine(Path(settings.opensearch_home), Path(settings.java_home), state.engine, settings.ports.opensearch)
        self._make_ready()
        # stopped in this order: the emulator writes its state, then the index has nothing more to take in
        self._servers = {
            "ministack": emulator.server(state.logs / "ministack.log"),
            "opensearch": engine.server(state.logs / "opensearch.log"),
        }

    def run(self) -> None:
        """Until told to stop, until the launcher dies before it said that this should stay, or until the emulator ends."""
        signal.signal(signal.SIGTERM, self._on_signal)
        signal.signal(signal.SIGINT, self._on_signal)
        try:
            http = self._serve_http()
            for server in self._servers.values():
                server.start()
            self._report()
            while not self._stopping:
                self._watch_launcher()
                self._follow_orders()
                self._watch_servers()
            http.shutdown()
        finally:
            self._stop()

    def _on_signal(self, *_: object) -> None:
        self._stopping = True

    def _make_ready(self) -> None:
        """Keep the last run's data only when it was asked for and when that run wrote all of it."""
        if not (self._settings.persist and self._state.saved.exists()):
            shutil.rmtree(self._state.cloud, ignore_errors=True)
            shutil.rmtree(self._state.engine / "data", ignore_errors=True)
            self._state.outputs.unlink(missing_ok=True)
            self._state.endpoints.unlink(missing_ok=True)
        self._state.make()
        self._state.saved.unlink(missing_ok=True)
        for log in ("ministack.log", "opensearch.log"):
            (self._state.logs / log).unlink(missing_ok=True)

    def _serve_http(self) -> ThreadingHTTPServer:
        from infra.local.issuer import Issuer  # needs the cloud environment, which nothing else here does

        url = self._settings.ports.issuer_url
        issuer = Issuer(self._state.keys, url)
        issuer.ensure_key()
        server = ThreadingHTTPServer((LOOPBACK, self._settings.ports.issuer), _handler(url, issuer.jwks, self._secret, self._order))
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    def _order(self, server: str, verb: str) -> bool:
        if server not in self._servers or verb not in ("start", "stop"):
            return False
        done = threading.Event()
        # carried out by the main thread: a child ends with the thread that started it
        self._orders.put((server, verb, done))
        return done.wait(60)

    def _follow_orders(self) -> None:
        while not self._orders.empty():
            name, verb, done = self._orders.get()
            server = self._servers[name]
            if verb == "stop":
                self._down_on_order.add(name)
                server.stop()
            elif not server.alive:
                self._down_on_order.discard(name)
                server.start()
            self._report()
            done.set()

    def _watch_launcher(self) -> None:
        if self._lifeline is None:
            time.sleep(TICK_SECONDS)
            return
        readable, _, _ = select.select([self._lifeline], [], [], TICK_SECONDS)
        if not readable:
            return
        said = os.read(self._lifeline, len(STAY))
        os.close(self._lifeline)
        self._lifeline = None
        if said != STAY:
            self._stopping = True

    def _watch_servers(self) -> None:
        # its state is gone with it; OpenSearch alone can be started again
        if "ministack" not in self._down_on_order and not self._servers["ministack"].alive:
            self._stopping = True

    def _report(self) -> None:
        info = {
            "pid": os.getpid(),
            "ports": asdict(self._settings.ports),
            "secret": self._secret,
            "servers": {name: server.pid for name, server in self._servers.items()},
        }
        path = self._state.supervisor
        part = path.with_suffix(".part")
        part.touch(mode=0o600)
        part.write_text(json.dumps(info, indent=2))
        part.replace(path)

    def _stop(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for server in self._servers.values():
            server.stop()
        if self._settings.persist and self._servers["ministack"].returncode == 0:
            self._state.saved.touch()
        shutil.rmtree(self._state.tmp, ignore_errors=True)
        self._state.supervisor.unlink(missing_ok=True)


def _handler(url: str, jwks: Path, secret: str, order: Any) -> type[BaseHTTPRequestHandler]:
    configuration = {
        "issuer": url,
        "jwks_uri": url + JWKS_PATH,
        "id_token_signing_alg_values_supported": ["RS256"],
        "response_types_supported": ["token"],
        "subject_types_supported": ["public"],
    }

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            documents = {JWKS_PATH: jwks.read_bytes, "/.well-known/openid-configuration": json.dumps(configuration).encode}
            document = documents.get(self.path)
            self._answer(200 if document else 404, document() if document else b"{}")

        def do_POST(self) -> None:
            parts = self.path.strip("/").split("/")
            allowed = secrets.compare_digest(self.headers.get(CONTROL_HEADER, ""), secret)
            done = allowed and len(parts) == 3 and parts[0] == "servers" and order(parts[1], parts[2])
            self._answer(200 if done else 404, b"{}")

        def _answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


def serve(state: State, lifeline: int | None) -> None:
    """Entry of the supervisor process."""
    Supervisor(state, Settings.read(state.settings), lifeline).run()
