"""Builds the Lambda layers, without Docker: `python infra/layers.py aws|local|dev`.

aws     for Lambda: arm64, Python 3.13
local   the same packages for an interpreter of this machine
dev     folders that only point at the repository and at the local packages: nothing is copied, so an edit is live at once

Each goes to `build/layers/<kind>/{mnemon,dependencies,documents,inference}` and is left alone while nothing that it is made from has
changed.
Standard library only: it runs before any environment of ours exists.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import io
import json
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, get_args

ROOT: Final = Path(__file__).resolve().parents[1]
DEFAULT_OUT: Final = ROOT / "build" / "layers"
PACKAGE: Final = ROOT / "layers" / "mnemon" / "python"

Kind = Literal["aws", "local", "dev"]
LAYERS: Final = ("mnemon", "dependencies", "documents", "inference")
MODEL_FILES: Final = ("model.onnx", "tokenizer.json", "config.json", "o200k_base.tiktoken")
RERANKER_FILES: Final = ("reranker/model.onnx", "reranker/tokenizer.json")

# Lambda's limit, for all layers of a function and its own code together.
UNZIPPED_LIMIT: Final = 250 * 1024 * 1024

_GLIBC_TAGS: Final = ("manylinux_2_34", "manylinux_2_28", "manylinux_2_27", "manylinux_2_17", "manylinux2014")
_LAMBDA_TARGET: Final = (
    *(word for tag in _GLIBC_TAGS for word in ("--platform", f"{tag}_aarch64")),
    *("--implementation", "cp", "--python-version", "3.13"),
)
_STRIPPED_FOLDERS: Final = ("__pycache__", "bin", "sboms", "test", "tests")
# What only compilers, type checkers and package managers read, a page for OpenAPI documents that is not ours, and dateutil's own copy of
# the time zones, which it looks into where the system has none: nothing here asks it for a zone.
_STRIPPED_FILES: Final = (
    *("*.a", "*.h", "*.pxd", "*.pyi", "*.pyx", "RECORD", "swagger-ui*.css", "swagger-ui*.js"),
    "dateutil-zoneinfo.tar.gz",
)


class LayerProblem(RuntimeError):
    """A layer cannot be built; says what to do about it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One build. `python` is the interpreter whose pip installs, and whose packages a local build is for. `model` is the folder with the
    models' files, of which the cross-encoder's, 35 MB, are left out unless `reranker`."""

    kind: Kind
    out: Path = DEFAULT_OUT
    python: str = sys.executable
    model: Path | None = None
    reranker: bool = False

    def folder(self, layer: str) -> Path:
        return self.out / self.kind / layer


@dataclass(frozen=True, slots=True)
class Size:
    unzipped: int
    zipped: int


def build(plan: Plan) -> list[str]:
    """Builds what is out of date; names what was built, such as `local/mnemon`."""
    built: list[str] = []
    if plan.kind == "dev":
        built += build(Plan("local", plan.out, plan.python, plan.model, plan.reranker))
    plan.out.mkdir(parents=True, exist_ok=True)
    with _locked(plan.out / f"{plan.kind}.lock"):
        for layer in LAYERS:
            folder, stamp = plan.folder(layer), plan.out / plan.kind / f"{layer}.stamp"
            wanted = _fingerprint(plan, layer)
            if folder.is_dir() and stamp.is_file() and stamp.read_text() == wanted:
                continue
            fresh = folder.with_name(f"{layer}.new")
            shutil.rmtree(fresh, ignore_errors=True)
            fresh.mkdir(parents=True)
            _make(plan, layer, fresh)
            stamp.unlink(missing_ok=True)
            shutil.rmtree(folder, ignore_errors=True)
            fresh.rename(folder)
            stamp.write_text(wanted)
            built.append(f"{plan.kind}/{layer}")
    return built


def measure(folder: Path) -> Size:
    """As Lambda counts: the files' bytes, and the bytes of the zip."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in _files(folder):
            archive.write(path, path.relative_to(folder))
    return Size(unzipped=unzipped(folder), zipped=buffer.getbuffer().nbytes)


def unzipped(folder: Path) -> int:
    return sum(path.stat().st_size for path in _files(folder))


def _make(plan: Plan, layer: str, folder: Path) -> None:
    if plan.kind == "dev":
        _point(plan, layer, folder)
    elif layer == "mnemon":
        shutil.copytree(PACKAGE, folder / "python", ignore=shutil.ignore_patterns("__pycache__"))
    else:
        _install(plan, _requirements(layer), folder / "python")
        if layer == "inference" and plan.model is not None:
            _copy_model(plan.model, folder / "model", plan.reranker)


def _point(plan: Plan, layer: str, folder: Path) -> None:
    """A path file, which Python reads in site folders only. It puts the packages first, as a layer's own folder would stand."""
    target = PACKAGE if layer == "mnemon" else Plan("local", plan.out).folder(layer) / "python"
    site = folder / "python" / "lib" / "python3.13" / "site-packages"
    site.mkdir(parents=True)
    (site / f"mnemon_{layer}.pth").write_text(f"import sys; sys.path[:0] = [{str(target.resolve())!r}]\n")


def _install(plan: Plan, requirements: Path, target: Path) -> None:
    """The list is complete and every file of it is known by its hash, so nothing is resolved and nothing is built."""
    command = [plan.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-compile"]
    command += ["--only-binary=:all:", "--require-hashes", "--target", str(target), "--requirement", str(requirements)]
    if plan.kind == "aws":
        command += _LAMBDA_TARGET
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LayerProblem(f"pip could not install {requirements.relative_to(ROOT)}:\n{done.stderr.strip()[-2000:]}")
    _strip(target)


def _strip(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and path.name in _STRIPPED_FOLDERS:
            shutil.rmtree(path)
        elif any(path.match(pattern) for pattern in _STRIPPED_FILES):
            path.unlink()


def _model_files(folder: Path, reranker: bool) -> list[Path]:
    names = [*MODEL_FILES, *(RERANKER_FILES if reranker else ())]
    if missing := [name for name in names if not (folder / name).is_file()]:
        raise LayerProblem(f"the model in {folder} lacks {', '.join(missing)}")
    return [folder / name for name in names]


def _copy_model(source: Path, target: Path, reranker: bool) -> None:
    for path in _model_files(source, reranker):
        copy = target / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def _fingerprint(plan: Plan, layer: str) -> str:
    """Of everything that a layer is made from."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    digest.update(f"{plan.kind} {layer}".encode())
    if plan.kind == "dev":
        digest.update(str(plan.out.resolve()).encode())
    elif layer == "mnemon":
        for path in _files(PACKAGE):
            if "__pycache__" not in path.parts:
                digest.update(f"{path.relative_to(PACKAGE)} {path.stat().st_size}\n".encode() + path.read_bytes())
    else:
        digest.update(_requirements(layer).read_bytes())
        if plan.kind == "local":
            digest.update(_interpreter(plan.python).encode())
        if layer == "inference" and plan.model is not None:
            for path in _model_files(plan.model, plan.reranker):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _interpreter(python: str) -> str:
    """What decides which wheels fit, so that two environments of one interpreter share a build."""
    probe = "import sys, sysconfig; print(sys.implementation.cache_tag, sysconfig.get_platform())"
    done = subprocess.run([python, "-I", "-c", probe], capture_output=True, text=True, check=False)
    if done.returncode:
        raise LayerProblem(f"{python} does not run: {done.stderr.strip()[-500:]}")
    return done.stdout.strip()


def _requirements(layer: str) -> Path:
    return ROOT / "layers" / layer / "requirements.txt"


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


@contextmanager
def _locked(path: Path) -> Generator[None]:
    """Two builds at once take turns."""
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _report(sizes: dict[str, Size]) -> None:
    total = Size(sum(size.unzipped for size in sizes.values()), sum(size.zipped for size in sizes.values()))
    print(f"{'layer':14}{'unzipped MB':>13}{'zipped MB':>11}")
    for layer, size in (*sizes.items(), ("all", total)):
        print(f"{layer:14}{size.unzipped / 1e6:13.1f}{size.zipped / 1e6:11.1f}")
    print(f"Lambda takes {UNZIPPED_LIMIT / 1e6:.1f} MB unzipped")


def main() -> None:
    parser = argparse.ArgumentParser(description="Builds the Lambda layers.")
    parser.add_argument("kind", choices=get_args(Kind))
    parser.add_argument("--python", default=sys.executable, help="whose pip installs; local: whom the packages are for")
    parser.add_argument("--model", type=Path, help=f"folder with {', '.join(MODEL_FILES)}")
    parser.add_argument("--without-model", action="store_true", help="aws: the embedder is on Bedrock")
    parser.add_argument("--reranker", action="store_true", help="with the cross-encoder, for the setting reranker=builtin")
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT)
    parser.add_argument("--sizes", type=Path, help="measure the layers, print a table and write it to this JSON file")
    arguments = parser.parse_args()
    if arguments.kind == "aws" and arguments.model is None and not arguments.without_model:
        parser.error("aws needs --model DIR, or --without-model where the embedder is on Bedrock")
    plan = Plan(arguments.kind, arguments.out, arguments.python, arguments.model, arguments.reranker)
    started = time.monotonic()
    try:
        built = build(plan)
    except LayerProblem as problem:
        raise SystemExit(f"layers: {problem}") from None
    total = sum(unzipped(plan.folder(layer)) for layer in LAYERS)
    if total > UNZIPPED_LIMIT:
        raise SystemExit(f"layers: {total / 1e6:.1f} MB unzipped, Lambda takes {UNZIPPED_LIMIT / 1e6:.1f}")
    print(f"layers: {', '.join(built) or 'up to date'} ({time.monotonic() - started:.1f} s)")
    if arguments.sizes:
        sizes = {layer: measure(plan.folder(layer)) for layer in LAYERS}
        _report(sizes)
        arguments.sizes.parent.mkdir(parents=True, exist_ok=True)
        figures = {f"layers.{name}.{what}_bytes": getattr(size, what) for name, size in sizes.items() for what in ("unzipped", "zipped")}
        arguments.sizes.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
