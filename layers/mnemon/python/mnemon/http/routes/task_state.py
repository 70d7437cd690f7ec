"""Task state: what an agent keeps while it works on one task. Never recalled, gone with the task."""

from __future__ import annotations

import json
from typing import Any, Self

from mnemon.errors import Invalid
from mnemon.http.messages import Response
from mnemon.http.requests import ClearTaskQuery, TaskKeyQuery
from mnemon.http.routing import Call, Route
from mnemon.model.ids import is_ulid
from mnemon.model.instants import Instant
from mnemon.model.task_state import TaskState
from mnemon.reading.view_models import View
from mnemon.writing.conditions import Condition
from mnemon.writing.requests import StateValue


class TaskStateView(View):
    task: str
    key: str
    value: Any
    version: int
    """How often this key was written since it was new."""
    created_at: Instant
    updated_at: Instant
    expires_at: Instant

    @classmethod
    def of(cls, state: TaskState) -> Self:
        return cls.model_construct(
            task=state.task_name,
            key=state.key_name,
            value=json.loads(state.value),
            version=state.version,
            created_at=state.created_at,
            updated_at=state.updated_at,
            expires_at=state.expires_at,
        )


class TaskStateSavedView(View):
    """`redactions` counts the secrets that were replaced before anything was kept."""

    task: str
    key: str
    version: int
    created_at: Instant
    updated_at: Instant
    expires_at: Instant
    redactions: int


class TaskStateClearedView(View):
    cleared: int
    """Keys that were there."""


def put(call: Call) -> Response:
    asked, given = call.query(TaskKeyQuery), call.body(StateValue)
    who = call.services.scopes.writer(call.who, asked.user_id, asked.scope)
    saved = call.services.put_task_state(who, asked.task, asked.key, given, _condition(call))
    state = saved.state
    view = TaskStateSavedView(
        task=state.task_name,
        key=state.key_name,
        version=state.version,
        created_at=state.created_at,
        updated_at=state.updated_at,
        expires_at=state.expires_at,
        redactions=saved.redactions,
    )
    return Response.text(view.json_text(), headers=_etag(state))


def get(call: Call) -> Response:
    asked = call.query(TaskKeyQuery)
    reader = call.services.scopes.within(call.who, asked.user_id, asked.scope)
    state = call.services.get_task_state(reader, asked.task, asked.key)
    # as JSON was given: a null in it is a value
    return Response.json(TaskStateView.of(state).model_dump(), headers=_etag(state))


def clear(call: Call) -> Response:
    asked = call.query(ClearTaskQuery)
    who = call.services.scopes.writer(call.who, asked.user_id, asked.scope)
    condition = _condition(call)
    if asked.key is not None:
        cleared = call.services.clear_task_state.key(who, asked.task, asked.key, condition)
    elif condition != Condition():
        raise Invalid("is of one key: name it", field="If-Match")
    else:
        cleared = call.services.clear_task_state.task(who, asked.task)
    return Response.text(TaskStateClearedView(cleared=cleared).json_text())


def _condition(call: Call) -> Condition:
    """Raises Invalid."""
    seen, unseen = (call.request.headers.get(name, "").strip() for name in ("if-match", "if-none-match"))
    if unseen:
        if unseen != "*":
            raise Invalid("is * or absent", field="If-None-Match")
        if seen:
            raise Invalid("does not go with If-None-Match", field="If-Match")
        return Condition(absent=True)
    if not seen:
        return Condition()
    if seen == "*":
        return Condition(exists=True)
    etag = seen.removeprefix("W/").strip('"')
    if not is_ulid(etag):
        raise Invalid("is an ETag of a task's state", field="If-Match")
    return Condition(etag=etag)


def _etag(state: TaskState) -> dict[str, str]:
    return {"etag": f'"{state.etag}"'}


ROUTES = (
    Route(
        "PUT", "/task-state", "Keep a value under one key of a task; compare-and-set by If-Match or If-None-Match", put, "memory:write",
        query=TaskKeyQuery, body=StateValue, answer=TaskStateSavedView, etag=True, if_match=True, if_none_match=True,
    ),
    Route(
        "GET", "/task-state", "What stands under one key of a task", get, "memory:read",
        query=TaskKeyQuery, answer=TaskStateView, etag=True,
    ),
    Route(
        "DELETE", "/task-state", "Clear one key, or end the task and clear all of its keys", clear, "memory:write",
        query=ClearTaskQuery, answer=TaskStateClearedView, if_match=True,
    ),
)  # fmt: skip
