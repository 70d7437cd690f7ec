"""The profile and the summaries as a client sees them: from what is said, cited, corrected and forgotten with it."""

from __future__ import annotations

import uuid
from typing import Any

from tests.e2e.world import Person, World, eventually

SOON = 90.0
"""Seconds within which what a direct write touched is written anew: the stream, the queue's delay, the rewriting."""


def _profile(person: Person) -> dict[str, Any]:
    return dict(person.api.call("GET", "/profile", query={"user_id": person.user}).json)


def _texts(person: Person) -> list[str]:
    return [sentence["text"] for sentence in _profile(person)["sentences"]]


def _summaries(person: Person, **query: str) -> list[dict[str, Any]]:
    return list(person.api.call("GET", "/summaries", query={"user_id": person.user, **query}).json["summaries"])


def _fresh(person: Person) -> dict[str, Any] | None:
    found = _profile(person)
    return None if found["stale"] or "written_at" not in found else found


def _stored(world: World, person: Person) -> set[str]:
    """What is derived of the person's scope, as it stands in the table."""
    return {row["SK"]["S"] for row in world.rows(partition=person.scope.partition) if row["SK"]["S"].startswith(("SUM", "PROFILE"))}


def test_what_is_said_is_in_the_profile_when_the_job_is_done_and_cites_its_memory(world: World) -> None:
    person = world.person()
    person.say("I live in Oslo.", "I work at Tata Steel as a chemist.", "I love green tea.")
    profile = _profile(person)
    assert not profile["stale"]
    for word in ("Oslo", "Tata Steel", "green tea"):
        (sentence, *_) = [each for each in profile["sentences"] if word in each["text"]]
        memory = person.api.call("GET", f"/memories/{sentence['memories'][0]}").json
        assert word in memory["content"]
        assert memory["sources"]
    assert {"home", "work", "preference"} <= {summary["category"] for summary in _summaries(person)}
    assert [summary["category"] for summary in _summaries(person, category="home")] == ["home"]


def test_a_correction_is_told_in_its_new_words_only(world: World) -> None:
    person = world.person()
    person.say("I live in Oslo.")
    (memory,) = [one for one in person.memories() if "Oslo" in one["content"]]
    person.api.call("PATCH", f"/memories/{memory['id']}", {"content": "The user lives in Bergen."})
    assert not any("Oslo" in text for text in _texts(person))
    profile = eventually(lambda: _fresh(person), SOON, "the correction is written into the profile")
    assert [sentence["text"] for sentence in profile["sentences"]] == ["The user lives in Bergen."]


def test_a_direct_write_is_caught_up_with_and_a_deletion_too(world: World) -> None:
    person = world.person()
    (result,) = person.write("The user lives in Quito.")
    eventually(lambda: _texts(person) == ["The user lives in Quito."], SOON, "the fact is written into the profile")
    person.api.call("DELETE", f"/memories/{result['id']}")
    assert _texts(person) == []
    assert eventually(lambda: _fresh(person), SOON, "the deletion is caught up with")["sentences"] == []


def test_an_erased_source_leaves_no_trace(world: World) -> None:
    person, word = world.person(), f"Zanzibar{uuid.uuid4().hex[:6]}"
    person.say("I live in Oslo.", session="kept")
    accepted = person.say(f"I work at {word} Mining.", session="erased")
    assert any(word in text for text in _texts(person))
    receipt = person.forget(source_id=accepted["source_id"])
    assert receipt["counts"]["summaries"] >= 2
    assert not any(word in text for text in _texts(person))
    assert not any(word in sentence["text"] for summary in _summaries(person) for sentence in summary["sentences"])
    profile = eventually(lambda: _fresh(person), SOON, "the profile is written anew")
    assert len(profile["sentences"]) == 1
    assert "Oslo" in profile["sentences"][0]["text"]


def test_what_documents_tools_and_the_assistant_say_never_enters(world: World) -> None:
    person = world.person()
    document = {"user_id": person.user, "media_type": "text/markdown", "content": "The user lives in Paris and works at Globex."}
    person.api.wait_for_job(person.api.call("POST", "/documents", document).json["job_id"])
    eventually(lambda: any("Globex" in found for found in person.found("Globex")), what="the document is found")
    accepted = person.api.post_events(
        "s",
        [
            {"role": "assistant", "content": "You live in Vienna. Your employer is Initech."},
            {"role": "tool", "name": "crm", "content": '{"home": "Lima", "employer": "Hooli"}'},
            {"role": "user", "content": "I live in Oslo."},
        ],
        user_id=person.user,
        infer="now",
    )
    person.api.wait_for_job(accepted["job_id"])
    told = " ".join(_texts(person))
    assert "Oslo" in told
    assert not any(word in told for word in ("Paris", "Globex", "Vienna", "Initech", "Lima", "Hooli"))


def test_a_context_begins_with_the_profile(world: World) -> None:
    person = world.person()
    person.say("I live in Oslo.", "I work at Tata Steel as a chemist.", "I drive a red Honda Civic.")
    body = {"user_id": person.user, "query": "Which car does the user drive?"}
    made = person.api.call("POST", "/context", body).json
    assert made["text"].index("Profile:\n[p1] ") < made["text"].index("Summary of ")
    assert made["text"].count("Honda Civic") == 1  # a memory that is told already is not repeated
    other = person.api.call("POST", "/context", {**body, "query": "Which city is home?"}).json
    profile, same = (text.partition("</recalled")[0].partition("Summary of")[0] for text in (made["text"], other["text"]))
    assert profile == same
    alone = person.api.call("POST", "/context", {**body, "include": ["profile"]}).json
    assert ("Memories:" in alone["text"], alone["items"]) == (False, [])


def test_an_erased_user_has_no_profile(world: World) -> None:
    person = world.person()
    person.say("I live in Oslo.", "I love green tea.")
    assert "PROFILE" in _stored(world, person)
    assert person.forget()["counts"]["summaries"] >= 3
    assert _stored(world, person) == set()
    assert (_texts(person), _summaries(person)) == ([], [])
