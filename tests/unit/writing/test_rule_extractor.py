from __future__ import annotations

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
    assert extract(("assistant", "You live in Oslo. I work at Acme."), ("tool", "I live in Rome"), ("system", "My name is Bot")) == []


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
