"""The tenant's domain config, as a client sees it: put, guarded, and gone by when facts are written."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from infra.local.client import ApiProblem
from infra.local.issuer import Caller
from tests.e2e.world import Person, World, contents, eventually

CONFIG: dict[str, Any] = {
    "categories": [{"name": "errands", "expiry": "P7D", "sensitivity": 3}],
    "entity_types": ["person"],
    "relation_types": [{"name": "knows", "from_types": ["person"], "to_types": ["person"], "inverse": "knows"}],
    "always": [{"phrase": "delivery window", "category": "errands"}],
    "never": ["falcon"],
    "retention": {"conversation": "P10D"},
}


def put(person: Person, config: object, **headers: str) -> Any:
    """By the tenant's own backend."""
    return person.backend.call("PUT", "/config", config, headers={name.replace("_", "-"): value for name, value in headers.items()})


def refused(status: int, field: str | None, call: Any) -> None:
    with pytest.raises(ApiProblem) as caught:
        call()
    assert (caught.value.status, caught.value.field) == (status, field), caught.value.problem


def test_it_is_put_read_and_guarded(world: World) -> None:
    person = world.person()
    before = person.api.call("GET", "/config")
    assert (before.headers["etag"], before.json["version"], before.json["never"]) == ('"0"', 0, [])
    first = put(person, CONFIG)
    assert (first.status, first.headers["etag"], first.json["version"]) == (200, '"1"', 1)
    shown = person.api.call("GET", "/config").json
    assert shown == first.json
    assert put(person, shown).json["version"] == 1
    assert put(person, {**CONFIG, "never": ["falcon", "heron"]}, if_match='"1"').json["version"] == 2
    refused(412, None, lambda: put(person, CONFIG, if_match='"1"'))
    refused(422, "categories.0.colour", lambda: put(person, {"categories": [{"name": "x", "colour": "red"}]}))
    refused(422, "weights.luck", lambda: put(person, {"weights": {"luck": 1}}))
    assert person.api.call("GET", "/config").headers["etag"] == '"2"'


def test_only_the_tenants_backend_puts_it_and_only_for_itself(world: World) -> None:
    person, other = world.person(), world.person()
    refused(403, None, lambda: person.api.call("PUT", "/config", CONFIG))
    refused(403, None, lambda: world.api(Caller(person.tenant, scopes=("memory:read", "memory:write"))).call("PUT", "/config", CONFIG))
    put(person, CONFIG)
    assert other.api.call("GET", "/config").json["version"] == 0


def test_older_versions_stay_and_the_trail_says_who_put_which(world: World) -> None:
    person = world.person()
    for word in ("falcon", "heron"):
        put(person, {"never": [word]})
    rows = [row for row in world.rows(partition=f"T#{person.tid}") if row["SK"]["S"].startswith("CONFIG#")]
    assert [row["SK"]["S"] for row in rows] == ["CONFIG#000001", "CONFIG#000002"]

    def lines() -> list[str]:
        s3, bucket = world.aws("s3"), world.outputs["AuditBucket"]
        found = s3.list_objects_v2(Bucket=bucket, Prefix=f"t/{person.tid}/").get("Contents", [])
        return [line for one in found for line in s3.get_object(Bucket=bucket, Key=one["Key"])["Body"].read().decode().splitlines()]

    told = eventually(lambda: [line for line in found if "config.put" in line] if len(found := lines()) >= 2 else [], 60, "audited")
    assert sorted('"version":2' in line for line in told) == [False, True]
    assert not any("falcon" in line or "heron" in line for line in told)


def test_a_never_word_becomes_no_memory_however_it_comes(world: World) -> None:
    person, other = world.person(), world.person()
    put(person, CONFIG)
    for one in (person, other):
        one.say("I have a falcon called Bo.", "I live in Oslo.")
    assert contents(person.memories()) == ["The user lives in Oslo."]
    assert any("falcon" in content for content in contents(other.memories()))
    results = person.write("Kim trains a Falcon", "Kim restores falconry gloves")
    assert [(result["status"], result.get("code"), result.get("field")) for result in results] == [
        ("refused", "never", "content"), ("created", None, None),
    ]  # fmt: skip
    refused(422, "content", lambda: person.api.call("PATCH", f"/memories/{results[1]['id']}", {"content": "Kim trains a falcon"}))
    assert not any("falcon " in content.lower() for content in contents(person.memories()))


def test_what_is_always_kept_carries_its_categorys_time_and_level(world: World) -> None:
    person, word = world.person(), uuid.uuid4().hex
    put(person, CONFIG)
    person.say(f"Somebody at the desk gave {word} as the delivery window.")
    (memory,) = person.memories()
    assert word in memory["content"]
    assert (memory["category"], memory["sensitivity"]) == ("errands", 3)
    assert memory["expires_at"] > memory["created_at"]
    (written,) = person.write({"content": f"Kim fetches {word}", "category": "Errands"})
    kept = person.api.call("GET", f"/memories/{written['id']}").json
    assert (kept["category"], kept["expires_at"][:10] > kept["created_at"][:10]) == ("errands", True)


def test_the_contract_describes_both(world: World) -> None:
    contract = world.person().api.send("GET", "/openapi.json", None, {}).json
    assert {"get", "put"} == set(contract["paths"]["/config"])
