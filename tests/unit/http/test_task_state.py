"""Task state: compare-and-set, its own expiry, one task's end, and that nothing ever recalls it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mnemon.ports.records import Operation, Put
from tests.unit.http.world import ANNA, BACKEND, BEN, Answer, ApiWorld

KEY = "sk-ant-api03-" + "aB3dE6gH9jK2mN5pQ8sT1vW4" * 3
WORDS = "the heron booked a ferry to Gotland"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)


@pytest.fixture
def world() -> ApiWorld:
    return ApiWorld()


def put(
    world: ApiWorld, value: Any, *, task: str = "trip", key: str = "step", headers: Mapping[str, str] | None = None, **more: Any
) -> Answer:
    body = {"value": value, **({"ttl_seconds": more.pop("ttl_seconds")} if "ttl_seconds" in more else {})}
    return world.call("PUT", "/task-state", body, headers=dict(headers or {}), task=task, key=key, **more)


def get(world: ApiWorld, *, task: str = "trip", key: str = "step", **more: Any) -> Answer:
    return world.call("GET", "/task-state", task=task, key=key, **more)


def clear(world: ApiWorld, **more: Any) -> Answer:
    return world.call("DELETE", "/task-state", **{"task": "trip", **more})


class TestValues:
    @pytest.mark.parametrize("value", [None, True, 0, 1.5, "", "text", [], {}, [None, {"a": None}], {"a": [1, {"b": "ü 🦊"}]}, 10**30])
    def test_any_json_comes_back_as_it_was(self, world: ApiWorld, value: Any) -> None:
        assert put(world, value).status == 200
        assert get(world).json["value"] == value

    def test_what_is_told_of_it(self, world: ApiWorld) -> None:
        saved = put(world, {"n": 1}, ttl_seconds=60)
        assert saved.json == {
            "task": "trip", "key": "step", "version": 1, "created_at": "2026-11-29T12:00:00.000Z",
            "updated_at": "2026-11-29T12:00:00.000Z", "expires_at": "2026-11-29T12:01:00.000Z", "redactions": 0,
        }  # fmt: skip
        assert get(world).headers["etag"] == saved.headers["etag"]
        world.clock.advance(seconds=30)
        put(world, {"n": 2}, ttl_seconds=60)
        shown = get(world).json
        assert (shown["version"], shown["created_at"], shown["updated_at"], shown["expires_at"]) == (
            2, "2026-11-29T12:00:00.000Z", "2026-11-29T12:00:30.000Z", "2026-11-29T12:01:30.000Z",
        )  # fmt: skip

    def test_a_secret_is_replaced_wherever_it_stands_and_the_state_is_found_by_its_name(self, world: ApiWorld) -> None:
        saved = put(world, {"login": [{"password": "open sesame", KEY: KEY}]}, task=f"task {KEY}", key=KEY)
        assert saved.json["redactions"] >= 4
        shown = get(world, task=f"task {KEY}", key=KEY)
        assert shown.status == 200
        box = world.data.view().box
        held = [
            f"{row.key} {row.plain} {box.open(row.key, row.sealed).decode() if row.sealed else ''}"
            for row in world.tenancy.records.all_rows()
        ]
        for text in (saved.response.body, shown.response.body, str(held)):
            assert KEY not in text
            assert "sesame" not in text

    def test_names_stand_in_the_table_as_hashes_and_values_sealed(self, world: ApiWorld) -> None:
        put(world, WORDS, task="heron", key="ferry")
        (row,) = [row for row in world.tenancy.records.all_rows() if row.key.sk.startswith("TASK#")]
        for word in ("heron", "ferry", "Gotland"):
            assert word not in f"{row.key} {row.plain}"
            assert word.encode() not in (row.sealed or b"")
        put(world, WORDS, task="another", key="ferry")
        keys = [row.key.sk.split("#") for row in world.tenancy.records.all_rows() if row.key.sk.startswith("TASK#")]
        assert len({part for key in keys for part in key[1:]}) == 4

    @pytest.mark.parametrize(
        ("raw", "status", "field"),
        [
            (b"{}", 422, "value"),
            (b'{"value": 1e999}', 422, "value"),
            (b'{"value": {"a": [-1e999]}}', 422, "value"),
            (b'{"value": ' + b"[" * 40 + b"]" * 40 + b"}", 422, "value"),
            (b'{"value": 1, "ttl": 5}', 422, "ttl"),
            (b'{"value": 1, "ttl_seconds": 0}', 422, "ttl_seconds"),
            (b'{"value": 1, "ttl_seconds": 1e9}', 422, "ttl_seconds"),
            (b'{"value": 1, "ttl_seconds": "60"}', 422, "ttl_seconds"),
            (b'{"value": 1, "ttl_seconds": true}', 422, "ttl_seconds"),
            (b'{"value": "' + b"x" * 70_000 + b'"}', 413, "value"),
            (b'{"value": NaN}', 400, None),
            (b"[1]", 422, "body"),
            (b"", 422, "value"),
        ],
        ids=lambda value: value[:24].decode() if isinstance(value, bytes) else str(value),
    )
    def test_a_bad_body_is_named_and_nothing_is_kept(self, world: ApiWorld, raw: bytes, status: int, field: str | None) -> None:
        answer = world.call("PUT", "/task-state", raw=raw, task="t", key="k")
        assert (answer.status, answer.json.get("field")) == (status, field), answer
        assert get(world, task="t", key="k").status == 404
        assert not [row for row in world.tenancy.records.all_rows() if row.key.sk.startswith("TASK#")]
        assert world.logged == []

    def test_odd_text_is_normalised_and_found_again(self, world: ApiWorld) -> None:
        assert put(world, {"\ud800": "\ud800 \x00"}, task="a\x00b \ud800", key="e\u0301").status == 200
        assert get(world, task="ab \ufffd", key="\u00e9").json["value"] == {"\ufffd": "\ufffd "}


class TestCompareAndSet:
    def test_only_when_there_is_none(self, world: ApiWorld) -> None:
        none = {"if-none-match": "*"}
        assert put(world, 1, headers=none).status == 200
        answer = put(world, 2, headers=none)
        assert (answer.status, answer.json["code"]) == (412, "precondition_failed")
        assert get(world).json["value"] == 1

    def test_a_lost_update_is_refused(self, world: ApiWorld) -> None:
        first = put(world, 1).headers["etag"]
        second = put(world, 2, headers={"if-match": first})
        assert (second.status, second.json["version"]) == (200, 2)
        late = put(world, 3, headers={"if-match": first})
        assert (late.status, late.json["code"]) == (412, "precondition_failed")
        assert get(world).json["value"] == 2

    def test_what_was_never_there_matches_nothing(self, world: ApiWorld) -> None:
        for etag in ("*", f'"01K{"0" * 23}"'):
            assert put(world, 1, headers={"if-match": etag}).status == 412
            assert clear(world, key="step", headers={"if-match": etag}).status == 412
        assert get(world).status == 404

    def test_what_stood_here_before_it_was_cleared_matches_nothing(self, world: ApiWorld) -> None:
        old = put(world, 1).headers["etag"]
        clear(world, key="step")
        put(world, 2)
        assert put(world, 3, headers={"if-match": old}).status == 412

    def test_without_a_condition_the_last_writer_stays(self, world: ApiWorld) -> None:
        put(world, 1)
        assert put(world, 2).json["version"] == 2
        assert get(world).json["value"] == 2

    def test_of_two_writers_who_saw_the_same_one_is_refused(self, world: ApiWorld) -> None:
        seen = put(world, 1).headers["etag"]
        answers: list[Answer] = []

        def other(operations: tuple[Operation, ...]) -> None:
            if any(isinstance(op, Put) and op.key.sk.startswith("TASK#") for op in operations):
                world.tenancy.records.before_write = None
                answers.append(put(world, "theirs", headers={"if-match": seen}))

        world.tenancy.records.before_write = other  # type: ignore[assignment]
        assert put(world, "mine", headers={"if-match": seen}).status == 412
        assert [answer.status for answer in answers] == [200]
        assert get(world).json["value"] == "theirs"

    def test_of_two_first_writers_one_is_refused(self, world: ApiWorld) -> None:
        answers: list[Answer] = []

        def other(operations: tuple[Operation, ...]) -> None:
            if any(isinstance(op, Put) and op.key.sk.startswith("TASK#") for op in operations):
                world.tenancy.records.before_write = None
                answers.append(put(world, "theirs", headers={"if-none-match": "*"}))

        world.tenancy.records.before_write = other  # type: ignore[assignment]
        assert put(world, "mine", headers={"if-none-match": "*"}).status == 412
        assert get(world).json["value"] == "theirs"

    @pytest.mark.parametrize(
        ("headers", "field"),
        [
            ({"if-match": "3"}, "If-Match"),
            ({"if-match": '"a"'}, "If-Match"),
            ({"if-match": f'"01k{"0" * 23}"'}, "If-Match"),
            ({"if-match": "²"}, "If-Match"),
            ({"if-none-match": f'"01K{"0" * 23}"'}, "If-None-Match"),
            ({"if-none-match": "*", "if-match": "*"}, "If-Match"),
        ],
    )
    def test_a_condition_that_is_none_is_named(self, world: ApiWorld, headers: dict[str, str], field: str) -> None:
        answer = put(world, 1, headers=headers)
        assert (answer.status, answer.json["field"]) == (422, field)
        answer = clear(world, key="step", headers=headers)
        assert (answer.status, answer.json["field"]) == (422, field)


class TestExpiry:
    def test_a_read_looks_at_the_time_long_before_the_table_does(self, world: ApiWorld) -> None:
        etag = put(world, 1, ttl_seconds=60).headers["etag"]
        world.clock.advance(seconds=59)
        assert get(world).status == 200
        world.clock.advance(seconds=1)
        assert (get(world).status, get(world).json["code"]) == (404, "not_found")
        assert [row for row in world.tenancy.records.all_rows() if row.key.sk.startswith("TASK#")]
        assert put(world, 2, headers={"if-match": etag}).status == 412
        assert clear(world, key="step").json == {"cleared": 0}
        fresh = put(world, 3, headers={"if-none-match": "*"})
        assert (fresh.status, fresh.json["version"], fresh.json["created_at"]) == (200, 1, "2026-11-29T12:01:00.000Z")

    def test_the_table_is_told_when_to_remove_it(self, world: ApiWorld) -> None:
        put(world, 1, ttl_seconds=60)
        (row,) = [row for row in world.tenancy.records.all_rows() if row.key.sk.startswith("TASK#")]
        assert row.plain["ttl"] == 1_795_953_660

    def test_a_write_renews_it(self, world: ApiWorld) -> None:
        put(world, 1, ttl_seconds=60)
        world.clock.advance(seconds=50)
        put(world, 2, ttl_seconds=60)
        world.clock.advance(seconds=50)
        assert get(world).json["value"] == 2


class TestTheEndOfATask:
    def test_all_its_keys_go_over_all_pages_and_no_other_tasks(self, world: ApiWorld) -> None:
        for n in range(230):
            put(world, n, key=f"k{n}")
        put(world, "stays", task="trip2", key="k1")
        world.tenancy.records.page_rows = 25
        assert clear(world).json == {"cleared": 230}
        assert [get(world, key=f"k{n}").status for n in (0, 100, 229)] == [404] * 3
        assert get(world, task="trip2", key="k1").json["value"] == "stays"
        assert clear(world).json == {"cleared": 0}

    def test_one_key(self, world: ApiWorld) -> None:
        etag = put(world, 1).headers["etag"]
        put(world, 2, key="other")
        put(world, 3)
        assert clear(world, key="step", headers={"if-match": etag}).status == 412
        assert clear(world, key="step").json == {"cleared": 1}
        assert (get(world).status, get(world, key="other").status) == (404, 200)

    def test_a_condition_is_of_one_key(self, world: ApiWorld) -> None:
        answer = clear(world, headers={"if-match": "*"})
        assert (answer.status, answer.json["field"]) == (422, "If-Match")

    def test_of_nobody(self, world: ApiWorld) -> None:
        assert clear(world).json == clear(world, key="k").json == {"cleared": 0}
        assert world.tenancy.records.all_rows() == []


class TestWhose:
    def test_anothers_is_not_there(self, world: ApiWorld) -> None:
        put(world, 1)
        assert get(world, who=BEN).status == 404
        assert clear(world, who=BEN).json == {"cleared": 0}
        assert get(world).status == 200
        for method in ("GET", "DELETE"):
            assert world.call(method, "/task-state", task="trip", key="step", user_id="ben@example.org").status == 403
        assert put(world, 1, user_id="ben@example.org").status == 403

    def test_a_service_names_the_user(self, world: ApiWorld) -> None:
        put(world, 1)
        assert get(world, who=BACKEND).json["field"] == "user_id"
        assert get(world, who=BACKEND, user_id="anna@example.org").json["value"] == 1

    def test_an_agents_own(self, world: ApiWorld) -> None:
        member = ANNA.model_copy(update={"agents": ("bot",)})
        assert put(world, 1, who=member, scope="agent/bot").status == 200
        assert get(world, who=member, scope="agent/bot").json["value"] == 1
        assert get(world, who=member).status == 404
        assert get(world, scope="agent/bot").status == 403
        weak = member.model_copy(update={"permissions": frozenset({"memory:read", "memory:write"})})
        assert put(world, 1, who=weak, scope="agent/bot").status == 403

    @pytest.mark.parametrize(("method", "needed"), [("GET", "memory:read"), ("PUT", "memory:write"), ("DELETE", "memory:write")])
    def test_permissions(self, world: ApiWorld, method: str, needed: str) -> None:
        lacking = ANNA.model_copy(update={"permissions": ANNA.permissions - {needed}})
        assert world.call(method, "/task-state", {"value": 1}, who=lacking, task="t", key="k").status == 403


class TestNeverRecalled:
    def test_no_way_of_recall_reads_it(self, world: ApiWorld) -> None:
        put(world, {"note": WORDS}, task=WORDS, key="heron")
        assert world.data.embedder.embedded == []
        world.call("POST", "/memories", {"memories": [{"content": "Anna saw a heron"}]})
        for body in ({"query": WORDS}, {"query": "heron", "limit": 50}, {"query": WORDS, "include_superseded": True}):
            found = world.call("POST", "/search", body)
            assert [one["content"] for one in found.json["results"]] == ["Anna saw a heron"]
        for path in ("/memories", "/users", "/jobs"):
            assert "Gotland" not in world.call("GET", path).response.body
        assert "Gotland" not in world.call("POST", "/context", {"query": WORDS}).response.body
        markers = [row for row in world.tenancy.records.all_rows() if row.key.sk.startswith("NOW#")]
        assert not [row for row in markers if "TASK#" in row.key.sk]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=JSON, ttl=JSON, task=st.text(max_size=20), key=st.text(max_size=20), condition=st.text(max_size=8))
def test_anything_at_all_gets_an_answer(world: ApiWorld, value: Any, ttl: Any, task: str, key: str, condition: str) -> None:
    body = {"value": value, "ttl_seconds": ttl}
    saved = world.call("PUT", "/task-state", body, headers={"if-match": condition}, task=task, key=key)
    assert saved.status < 500, saved
    assert world.call("PUT", "/task-state", {"value": value}, task=task, key=key).status < 500
    assert world.call("DELETE", "/task-state", headers={"if-match": condition}, task=task, key=key).status < 500
    assert world.logged == []


class TestFaults:
    def test_a_store_that_is_down(self, world: ApiWorld) -> None:
        world.tenancy.records.down = True
        assert (put(world, 1).status, get(world).status, clear(world).status, clear(world, key="k").status) == (503,) * 4

    def test_nothing_is_written_while_the_user_is_being_erased(self, world: ApiWorld) -> None:
        put(world, 1)
        state = next(row for row in world.tenancy.records.all_rows() if row.key.sk == "NOW~")
        world.tenancy.records.write(Put(state._replace(plain={**state.plain, "erasing": "01K" + "0" * 23})))
        assert put(world, 2).status == 503
        assert get(world).json["value"] == 1
