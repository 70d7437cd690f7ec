"""Where everything lives: the checkout, the user's cache, and the state of one running local cloud."""

import os
import pwd
import shutil
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_NAME = "local"
# outlives a restart, and every user may enter it
FOR_EVERYBODY = Path("/var/tmp")


@dataclass(frozen=True)
class Cache:
    """The toolchain, shared by all checkouts of one user."""

    root: Path

    @classmethod
    def of_user(cls) -> "Cache":
        """MNEMON_CACHE, else the user's cache folder."""
        chosen = os.environ.get("MNEMON_CACHE")
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        return cls(Path(chosen) if chosen else Path(base) / "mnemon")

    def folder(self, name: str) -> Path:
        """A folder for one kind of thing (`envs`, `node`, `model`, ...), made when missing."""
        path = self.root / name
        path.mkdir(parents=True, exist_ok=True)
        return path

    @property
    def bytecode(self) -> Path:
        """Where Python keeps compiled modules, so that neither the environments nor the checkout are written to."""
        return self.root / "bytecode"

    def for_engine(self, name: str) -> Path:
        """A folder for what OpenSearch's own user must read."""
        path = engine_place(self.root) / name
        path.mkdir(parents=True, exist_ok=True)
        return path


@dataclass(frozen=True)
class State:
    """What one local cloud keeps: logs, data, outputs. One folder per checkout and name."""

    root: Path

    @classmethod
    def named(cls, name: str = DEFAULT_NAME) -> "State":
        """MNEMON_STATE, else `build/local` in the checkout; another name has a folder beside it."""
        base = Path(os.environ.get("MNEMON_STATE") or ROOT / "build" / "local").absolute()
        return cls(base if name == DEFAULT_NAME else base.with_name(f"{base.name}-{name}"))

    @property
    def logs(self) -> Path:
        """One log a process and a step."""
        return self.root / "logs"

    @property
    def cloud(self) -> Path:
        """What the emulator keeps: its services' state and its buckets."""
        return self.root / "cloud"

    @property
    def saved(self) -> Path:
        """There while the emulator's state on disk is whole: from its orderly end to its next start."""
        return self.cloud / "saved"

    @property
    def tmp(self) -> Path:
        """Scratch space of the emulator and its functions, emptied at each start."""
        return self.root / "tmp"

    @property
    def home(self) -> Path:
        """HOME of the emulator and its clients: nothing of the user's is read."""
        return self.root / "home"

    @property
    def keys(self) -> Path:
        """The issuer's key pairs and its JWKS."""
        return self.root / "issuer"

    @property
    def engine(self) -> Path:
        """OpenSearch's config, data and logs, where its own user may enter."""
        place = engine_place(self.root)
        if place == self.root:
            return self.root / "opensearch"
        return place / f"state-{sha256(str(self.root).encode()).hexdigest()[:12]}"

    @property
    def cdk_out(self) -> Path:
        """The synthesized cloud assembly."""
        return self.root / "cdk.out"

    @property
    def outputs(self) -> Path:
        """Stack outputs as the CDK CLI writes them."""
        return self.root / "outputs.json"

    @property
    def endpoints(self) -> Path:
        """URLs, ports and names for clients of a running local cloud."""
        return self.root / "endpoints.json"

    @property
    def supervisor(self) -> Path:
        """Process ids and ports, written by the supervisor while it lives."""
        return self.root / "supervisor.json"

    @property
    def settings(self) -> Path:
        """What the supervisor is to start, written by the launcher."""
        return self.root / "settings.json"

    @property
    def timings(self) -> Path:
        """Seconds of each step of the last runs."""
        return self.root / "timings.json"

    def make(self) -> "State":
        """Make the folders. What may hold somebody's words is for this user's eyes; OpenSearch's own user must get past the first."""
        self.root.mkdir(parents=True, exist_ok=True)
        for path in (self.logs, self.cloud, self.tmp, self.home):
            path.mkdir(mode=0o700, exist_ok=True)
        return self

    def empty_tmp(self) -> None:
        """Remove what the emulator's workers left behind. Only before a run begins: from then on its steps have files there."""
        shutil.rmtree(self.tmp, ignore_errors=True)
        self.make()


def engine_user() -> pwd.struct_passwd | None:
    """The user that OpenSearch runs as when we are root, since it refuses to run as root."""
    return pwd.getpwnam("nobody") if os.getuid() == 0 else None


def readable_by(path: Path, user: pwd.struct_passwd | None) -> bool:
    """Whether a user may enter every folder down to this path (what does not exist yet will be made readable)."""
    if user is None:
        return True
    existing = next(part for part in (path.absolute(), *path.absolute().parents) if part.exists())
    for part in (existing.resolve(), *existing.resolve().parents):
        status = part.stat()
        bits = status.st_mode >> 6 if status.st_uid == user.pw_uid else status.st_mode
        if part.is_dir() and not bits & 0o1:
            return False
    return True


def engine_place(preferred: Path) -> Path:
    """The preferred folder, or one under /var/tmp when OpenSearch's own user could not reach the preferred one."""
    user = engine_user()
    if readable_by(preferred, user):
        return preferred
    place = FOR_EVERYBODY / f"mnemon-{os.getuid()}"
    place.mkdir(mode=0o755, exist_ok=True)
    if place.is_symlink() or place.stat().st_uid != os.getuid():
        raise PermissionError(f"{place} belongs to somebody else; set MNEMON_CACHE and MNEMON_STATE to folders that 'nobody' can enter")
    return place
