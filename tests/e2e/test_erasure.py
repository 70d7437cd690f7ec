"""After an erasure a canary is nowhere; a copy from before it, put back, yields nothing. Runs last of its file's kind: it stops servers."""

from __future__ import annotations

import json
import secrets
import time
from typing import Any

import pytest

from infra.local.client import ApiProblem
from infra.local.receipts import Receipt
from tests.e2e.scans import Scans, holds
from tests.e2e.world import Person, World, contents, eventually


def _canary() -> str:
    """One word, long and rare, that no analyzer changes."""
    return f"zq{secrets.token_hex(8)}wx".translate(str.maketrans("0123456789", "ghijkmnopr"))


def _live(person: Person, canary: str) -> str:
    """Leaves the canary in every way in which a person's words can arrive. Gives back a source's id."""
    accepted = person.say(f"My boat is called {canary}.", "And it is blue.", session=f"boat {canary}")
    person.write({"content": f"{canary} is kept in Bergen.", "entities": [canary], "metadata": {canary: canary}, "subject": canary})
    person.write({"content": f"{canary} leaks.", "subject": canary, "attribute": "state"})
    person.write({"content": f"{canary} is dry.", "subject": canary, "attribute": "state"})
    doomed = person.write(f"{canary} was sold.")[0]["id"]
    person.api.delete(doomed)
    corrected = person.write(f"{canary} has a red sail.")[0]["id"]
    person.api.correct(corrected, {"content": f"{canary} has a green sail."})
    person.api.post_events("idle", [{"role": "user", "content": f"I sail {canary} on Sundays."}], user_id=person.user, infer="idle")
    person.search(f"where is {canary}?")
    person.api.context(f"where is {canary}?", user_id=person.user, token_budget=500)
    return str(accepted["source_id"])


def test_after_an_erasure_the_canary_is_nowhere(world: World) -> None:
    canary, kept = _canary(), _canary()
    person, neighbour = world.person(), world.person()
    colleague = world.person(person.tenant)
    _live(person, canary)
    for other in (neighbour, colleague):
        _live(other, kept)
    for someone in (person, neighbour, colleague):
        someone.settle(60)

    scans = Scans(world)
    before = scans.find(canary)
    assert {"table, decrypted", "bucket raw, decrypted", "index"} <= set(before)
    # what is encrypted does not show it, and nothing that passes by ever held it
    assert set(before) == {"table, decrypted", "bucket raw, decrypted", "index"}
    world.index("POST", "/_flush?force=true")
    assert any(holds(data, (canary,)) for _, data in scans.index_files())
    copy = [row for row in world.rows() if _of(row, person)]
    assert copy

    preview = person.api.erase(user_id=person.user, dry_run=True)
    assert person.memories()
    assert preview
    done = person.forget()
    receipt = Receipt.read(done["receipt"], world.aws("kms").get_public_key(KeyId=world.outputs["ReceiptKey"])["PublicKey"])
    assert receipt.verified
    assert not holds(json.dumps(receipt.claims).encode(), (canary, person.user))

    assert person.memories(include="superseded,deleted,hidden") == []
    assert person.found(f"where is {canary}?", limit=100) == []
    assert list(person.api.turns(f"boat {canary}", user_id=person.user)) == []
    assert scans.find(canary) == {}
    assert {"table, decrypted", "bucket raw, decrypted", "index"} <= set(scans.find(kept))
    for someone in (neighbour, colleague):
        assert any(kept in text for text in contents(someone.memories()))
    assert not any(_of(row, person) and row["SK"]["S"] != "NOW~" for row in world.rows())
    assert not any(_of(row, person) for row in world.rows("KeysTable"))

    _put_back(world, person, copy, canary)
    _replayed(world, person, copy, canary)
    _purged_from_disk(world, person, canary, kept)


def _of(row: dict[str, Any], person: Person) -> bool:
    return row["PK"]["S"] == person.scope.partition


def _put_back(world: World, person: Person, copy: list[dict[str, Any]], canary: str) -> None:
    """A restored table from before the erasure: the secret is gone, so it is noise; and nothing crashes over it."""
    for row in copy:
        world.aws("dynamodb").put_item(TableName=world.outputs["MemoryTable"], Item=row)
    # the stream runs with what was put back; none of it can be opened, so none of it is indexed
    eventually(lambda: world.is_indexed(person.scope), 30, "the markers that were put back are worked off")
    scans = Scans(world)
    assert scans.find(canary) == {}
    assert person.found(f"where is {canary}?", limit=100) == []
    assert person.memories() == []
    for row in copy:
        if row["SK"]["S"].startswith("MEM#"):
            with pytest.raises(ApiProblem) as gone:
                person.api.memory(f"mem_{person.scope.sid}{row['SK']['S'][4:]}")
            assert gone.value.status == 404
    # after a restore its erasures are run again; then the person may come back, and is somebody new
    person.forget()
    assert not any(_of(row, person) and row["SK"]["S"] != "NOW~" for row in world.rows())
    for row in copy:
        if row["SK"]["S"] != "NOW~":
            world.aws("dynamodb").put_item(TableName=world.outputs["MemoryTable"], Item=row)
    person.write("I have a kite.")
    assert contents(person.memories()) == ["I have a kite."]
    assert scans.find(canary) == {}
    person.forget()
    assert not any(_of(row, person) and row["SK"]["S"] != "NOW~" for row in world.rows())


def _replayed(world: World, person: Person, copy: list[dict[str, Any]], canary: str) -> None:
    """A record of the stream that is delivered once more does not bring a document back."""
    markers = [f"NOW#01J00000000000000000000000#{row['SK']['S']}" for row in copy if row["SK"]["S"].startswith(("MEM#", "SRC#"))]
    records = [
        {
            "eventID": str(number), "eventName": "INSERT", "eventVersion": "1.1", "eventSource": "aws:dynamodb", "awsRegion": "us-east-1",
            "dynamodb": {
                "Keys": {"PK": {"S": person.scope.partition}, "SK": {"S": sort_key}},
                "SequenceNumber": str(1000 + number), "SizeBytes": 1, "StreamViewType": "KEYS_ONLY",
            },
            "eventSourceARN": "arn:aws:dynamodb:us-east-1:000000000000:table/memory/stream/x",
        }
        for number, sort_key in enumerate(markers)
    ]  # fmt: skip
    answer, failed = world.invoke("Indexer", {"Records": records})
    assert failed is None, answer
    assert not answer.get("batchItemFailures")
    assert world.documents(person.scope) == []
    assert Scans(world).find(canary) == {}


def _purged_from_disk(world: World, person: Person, canary: str, kept: str) -> None:
    """The text of deleted documents leaves the segments' files by a merge, and everything else by the servers' own end."""
    scans = Scans(world)
    world.index("PUT", "/recall*/_settings", {"index": {"soft_deletes.retention_lease.period": "1s"}})

    def clean() -> bool:
        world.index("POST", "/recall*/_flush?force=true")
        world.index("POST", "/recall*/_forcemerge?max_num_segments=1")
        world.index("POST", "/recall*/_refresh")
        world.index("POST", "/recall*/_flush?force=true")
        return not any(holds(data, (canary,)) for _, data in scans.index_files())

    eventually(clean, 120, "the canary has left the index's files")
    assert any(holds(data, (kept,)) for _, data in scans.index_files())
    world.cloud.stop_server("ministack")
    try:
        files = list(scans.emulator_files())
        assert files
        assert any(holds(data, (person.scope.sid,)) for _, data in files)
        assert [where for where, data in files if holds(data, (canary,))] == []
    finally:
        world.cloud.start_server("ministack")
    assert contents(world.person(person.tenant, person.user).memories()) == []


def test_an_erasure_while_the_index_is_down_ends_when_it_is_back(world: World) -> None:
    person, canary = world.person(), _canary()
    _live(person, canary)
    person.settle(60)
    world.cloud.stop_server("opensearch")
    try:
        asked = person.api.erase(user_id=person.user)
        eventually(lambda: not person.memories(), 30, "the table is swept")
        time.sleep(3)
        assert person.api.erasure(asked["erasure_id"])["status"] in ("queued", "running")
    finally:
        world.cloud.start_server("opensearch")
    done = person.api.wait_for_erasure(asked["erasure_id"], 180)
    assert done["receipt"]
    assert Scans(world).find(canary) == {}


def test_a_write_in_flight_while_its_person_is_erased_brings_nothing_back(world: World) -> None:
    person, canary = world.person(), _canary()
    person.write(f"{canary} zero")
    jobs = [
        person.api.post_events(f"s{n}", [{"role": "user", "content": f"My boat number {n} is called {canary}."}], user_id=person.user)[
            "job_id"
        ]
        for n in range(6)
    ]
    person.forget()
    eventually(lambda: all(_ended(person, job) for job in jobs), 60, "the extractions have ended, one way or another")
    person.forget()
    assert Scans(world).find(canary) == {}
    assert person.memories() == []


def _ended(person: Person, job: str) -> bool:
    try:
        return person.api.job(job)["status"] in ("succeeded", "failed")
    except ApiProblem as problem:
        return problem.status == 404


def test_one_memory_or_one_source_is_erased_and_the_rest_stays(world: World) -> None:
    person, canary = world.person(), _canary()
    keep = _canary()
    source = person.say(f"My boat is called {canary}.", session="one")["source_id"]
    person.say(f"My bicycle is called {keep}.", session="two")
    memory_id = person.write(f"{canary} is rented out.")[0]["id"]
    person.settle()
    person.forget(memory_id=memory_id)
    assert not any("rented" in text for text in contents(person.memories()))
    assert any(canary in text for text in person.found(canary, limit=100))
    person.forget(source_id=source)
    person.settle()
    assert Scans(world).find(canary) == {}
    assert any(keep in text for text in person.found(keep, limit=100))
    with pytest.raises(ApiProblem) as gone:
        person.api.source(source)
    assert gone.value.status == 404


def test_a_fact_that_rests_on_two_sources_outlives_one_of_them(world: World) -> None:
    person = world.person()
    first = person.say("I work at Harbour Analytics.", session="one")["source_id"]
    person.say("I work at Harbour Analytics.", session="two")
    person.forget(source_id=first)
    (memory,) = person.memories()
    assert [source["session"] for source in memory["sources"]] == ["two"]


def test_every_memory_of_somebody_who_has_many(world: World) -> None:
    person = world.person()
    for start in range(0, 500, 100):
        person.write(*(f"Stamp {start + n} shows a {n} cent bird." for n in range(100)))
    assert len(person.memories(limit=100)) == 500
    done = person.forget()
    assert done["counts"]["memories"] == 500
    assert person.memories(include="superseded,deleted,hidden") == []
    assert world.documents(person.scope) == []


def test_a_session_is_erased(world: World) -> None:
    person, canary = world.person(), _canary()
    person.say(f"My boat is called {canary}.", session="secret")
    person.say("My bicycle is blue.", session="open")
    person.forget(session_id="secret", user_id=person.user)
    person.settle()
    assert Scans(world).find(canary) == {}
    assert [turn["content"] for turn in person.api.turns("open", user_id=person.user)] == ["My bicycle is blue."]
