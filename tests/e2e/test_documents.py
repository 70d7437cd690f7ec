"""Documents: handed over, found, cited and forgotten, as a client sees it."""

from __future__ import annotations

import urllib.request
import uuid

from tests.e2e.world import Person, World, eventually


def _chunks(person: Person, query: str) -> list[str]:
    return [result["content"] for result in person.search(query)["results"] if result["type"] == "chunk"]


def _hand_over(person: Person, **document: object) -> dict[str, object]:
    return dict(person.api.call("POST", "/documents", {"user_id": person.user, "media_type": "text/markdown", **document}).json)


def test_a_document_in_the_call_is_found_and_cited_by_its_place(world: World) -> None:
    person, word = world.person(), uuid.uuid4().hex
    accepted = _hand_over(person, title="House rules", content=f"# Bins\n\nThe green bin of {word} goes out on Thursdays.")
    person.api.wait_for_job(str(accepted["job_id"]))
    found = eventually(lambda: person.search(f"green bin {word}")["results"], what="the document is found")
    assert found[0]["type"] == "chunk"
    assert word in found[0]["content"]
    assert (found[0]["sources"][0]["id"], found[0]["sources"][0]["type"]) == (accepted["source_id"], "document")


def test_an_upload_through_the_signed_address_is_taken_in(world: World) -> None:
    person, word = world.person(), uuid.uuid4().hex
    body = f"# Lease\n\nThe lease of {word} ends on 30 June 2027.\n".encode()
    upload = _hand_over(person, title="Lease", size=len(body))["upload"]
    assert isinstance(upload, dict)
    request = urllib.request.Request(upload["url"], data=body, method=upload["method"], headers=upload["headers"])
    with urllib.request.urlopen(request, timeout=30) as reply:
        assert reply.status == 200
    assert eventually(lambda: _chunks(person, f"lease {word}"), 60, "the upload is found")


def test_an_erased_document_is_found_no_more(world: World) -> None:
    person, word = world.person(), uuid.uuid4().hex
    accepted = _hand_over(person, content=f"The spare key of {word} hangs in the barn.")
    eventually(lambda: _chunks(person, word), what="the document is found")
    erasure = person.api.call("DELETE", f"/sources/{accepted['source_id']}").json
    person.api.wait_for_erasure(str(erasure["erasure_id"]))
    assert _chunks(person, word) == []


def test_anothers_document_is_not_found(world: World) -> None:
    person, word = world.person(), uuid.uuid4().hex
    _hand_over(person, content=f"The spare key of {word} hangs in the barn.")
    eventually(lambda: _chunks(person, word), what="the document is found")
    assert _chunks(world.person(person.tenant), word) == []
