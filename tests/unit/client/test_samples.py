import json
from pathlib import Path

import jsonschema
import pytest

from infra.local.layout import ROOT
from mnemon.model.ids import PublicId
from mnemon.writing.ingest import BusEvent

EVENTS = ROOT / "events"
FILES = sorted(EVENTS.glob("*/*.json"))
SCHEMA = json.loads((EVENTS / "ingest" / "bus_event.schema.json").read_text())
GOOD = json.loads(json.loads((EVENTS / "ingest" / "bus_event.json").read_text())["Records"][0]["body"])["detail"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(EVENTS)))
def test_a_sample_is_json_in_its_form(path: Path) -> None:
    text = path.read_text()
    assert text.endswith("\n")
    if path.parent.name != "tour":
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize(
    ("change", "fits"),
    [
        ({}, True),
        ({"infer": "idle", "metadata": {"a": "b"}, "agent_id": "bot"}, True),
        ({"tenant_id": "x"}, False),
        ({"user_id": ""}, False),
        ({"session_id": None}, False),
        ({"messages": []}, False),
        ({"messages": [{"role": "king", "content": "x"}]}, False),
        ({"messages": [{"role": "user"}]}, False),
        ({"messages": [{"role": "user", "content": "x", "colour": "red"}]}, False),
        ({"messages": [{"role": "user", "content": "x"}] * 101}, False),
        ({"infer": "later"}, False),
        ({"metadata": {"a": 1}}, False),
    ],
)
def test_the_schema_says_what_the_function_takes(change: dict[str, object], fits: bool) -> None:
    detail = {**GOOD, **change}
    by_schema = jsonschema.Draft202012Validator(SCHEMA).is_valid(detail)
    try:
        BusEvent.model_validate_json(json.dumps(detail))
        taken = True
    except ValueError:
        taken = False
    assert (by_schema, taken) == (fits, fits)


def test_the_ids_of_the_samples_are_ids() -> None:
    path = json.loads((EVENTS / "api" / "read_memory.json").read_text())["path"]
    assert PublicId.parse(path.rpartition("/")[2]).kind == "mem"
