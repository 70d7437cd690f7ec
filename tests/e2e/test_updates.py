"""What a later statement updates without a key in common: over HTTP, through turns and directly, when only the index still holds it."""

from __future__ import annotations

from tests.e2e.world import Person


def test_a_turn_that_only_the_index_finds_is_updated_by_a_later_one(person: Person) -> None:
    person.say("Can you check that the travel budget of $1,200 for the Oslo trip is enough?", at="2025-03-01T09:00:00Z")
    person.settle()
    later = "What should I book first, now that the travel budget for the Oslo trip was raised to $1,500?"
    person.say(later, session="later", at="2025-03-09T09:00:00Z")
    person.settle()
    found = person.search("What is the travel budget for the Oslo trip?")["results"]
    assert "1,500" in found[0]["content"]
    assert not any("1,200" in result["content"] for result in found)


def test_what_became_of_each_fact_is_told(person: Person) -> None:
    said = [
        ("The audit logs are kept for 30 days.", "2025-01-01T00:00:00Z"),
        ("The retention of the audit logs is 30 days.", "2025-01-02T00:00:00Z"),
        ("The audit logs are now kept for 45 days.", "2025-01-09T00:00:00Z"),
        ("The retention of the audit logs is 14 days.", "2024-12-24T00:00:00Z"),
    ]
    results = []
    for content, at in said:
        results += person.write({"content": content, "event_at": at})
        person.settle()
    assert [result["status"] for result in results] == ["created", "confirmed", "updated", "superseded_late"]
    assert len({result["id"] for result in results}) == 1
    assert [memory["content"] for memory in person.memories()] == ["The audit logs are now kept for 45 days."]
