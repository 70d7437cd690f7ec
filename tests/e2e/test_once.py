"""Nothing twice, nothing stale: repeats, retries, redeliveries, and facts that change."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from infra.local.client import ApiProblem
from tests.e2e.world import Person, contents

FACT = "Ana's favourite café is the one on Lime Street."


def test_the_same_fact_posted_twice_is_one_memory_and_the_second_call_is_told(person: Person) -> None:
    first, second = person.write(FACT)[0], person.write(f"  {FACT.upper()} ")[0]
    assert (first["status"], second["status"]) == ("created", "confirmed")
    assert second["id"] == first["id"]
    assert contents(person.memories()) == [FACT]


def test_the_same_fact_at_the_same_moment_is_one_memory(person: Person) -> None:
    person.write("something that makes the scope")
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: person.world.person(person.tenant, person.user).write(FACT)[0], range(8)))
    assert len({result["id"] for result in results}) == 1
    assert [result["status"] for result in results].count("created") == 1
    assert contents(person.memories()).count(FACT) == 1


def test_the_same_fact_twice_in_one_call_is_one_memory(person: Person) -> None:
    results = person.write(FACT, "Ana plays the viola.", FACT)
    assert results[0]["id"] == results[2]["id"]
    assert len(person.memories()) == 2


def test_a_batch_retried_with_its_key_is_the_same_call(person: Person) -> None:
    key = uuid.uuid4().hex
    first = person.write(FACT, "Ana plays the viola.", key=key)
    assert person.write(FACT, "Ana plays the viola.", key=key) == first
    assert len(person.memories()) == 2
    with pytest.raises(ApiProblem) as refused:
        person.write("another body", key=key)
    assert (refused.value.status, refused.value.code) == (409, "conflict")


def test_a_batch_retried_without_its_key_gives_the_same_ids(person: Person) -> None:
    first = person.write(FACT, "Ana plays the viola.")
    again = person.write(FACT, "Ana plays the viola.")
    assert [result["id"] for result in again] == [result["id"] for result in first]
    assert len(person.memories()) == 2


def test_events_retried_with_their_key_are_one_source(person: Person) -> None:
    key = uuid.uuid4().hex
    first = person.say("I work at Harbour Analytics.", key=key)
    assert person.say("I work at Harbour Analytics.", key=key) == first
    assert len(list(person.api.turns("s", user_id=person.user))) == 1
    assert len(person.memories()) == 1


def test_events_sent_again_without_a_key_do_not_make_a_second_memory(person: Person) -> None:
    person.say("I work at Harbour Analytics.")
    person.say("I work at Harbour Analytics.", session="another")
    (memory,) = person.memories()
    assert len(memory["sources"]) == 2


def test_two_versions_are_never_both_current(person: Person) -> None:
    """Many writers set the same attribute at once; a reader looks all the time."""
    person.write({"content": "Ana's port is 8000.", "subject": "Ana", "attribute": "port"})

    def write(port: int) -> None:
        fact = {"content": f"Ana's port is {port}.", "subject": "Ana", "attribute": "port"}
        person.world.person(person.tenant, person.user).write(fact)

    seen: list[int] = []
    with ThreadPoolExecutor(5) as pool:
        writes = [pool.submit(write, 8001 + n) for n in range(8)]
        while not all(job.done() for job in writes):
            seen.append(sum("port is" in text for text in contents(person.memories())))
            seen.append(sum("port is" in text for text in person.found_memories("which port does Ana use?", limit=20)))
        for job in writes:
            job.result()
    assert set(seen) == {1}
    (memory,) = person.memories()
    assert len(person.api.history(memory["id"])) == 9


def test_like_then_hate_then_like_again(person: Person) -> None:
    for month, text in ((1, "I like sushi."), (2, "I hate sushi."), (3, "I like sushi.")):
        person.say(text, session=f"s{month}", at=f"2025-0{month}-10T12:00:00Z")
        current = [text for text in contents(person.memories()) if "sushi" in text]
        assert len(current) == 1, current
    (memory,) = [memory for memory in person.memories() if "sushi" in memory["content"]]
    assert "like" in memory["content"]
    assert "hate" not in memory["content"]
    history = [version["content"] for version in sorted(person.api.history(memory["id"]), key=lambda version: version["version"])]
    assert len(history) == 3
    assert ["hate" in text for text in history] == [False, True, False]
    assert [text for text in person.found_memories("what about sushi?") if "sushi" in text] == [memory["content"]]
    assert any("hate" in text for text in person.found_memories("what about sushi?", as_of="2025-02-20T00:00:00Z"))


def test_an_older_statement_that_comes_late_does_not_become_current(person: Person) -> None:
    person.say("I work at Harbour Analytics.", session="b", at="2025-09-01T12:00:00Z")
    person.say("I work at Northwind Logistics.", session="a", at="2025-03-01T12:00:00Z")
    current = [text for text in contents(person.memories()) if "work" in text]
    assert len(current) == 1
    assert "Harbour" in current[0]
    assert any("Northwind" in text for text in person.found_memories("where does the user work?", as_of="2025-06-01T00:00:00Z"))


def test_a_corrected_memory_is_found_by_its_new_text_and_not_by_its_old_vector(person: Person) -> None:
    memory_id = person.write("Ana keeps her bicycle in the cellar.")[0]["id"]
    person.settle()
    before = person.api.memory(memory_id)
    with pytest.raises(ApiProblem) as lost:
        person.api.correct(memory_id, {"content": "never"}, if_match='"99"')
    assert lost.value.status == 412
    after = person.api.correct(memory_id, {"content": "Ana keeps a rowing boat at the lake."}, if_match=f'"{before["rev"]}"')
    assert (after["id"], after["version"]) == (memory_id, 2)
    for _ in range(2):
        assert "Ana keeps her bicycle in the cellar." not in person.found("where is the bicycle?", limit=20)
        assert person.found_memories("rowing boat")[0] == "Ana keeps a rowing boat at the lake."
        person.settle()
    assert contents(person.api.history(memory_id)) in (
        ["Ana keeps her bicycle in the cellar.", "Ana keeps a rowing boat at the lake."],
        ["Ana keeps a rowing boat at the lake.", "Ana keeps her bicycle in the cellar."],
    )


def test_deleted_and_restored(person: Person) -> None:
    memory_id = person.write(FACT)[0]["id"]
    person.api.delete(memory_id)
    with pytest.raises(ApiProblem) as gone:
        person.api.memory(memory_id)
    assert gone.value.status == 404
    assert person.memories() == []
    assert person.found(FACT) == []
    assert person.api.restore(memory_id)["id"] == memory_id
    assert FACT in person.found(FACT)
    person.api.delete(memory_id)
    other = person.write(FACT)[0]
    assert other["id"] != memory_id
    with pytest.raises(ApiProblem) as held:
        person.api.restore(memory_id)
    assert held.value.status == 409
