"""The tenant's config over HTTP: who may put it, what is refused and where, and what it changes."""

from __future__ import annotations

from typing import Any

import pytest

from mnemon.model import keys
from mnemon.model.domain import MAX_CATEGORIES, MAX_PHRASE
from mnemon.model.domain_version import ConfigVersion
from mnemon.model.rows import Key
from mnemon.ports.records import Put
from mnemon.reading.fuse import Weights
from tests.unit.http.world import ANNA, BACKEND, Answer, ApiWorld

OTHER = BACKEND.model_copy(update={"tenant": "acme-corp"})
KEY = "sk-ant-api03-" + "aB3dE6gH9jK2mN5pQ8sT1vW4" * 3
FULL: dict[str, Any] = {
    "categories": [{"name": "orders", "description": "What was ordered", "expiry": "P7D", "sensitivity": 3}, {"name": "people"}],
    "entity_types": [{"name": "person"}, {"name": "company", "description": "Who sells"}],
    "relation_types": [{"name": "works_at", "from_types": ["person"], "to_types": ["Company"], "inverse": "employs"}],
    "always": [{"phrase": "delivery date", "category": "Orders"}, "purchase order"],
    "never": ["falcon", "blue harvest"],
    "thresholds": {"builtin": {"floor": 0.2, "near_duplicate": 0.95}},
    "retention": {"conversation": "P10D", "kinds": {"episode": "P90D"}},
    "weights": {"lexical": 1, "full_length": 20},
    "policy": {"types": {"email_address": "mask"}, "groups": {"contact": "refuse"}, "sensitive_allowed": ["health"]},
}


@pytest.fixture
def world() -> ApiWorld:
    return ApiWorld()


def put(world: ApiWorld, body: object, *, if_match: str | None = None, **more: Any) -> Answer:
    headers = {} if if_match is None else {"if-match": if_match}
    return world.call("PUT", "/config", body, headers=headers, **{"who": BACKEND, **more})


def get(world: ApiWorld, **more: Any) -> Answer:
    return world.call("GET", "/config", **more)


def write(world: ApiWorld, *facts: dict[str, Any] | str, **more: Any) -> list[dict[str, Any]]:
    given = [{"content": fact} if isinstance(fact, str) else fact for fact in facts]
    answer = world.call("POST", "/memories", {"memories": given}, **more)
    assert answer.status == 200, answer
    return answer.json["results"]


def memories(world: ApiWorld, **more: Any) -> list[dict[str, Any]]:
    return world.call("GET", "/memories", **more).json["memories"]


class TestVersions:
    def test_defaults_when_none_was_put(self, world: ApiWorld) -> None:
        answer = get(world)
        assert (answer.status, answer.headers["etag"], answer.json["version"]) == (200, '"0"', 0)
        assert answer.json["retention"] == {"conversation": "P30D", "kinds": {}}
        assert answer.json["never"] == []

    def test_what_was_put_comes_back_and_can_be_put_again(self, world: ApiWorld) -> None:
        answer = put(world, FULL)
        assert (answer.status, answer.headers["etag"], answer.json["version"]) == (200, '"1"', 1)
        shown = get(world)
        assert shown.json == answer.json
        assert shown.json["categories"][0] == FULL["categories"][0]
        assert shown.json["always"] == [{"phrase": "delivery date", "category": "Orders"}, {"phrase": "purchase order"}]
        assert put(world, shown.json).json["version"] == 1

    def test_it_replaces_the_whole_and_the_same_again_is_the_same_version(self, world: ApiWorld) -> None:
        put(world, FULL)
        assert [put(world, {"never": ["falcon"]}).json["version"] for _ in range(3)] == [2, 2, 2]
        assert get(world).json["categories"] == []
        assert put(world, FULL).json["version"] == 3

    def test_an_empty_config_is_one_too(self, world: ApiWorld) -> None:
        assert [put(world, {}).json["version"] for _ in range(2)] == [1, 1]

    def test_older_versions_stay_with_who_and_when(self, world: ApiWorld) -> None:
        put(world, {"never": ["a b"]})
        world.clock.advance(hours=1)
        put(world, {"never": ["c d"]})
        rows = [row for row in world.tenancy.records.all_rows() if row.key.sk.startswith(keys.CONFIG)]
        assert [row.key for row in rows] == [keys.config(world.data.tid, n) for n in (1, 2)]
        first, second = (ConfigVersion.of(row) for row in rows)
        assert (first.config.never, second.config.never) == (("a b",), ("c d",))
        assert first.created_at < second.created_at
        assert first.written_by == world.pepper.actor(world.data.tid, BACKEND.subject)

    @pytest.mark.parametrize(
        ("seen", "status"), [('"2"', 200), ("2", 200), ('W/"2"', 200), ("*", 200), ('"1"', 412), ('"0"', 412), ('"x"', 422)]
    )
    def test_what_was_seen_guards_against_a_lost_update(self, world: ApiWorld, seen: str, status: int) -> None:
        put(world, {"never": ["a b"]})
        put(world, {"never": ["c d"]})
        answer = put(world, {"never": ["e f"]}, if_match=seen)
        assert answer.status == status, answer
        assert get(world).json["never"] == (["e f"] if status == 200 else ["c d"])

    def test_the_version_in_the_body_guards_too(self, world: ApiWorld) -> None:
        assert put(world, {"never": ["a b"], "version": 0}).status == 200
        assert put(world, {"never": ["c d"], "version": 0}).json["code"] == "precondition_failed"

    def test_a_repetition_whose_first_answer_was_lost(self, world: ApiWorld) -> None:
        put(world, {"never": ["a b"]})
        for _ in range(2):
            answer = put(world, {"never": ["c d"]}, if_match='"1"')
            assert (answer.status, answer.json["version"]) == (200, 2)

    def test_two_at_once_are_two_versions_and_one_is_told_when_it_asked(self, world: ApiWorld) -> None:
        def meanwhile(_: object) -> None:
            world.tenancy.records.before_write = None
            put(world, {"never": ["other"]})

        world.tenancy.records.before_write = meanwhile
        assert put(world, {"never": ["mine"]}).json["version"] == 2
        world.tenancy.records.before_write = meanwhile
        assert put(world, {"never": ["mine too"]}, if_match='"2"').status == 412
        assert get(world).json["never"] == ["other"]

    def test_each_put_is_in_the_trail(self, world: ApiWorld) -> None:
        for body in ({"never": ["a b"]}, {"never": ["a b"]}, {"never": ["c d"]}):
            put(world, body)
        entries: list[Any] = [message["audit"] for message in world.data.queues.of("access")]
        actor = world.pepper.actor(world.data.tid, BACKEND.subject)
        assert [(e["action"], e["actor"], e["version"], e["changed"]) for e in entries] == [
            ("config.put", actor, 1, True), ("config.put", actor, 1, False), ("config.put", actor, 2, True),
        ]  # fmt: skip
        assert "a b" not in str(entries)

    def test_a_store_that_is_down(self, world: ApiWorld) -> None:
        world.tenancy.records.down = True
        assert (get(world).status, put(world, FULL).status) == (503, 503)


class TestWhoMay:
    def test_users_read_and_do_not_put_whatever_their_permissions(self, world: ApiWorld) -> None:
        assert get(world, who=ANNA).status == 200
        assert put(world, FULL, who=ANNA).status == 403
        assert get(world).json["version"] == 0

    @pytest.mark.parametrize(("call", "permission"), [(get, "memory:read"), (put, "tenant:admin")])
    def test_a_service_needs_the_permission(self, world: ApiWorld, call: Any, permission: str) -> None:
        weak = BACKEND.model_copy(update={"permissions": BACKEND.permissions - {permission}})
        answer = get(world, who=weak) if call is get else put(world, {}, who=weak)
        assert (answer.status, permission in answer.json["detail"]) == (403, True)

    def test_another_tenant_is_not_touched(self, world: ApiWorld) -> None:
        put(world, FULL)
        assert get(world, who=OTHER).json["version"] == 0
        assert put(world, {"never": ["x y"]}, who=OTHER).json["version"] == 1
        assert get(world).json["never"] == FULL["never"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"colour": "red"}, "colour"),
        ({"categories": [{"name": "x", "colour": 1}]}, "categories.0.colour"),
        ({"categories": [{}]}, "categories.0.name"),
        ({"categories": ["a", {"name": " A "}]}, "categories.1.name"),
        ({"categories": [{"name": "x", "expiry": "a week"}]}, "categories.0.expiry"),
        ({"categories": [{"name": "x", "expiry": "PT1S"}]}, "categories.0.expiry"),
        ({"categories": [{"name": "x", "expiry": 7}]}, "categories.0.expiry"),
        ({"categories": [{"name": "x", "sensitivity": 6}]}, "categories.0.sensitivity"),
        ({"categories": [{"name": "x", "sensitivity": "3"}]}, "categories.0.sensitivity"),
        ({"categories": [f"c{n}" for n in range(MAX_CATEGORIES + 1)]}, "categories"),
        ({"entity_types": ["x" * 65]}, "entity_types.0.name"),
        ({"relation_types": [{"name": "Works at"}]}, "relation_types.0.name"),
        ({"relation_types": [{"name": "a#b"}]}, "relation_types.0.name"),
        ({"relation_types": [{"name": "updates"}]}, "relation_types.0.name"),
        ({"relation_types": [{"name": "a", "from_types": ["ghost"]}]}, "relation_types.0.from_types.0"),
        ({"relation_types": [{"name": "a", "inverse": "c"}, {"name": "b", "inverse": "c"}]}, "relation_types.1.inverse"),
        ({"relation_types": [{"name": "a", "inverse": "b"}, {"name": "b", "inverse": "c"}]}, "relation_types.0.inverse"),
        ({"always": [{"phrase": "x", "category": "ghost"}]}, "always.0.category"),
        ({"always": [{"phrase": "!?"}]}, "always.0.phrase"),
        ({"never": ["x" * (MAX_PHRASE + 1)]}, "never.0"),
        ({"never": ["ok", " "]}, "never.1"),
        ({"never": ["ok", "OK"]}, "never.1"),
        ({"never": [{"phrase": "x"}]}, "never.0"),
        ({"never": "word"}, "never"),
        ({"never": [f"my key is {KEY}"]}, "never.0"),
        ({"categories": [{"name": "x", "description": f"token {KEY}"}]}, "categories.0.description"),
        ({"thresholds": {"builtin": {"floor": "0.2"}}}, "thresholds.builtin.floor"),
        ({"thresholds": {"builtin": {"near_duplicate": 1.5}}}, "thresholds.builtin.near_duplicate"),
        ({"retention": {"conversation": "P200Y"}}, "retention.conversation"),
        ({"retention": {"kinds": {"rumour": "P1D"}}}, "retention.kinds.rumour"),
        ({"weights": {"luck": 1}}, "weights.luck"),
        ({"weights": {"lexical": "1"}}, "weights.lexical"),
        ({"weights": {"lexical": 1e9}}, "weights.lexical"),
        ({"weights": {"full_length": 0}}, "weights.full_length"),
        ({"policy": {"types": {"shoe_size": "mask"}}}, "policy.types.shoe_size"),
        ({"policy": {"types": {"us_ssn": "hide"}}}, "policy.types.us_ssn"),
        ({"policy": {"groups": {"shoes": "mask"}}}, "policy.groups.shoes"),
        ({"policy": {"sensitive_allowed": ["weather"]}}, "policy.sensitive_allowed.0"),
        ({"policy": {"approval_days": 0}}, "policy.approval_days"),
        ({"version": -1}, "version"),
    ],
)
def test_what_is_refused_is_named_and_nothing_is_kept(world: ApiWorld, body: dict[str, Any], field: str) -> None:
    answer = put(world, body)
    assert (answer.status, answer.json["field"]) == (422, field), answer
    assert KEY not in answer.response.body
    assert get(world).json["version"] == 0


def test_all_that_is_wrong_is_told_at_once_and_a_huge_body_is_refused(world: ApiWorld) -> None:
    answer = put(world, {"weights": {"luck": 1}, "always": [{"phrase": "x", "category": "ghost"}], "policy": {"types": {"shoe": "mask"}}})
    assert [error["field"] for error in answer.json["errors"]] == ["always.0.category", "policy.types.shoe", "weights.luck"]
    assert put(world, {"never": ["x" * 200_000]}).status == 413


def test_every_weight_of_ranking_can_be_named(world: ApiWorld) -> None:
    assert put(world, {"weights": {name: max(1, round(value, 2)) for name, value in Weights()._asdict().items()}}).status == 200


class TestWhatItChanges:
    def test_a_never_word_refuses_an_item_and_no_other(self, world: ApiWorld) -> None:
        put(world, {"never": ["falcon", "blue harvest"]})
        results = write(
            world,
            "Anna runs Falcon",
            "Anna keeps a falconer's glove",
            {"content": "Anna has a plan", "metadata": {"project": "Blue  Harvest"}},
            {"content": "Anna has a friend", "entities": ["Ben", "FALCON Ltd"]},
            {"content": "How to fly", "kind": "procedure", "procedure": {"steps": ["feed the falcon"]}},
            {"content": "Anna has a code word", "subject": "falcon"},
        )
        assert [(r["status"], r.get("code"), r.get("field")) for r in results] == [
            ("refused", "never", "content"), ("created", None, None), ("refused", "never", "metadata"), ("refused", "never", "entities.1"),
            ("refused", "never", "procedure"), ("refused", "never", "subject"),
        ]  # fmt: skip
        assert [memory["content"] for memory in memories(world)] == ["Anna keeps a falconer's glove"]
        assert "falcon" not in str([result.get("detail") for result in results]).lower()

    def test_nothing_of_a_refused_fact_is_kept_anywhere(self, world: ApiWorld) -> None:
        put(world, {"never": ["falcon"]})
        write(world, "Anna runs Falcon", "Anna lives in Oslo")
        box = world.data.view().box
        held = [box.open(row.key, row.sealed).decode() for row in world.tenancy.records.all_rows() if row.sealed]
        raw = [box.open(Key(name, ""), world.tenancy.raw.get(name)) for name in world.tenancy.raw.keys()]  # noqa: SIM118
        assert raw
        assert "Falcon" not in str(held) + str(raw)

    def test_a_correction_to_a_never_word_is_refused(self, world: ApiWorld) -> None:
        (made,) = write(world, "Anna runs a club")
        put(world, {"never": ["falcon"]})
        for body, field in (({"content": "Anna runs Falcon"}, "content"), ({"metadata": {"p": "falcon"}}, "metadata")):
            answer = world.call("PATCH", f"/memories/{made['id']}", body)
            assert (answer.status, answer.json["code"], answer.json["field"]) == (422, "never", field)
        assert world.call("GET", f"/memories/{made['id']}").json["content"] == "Anna runs a club"

    def test_a_category_gives_expiry_and_level_and_its_spelling(self, world: ApiWorld) -> None:
        put(world, FULL)
        write(
            world,
            {"content": "Anna ordered tulips", "category": "ORDERS"},
            {"content": "Anna ordered roses", "category": "orders", "expires_at": "2027-06-01T00:00:00Z", "sensitivity": 5},
            {"content": "Anna gets her lilies", "category": "orders", "event_at": "2026-12-10T00:00:00Z"},
            {"content": "Anna owns a spade"},
        )
        found = {m["content"]: (m.get("category"), m.get("expires_at"), m["sensitivity"]) for m in memories(world)}
        assert found["Anna ordered tulips"] == ("orders", "2026-12-06T12:00:00.000Z", 3)
        assert found["Anna ordered roses"] == ("orders", "2027-06-01T00:00:00.000Z", 5)
        assert found["Anna gets her lilies"] == ("orders", "2026-12-17T00:00:00.000Z", 3)
        assert found["Anna owns a spade"][1:] == (None, 1)
        world.clock.advance(days=8)
        assert "Anna ordered tulips" not in [m["content"] for m in memories(world)]

    def test_a_category_that_the_config_does_not_list_is_kept_and_told(self, world: ApiWorld) -> None:
        (unnoted,) = write(world, {"content": "Anna sorts seeds", "category": "order"})
        assert "note" not in unnoted
        put(world, FULL)
        listed, other = write(
            world, {"content": "Anna ordered tulips", "category": "Orders"}, {"content": "Anna ordered peas", "category": "order"}
        )
        assert "note" not in listed
        assert (other["status"], other["note"]) == (
            "created", "category: the config sets no expiry and no level for it; it lists orders, people",
        )  # fmt: skip

    def test_a_kind_is_kept_as_long_as_retention_says(self, world: ApiWorld) -> None:
        put(world, {"retention": {"kinds": {"episode": "P90D"}}})
        write(world, {"content": "Anna went to Rome", "kind": "episode", "event_at": "2020-01-01T00:00:00Z"}, "Anna owns a spade")
        found = {m["content"]: m.get("expires_at") for m in memories(world)}
        assert found == {"Anna went to Rome": "2027-02-27T12:00:00.000Z", "Anna owns a spade": None}

    def test_an_always_phrase_names_the_category_unless_the_caller_does(self, world: ApiWorld) -> None:
        put(world, FULL)
        write(world, "The delivery date is Friday", {"content": "The delivery date is fixed", "category": "mail"})
        assert {m["content"]: m["category"] for m in memories(world)} == {
            "The delivery date is Friday": "orders",
            "The delivery date is fixed": "mail",
        }

    def test_personal_data_is_treated_as_the_policy_says(self, world: ApiWorld) -> None:
        put(world, {"policy": {"types": {"email_address": "refuse"}}})
        (result,) = write(world, "Mail Anna at jo@garden.example")
        assert (result["status"], result["field"]) == ("refused", "content")
        document = {"content": "Mail jo@garden.example", "media_type": "text/plain", "user_id": ANNA.user}
        answer = world.call("POST", "/documents", document)
        assert (answer.status, answer.json["field"]) == (422, "content")
        put(world, {"policy": {"types": {"email_address": "mask"}}})
        world.call("PUT", "/task-state", {"value": "jo@garden.example"}, task="t", key="k")
        assert "[pii:email_address:" in world.call("GET", "/task-state", task="t", key="k").json["value"]

    def test_conversation_memory_ends_when_it_says(self, world: ApiWorld) -> None:
        put(world, {"retention": {"conversation": "P2D"}})
        world.call("POST", "/events", {"session_id": "s", "messages": [{"role": "user", "content": "hello there"}], "infer": "never"})
        (row,) = [row for row in world.tenancy.records.all_rows() if "#EVT#" in row.key.sk]
        assert row.plain["ttl"] == 1_796_126_400  # 2026-12-01T12:00:00Z

    def test_other_tenants_are_not_bound_by_it(self, world: ApiWorld) -> None:
        put(world, FULL)
        theirs = ANNA.model_copy(update={"tenant": "acme-corp"})
        (result,) = write(world, {"content": "Anna runs Falcon", "category": "orders"}, who=theirs)
        assert result["status"] == "created"
        assert memories(world, who=theirs)[0].get("expires_at") is None

    def test_a_floor_and_weights_rank_this_tenants_searches(self, world: ApiWorld) -> None:
        write(world, "Anna owns a boat")
        asked = {"query": "boat"}
        assert world.call("POST", "/search", asked).json["results"]
        put(world, {"thresholds": {world.data.embedder.name: {"floor": 1.0}}})
        world.clock.advance(seconds=60)
        nothing = world.call("POST", "/search", asked).json
        assert (nothing["results"], nothing["nothing_known"]) == ([], True)
        assert (
            put(world, {"thresholds": {world.data.embedder.name: {"floor": 0.5}}, "weights": {"lexical": 1000, "recency": 7}}).status == 200
        )
        (found,) = world.call("POST", "/search", {**asked, "explain": True}).json["results"]
        assert found["explain"]["factors"]["lexical"] == 1000
        assert found["explain"]["factors"]["recency"] == pytest.approx(7, rel=0.01)
        put(world, {"thresholds": {"another": {"floor": 1.0}}})
        assert world.call("POST", "/search", asked).json["results"]

    def test_the_container_that_took_it_goes_by_it_at_once(self, world: ApiWorld) -> None:
        write(world, "Anna runs Falcon")
        put(world, {"never": ["falcon"]})
        assert write(world, "Anna likes Falcon")[0]["status"] == "refused"

    def test_a_weight_that_this_release_no_longer_knows_is_passed_over(self, world: ApiWorld) -> None:
        document = '{"weights":{"gone":5,"lexical":2}}'
        item = ConfigVersion(tid=world.data.tid, version=1, document=document, created_at=world.clock.now(), written_by="x")
        world.tenancy.stores(world.data.tid).records.write(Put(item.row()))
        write(world, "Anna owns a boat")
        assert world.call("POST", "/search", {"query": "boat"}).json["results"]
