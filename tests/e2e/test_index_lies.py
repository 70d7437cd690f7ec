"""Whatever the index says, the table decides: stale and foreign documents are put into it and never come back."""

from __future__ import annotations

import contextlib
import urllib.error
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from infra.local.client import ApiProblem
from mnemon.model.scopes import ScopeKey
from tests.e2e.world import Json, Person, World, eventually

NEWER = 2**60
"""An external version above every `rev` and above what removals carry, so that the planted document stands."""


class Planted:
    """Documents put into the index behind the product's back; taken out again at the end."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._put: list[tuple[str, str, str]] = []

    def copy(self, hit: Json, **changes: Any) -> None:
        """The document once more, as it was or changed, in the index of current memories."""
        body = {**hit["_source"], **changes}
        document = str(changes.get("_id") or hit["_id"])
        body.pop("_id", None)
        index = next(name for name in self._world.index("GET", "/_alias/recall"))
        self._put.append((index, document, str(body["tid"])))
        self._world.index(
            "PUT", f"/{index}/_doc/{document}?routing={body['tid']}&version={NEWER}&version_type=external_gte&refresh=true", body
        )

    def remove(self) -> None:
        for index, document, tid in self._put:
            path = f"/{index}/_doc/{document}?routing={tid}&version={NEWER}&version_type=external_gte&refresh=true"
            with contextlib.suppress(urllib.error.HTTPError):  # planted twice, or swept away
                self._world.index("DELETE", path)


@pytest.fixture
def planted(world: World) -> Iterator[Planted]:
    planted = Planted(world)
    yield planted
    planted.remove()


def _document(world: World, scope: ScopeKey, words: str) -> Json:
    return next(hit for hit in world.documents(scope) if words in str(hit["_source"]))


def test_a_deleted_memory_that_the_index_still_holds(world: World, person: Person, planted: Planted) -> None:
    memory_id = person.write("Ana collects fountain pens.")[0]["id"]
    person.settle()
    before = _document(world, person.scope, "fountain pens")
    person.api.delete(memory_id)
    person.settle()
    planted.copy(before)
    assert person.found("fountain pens", limit=100) == []
    assert person.api.context("fountain pens", user_id=person.user, token_budget=500)["text"].count("fountain") == 0


def test_a_superseded_version_that_the_index_calls_current(world: World, person: Person, planted: Planted) -> None:
    memory_id = person.write("Ana lives in Bergen.")[0]["id"]
    person.settle()
    before = _document(world, person.scope, "Bergen")
    person.api.correct(memory_id, {"content": "Ana lives in Stavanger."})
    person.settle()
    planted.copy(before, is_latest=True)
    assert person.found("where does Ana live? Bergen", limit=100) == ["Ana lives in Stavanger."]


def test_an_expired_memory_that_the_index_still_holds(world: World, person: Person, planted: Planted) -> None:
    person.write({"content": "Ana is on call this week.", "expires_at": _soon(6)})
    memory = person.memories()[0]
    person.settle()
    planted.copy(_document(world, person.scope, "on call"))
    assert person.found("who is on call?") == ["Ana is on call this week."]
    eventually(lambda: not person.memories(), 20, "it has expired")
    assert person.found("who is on call?", limit=100) == []
    assert person.memories() == []
    with pytest.raises(ApiProblem):
        person.api.memory(memory["id"])


def test_a_document_of_another_user_of_another_tenant_and_of_nobody(world: World, person: Person, planted: Planted) -> None:
    colleague, stranger = world.person(person.tenant), world.person()
    for other in (colleague, stranger):
        other.write("The safe's code is on the green note.")
        other.settle()
        hit = _document(world, other.scope, "green note")
        # as it is, and claimed for this person's own scope
        planted.copy(hit, tid=person.tid, sid=person.scope.sid)
        planted.copy(hit, _id=f"{person.scope.sid}01J00000000000000000000000", tid=person.tid, sid=person.scope.sid)
    person.write("Ana waters the plants.")
    person.settle()
    assert person.found("safe code green note", limit=100, include_superseded=True) == ["Ana waters the plants."] or person.found(
        "safe code green note", limit=100
    ) in ([], ["Ana waters the plants."])
    assert not any("safe" in text for text in person.found("safe code green note", limit=100, include_superseded=True))


def test_nobody_sees_what_is_another_users_or_tenants(world: World, person: Person) -> None:
    """Names that are prefixes of each other, and ids with every sign that a query might give a meaning to."""
    tenant = f"acme-{person.tenant}"
    users = ["ana", "ana2", "an", "ana/x", "ana%2Fx", "a*", "ana#1", "ana_1", '"ana"', "ana ?", "ana 🐈", "Ana", "user/ana"]
    people = [world.person(tenant, user) for user in users] + [world.person(f"{tenant}-corp", "ana"), world.person(tenant[:-1], "ana")]
    for number, someone in enumerate(people):
        someone.write(f"The secret garden has number {number}.")
    for number, someone in enumerate(people):
        assert someone.found("which number has the secret garden?", limit=100) == [f"The secret garden has number {number}."]
        assert [memory["content"] for memory in someone.memories()] == [f"The secret garden has number {number}."]
    for someone in people:
        someone.settle()
    for number, someone in enumerate(people):
        assert someone.found("which number has the secret garden?", limit=100) == [f"The secret garden has number {number}."]


def test_asking_for_another_user_is_refused_and_ids_of_others_do_not_exist(world: World, person: Person) -> None:
    other = world.person(person.tenant)
    memory_id = other.write("Ben is fond of walnuts.")[0]["id"]
    for call in (
        lambda: person.api.search("walnuts", user_id=other.user),
        lambda: list(person.api.memories(user_id=other.user)),
        lambda: person.api.write([{"content": "x"}], user_id=other.user),
        lambda: person.api.post_events("s", [{"role": "user", "content": "x"}], user_id=other.user),
        lambda: person.api.erase(user_id=other.user),
    ):
        with pytest.raises(ApiProblem) as refused:
            call()
        assert refused.value.status == 403
    for call in (
        lambda: person.api.memory(memory_id),
        lambda: person.api.history(memory_id),
        lambda: person.api.correct(memory_id, {"content": "x"}),
        lambda: person.api.delete(memory_id),
        lambda: person.api.restore(memory_id),
    ):
        with pytest.raises(ApiProblem) as missing:
            call()
        assert missing.value.status == 404
    assert other.memories()[0]["content"] == "Ben is fond of walnuts."
    backend = person.backend
    assert [result["content"] for result in backend.search("walnuts", user_id=other.user)["results"]] == ["Ben is fond of walnuts."]


def test_what_time_has_ended_is_swept_from_table_and_index(world: World, person: Person) -> None:
    person.write({"content": "Ana's ticket is valid today.", "expires_at": _soon(4)}, "Ana keeps tickets.")
    person.settle()
    memory = next(memory for memory in person.memories() if "valid" in memory["content"])
    assert any("valid today" in str(hit["_source"]) for hit in world.documents(person.scope))
    eventually(lambda: not any("valid today" in str(hit["_source"]) for hit in world.documents(person.scope)), 60, "the index forgets it")
    eventually(lambda: not any(_names(row, memory["id"]) for row in world.rows(partition=person.scope.partition)), 60, "the table too")
    assert person.found("tickets", limit=100) == ["Ana keeps tickets."]


def _soon(seconds: float) -> str:
    return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()


def _names(row: Json, memory_id: str) -> bool:
    ulid = memory_id[-26:]
    return ulid in row["SK"]["S"] and not row["SK"]["S"].startswith("SRC#")
