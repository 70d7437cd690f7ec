"""The value of a pasted key is nowhere at rest: every place that could hold it is looked at."""

from __future__ import annotations

import json
import secrets
import string

import pytest

from infra.local.client import ApiProblem
from tests.e2e.scans import Scans
from tests.e2e.world import World, eventually

_LETTERS = string.ascii_letters + string.digits


def _random(length: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def test_the_value_of_a_pasted_key_is_in_no_store_log_queue_index_or_history(world: World) -> None:
    person = world.person()
    marker = f"kolibri{secrets.token_hex(6)}"
    key, token, password, card = f"sk-proj-{_random(48)}", f"ghp_{_random(36)}", f"{_random(9)}!{_random(5)}", "4111 1111 1111 1111"
    values = [key, token, password, card, card.replace(" ", "")]

    accepted = person.api.post_events(
        f"session {token}",
        [
            {
                "role": "user",
                "content": f"The {marker} service says 401, my API key is {key}.",
                "metadata": {"api_key": key, "note": marker},
            },
            {
                "role": "assistant",
                "name": f"bot {token}",
                "content": f'{{"headers": {{"Authorization": "Bearer {token}"}}, "{marker}": 1}}',
            },
            {"role": "tool", "id": f"call-{token}", "content": f"export DB_PASSWORD={password} # {marker}"},
            {"role": "user", "content": f"Pay the {marker} bill with {card}.", "attachments": [{"caption": f"{marker} {key}"}]},
        ],
        user_id=person.user,
        metadata={"password": password},
        run_id=f"run-{token}",
        agent_id=f"agent-{token}",
    )
    assert accepted["redactions"] >= 4
    person.api.wait_for_job(accepted["job_id"])
    person.write(
        {"content": f"The {marker} deployment key is {key}.", "entities": [f"vault {token}"], "metadata": {"secret": password}},
        {"content": f"{marker} is paid with {card}.", "subject": token, "attribute": f"key {token}", "namespace": f"a/{token}"},
    )
    person.write(f"my {marker} password is on the blue note")
    first = next(memory for memory in person.memories() if "deployment" in memory["content"])
    person.api.correct(first["id"], {"content": f"The {marker} deployment key is {token}.", "metadata": {"token": token}})

    dropped = f"in/{person.tid}/user%2F{person.user}/{marker}.json"
    note = {"session_id": f"{marker} drop", "messages": [{"role": "user", "content": f"{marker}: AWS_SECRET_ACCESS_KEY={_random(0)}{key}"}]}
    world.aws("s3").put_object(Bucket=world.outputs["DropBucket"], Key=dropped, Body=json.dumps(note).encode())
    world.aws("events").put_events(
        Entries=[
            {
                "EventBusName": world.outputs["EventBusName"],
                "Source": "unknown.producer",
                "DetailType": "Mnemon Turns",
                "Detail": json.dumps(
                    {"user_id": person.user, "session_id": marker, "messages": [{"role": "user", "content": f"{marker} {key}"}]}
                ),
            }
        ]
    )
    for body in ({"query": key, "user_id": f"x {token}"}, {"query": f"what is {password}?", "filters": {key: {"eq": 1}}}, {"wrong": key}):
        with pytest.raises(ApiProblem):
            person.api.call("POST", "/search", body)
    person.search(f"{marker} {key} {password}")
    eventually(lambda: not _in_drop(world, dropped), 60, "the dropped note was taken in")
    person.settle()

    scans = Scans(world)
    assert set(scans.find(marker)) >= {"table, decrypted", "bucket raw, decrypted", "index"}
    # what comes to the bus from nobody who is known waits for a person in the ingest queue's dead letters, two days at most
    assert scans.find(*values, places=lambda name: name != "queues") == {}
    dead = [where for where, data in scans.queues() if key.encode() in data]
    assert all(where.endswith(world.outputs["QueueIngestDead"].rpartition("/")[2]) or "ingest" in where.lower() for where in dead)
    for value in values:
        assert value not in json.dumps(person.memories())
        assert value not in json.dumps(person.search(marker, limit=100))
        assert value not in json.dumps(list(person.api.turns(f"session {token}", user_id=person.user)))
    assert any("blue note" in memory["content"] for memory in person.memories())


def _in_drop(world: World, key: str) -> bool:
    found = world.aws("s3").list_objects_v2(Bucket=world.outputs["DropBucket"], Prefix=key)
    return bool(found.get("Contents"))


def test_the_same_key_is_the_same_marker_and_another_scope_has_another(world: World) -> None:
    one, two = world.person("gate-tenant"), world.person("gate-tenant")
    key = f"sk-proj-{_random(48)}"
    for person in (one, one, two):
        person.write(f"The deployment key is {key}.")
    (mine,), (theirs,) = one.memories(), two.memories()
    assert mine["content"] != theirs["content"]
    assert key not in mine["content"]
