"""Documents, as callers meet them: handed over, uploaded, found, cited, forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from mnemon.adapters.documents import parse
from mnemon.maintenance.index_items import IndexItems, Signal
from mnemon.model import keys
from mnemon.model.documents import MAX_FILE_BYTES, MAX_TEXT_BYTES
from mnemon.model.ids import PublicId
from mnemon.model.principal import Principal
from mnemon.model.scopes import Scope, ScopeKey
from mnemon.writing.chunk_document import ChunkDocument
from mnemon.writing.take_document import TakeDocument
from tests.support.fakes import TEST_PEPPER
from tests.support.files import PDF, pdf
from tests.unit.http.world import ALL, ANNA, BACKEND, BEN, ApiWorld

TRAINS, MEALS = "Second class is enough for all of us. " * 40, "Lunch is paid up to forty euros. " * 40
RULES = f"# Handbook\n\n## Trains\n\n{TRAINS}\n\n## Meals\n\n{MEALS}"
INLINE: dict[str, Any] = {"media_type": "text/markdown", "content": RULES, "title": "Travel rules"}
UPLOAD: dict[str, Any] = {"media_type": PDF, "size": 4_021}


@pytest.fixture
def world() -> ApiWorld:
    return ApiWorld()


def key_of(source_id: str) -> tuple[ScopeKey, str]:
    id = PublicId.parse(source_id)
    return ScopeKey(tid=TEST_PEPPER.tenant("acme"), sid=id.owner), id.ulid


def work(world: ApiWorld, source_id: str, data: bytes | None = None) -> None:
    """What the ingest and extract functions do."""
    scope, ulid = key_of(source_id)
    key = keys.upload(scope, ulid)
    if data is not None:
        world.tenancy.drop.put(key, data)
    take = TakeDocument(world.tenancy, TEST_PEPPER, world.clock, world.data.ids, world.workflows, parse)
    take(key, "etag", len(world.tenancy.drop.get(key)))
    ChunkDocument(world.tenancy, world.data.embedder, world.clock, world.data.ids)(scope, ulid)


def serve(world: ApiWorld) -> None:
    """What the indexer does."""
    marked = [row.key for row in world.tenancy.records.all_rows() if row.key.sk.startswith(keys.NOW)]
    assert marked
    items = IndexItems(world.tenancy, world.data.index, world.data.queues, world.clock)
    assert items([Signal("marked", key) for key in marked]) == []


def told(world: ApiWorld, who: Principal = ANNA, **body: Any) -> str:
    answer = world.call("POST", "/documents", {**INLINE, **body}, who=who)
    assert answer.status == 202, answer
    work(world, answer.json["source_id"])
    return answer.json["source_id"]


def search(world: ApiWorld, query: str, who: Principal = ANNA, **body: Any) -> list[dict[str, Any]]:
    answer = world.call("POST", "/search", {"query": query, **body}, who=who)
    assert answer.status == 200, answer
    return answer.json["results"]


def test_handed_over_read_and_shown(world: ApiWorld) -> None:
    answer = world.call("POST", "/documents", {**INLINE, "metadata": {"team": "sales"}, "session_id": "s1"})
    assert answer.status == 202
    assert set(answer.json) == {"source_id", "job_id", "redactions"}
    assert world.call("GET", f"/jobs/{answer.json['job_id']}").json["status"] == "queued"
    id = answer.json["source_id"]
    assert world.call("GET", f"/sources/{id}").json["status"] == "storing"
    assert world.call("GET", f"/sources/{id}/chunks").json["chunks"] == []

    work(world, id)
    shown = world.call("GET", f"/sources/{id}").json
    assert (shown["type"], shown["status"], shown["title"], shown["media_type"]) == ("document", "stored", "Travel rules", "text/markdown")
    assert (shown["metadata"], shown["session_id"], shown["scope"]) == ({"team": "sales"}, "s1", "user/anna%40example.org")
    assert "error" not in shown
    first = world.call("GET", f"/sources/{id}/chunks", limit="2").json
    rest = world.call("GET", f"/sources/{id}/chunks", next_token=first["next_token"]).json
    chunks = [*first["chunks"], *rest["chunks"]]
    assert len(chunks) == shown["count"] >= 4
    assert {chunk["type"] for chunk in chunks} == {"chunk"}
    assert chunks[-1]["path"] == ["Travel rules", "Handbook", "Meals"]
    assert [RULES[chunk["start"] : chunk["end"]].strip() for chunk in chunks] == [chunk["content"] for chunk in chunks]
    assert "role" not in chunks[0]


def test_found_at_once_and_from_the_index_with_its_citation(world: ApiWorld) -> None:
    id = told(world)
    for indexed in (False, True):
        if indexed:
            serve(world)
        best = search(world, "how much is paid for lunch")[0]
        assert (best["type"], best["source_id"]) == ("chunk", id)
        assert "Lunch is paid" in best["content"]
        (cited,) = best["sources"]
        assert (cited["type"], cited["id"], cited["heading"]) == ("document", id, "Travel rules > Handbook > Meals")
        assert RULES[cited["start"] : cited["end"]].strip() == cited["wording"] == best["content"]
    assert search(world, "lunch", types=["chunk"], filters={"source_type": {"eq": "document"}})
    assert search(world, "lunch", types=["turn"]) == []
    assert "Lunch is paid" in world.call("POST", "/context", {"query": "lunch"}).json["text"]


def test_its_page_is_cited(world: ApiWorld) -> None:
    answer = world.call("POST", "/documents", UPLOAD)
    work(world, answer.json["source_id"], pdf("Trains\nSecond class is enough.", "Meals\nLunch is paid."))
    best = search(world, "lunch")[0]
    assert best["page"] in (1, 2)
    assert best["sources"][0]["page"] == best["page"]


def test_a_shared_document_is_written_with_leave_alone_and_read_by_all(world: ApiWorld) -> None:
    writer = Principal(tenant="acme", subject="sub-anna", user="anna@example.org", teams=("sales",), permissions=ALL)
    plain = Principal(tenant="acme", subject="sub-anna", user="anna@example.org", permissions=ALL - {"memory:write:shared"})
    for scope in ("org", "team/sales"):
        refused = world.call("POST", "/documents", {**INLINE, "scope": scope}, who=plain.model_copy(update={"teams": ("sales",)}))
        assert refused.status == 403
    assert world.tenancy.drop.keys() == []
    assert world.call("POST", "/documents", {**INLINE, "scope": "team/sales"}, who=ANNA).status == 403
    id = told(world, writer, scope="org")
    assert world.call("GET", f"/sources/{id}", who=BEN).json["scope"] == "org"
    assert search(world, "lunch", BEN)[0]["source_id"] == id
    assert search(world, "lunch", BEN, scopes=["user/ben%40example.org"]) == []
    team = told(world, writer, scope="team/sales")
    assert world.call("GET", f"/sources/{team}", who=BEN).status == 404
    assert search(world, "lunch", BEN, types=["chunk"], limit=50) == [
        one for one in search(world, "lunch", BEN, limit=50) if one["source_id"] == id
    ]
    owner = TEST_PEPPER.scope(TEST_PEPPER.tenant("acme"), Scope.user("anna@example.org"))
    assert world.tenancy.records.partition(owner.partition) == []
    assert world.call("DELETE", f"/sources/{id}", who=plain).status == 403


def test_another_users_document_is_nobodys(world: ApiWorld) -> None:
    id = told(world)
    for path in (f"/sources/{id}", f"/sources/{id}/chunks"):
        assert world.call("GET", path, who=BEN).status == 404
    assert world.call("DELETE", f"/sources/{id}", who=BEN).status == 404
    assert search(world, "lunch", BEN) == []
    assert world.call("POST", "/documents", {**INLINE, "user_id": "anna@example.org"}, who=BEN).status == 403
    assert world.call("POST", "/documents", INLINE, who=BACKEND).status == 422
    assert world.call("POST", "/documents", {**INLINE, "user_id": "anna@example.org"}, who=BACKEND).status == 202


def test_deleting_its_source_is_an_erasure(world: ApiWorld) -> None:
    id = told(world)
    answer = world.call("DELETE", f"/sources/{id}")
    assert (answer.status, answer.json["target"]) == (202, "source")


def test_an_upload_is_awaited(world: ApiWorld) -> None:
    answer = world.call("POST", "/documents", UPLOAD)
    assert answer.status == 202
    assert set(answer.json) == {"source_id", "upload", "redactions"}
    upload = answer.json["upload"]
    assert (upload["method"], upload["headers"]) == ("PUT", {"content-type": PDF, "content-length": "4021"})
    assert upload["expires_at"] > world.clock.now()
    id = answer.json["source_id"]
    assert world.call("GET", f"/sources/{id}").json["status"] == "storing"
    assert world.call("GET", "/jobs").json["jobs"] == []
    work(world, id, pdf("Second class is enough."))
    (job,) = world.call("GET", "/jobs").json["jobs"]
    assert (job["id"], job["kind"]) == (id.replace("src_", "job_"), "document")


def test_a_file_that_cannot_be_read_is_told_by_its_class(world: ApiWorld) -> None:
    id = world.call("POST", "/documents", UPLOAD).json["source_id"]
    with pytest.raises(Exception, match="cannot be read"):
        work(world, id, pdf("Zanzibar", password="x"))
    shown = world.call("GET", f"/sources/{id}").json
    assert (shown["status"], shown["error"], shown["count"]) == ("failed", "Encrypted", 0)
    job = world.call("GET", f"/jobs/{id.replace('src_', 'job_')}").json
    assert (job["status"], job["stage"], job["error"]) == ("failed", "read", "Encrypted")


def test_repeated_with_its_key_it_is_one_document(world: ApiWorld) -> None:
    headers = {"idempotency-key": "k-1"}
    first, second = (world.call("POST", "/documents", INLINE, headers=headers) for _ in range(2))
    assert first.json == second.json
    assert second.headers["idempotency-replayed"] == "true"
    assert len(world.tenancy.drop.keys()) == 1
    assert world.call("POST", "/documents", {**INLINE, "title": "Other"}, headers=headers).status == 409


def test_leave_to_upload_is_given_again_and_never_kept(world: ApiWorld) -> None:
    headers = {"idempotency-key": "k-1"}
    first = world.call("POST", "/documents", UPLOAD, headers=headers)
    world.clock.advance(minutes=10)
    second = world.call("POST", "/documents", UPLOAD, headers=headers)
    assert (second.status, second.headers["idempotency-replayed"]) == (202, "true")
    assert second.json["source_id"] == first.json["source_id"]
    assert second.json["upload"]["expires_at"] > first.json["upload"]["expires_at"]
    assert "s3cr3t" in first.json["upload"]["url"]
    assert "s3cr3t" not in str(world.tenancy.records.all_rows())
    work(world, first.json["source_id"], pdf("Words."))
    third = world.call("POST", "/documents", UPLOAD, headers=headers)
    assert (third.status, third.json) == (202, {"source_id": first.json["source_id"], "redactions": 0})


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"media_type": "text/plain", "content": "é" * 524_289}, "content"),
        ({"media_type": "text/html", "size": MAX_TEXT_BYTES + 1}, "size"),
        ({"media_type": PDF, "size": MAX_FILE_BYTES + 1}, "size"),
    ],
)
def test_too_large(world: ApiWorld, body: dict[str, Any], field: str) -> None:
    answer = world.call("POST", "/documents", body)
    assert (answer.status, answer.json["code"], answer.json["field"]) == (413, "too_large", field)
    assert world.tenancy.records.all_rows() == []


def test_a_megabyte_of_quotes_and_newlines_is_taken(world: ApiWorld) -> None:
    content = '"\n' * 524_288
    assert world.call("POST", "/documents", {"media_type": "text/plain", "content": content}).status == 202


def test_without_leave_to_write(world: ApiWorld) -> None:
    reader = Principal(tenant="acme", subject="s", user="anna@example.org", permissions=frozenset({"memory:read"}))
    assert world.call("POST", "/documents", INLINE, who=reader).status == 403
    assert world.call("POST", "/documents", INLINE, who=None).status == 401


def test_a_store_that_is_down(world: ApiWorld) -> None:
    world.tenancy.drop.down = True
    answer = world.call("POST", "/documents", INLINE)
    assert (answer.status, answer.json["code"]) == (503, "unavailable")
