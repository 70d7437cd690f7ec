"""Approvals and feedback over HTTP: who sees what waits, who decides, and what nobody finds meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from mnemon.model.principal import Permission, Principal

from .world import ALL, ANNA, BACKEND, BEN, Answer, ApiWorld

ASTHMA = "Anna has asthma"


@pytest.fixture
def world() -> ApiWorld:
    return ApiWorld()


def without(permission: Permission, who: Principal = ANNA) -> Principal:
    return who.model_copy(update={"permissions": ALL - {permission}})


def write(world: ApiWorld, *facts: str | dict[str, Any], who: Principal = ANNA, **more: Any) -> list[dict[str, Any]]:
    body = {"memories": [{"content": fact} if isinstance(fact, str) else fact for fact in facts], **more}
    answer = world.call("POST", "/memories", body, who=who)
    assert answer.status == 200, answer
    return list(answer.json["results"])


def listed(world: ApiWorld, who: Principal = ANNA, **query: str) -> list[dict[str, Any]]:
    answer = world.call("GET", "/approvals", who=who, **query)
    assert answer.status == 200, answer
    return list(answer.json["approvals"])


def decide(world: ApiWorld, id: str, action: str, who: Principal = ANNA, **more: Any) -> Answer:
    return world.call("POST", f"/approvals/{id}", {"action": action, **more}, who=who)


def contents(answer: Answer, name: str) -> list[str]:
    assert answer.status == 200, answer
    return [each["content"] for each in answer.json[name]]


def test_what_waits_is_told_listed_and_in_no_other_answer(world: ApiWorld) -> None:
    free, held = write(world, "Anna drives a Saab", ASTHMA)
    assert (free["status"], held["status"], "id" in held) == ("created", "waiting", False)
    (shown,) = listed(world)
    assert (shown["id"], shown["kind"], shown["reason"], shown["status"]) == (held["approval_id"], "fact", "sensitive", "waiting")
    assert (shown["fact"]["content"], shown["classes"], shown["scope"]) == (ASTHMA, ["health"], "user/anna%40example.org")
    assert shown["fact"]["sources"][0]["wording"] == ASTHMA
    assert contents(world.call("GET", "/memories"), "memories") == ["Anna drives a Saab"]
    everything = ["superseded", "deleted", "hidden"]
    assert contents(world.call("GET", "/memories", include=everything), "memories") == ["Anna drives a Saab"]
    for path in ("/search", "/context"):
        assert "asthma" not in world.call("POST", path, {"query": "what illness does Anna have? asthma"}).response.body
    for id in (held["approval_id"], held["approval_id"].replace("apr_", "mem_")):
        assert world.call("GET", f"/memories/{id}").status == 404


def test_approved_it_is_found_and_cited(world: ApiWorld) -> None:
    (held,) = write(world, ASTHMA)
    answer = decide(world, held["approval_id"], "approve", note="she told us")
    assert (answer.status, answer.json["status"], answer.json["decision_note"]) == (200, "approved", "she told us")
    assert "fact" not in answer.json
    memory = world.call("GET", f"/memories/{answer.json['memory_id']}").json
    assert (memory["content"], memory["written_by"]["approved_by"]) == (ASTHMA, "sub-anna")
    assert memory["sources"]
    found = world.call("POST", "/search", {"query": "asthma"}).json["results"]
    assert [each["content"] for each in found] == [ASTHMA]
    assert decide(world, held["approval_id"], "approve", note="again").json == answer.json
    assert decide(world, held["approval_id"], "reject").status == 409
    assert listed(world) == []
    assert [each["id"] for each in listed(world, status="approved")] == [held["approval_id"]]


def test_rejected_it_is_gone(world: ApiWorld) -> None:
    (held,) = write(world, ASTHMA)
    assert decide(world, held["approval_id"], "reject").json["status"] == "rejected"
    assert contents(world.call("GET", "/memories"), "memories") == []
    assert listed(world) == []
    (shown,) = listed(world, status="rejected")
    assert "asthma" not in str(shown)


def test_each_user_sees_its_own_and_a_service_all(world: ApiWorld) -> None:
    write(world, ASTHMA)
    write(world, "Ben has diabetes", who=BEN)
    write(world, "The office nurse has asthma", who=BACKEND, scope="org")
    assert [each["fact"]["content"] for each in listed(world)] == ["The office nurse has asthma", ASTHMA]
    assert [each["fact"]["content"] for each in listed(world, BACKEND)] == ["The office nurse has asthma", "Ben has diabetes", ASTHMA]
    assert [each["fact"]["content"] for each in listed(world, BACKEND, user_id="ben@example.org")][-1] == "Ben has diabetes"
    assert world.call("GET", "/approvals", user_id="ben@example.org").status == 403


def test_anothers_is_not_there_to_decide(world: ApiWorld) -> None:
    (held,) = write(world, ASTHMA)
    assert decide(world, held["approval_id"], "approve", BEN).status == 404
    other = BACKEND.model_copy(update={"tenant": "acme-corp"})
    assert decide(world, held["approval_id"], "approve", other).status == 404
    assert listed(world, other) == []
    assert decide(world, held["approval_id"], "approve", BACKEND).status == 200


def test_it_needs_the_permission(world: ApiWorld) -> None:
    (held,) = write(world, ASTHMA)
    who = without("memory:approve")
    assert world.call("GET", "/approvals", who=who).status == 403
    assert decide(world, held["approval_id"], "approve", who).status == 403
    assert len(listed(world)) == 1


def test_pages_are_newest_first_by_kind_and_bound_to_their_list(world: ApiWorld) -> None:
    results = write(world, *(f"Friend {n} has asthma" for n in range(5)), "Anna drives a Saab")
    world.call("POST", f"/memories/{results[5]['id']}/feedback", {"verdict": "wrong"})
    seen: list[str] = []
    query: dict[str, str] = {"limit": "2"}
    while True:
        answer = world.call("GET", "/approvals", **query)
        seen += [each["id"] for each in answer.json["approvals"]]
        if "next_token" not in answer.json:
            break
        query = {"limit": "2", "next_token": answer.json["next_token"]}
        assert world.call("GET", "/approvals", kind="fact", **query).status == 422
        assert world.call("GET", "/approvals", who=BEN, **query).status == 422
    assert len(seen) == len(set(seen)) == 6
    assert seen == sorted(seen, reverse=True)
    assert [each["kind"] for each in listed(world, kind="feedback")] == ["feedback"]
    assert len(listed(world, kind="fact")) == 5


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "action"),
        ({"action": "maybe"}, "action"),
        ({"action": "approve", "why": "x"}, "why"),
        ({"action": "reject", "note": "x" * 1001}, "note"),
    ],
)
def test_a_bad_decision_is_named(world: ApiWorld, body: dict[str, Any], field: str) -> None:
    (held,) = write(world, ASTHMA)
    answer = world.call("POST", f"/approvals/{held['approval_id']}", body)
    assert (answer.status, answer.json["field"]) == (422, field)
    assert len(listed(world)) == 1


def test_what_was_looked_at_and_decided_is_in_the_trail_without_words(world: ApiWorld) -> None:
    (held,) = write(world, ASTHMA)
    listed(world)
    decide(world, held["approval_id"], "reject", note="not hers")
    lines: list[dict[str, Any]] = [message["audit"] for message in world.queues.of("access") if "audit" in message]  # type: ignore[misc]
    assert [line["action"] for line in lines] == ["approval.list", "approval.reject"]
    assert lines[0]["approvals"] == [held["approval_id"]]
    assert not any(word in str(lines) for word in ("asthma", "hers", "anna", "health"))


def test_feedback_moves_the_salience_and_is_decided_by_a_person(world: ApiWorld) -> None:
    (made,) = write(world, {"content": "Anna drives a Saab", "salience": 0.5})
    path = f"/memories/{made['id']}/feedback"
    helpful = world.call("POST", path, {"verdict": "helpful"})
    assert (helpful.status, helpful.json["salience"], helpful.headers["etag"]) == (200, 0.6, '"2"')
    assert world.call("POST", path, {"verdict": "helpful"}).json == helpful.json
    wrong = world.call("POST", path, {"verdict": "wrong", "note": "a Volvo"}).json
    (shown,) = listed(world)
    assert (shown["id"], shown["kind"], shown["reason"], shown["memory_id"], shown["note"]) == (
        wrong["approval_id"], "feedback", "wrong", made["id"], "a Volvo",
    )  # fmt: skip
    assert contents(world.call("GET", "/memories"), "memories") == ["Anna drives a Saab"]
    assert decide(world, wrong["approval_id"], "approve").json["status"] == "approved"
    assert contents(world.call("GET", "/memories"), "memories") == []
    assert world.call("POST", f"/memories/{made['id']}/restore", {}).status == 200
    assert contents(world.call("GET", "/memories"), "memories") == ["Anna drives a Saab"]


@pytest.mark.parametrize("body", [{}, {"verdict": "great"}, {"verdict": "wrong", "x": 1}])
def test_bad_feedback_is_refused(world: ApiWorld, body: dict[str, Any]) -> None:
    (made,) = write(world, "Anna drives a Saab")
    assert world.call("POST", f"/memories/{made['id']}/feedback", body).status == 422


def test_feedback_on_anothers_memory_is_not_possible(world: ApiWorld) -> None:
    (made,) = write(world, "Anna drives a Saab")
    assert world.call("POST", f"/memories/{made['id']}/feedback", {"verdict": "wrong"}, who=BEN).status == 404
    assert world.call("POST", f"/memories/{made['id']}/feedback", {"verdict": "wrong"}, who=without("memory:write")).status == 403


def test_a_repeated_write_gets_the_same_answer(world: ApiWorld) -> None:
    body = {"memories": [{"content": ASTHMA}]}
    first, again = (world.call("POST", "/memories", body, headers={"idempotency-key": "k"}) for _ in range(2))
    assert first.json == again.json
    assert len(listed(world)) == 1


def test_the_contract_tells_of_both(world: ApiWorld) -> None:
    paths = world.call("GET", "/openapi.json", who=None).json["paths"]
    assert {"get"} == set(paths["/approvals"])
    assert "memory:approve" in paths["/approvals/{id}"]["post"]["description"]
    assert "/memories/{id}/feedback" in paths
