"""What a cold start pays for: heavy libraries are imported at their first use, and no client is made by an import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import mnemon.adapters

FOLDER = Path(mnemon.adapters.__file__).parent
HEAVY = ("boto3", "cryptography", "grpc", "numpy", "onnxruntime", "opensearchpy", "requests", "tokenizers")


def test_importing_every_adapter_imports_nothing_heavy() -> None:
    modules = sorted(f"mnemon.adapters.{path.stem}" for path in FOLDER.glob("*.py") if path.stem != "__init__")
    code = f"import sys, {', '.join(modules)}\nprint(*sorted(set(sys.modules).intersection({HEAVY!r})))"
    result = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(FOLDER.parents[1])}, capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == []


def test_the_search_client_works_without_grpc() -> None:
    code = """
import sys
for name in ("grpc", "opensearch_protobufs", "google.protobuf"):
    sys.modules[name] = None
from mnemon.adapters.engine import Engine, EngineError
try:
    Engine("http://127.0.0.1:9").request("GET", "/")
except EngineError as error:
    print(error)
"""
    result = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(FOLDER.parents[1])}, capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith("index: 0 ConnectionError")
