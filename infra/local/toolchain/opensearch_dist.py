"""OpenSearch and its k-NN plugin, out of a Maven repository."""

import os
import re
import shutil
import stat
import zipfile
from pathlib import Path

from infra.local.errors import LocalError
from infra.local.layout import Cache
from infra.local.processes import run_step
from infra.local.toolchain.pins import KNN_PLUGIN, OPENSEARCH, UNUSED_MODULES, MavenZip
from infra.local.toolchain.store import make_once, verify

_FETCH = """
import sys, pathlib
from jgo.maven import MavenContext
group, artifact, version, cache = sys.argv[1:]
context = MavenContext(repo_cache=pathlib.Path(cache))
print("ZIP=" + str(context.project(group, artifact).at_version(version).artifact(packaging="zip").resolve()))
"""


def opensearch_home(cache: Cache, tools_python: Path, log: Path) -> Path:
    """The unpacked distribution with the plugin in it. It is never written to: config, data and logs live elsewhere."""

    def build(place: Path) -> None:
        downloads = place / ".downloads"
        unpack(fetch(OPENSEARCH, tools_python, downloads, log), place)
        unpack(fetch(KNN_PLUGIN, tools_python, downloads, log), place / "plugins" / KNN_PLUGIN.artifact, strip_top=False)
        for module in UNUSED_MODULES:
            shutil.rmtree(place / "modules" / module, ignore_errors=True)
        shutil.rmtree(downloads)

    return make_once(cache.for_engine("opensearch") / f"{OPENSEARCH.version}-{OPENSEARCH.sha256[:8]}-{KNN_PLUGIN.sha256[:8]}", build)


def fetch(what: MavenZip, tools_python: Path, downloads: Path, log: Path) -> Path:
    """Download one zip and check it."""
    argv = [tools_python, "-c", _FETCH, what.group, what.artifact, what.version, downloads]
    todo = "is Maven's central repository reachable? a proxy is taken from https_proxy; then run the command again"
    printed = run_step(argv, os.environ, log, f"fetching {what.artifact} {what.version}", todo)
    found = re.search(r"^ZIP=(.+)$", printed, re.MULTILINE)
    if found is None:
        raise LocalError(f"fetching {what.artifact} {what.version} gave no file", todo, log)
    path = Path(found[1])
    verify(path, what.sha256, f"{what.artifact} {what.version}")
    return path


def unpack(archive: Path, place: Path, strip_top: bool = True) -> None:
    """Unzip with modes, without the archive's single top folder, and readable for every user."""
    with zipfile.ZipFile(archive) as content:
        for entry in content.infolist():
            name = entry.filename.partition("/")[2] if strip_top else entry.filename
            if not name or name.endswith("/"):
                continue
            target = place / name
            if not target.resolve().is_relative_to(place.resolve()):
                raise LocalError(f"{archive.name} holds a path outside its folder: {entry.filename}")
            target.parent.mkdir(parents=True, exist_ok=True)
            with content.open(entry) as source, target.open("wb") as copy:
                shutil.copyfileobj(source, copy, 1 << 20)
            executable = bool((entry.external_attr >> 16) & stat.S_IXUSR)
            target.chmod(0o755 if executable else 0o644)
