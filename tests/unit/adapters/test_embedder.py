"""The built-in embedder, on the real model: MNEMON_TEST_MODEL names its folder, else the local cloud's toolchain brings it."""

from __future__ import annotations

import math
import os
import threading
from pathlib import Path

import pytest

from mnemon.adapters.embedder import OnnxEmbedder
from mnemon.model.vectors import dot
from mnemon.settings import Misconfigured


@pytest.fixture(scope="session")
def model_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if named := os.environ.get("MNEMON_TEST_MODEL"):
        return Path(named)
    from infra.local.layout import Cache, State
    from infra.local.progress import Progress
    from infra.local.toolchain.prepare import Toolchain

    state = State(tmp_path_factory.mktemp("model"))
    state.make()
    return Toolchain(Cache.of_user(), state, Progress(quiet=True)).model


@pytest.fixture(scope="session")
def embedder(model_dir: Path) -> OnnxEmbedder:
    return OnnxEmbedder(model_dir)


def test_vectors_are_unit_vectors_of_its_dimension_in_order(embedder: OnnxEmbedder) -> None:
    texts = ["a long text about sailing boats in the Baltic sea " * 20, "", "short", "她开车去北京"]
    vectors = embedder.embed(texts)
    assert [len(vector) for vector in vectors] == [384] * 4
    assert all(math.isclose(dot(vector, vector), 1.0, abs_tol=1e-5) for vector in vectors)
    assert all(isinstance(value, float) for value in vectors[0])
    assert embedder.embed([]) == []
    assert embedder.embed(texts[::-1]) == vectors[::-1]


def test_near_in_meaning_is_near(embedder: OnnxEmbedder) -> None:
    car, also_car, soup = embedder.embed(["Ann bought a blue Saab.", "What car does Ann drive?", "The soup needs more salt."])
    assert dot(car, also_car) > dot(car, soup) + 0.1


def test_the_same_text_is_the_same_vector_in_any_company(embedder: OnnxEmbedder) -> None:
    alone = embedder.embed_query("Ann bought a blue Saab.")
    assert embedder.embed(["x " * 300, "Ann bought a blue Saab.", "y"])[1] == alone


def test_what_is_too_long_is_cut(embedder: OnnxEmbedder) -> None:
    long = "sailing " * 400
    assert embedder.embed_query(long) == embedder.embed_query(long * 100)


def test_a_lone_surrogate_was_cleaned_before_and_odd_text_is_no_error(embedder: OnnxEmbedder) -> None:
    assert len(embedder.embed_query("\u200f\u0301 🚗 \ufffd")) == 384


def test_threads_load_it_once(model_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[int] = []
    import onnxruntime

    session = onnxruntime.InferenceSession
    monkeypatch.setattr(onnxruntime, "InferenceSession", lambda *a, **k: loads.append(1) or session(*a, **k))
    embedder = OnnxEmbedder(model_dir)
    threads = [threading.Thread(target=embedder.embed_query, args=("x",)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert loads == [1]


def test_the_model_may_stand_in_a_folder_of_its_name(model_dir: Path, tmp_path: Path) -> None:
    (tmp_path / OnnxEmbedder.name).symlink_to(model_dir)
    assert len(OnnxEmbedder(tmp_path).embed_query("x")) == 384


def test_without_its_files_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="model_dir"):
        OnnxEmbedder(tmp_path).embed(["x"])
