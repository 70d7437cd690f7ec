"""Both sample conversations from events to memories, over the whole write path: what they expect comes true without a cloud."""

from __future__ import annotations

import json
import random
import re
import string
from pathlib import Path
from typing import Any

import pytest

from mnemon.adapters.rules import RuleExtractor
from mnemon.writing.extraction_commit import CommitWindow
from mnemon.writing.windows import ExtractWindow
from tests.unit.writing.world import QUICK, World, says

SAMPLES = Path(__file__).parents[3] / "events" / "tour"


def play(script: dict[str, Any]) -> tuple[World, dict[str, str]]:
    world = World()
    secrets = {name: _filled(pattern) for name, pattern in script["secrets"].items()}
    for session in script["sessions"]:
        messages = [says(_with(secrets, m["content"]), m["timestamp"], role=m["role"], name=m.get("name")) for m in session["messages"]]
        world.accept(*messages, session=session["id"])
        extract(world, session["id"])
    return world, secrets


def extract(world: World, session: str) -> None:
    digest = world.digest(session)
    world.chunk_turns(world.scope, digest)
    windows = ExtractWindow(world.tenancy, RuleExtractor(), world.clock, attempts=QUICK)
    commit = CommitWindow(world.tenancy, world.embedder, world.clock, world.ids, model="rules-1", attempts=QUICK)
    job = "01KJOB" + "0" * 20
    while True:
        window = windows(world.scope, job, digest)
        if window.candidates:
            commit(world.scope, job, digest, window.start)
        if not window.more:
            return


def _filled(pattern: str) -> str:
    rng, letters = random.Random(5), string.ascii_letters + string.digits
    return re.sub(r"\{(\d+)\}", lambda m: "a1" + "".join(rng.choice(letters) for _ in range(int(m[1]) - 2)), pattern)


def _with(secrets: dict[str, str], text: str) -> str:
    return re.sub(r"\{\{(\w+)\}\}", lambda m: secrets[m[1]], text)


@pytest.mark.parametrize("name", ["conversation", "second"])
def test_a_sample_conversation_is_remembered_as_it_expects(name: str) -> None:
    script = json.loads((SAMPLES / f"{name}.json").read_text())
    world, secrets = play(script)
    current = [head.content for head in world.current()]
    for words in script["expect"]["remembered"]:
        assert any(all(word in content for word in words) for content in current), (words, current)
    for words in script["expect"]["not_remembered"]:
        assert not any(words in content for content in current), (words, current)
    for question in script["questions"]:
        then = world.as_of(_day(question["as_of"]))
        for side, known in (("now", current), ("then", then)):
            assert any(all(word in content for word in question[side]["says"]) for content in known), (side, question, known)
    opened = " ".join(world.view.box.open(row.key, row.sealed).decode() for row in world.rows() if row.sealed)
    assert not any(value in opened for value in secrets.values())


@pytest.mark.parametrize(
    ("name", "attribute"), [("conversation", "car"), ("conversation", "employer"), ("second", "bike"), ("second", "employer")]
)
def test_what_changed_is_one_lineage_with_one_current_version(name: str, attribute: str) -> None:
    world, _ = play(json.loads((SAMPLES / f"{name}.json").read_text()))
    (head,) = [head for head in world.heads() if head.attribute == attribute]
    assert head.is_current(world.clock.now())
    assert len(world.versions(head.ulid)) == 1


def test_a_conversation_played_twice_makes_no_second_memory() -> None:
    script = json.loads((SAMPLES / "conversation.json").read_text())
    world, _ = play(script)
    before = sorted((head.ulid, head.content) for head in world.current())
    for session in script["sessions"]:
        again = [m for m in session["messages"] if "{{" not in m["content"]]
        messages = [says(m["content"], m["timestamp"], role=m["role"], name=m.get("name")) for m in again]
        world.accept(*messages, session=session["id"])
        extract(world, session["id"])
    assert sorted((head.ulid, head.content) for head in world.current()) == before


def _day(text: str) -> str:
    from mnemon.model.instants import parse

    return parse(text)
