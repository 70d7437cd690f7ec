"""What a command tells that lacks something: one line, in make's own form."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from infra.local import invoke
from infra.local.layout import ROOT


def _make(*arguments: str) -> tuple[int, str, str]:
    """What make would run, and what it says."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(["make", "PYTHON=echo", *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.strip(), done.stderr.strip()


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("ask",), 'ask what? make ask Q="what did I say about ..." USER=me'),
        (("ask", "USER=me"), 'ask what? make ask Q="what did I say about ..." USER=me'),
        (("ask", "Q=which car?"), 'who asks? make ask Q="..." USER=me'),
        (("import",), "which file? make import FILE=chats.json USER=me"),
        (("invoke",), "which function? make invoke FN=api EVENT=events/api/health.json"),
        (("invoke", "FN=api"), "with which event? make invoke FN=api EVENT=events/....json"),
    ],
)
def test_make_says_in_one_line_what_to_give(arguments: tuple[str, ...], says: str) -> None:
    code, out, told = _make(*arguments)
    assert (code, out) == (2, "")
    assert says in told
    assert len(told.splitlines()) == 1


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_make_passes_on_what_it_was_given() -> None:
    assert _make("ask", "Q=red, or blue?", "USER=me", "ARGS=--limit 2")[1] == "-m infra.local ask red, or blue? --user me --limit 2"
    assert _make("import", "FILE=a b.json", "USER=me")[1] == "-m infra.local import a b.json --user me"
    assert _make("invoke", "FN=api", "EVENT=e.json")[1] == "-m infra.local invoke api e.json"


@pytest.mark.parametrize(("text", "says"), [(None, "cannot be read"), ("{", "is no JSON")])
def test_an_event_that_is_not_there_is_told_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, says: str
) -> None:
    event = tmp_path / "event.json"
    if text is not None:
        event.write_text(text)
    assert invoke.main(["api", str(event)]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert "event.json" in told
