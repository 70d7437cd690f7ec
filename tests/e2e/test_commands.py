"""The commands that a person types: the tour, the import, the question."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
import uuid
from pathlib import Path

import pytest

from infra.local.layout import ROOT
from tests.e2e.world import World, contents

TOUR = ROOT / "events" / "tour"


def _command(world: World, module: str, *arguments: str, stdin: int | None = None) -> subprocess.Popen[str]:
    argv = ["python3", "-m", "infra.local", "--name", world.cloud.options.name, module, *arguments]
    return subprocess.Popen(
        argv,
        cwd=ROOT,
        text=True,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env={**os.environ, "COLUMNS": "90"},
    )


def _run(world: World, module: str, *arguments: str, given: str | None = None) -> tuple[int, str]:
    process = _command(world, module, *arguments, stdin=None if given is None else subprocess.PIPE)
    output, _ = process.communicate(given, timeout=300)
    return process.returncode, output


@pytest.mark.parametrize("file", ["conversation.json", "second.json"])
def test_the_tour_holds_what_it_promises(world: World, file: str) -> None:
    code, page = _run(world, "tour", "--file", str(TOUR / file))
    assert code == 0, page
    for heading in ("What was said", "What the gate removed", "What is remembered", "A question now", "A correction", "Forgotten"):
        assert heading in page
    assert "verified with the stack's public key" in page
    assert re.search(r"✓ \d+ of \d+ expectations came true", page)
    assert max(map(len, page.splitlines())) <= 100
    assert "\x1b" not in page


def test_a_tour_that_does_not_hold_says_what_and_fails(world: World, tmp_path: Path) -> None:
    script = json.loads((TOUR / "conversation.json").read_text())
    script["questions"][0]["now"]["says"] = ["a submarine"]
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(script))
    code, page = _run(world, "tour", "--file", str(path))
    assert code == 1
    assert "'a submarine'" in page
    code, page = _run(world, "tour", "--file", str(tmp_path / "missing.json"))
    assert code == 2


def _log(path: Path, turns: int) -> Path:
    towns = ("Aarhus", "Basel", "Cork", "Dijon", "Essen")
    lines = [
        {"role": "user", "content": f"On trip {n} I visited {towns[n % 5]} and slept in room {100 + n}.", "session_id": f"trip-{n // 20}"}
        for n in range(turns)
    ]
    path.write_text("\n".join(json.dumps(line) for line in lines))
    return path


def test_an_import_is_whole_and_safe_to_repeat(world: World, tmp_path: Path) -> None:
    person = world.person("home")
    log = _log(tmp_path / "trips.jsonl", 60)
    code, told = _run(world, "import", str(log), "--user", person.user)
    assert code == 0, told
    assert "turns       60 of 3 sessions" in told
    assert "failures    0" in told
    before = sorted(contents(person.memories()))
    code, told = _run(world, "import", str(log), "--user", person.user)
    assert code == 0
    assert "turns       0 of 3 sessions (60 were there already)" in told
    assert sorted(contents(person.memories())) == before
    assert sum(len(list(person.api.turns(f"trip-{n}", user_id=person.user))) for n in range(3)) == 60
    code, told = _run(world, "ask", "where was room 117?", "--user", person.user)
    assert code == 0, told
    assert "room 117" in told
    assert "src_" in told
    code, told = _run(world, "ask", "where was room 117?", "--user", f"nobody-{uuid.uuid4().hex}")
    assert (code, "Nothing is known about that." in told) == (0, True), told


def test_a_receipt_is_checked_in_one_command(world: World) -> None:
    person = world.person()
    person.write("Kim has a kite")
    asked = person.api.erase(user_id=person.user)
    done = person.api.wait_for_erasure(str(asked["erasure_id"]))
    code, told = _run(world, "receipt", given=json.dumps(done))
    assert code == 0, told
    assert str(asked["erasure_id"]) in told
    assert "signature: ES256, valid, by key " in told
    head, _, rest = str(done["receipt"]).partition(".")
    code, told = _run(world, "receipt", given=f"{head}.{'eyJ9' + rest[4:]}")
    assert (code, "not valid" in told) == (1, True), told


def test_an_import_that_is_killed_goes_on_where_it_was(world: World, tmp_path: Path) -> None:
    person = world.person("home")
    log = _log(tmp_path / "trips.jsonl", 400)
    process = _command(world, "import", str(log), "--user", person.user)
    deadline = time.monotonic() + 60
    while not list(person.api.turns("trip-2", user_id=person.user)) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = sum(len(list(person.api.turns(f"trip-{n}", user_id=person.user))) for n in range(20))
    assert 0 < kept < 400
    code, told = _run(world, "import", str(log), "--user", person.user)
    assert code == 0, told
    assert f"({kept} were there already)" in told
    said = [turn["content"] for n in range(20) for turn in person.api.turns(f"trip-{n}", user_id=person.user)]
    assert len(said) == len(set(said)) == 400


def test_a_file_that_is_no_log_is_told(world: World, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"a": 1}')
    code, told = _run(world, "import", str(path), "--user", "x")
    assert code == 2
    assert "no known chat log" in told
