"""OpenSearch as a child process: one node on loopback, its own config, data and logs."""

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from infra.local.layout import engine_user
from infra.local.ports import LOOPBACK
from infra.local.processes import Server

HEAP = "512m"
# six times the usual thresholds: code is optimised when it is hot, and the start costs 9 seconds of processor time instead of 16
COMPILER = (
    "-XX:Tier4InvocationThreshold=30000",
    "-XX:Tier4MinInvocationThreshold=10000",
    "-XX:Tier4CompileThreshold=60000",
    "-XX:Tier4BackEdgeThreshold=200000",
)
READY_PATH = "/_cluster/health?wait_for_status=yellow&timeout=2s"
READY_SECONDS = 120.0


@dataclass(frozen=True)
class Engine:
    """One OpenSearch: which distribution and Java, where its folders are, which port."""

    home: Path
    java: Path
    place: Path
    port: int

    def server(self, log: Path) -> Server:
        """Write its config and give back the process to start."""
        user = engine_user()
        config = self.place / "config"
        shutil.rmtree(config, ignore_errors=True)
        for folder in ("data", "logs", "tmp"):
            (self.place / folder).mkdir(parents=True, exist_ok=True)
        shutil.copytree(self.home / "config", config)
        (config / "opensearch.yml").write_text(self._settings())
        options = config / "jvm.options"
        options.write_text(_jvm_options(options.read_text(), self.place))
        self.place.chmod(0o700)
        if user is not None:
            for folder, _, files in os.walk(self.place):
                for path in (folder, *(os.path.join(folder, name) for name in files)):
                    os.chown(path, user.pw_uid, user.pw_gid)
        env = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": str(self.place),
            "OPENSEARCH_JAVA_HOME": str(self.java),
            "OPENSEARCH_PATH_CONF": str(config),
            "OPENSEARCH_TMPDIR": str(self.place / "tmp"),
        }
        return Server("opensearch", [str(self.home / "bin" / "opensearch")], env, self.place, log, user)

    def _settings(self) -> str:
        lines = {
            "discovery.type": "single-node",
            "network.host": LOOPBACK,
            "http.port": str(self.port),
            # nobody else joins this node: any free port will do
            "transport.port": "0",
            "path.data": str(self.place / "data"),
            "path.logs": str(self.place / "logs"),
            "bootstrap.memory_lock": "false",
            # a laptop's disk is often nearly full; that must not turn the index read-only
            "cluster.routing.allocation.disk.threshold_enabled": "false",
        }
        return "".join(f"{key}: {value}\n" for key, value in lines.items())


def _jvm_options(text: str, place: Path) -> str:
    text = re.sub(r"-Xm([sx])1g", rf"-Xm\g<1>{HEAP}", text)
    text = text.replace("=data", f"={place}/data").replace("logs/", f"{place}/logs/")
    return "\n".join((text, *COMPILER, ""))
