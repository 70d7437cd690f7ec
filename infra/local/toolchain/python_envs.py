"""Python environments with pinned, hashed packages, one folder per requirements file and Python version."""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from infra.local.errors import LocalError
from infra.local.layout import ROOT, Cache
from infra.local.processes import run_step
from infra.local.toolchain.store import STAMP, is_complete, make_in_place

REQUIREMENTS = ROOT / "infra" / "requirements"
SUPPORTED = ((3, 11), (3, 12), (3, 13))
# not compiled here: the CDK alone would take half a minute, and a synth imports a small part of it
PIP_FLAGS = ("--require-hashes", "--no-deps", "--only-binary=:all:", "--no-input", "--disable-pip-version-check", "--quiet", "--no-compile")


class PythonEnvs:
    """The environments of one user: `tools`, `cloud`, `infra`, `dev`, and `bench` for whoever measures beside a peer."""

    def __init__(self, cache: Cache, logs: Path) -> None:
        self._cache = cache
        self._logs = logs

    def folder(self, name: str) -> Path:
        """Where an environment is or will be: its name tells the pins and the interpreter apart."""
        pins = (REQUIREMENTS / f"{name}.txt").read_bytes()
        interpreter = "\0".join((platform.python_version(), sysconfig.get_platform(), sys.base_prefix))
        key = hashlib.sha256(pins + interpreter.encode()).hexdigest()[:12]
        return self._cache.folder("envs") / f"{name}-py{sys.version_info[0]}{sys.version_info[1]}-{key}"

    def python(self, name: str) -> Path:
        """The interpreter of an environment, which is made when missing."""
        folder = self.folder(name)
        python = folder / "bin" / "python"
        if is_complete(folder) and not _works(python):
            (folder / STAMP).unlink(missing_ok=True)
        if not is_complete(folder):
            # outside the lock: filling an environment needs the one with pip
            installer = None if name == "tools" else self.python("tools")
            make_in_place(folder, lambda place: self._build(name, place, installer))
        return python

    def _build(self, name: str, place: Path, installer: Path | None) -> None:
        log = self._logs / f"setup-{name}.log"
        with_pip = installer is None and _has_module("ensurepip")
        bare = () if with_pip else ("--without-pip",)
        what = f"making the Python environment '{name}'"
        run_step([sys.executable, "-m", "venv", *bare, place], os.environ, log, what, "is Python's venv module installed?")
        pip = self._pip(place / "bin" / "python", installer, with_pip)
        argv = [*pip, "install", *PIP_FLAGS, "-r", REQUIREMENTS / f"{name}.txt"]
        todo = "is the package index reachable? pip's own settings (pip.conf, PIP_*, a proxy) are used; then run the command again"
        run_step(argv, os.environ, log, f"installing the packages of '{name}'", todo)

    def _pip(self, python: Path, installer: Path | None, with_pip: bool) -> list[str]:
        if with_pip:
            return [str(python), "-m", "pip"]
        if installer is not None:
            return [str(installer), "-m", "pip", "--python", str(python)]
        if _has_module("pip"):
            return [sys.executable, "-m", "pip", "--python", str(python)]
        raise LocalError(
            f"{sys.executable} has neither pip nor ensurepip",
            "install the system's package for Python environments (on Debian and Ubuntu: apt install python3-venv),"
            " or use another Python: make run PYTHON=...",
        )


def require_supported_python() -> None:
    """Refuse an interpreter that the pins were not made for."""
    if sys.version_info[:2] not in SUPPORTED:
        versions = ", ".join(f"{major}.{minor}" for major, minor in SUPPORTED)
        found = ".".join(map(str, sys.version_info[:3]))
        others = [path for major, minor in SUPPORTED if (path := shutil.which(f"python{major}.{minor}"))]
        todo = f"make run PYTHON={others[-1] if others else 'python3.12'}"
        raise LocalError(f"Python {found} is not supported: one of {versions} is needed", todo)


def _has_module(name: str) -> bool:
    return subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True, check=False).returncode == 0


def _works(python: Path) -> bool:
    try:
        return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0
    except OSError:
        return False
