"""Memories: written directly, read, listed, corrected, deleted and brought back."""

from __future__ import annotations

from typing import Literal

from mnemon.http.messages import Response
from mnemon.http.requests import EmptyBody, ListMemoriesQuery, MemoriesBody
from mnemon.http.routing import Call, Route
from mnemon.model.memory import MemoryRecord
from mnemon.reading.filter_language import equals, within
from mnemon.reading.filters import All, Filter
from mnemon.reading.memories import ListRequest, Position
from mnemon.reading.view_models import MemoryView, View
from mnemon.writing.requests import Correction


class FactView(View):
    """What became of one fact: new (`created`); known already, its evidence has grown (`confirmed`); another value of what is known
    (`updated`); an older value that arrived late (`superseded_late`); the end of a state (`ended`); new, and adds detail to what is known
    (`extended`); what waits for a person (`waiting`), with its `approval_id`. `code`, `detail` and `field` say why it was refused."""

    index: int
    status: Literal["created", "confirmed", "updated", "superseded_late", "ended", "extended", "waiting", "refused"]
    id: str | None = None
    version: int | None = None
    code: str | None = None
    detail: str | None = None
    field: str | None = None
    approval_id: str | None = None
    note: str | None = None
    """What of it has no effect, such as a category that the tenant's config does not list."""


class FactsView(View):
    results: tuple[FactView, ...]


class MemoriesView(View):
    memories: tuple[MemoryView, ...]
    next_token: str | None = None


class HistoryView(View):
    """In the order in which the versions arrived; `written_by` says who, how and why."""

    id: str
    versions: tuple[MemoryView, ...]


def create(call: Call) -> Response:
    asked = call.body(MemoriesBody)
    who = call.services.scopes.writer(call.who, asked.user_id, asked.scope)
    results = call.services.write_facts(who, asked.memories, call.work)
    shown = (FactView(**{name: getattr(result, name) for name in FactView.model_fields}) for result in results)
    return Response.text(FactsView(results=tuple(shown)).json_text())


def listed(call: Call) -> Response:
    asked = call.query(ListMemoriesQuery)
    reader = call.services.scopes.reader(call.who, asked.user_id, asked.scope)
    bound = {"list": "memories", **asked.model_dump(exclude={"next_token", "limit"}, exclude_none=True)}
    position = call.services.paging.position(asked.next_token, reader, bound)
    start = Position(int(position[0]), str(position[1])) if position else None
    page = call.services.list_memories(reader, ListRequest(_where(asked), frozenset(asked.include), asked.limit, start))
    token = call.services.paging.token(page.next, reader, bound) if page.next else None
    return Response.text(
        MemoriesView(memories=tuple(MemoryView.of(one.record, one.access) for one in page.memories), next_token=token).json_text()
    )


def get(call: Call) -> Response:
    id = call.path["id"]
    found = call.services.get_memory(call.services.scopes.reader_of(call.who, id, "mem"), id)
    return _memory(MemoryView.of(found.record, found.access))


def history(call: Call) -> Response:
    id = call.path["id"]
    versions = call.services.memory_history(call.services.scopes.reader_of(call.who, id, "mem"), id)
    return Response.text(HistoryView(id=id, versions=tuple(map(MemoryView.of, versions))).json_text())


def correct(call: Call) -> Response:
    asked, id = call.body(Correction), call.path["id"]
    who = call.services.scopes.writer_of(call.who, id, "mem")
    return _changed(call.services.correct_memory(who, id, asked, call.if_match))


def delete(call: Call) -> Response:
    id = call.path["id"]
    who = call.services.scopes.writer_of(call.who, id, "mem")
    head = call.services.delete_memory(who, id, call.if_match)
    return Response(204, "", {"etag": _etag(head.rev)})


def restore(call: Call) -> Response:
    call.body(EmptyBody)
    id = call.path["id"]
    who = call.services.scopes.writer_of(call.who, id, "mem")
    return _changed(call.services.restore_memory(who, id, call.if_match))


def _where(asked: ListMemoriesQuery) -> Filter | None:
    named = {name: getattr(asked, name) for name in ("kind", "category", "entity", "attribute", "namespace")}
    parts = [*(equals(name, value) for name, value in named.items() if value is not None), *within("created_at", asked.since, asked.until)]
    return All(tuple(parts)) if parts else None


def _changed(record: MemoryRecord) -> Response:
    return _memory(MemoryView.of(record))


def _memory(view: MemoryView) -> Response:
    return Response.text(view.json_text(), headers={"etag": _etag(view.rev)})


def _etag(rev: int) -> str:
    return f'"{rev}"'


ROUTES = (
    Route(
        "POST", "/memories", "Write facts directly, no model called; one result per fact", create, "memory:write",
        body=MemoriesBody, answer=FactsView, replay="stored",
    ),
    Route("GET", "/memories", "Memories from the table, newest first", listed, "memory:read", query=ListMemoriesQuery, answer=MemoriesView),
    Route("GET", "/memories/{id}", "One memory with its sources", get, "memory:read", answer=MemoryView, etag=True),
    Route("GET", "/memories/{id}/history", "Its versions: who, when, why", history, "memory:read", answer=HistoryView),
    Route(
        "PATCH", "/memories/{id}", "Correct it: a new version of the same id", correct, "memory:write",
        body=Correction, answer=MemoryView, etag=True, if_match=True,
    ),
    Route("DELETE", "/memories/{id}", "Delete it so that it can come back", delete, "memory:write", status=204, etag=True, if_match=True),
    Route(
        "POST", "/memories/{id}/restore", "Bring a deleted memory back", restore, "memory:write",
        body=EmptyBody, answer=MemoryView, replay="natural", etag=True, if_match=True,
    ),
)  # fmt: skip
