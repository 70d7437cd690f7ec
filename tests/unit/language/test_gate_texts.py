"""Texts that somebody brings to measure the gate with: what cannot be read is told by its line, before anything is measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench import gate
from tests.bench._gate_texts import Given, Malformed, given

GOOD = {"text": "I row", "source": "user", "expect": "kept"}


def file(folder: Path, *lines: object) -> Path:
    path = folder / "texts.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return path


def test_an_id_may_be_there_and_empty_lines_are_passed_over(tmp_path: Path) -> None:
    other = {"id": 7, "text": "Lies\u2028ältere", "source": "web", "expect": "quarantine"}
    path = file(tmp_path, GOOD, "", json.dumps(other, ensure_ascii=False))
    assert given(path) == [Given("I row", "user", "kept"), Given("Lies\u2028ältere", "web", "quarantine")]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"text": "I row",', "no JSON"),
        ('["I row"]', "no JSON object"),
        ({"text": "I row"}, "source is missing, expect is missing"),
        ({**GOOD, "text": None}, "text is no string"),
        ({**GOOD, "source": "mail"}, "source is 'mail'"),
        ({**GOOD, "source": ["user"]}, "source is ['user']"),
        ({**GOOD, "expect": "blocked"}, "expect is 'blocked'"),
    ],
)
def test_a_line_that_cannot_be_read(
    tmp_path: Path, line: object, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, GOOD, "", line)
    monkeypatch.setattr("sys.argv", ["gate", "--texts", str(path)])
    with pytest.raises(SystemExit) as ended:
        gate.main()
    assert ended.value.code == 2
    told = capsys.readouterr().err
    for part in ("line 3", why, "secret | quarantine | kept", "user | document | tool | web", "id may be left out"):
        assert part in told


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="No such file"):
        given(tmp_path / "none")
