from __future__ import annotations

import pytest

from mnemon.adapters.rules import RuleExtractor
from mnemon.model.records import Fact
from mnemon.model.sources import Turn
from mnemon.ports.models import Passage

AT = "2023-05-08T13:56:00.000Z"
SOURCE = "src_" + "a" * 26 + "01K" + "0" * 23


def extract(*turns: tuple[str, str], name: str | None = "Lena") -> list[Fact]:
    said = tuple(
        Turn(number=i, position=i - 1, role=role, name=name if role == "user" else None, content=content, at=AT)  # type: ignore[arg-type]
        for i, (role, content) in enumerate(turns, 1)
    )
    return RuleExtractor().extract(Passage(source_ids=(SOURCE,) * len(said), turns=said, session_id="s"))


def test_a_fact_cites_the_turn_that_says_it_with_its_words() -> None:
    (fact,) = extract(("user", "Hello!"), ("user", "Well, I live in Tromsø."))
    (ref,) = fact.sources
    assert (ref.id, ref.turns, ref.wording, ref.session) == (SOURCE, (2,), "Well, I live in Tromsø.", "s")
    assert (fact.content, fact.subject, fact.attribute, fact.value) == ("Lena lives in Tromsø.", "Lena", "home", "Tromsø")


def test_what_the_assistant_a_tool_or_the_system_says_is_no_fact_about_the_user() -> None:
    assert extract(("tool", "I live in Rome"), ("assistant", "You live in Oslo. I work at Acme."), ("system", "My name is Bot")) == []
    (episode,) = extract(("assistant", "Where does the writer live?"), ("tool", "I live in Rome"))
    assert (episode.content, episode.kind, episode.subject, episode.attribute) == (
        "A tool returned: I live in Rome", "episode", None, None,
    )  # fmt: skip


def test_what_came_of_the_assistants_call_is_an_episode_that_cites_the_tools_turn() -> None:
    said = '{"status": "ok", "took_ms": 12, "order": {"number": "A-17", "arrives": "12 May", "shop": "Fjord Books"}}'
    (episode,) = extract(("assistant", "Let me look that up."), ("tool", said))
    assert episode.content == "A tool returned: order: number: A-17; arrives: 12 May; shop: Fjord Books"
    assert (episode.kind, episode.category, episode.sources[0].turns, episode.sources[0].wording) == ("episode", "tool", (2,), said)


def test_every_answer_to_one_call_counts_and_none_that_nobody_asked_for() -> None:
    first, second = ("tool", "The ferry leaves at nine"), ("tool", "The museum opens at ten")
    assert len(extract(("assistant", "Looking."), first, second)) == 2
    assert extract(("user", "Hello!"), first) == extract(first) == extract(("system", "You are a bot"), first) == []
    before = (Turn(number=1, role="assistant", content="Looking.", at=AT), Turn(number=2, role="tool", content="x", at=AT))
    turn = Turn(number=3, position=2, role="tool", name="timetable", content=first[1], at=AT)
    (episode,) = RuleExtractor().extract(Passage(source_ids=(SOURCE,), turns=(turn,), before=before))
    assert episode.content == "timetable returned: The ferry leaves at nine"


def test_how_it_ended_is_told_unless_it_just_went_well() -> None:
    (episode,) = extract(("assistant", "Looking."), ("tool", '{"status": "out of stock", "code": 404, "ok": false, "item": "red kettle"}'))
    assert episode.content == "A tool returned: status: out of stock; item: red kettle"


@pytest.mark.parametrize(
    "noise",
    [
        "", "ok", "Done.", "success", "null", "{}", "[]", "42", "200 OK", "a3f9c2e1-5b7d-4e8f-9a1b-2c3d4e5f6a7b",
        "Command completed successfully",
        '{"ok": true}', '{"status": "success", "id": "a1b2", "error": null}', '{"status": 200, "code": 0, "message": "done"}', "[1, 2, 3]",
        "<html><body>the ferry leaves at nine</body></html>", "```\nprint(the ferry leaves)\n```", "word " * 200,
        "Traceback (most recent call last):\n  File x", "\n".join(f"line number {n} of many" for n in range(40)),
        "<recalled-memories>\nAnna drives a red car.\n</recalled-memories>", "I'm sorry, but I can't help with that request.",
    ],
)  # fmt: skip
def test_a_tools_noise_is_nothing(noise: str) -> None:
    assert extract(("assistant", "Let me look."), ("tool", noise)) == []


def test_questions_guesses_and_small_talk_give_nothing() -> None:
    assert extract(("user", "Hi there!"), ("user", "Where do I live?"), ("user", "Maybe I'll move to Spain"), ("user", "ok thanks")) == []


def test_other_languages_are_kept_whole_in_their_own_words() -> None:
    facts = extract(
        ("user", "Meine Schwester Jana wohnt in Hamburg."),
        ("user", "我每周三晚上去上中文课。"),
        ("user", "谢谢"),
        ("user", "ฉันอาศัยอยู่ที่เชียงใหม่"),
    )
    assert [(f.content, f.kind, f.language) for f in facts] == [
        ("Meine Schwester Jana wohnt in Hamburg.", "episode", "de"),
        ("我每周三晚上去上中文课。", "episode", "zh"),
        ("ฉันอาศัยอยู่ที่เชียงใหม่", "episode", "th"),
    ]


def test_a_relative_date_is_resolved_against_the_turn_and_shown() -> None:
    (fact,) = extract(("user", "I sold my boat last week"))
    assert "(week of 1 May 2023)" in fact.content
    assert (fact.event_at, fact.ends) == ("2023-05-01T00:00:00.000Z", True)


def test_a_recalled_block_quotes_and_code_are_not_the_speakers_statements() -> None:
    text = "<recalled-memories>\nI live in Rome.\n</recalled-memories>\n> I live in Paris\n```\nI live in Oslo\n```\nI live in Bergen"
    assert [fact.value for fact in extract(("user", text))] == ["Bergen"]


def test_a_plan_is_known_from_when_it_was_said() -> None:
    (fact,) = extract(("user", "I'm flying to Lisbon on 12 December"))
    assert (fact.event_at, fact.true_from) == ("2023-12-12T00:00:00.000Z", AT)


def test_without_a_name_it_is_the_user() -> None:
    (fact,) = extract(("user", "I love anchovies"), name=None)
    assert (fact.content, fact.subject) == ("The user loves anchovies.", "user")


def test_any_turn_gives_facts_that_a_memory_can_hold() -> None:
    for fact in extract(("user", "I bought a " + "very " * 3_000 + "long car. " + "我" * 5_000)):
        assert 0 < len(fact.content) <= 4_000
