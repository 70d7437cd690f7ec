"""A function's handler as Lambda loads it: its folder on the path, with a composition that the test gives."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

FUNCTIONS = Path(__file__).resolve().parents[2] / "functions"


def load(function: str, **composition: Any) -> ModuleType:
    """The module `functions/<function>/handler.py`; `composition` stands in for its composition module."""
    stand_in = ModuleType("composition")
    stand_in.__dict__.update(composition)
    spec = importlib.util.spec_from_file_location(f"{function}_handler", FUNCTIONS / function / "handler.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, {"composition": stand_in}):
        spec.loader.exec_module(module)
    return module
