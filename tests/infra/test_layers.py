"""Layers: complete, pinned by hash, small enough, built for the right machine."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from infra.layers import LAYERS, UNZIPPED_LIMIT, LayerProblem, Plan, build, measure, unzipped

ROOT = Path(__file__).resolve().parents[2]
# The built-in models' files, the embedder's, the tokenizer's and the cross-encoder's, rounded up: these tests need not have them.
MODEL_BYTES = 36_000_000 + 4_000_000 + 36_000_000
WITHOUT_INFERENCE_ZIPPED_GOAL = 10_000_000
AARCH64 = 183


@pytest.fixture(scope="session")
def lambda_layers() -> Plan:
    plan = Plan("aws", ROOT / "build" / "test-layers")
    build(plan)
    return plan


@pytest.mark.parametrize("layer", ["dependencies", "documents", "inference"])
def test_requirements_are_pinned_by_hash_and_name_no_index(layer: str) -> None:
    text = (ROOT / "layers" / layer / "requirements.txt").read_text()
    entries = [entry for entry in re.split(r"\n(?=[a-z])", text.strip()) if entry]
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==[\w.]+", entry), entry[:60]
        assert "--hash=sha256:" in entry, entry[:60]
    assert "://" not in text
    names = {entry.split("==")[0] for entry in entries}
    left_out = {line.strip() for line in (ROOT / "layers" / layer / "excludes.txt").read_text().splitlines() if line.strip()}
    assert not names & left_out


def test_all_layers_together_fit_lambda(lambda_layers: Plan) -> None:
    assert sum(unzipped(lambda_layers.folder(layer)) for layer in LAYERS) + MODEL_BYTES < UNZIPPED_LIMIT


def test_functions_that_do_not_embed_stay_small(lambda_layers: Plan) -> None:
    zipped = sum(measure(lambda_layers.folder(layer)).zipped for layer in ("mnemon", "dependencies"))
    assert zipped <= WITHOUT_INFERENCE_ZIPPED_GOAL


def test_the_documents_layer_is_pure_python_and_small(lambda_layers: Plan) -> None:
    folder = lambda_layers.folder("documents")
    assert not list(folder.rglob("*.so*"))
    assert measure(folder).zipped <= 2_000_000


def test_compiled_parts_are_for_lambdas_processor_and_python(lambda_layers: Plan) -> None:
    compiled = [path for layer in LAYERS for path in lambda_layers.folder(layer).rglob("*.so*")]
    assert len(compiled) > 10
    for path in compiled:
        (machine,) = struct.unpack_from("<H", path.read_bytes()[:20], 18)
        assert machine == AARCH64, path.name
        if "cpython-" in path.name:
            assert "cpython-313-" in path.name, path.name


def test_nothing_needless_is_packed(lambda_layers: Plan) -> None:
    needless = [path for layer in LAYERS for path in lambda_layers.folder(layer).rglob("*") if path.name in ("__pycache__", "tests", "bin")]
    assert needless == []


def test_the_package_imports_from_its_layers_alone(tmp_path: Path) -> None:
    plan = Plan("local", ROOT / "build" / "test-layers")
    build(plan)
    paths = [str(plan.folder(layer) / "python") for layer in LAYERS]
    code = f"""
import sys
sys.path[:0] = {paths!r}
import aws_lambda_powertools, cryptography, jwt, numpy, onnxruntime, opensearchpy, pydantic, tiktoken, tokenizers
import bs4, mammoth, markdown_it, pypdf
import mnemon.settings
assert all(any(module.__file__.startswith(path) for path in {paths!r})
           for module in (bs4, jwt, mammoth, markdown_it, numpy, opensearchpy, pydantic, pypdf, tokenizers, mnemon)), "not from the layers"
"""
    done = subprocess.run([sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_has_not_changed_is_left_alone(lambda_layers: Plan) -> None:
    assert not {"aws/dependencies", "aws/documents", "aws/inference"} & set(build(lambda_layers))


def test_half_a_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").touch()
    with pytest.raises(LayerProblem, match=r"lacks model\.onnx, config\.json, o200k_base\.tiktoken"):
        build(Plan("local", ROOT / "build" / "test-layers", model=tmp_path))


def test_a_dev_layer_points_at_the_repository(tmp_path: Path) -> None:
    plan = Plan("dev", ROOT / "build" / "test-layers")
    build(plan)
    (pointer,) = plan.folder("mnemon").rglob("*.pth")
    assert pointer.parent.name == "site-packages"
    code = f"import site, sys; site.addsitedir({str(pointer.parent)!r}); import mnemon; print(mnemon.__file__)"
    done = subprocess.run([sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()).is_relative_to(ROOT / "layers" / "mnemon" / "python")
