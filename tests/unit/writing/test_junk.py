"""What is no statement leaves no memory."""

from __future__ import annotations

import pytest

from mnemon.adapters.rules import RuleExtractor
from mnemon.language.fence import CLOSING, OPENING
from mnemon.model.records import Fact
from mnemon.model.sources import Turn
from mnemon.ports.models import Passage

AT = "2026-03-01T10:00:00.000Z"


def extract(text: str, role: str = "user") -> list[Fact]:
    turn = Turn.model_validate({"number": 1, "role": role, "content": text, "at": AT})
    return RuleExtractor().extract(Passage(source_ids=("src_x",), turns=(turn,), before=(), session_id="s", run_id=None, reference=AT))


@pytest.mark.parametrize(
    "text",
    [
        "Hello there!", "Good morning Ada, how are you today?", "Thanks a lot!", "ok great, thank you so much",
        "bye, talk to you later", "yep",
        "Maybe I'll move to Lisbon.", "Perhaps I will buy a Vespa.", "If I had a dog, I would call it Rex.",
        "I might start a new job at Acme.",
        "I would live in Rome if I could.", "I wish I had a garden.", "I'm thinking about buying a Tesla.", "What if I sold my car?",
        "I could see myself working at Globex.", "Imagine I live in Paris.", "I guess I live a boring life.", "Suppose I own a boat.",
        "Let's say I have two kids.", "Say I had a million dollars.", "I almost bought a Volvo.", "I nearly moved to Bergen.",
        "Pretend I work at NASA.", "In theory I could move to Spain.", "Maybe I'll sell the car and I'll buy a bike.",
        "If I move to Oslo, I have a flat there.", "Unless I get the job, I live with my parents.",
        "Do you know where I live?", "Tell me what my name is.",
        "I'm sorry, but I can't help with that.", "As an AI language model, I do not have a home.",
        "{}", "Command completed with exit code 0", "Tool call succeeded", "null",
        f"{OPENING}- Ada lives in Oslo.\n- Ada drives a Saab.\n{CLOSING}", f"{OPENING}- Ada lives in Oslo.",
        "> I live in Rome", "```\nI live in Rome\n```",
    ],
)  # fmt: skip
def test_no_memory(text: str) -> None:
    assert [fact.content for fact in extract(text)] == []


@pytest.mark.parametrize("role", ["assistant", "tool", "system"])
def test_only_users_speak_of_themselves(role: str) -> None:
    assert extract("I live in Rome and I work at Acme.", role) == []


@pytest.mark.parametrize("text", ["I live in Rome.", "Hi! I live in Rome, thanks.", "Please always answer briefly."])
def test_statements_beside_junk_stay(text: str) -> None:
    assert extract(text)
