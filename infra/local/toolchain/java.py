"""A Java that OpenSearch accepts: one that is here already, else one fetched by cjdk."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from infra.local.errors import LocalError
from infra.local.layout import Cache, engine_user, readable_by
from infra.local.processes import run_step
from infra.local.toolchain.pins import JAVA_AT_LEAST

SYSTEM_FOLDERS = (Path("/usr/lib/jvm"), Path("/Library/Java/JavaVirtualMachines"), Path("/opt/java"))
_FETCH = """
import sys, pathlib, cjdk
print("JAVA_HOME=" + str(cjdk.java_home(vendor="temurin-jre", version="{version}", cache_dir=pathlib.Path(sys.argv[1]))))
"""


def find_java() -> Path | None:
    """The home of a Java that is new enough and that OpenSearch's own user can read."""
    user = engine_user()
    return next((home for home in _candidates() if version_of(home) >= JAVA_AT_LEAST and readable_by(home / "bin" / "java", user)), None)


def java_home(cache: Cache, tools_python: Path, log: Path) -> Path:
    """The home of a Java for OpenSearch, fetched when the machine has none."""
    found = find_java()
    if found is not None:
        return found
    package = f"openjdk-{JAVA_AT_LEAST}-jre-headless"
    todo = f"install a Java {JAVA_AT_LEAST} or newer (on Debian and Ubuntu: apt install {package}), or set OPENSEARCH_JAVA_HOME to one"
    what = f"no Java {JAVA_AT_LEAST} or newer is on this machine, and fetching one"
    place = cache.for_engine("java")
    printed = run_step([tools_python, "-c", _FETCH.format(version=JAVA_AT_LEAST), place], os.environ, log, what, todo)
    home = re.search(r"^JAVA_HOME=(.+)$", printed, re.MULTILINE)
    if home is None or version_of(Path(home[1])) < JAVA_AT_LEAST:
        raise LocalError(f"{what} gave none that works", todo, log)
    return Path(home[1])


def version_of(home: Path) -> int:
    """The major version that a Java home says it has; 0 when it is none."""
    release = home / "release"
    if not (home / "bin" / "java").exists() or not release.exists():
        return 0
    version = re.search(r'JAVA_VERSION="(?:1\.)?(\d+)', release.read_text(errors="replace"))
    return int(version[1]) if version else 0


def _candidates() -> Iterator[Path]:
    for variable in ("OPENSEARCH_JAVA_HOME", "JAVA_HOME"):
        if value := os.environ.get(variable):
            yield Path(value)
    if on_path := shutil.which("java"):
        yield Path(on_path).resolve().parents[1]
    for folder in SYSTEM_FOLDERS:
        homes = sorted(folder.glob("*"), reverse=True) if folder.is_dir() else []
        yield from (home / "Contents" / "Home" if (home / "Contents" / "Home").is_dir() else home for home in homes)
