"""Playbooks as structured JSON: kept as they are, sealed and gated, found by their words, and one current one for each title."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from mnemon.model.memory import MAX_CONTENT
from mnemon.writing.requests import IncomingFact

from .test_correct import correct
from .world import World, contents

KEY = "sk-ant-api03-" + "aB3dE6gH9jK2mN5pQ8sT1vW4" * 3
STEPS: dict[str, Any] = {"steps": ["run the tests", {"do": "push the tag", "wait": None}], "minutes": 4.5, "unattended": False}
TITLE = "How to release the heron service"
TEXT = f"{TITLE}\nsteps:\n  1. run the tests\n  2. do: push the tag\n    wait: none\nminutes: 4.5\nunattended: no"


def playbook(procedure: dict[str, Any] | None = None, content: str = TITLE, **more: Any) -> IncomingFact:
    return IncomingFact(content=content, kind="procedure", procedure=procedure or STEPS, **more)


def test_it_is_kept_as_it_was_and_told_as_text() -> None:
    world = World()
    (result,) = world.write(playbook())
    assert result.status == "created"
    (head,) = world.current()
    assert (head.kind, head.procedure, head.content) == ("procedure", STEPS, TEXT)
    assert list(head.procedure or {}) == list(STEPS)
    assert "push the tag" in world.embedder.embedded[-1]


def test_it_is_sealed() -> None:
    world = World()
    world.write(playbook())
    for row in world.tenancy.records.all_rows():
        assert "heron" not in f"{row.key} {row.plain}"
        assert b"push the tag" not in (row.sealed or b"")
    assert not any(b"push the tag" in data for data in world.tenancy.raw.all_bytes())


def test_the_same_again_is_confirmed_whatever_the_order_of_its_names() -> None:
    world = World()
    world.write(playbook())
    world.clock.advance(hours=1)
    (result,) = world.write(playbook(dict(reversed(STEPS.items()))))
    assert result.status == "confirmed"
    assert len(world.heads()) == 1


@pytest.mark.parametrize(
    "changed",
    [{**STEPS, "minutes": 5}, {**STEPS, "steps": ["push the tag", "run the tests"]}, {**STEPS, "unattended": True}, {"steps": []}],
    ids=lambda value: str(value)[-30:],
)
def test_the_next_of_its_title_takes_its_place_and_the_history_keeps_both(changed: dict[str, Any]) -> None:
    world = World()
    (first,) = world.write(playbook())
    world.clock.advance(hours=1)
    (second,) = world.write(playbook(changed))
    assert (second.status, second.id, second.version) == ("updated", first.id, 2)
    assert [(r.version, r.procedure) for r in world.lineage(str(first.id)[-26:])] == [(1, STEPS), (2, changed)]


def test_another_title_or_subject_or_namespace_is_another_procedure() -> None:
    world = World()
    world.write(
        playbook(), playbook(content="How to roll back"), playbook({"steps": ["ask Ben"]}, subject="billing"), playbook(namespace="ops")
    )
    assert len(world.current()) == 4


def test_a_secret_in_it_is_replaced_at_any_depth_and_so_is_the_text() -> None:
    world = World()
    world.write(playbook({"login": [{"password": "open sesame", KEY: [KEY]}], "then": f"use {KEY}"}, content=f"How to log in with {KEY}"))
    (head,) = world.current()
    for text in (str(head.model_dump()), str(world.embedder.embedded)):
        assert KEY not in text
        assert "sesame" not in text
    assert str(head.procedure).count("[secret:") == 4
    box = world.view.box
    assert not any(KEY in box.open(row.key, row.sealed).decode() for row in world.rows() if row.sealed)


def test_a_corrected_text_leaves_no_procedure_that_says_otherwise() -> None:
    world = World()
    (result,) = world.write(playbook())
    head = correct(world, str(result.id), content="Releases are made by the robot")
    assert (head.procedure, head.content) == (None, "Releases are made by the robot")
    assert world.versions(head.ulid)[0].procedure == STEPS
    assert correct(world, str(result.id), pinned=True).version == head.version


def test_one_whose_text_is_too_long_is_refused_and_the_others_are_written() -> None:
    world = World()
    long, fine = world.write(playbook({"steps": ["word " * (MAX_CONTENT // 5)]}), "Anna keeps bees")
    assert (long.status, long.code, long.field) == ("refused", "too_large", "procedure")
    assert contents(world.current()) == ["Anna keeps bees"]
    assert fine.status == "created"


def test_a_hundred_at_once() -> None:
    world = World()
    results = world.write(*(playbook({"steps": [f"step {n} " + "x" * 3_000, "y" * 600]}, content=f"Playbook {n}") for n in range(100)))
    assert {result.status for result in results} == {"created"}
    assert len(world.current()) == 100


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"kind": "fact", "procedure": STEPS}, "procedure"),
        ({"procedure": STEPS}, "procedure"),
        ({"kind": "procedure", "procedure": {}}, "procedure"),
        ({"kind": "procedure", "procedure": []}, "procedure"),
        ({"kind": "procedure", "procedure": "steps"}, "procedure"),
        ({"kind": "procedure", "procedure": {"a": float("inf")}}, "procedure"),
        ({"kind": "procedure", "procedure": {"a": "x" * 17_000}}, "procedure"),
        ({"kind": "procedure", "procedure": {"a": json.loads("[" * 40 + "]" * 40)}}, "procedure"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_is_none_is_named(given: dict[str, Any], path: str) -> None:
    with pytest.raises(ValidationError) as caught:
        IncomingFact.model_validate({"content": TITLE, **given})
    assert caught.value.errors()[0]["loc"][0] == path
