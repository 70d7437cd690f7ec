"""Turns that come without a call: put into the drop bucket, sent to the bus; and turns that wait for silence."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest

from infra.local.client import ApiProblem
from mnemon.model import keys
from tests.e2e.world import Person, World, contents, eventually

ACCOUNT = "000000000000"


def _depth(world: World, queue: str) -> int:
    names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
    found = world.aws("sqs").get_queue_attributes(QueueUrl=world.outputs[queue], AttributeNames=names)["Attributes"]
    return sum(int(found[name]) for name in names)


def _remembers(person: Person, word: str) -> bool:
    return any(word in text for text in contents(person.memories()))


def _drop(world: World, key: str, note: object) -> None:
    world.aws("s3").put_object(Bucket=world.outputs["DropBucket"], Key=key, Body=json.dumps(note).encode(), ContentType="application/json")


def test_an_object_in_the_drop_bucket_delivered_again_is_one_memory(world: World, person: Person) -> None:
    key = f"in/{person.tid}/user%2F{person.user}/note.json"
    dead, waiting = _depth(world, "QueueIngestDead"), _depth(world, "QueueIngest")
    _drop(world, key, {"session_id": "dropped", "messages": [{"role": "user", "content": "I live in Antwerp."}]})
    eventually(lambda: _remembers(person, "Antwerp"), what="the dropped note is a memory")
    assert not world.aws("s3").list_objects_v2(Bucket=world.outputs["DropBucket"], Prefix=key).get("Contents")
    detail = {"version": "0", "bucket": {"name": world.outputs["DropBucket"]}, "object": {"key": key, "size": 10, "etag": "x"}}
    for _ in range(2):
        world.aws("sqs").send_message(QueueUrl=world.outputs["QueueIngest"], MessageBody=_event("aws.s3", "Object Created", detail))
    eventually(lambda: _depth(world, "QueueIngest") <= waiting, what="the redelivered events are worked off")
    # put once more as it was: the same version is known
    _drop(world, key, {"session_id": "dropped", "messages": [{"role": "user", "content": "I live in Antwerp."}]})
    eventually(lambda: not world.aws("s3").list_objects_v2(Bucket=world.outputs["DropBucket"], Prefix=key).get("Contents"))
    assert sum("Antwerp" in text for text in contents(person.memories())) == 1
    assert len(list(person.api.turns("dropped", user_id=person.user))) == 1
    assert _depth(world, "QueueIngestDead") <= dead


def _event(source: str, detail_type: str, detail: object, event_id: str | None = None) -> str:
    return json.dumps(
        {
            "version": "0", "id": event_id or str(uuid.uuid4()), "detail-type": detail_type, "source": source, "account": ACCOUNT,
            "time": "2025-03-08T09:00:00Z", "region": "us-east-1", "resources": [], "detail": detail,
        }
    )  # fmt: skip


@pytest.fixture
def producer(world: World, person: Person) -> str:
    """A source that the operator has registered for the person's tenant."""
    source = f"com.example.{uuid.uuid4().hex[:8]}"
    key = keys.producer(ACCOUNT, source)
    item = {"PK": {"S": key.pk}, "SK": {"S": key.sk}, "tid": {"S": person.tid}}
    world.aws("dynamodb").put_item(TableName=world.outputs["MemoryTable"], Item=item)
    return source


def test_an_event_on_the_bus_belongs_to_the_tenant_of_its_source(world: World, person: Person, producer: str) -> None:
    detail: dict[str, Any] = {
        "user_id": person.user, "session_id": "bus", "messages": [{"role": "user", "content": "I live in Ghent."}],
    }  # fmt: skip
    bus = world.outputs["EventBusName"]
    entry = {"EventBusName": bus, "Source": producer, "DetailType": "Turns", "Detail": json.dumps(detail)}
    world.aws("events").put_events(Entries=[entry])
    eventually(lambda: _remembers(person, "Ghent"), what="the event is a memory")
    # the queue delivers the same event twice
    waiting = _depth(world, "QueueIngest")
    for _ in range(2):
        world.aws("sqs").send_message(QueueUrl=world.outputs["QueueIngest"], MessageBody=_event(producer, "Turns", detail, "the-same"))
    eventually(lambda: len(list(person.api.turns("bus", user_id=person.user))) == 2, what="the event with another id is another source")
    eventually(lambda: _depth(world, "QueueIngest") <= waiting, what="the second delivery is worked off")
    assert len(list(person.api.turns("bus", user_id=person.user))) == 2
    assert sum("Ghent" in text for text in contents(person.memories())) == 1


def test_an_event_from_nobody_goes_to_the_dead_letters_and_makes_nothing(world: World, person: Person) -> None:
    dead = _depth(world, "QueueIngestDead")
    detail = {
        "user_id": person.user,
        "tenant_id": person.tenant,
        "session_id": "x",
        "messages": [{"role": "user", "content": "I live in Lille."}],
    }
    entry = {
        "EventBusName": world.outputs["EventBusName"],
        "Source": "com.example.unknown",
        "DetailType": "Turns",
        "Detail": json.dumps(detail),
    }
    world.aws("events").put_events(Entries=[entry])
    eventually(lambda: _depth(world, "QueueIngestDead") + _depth(world, "QueueIngest") > dead, what="it waits for a person")
    assert not _remembers(person, "Lille")


def test_turns_that_wait_for_silence_are_extracted_once_it_has_come(person: Person) -> None:
    jobs = [
        person.api.post_events(
            "slow", [{"role": "user", "content": text}], user_id=person.user, infer="idle",
        )["job_id"]
        for text in ("I live in Bruges.", "I work at Port of Antwerp.")
    ]  # fmt: skip
    # the turns are found at once, the memories only later
    for job in jobs:
        person.api.wait_for_job(job)
    assert any("Bruges" in text for text in person.found("where is Bruges?", limit=20))
    eventually(lambda: _remembers(person, "Bruges") and _remembers(person, "Port of Antwerp"), 60, "silence has come")
    assert sum("Bruges" in text for text in contents(person.memories())) == 1


def test_what_is_never_to_be_extracted_is_found_as_turns_only(person: Person) -> None:
    person.say("I live in Mechelen.", infer="never")
    assert person.memories() == []
    assert any("Mechelen" in text for text in person.found("Mechelen", limit=20))


def test_a_session_in_many_calls_keeps_its_order(person: Person) -> None:
    for start in range(0, 60, 20):
        person.say(*(f"Line {n} of the poem." for n in range(start, start + 20)), session="poem", infer="never")
    said = [turn["content"] for turn in person.api.turns("poem", user_id=person.user)]
    assert said == [f"Line {n} of the poem." for n in range(60)]
    window = person.api.call("GET", "/events", query={"session_id": "poem", "user_id": person.user, "last": 3}).json["turns"]
    assert [turn["content"] for turn in window] == said[-3:]


def test_a_citation_can_be_opened(person: Person) -> None:
    source_id = person.say("I bought a red bicycle.", "It has a bell.", session="shop")["source_id"]
    (memory, *_) = [memory for memory in person.memories() if "bicycle" in memory["content"]]
    ground = memory["sources"][0]
    assert ground["id"] == source_id
    assert ground["wording"] in "I bought a red bicycle."
    opened = person.api.source(source_id)
    assert (opened["type"], opened["count"], opened["session_id"]) == ("conversation", 2, "shop")
    chunks = person.api.call("GET", f"/sources/{source_id}/chunks").json["chunks"]
    assert "I bought a red bicycle." in [chunk["content"] for chunk in chunks]
    person.api.call("DELETE", f"/sources/{source_id}")
    eventually(lambda: not person.memories(), 60, "what rested on it alone has gone")
    with pytest.raises(ApiProblem):
        person.api.source(source_id)
