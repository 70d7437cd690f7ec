"""Turns: handed over, and read back as conversation memory."""

from __future__ import annotations

from mnemon.errors import Invalid, TooLarge
from mnemon.http.body import ALLOWANCE, MAX_BODY
from mnemon.http.messages import Response
from mnemon.http.requests import MAX_LAST, EventsBody, TurnsQuery
from mnemon.http.routing import Call, Route
from mnemon.reading.view_models import TurnView, View


class AcceptedView(View):
    """`redactions` counts the secrets that were replaced before anything was kept."""

    job_id: str
    source_id: str
    turns: int
    redactions: int


class TurnsView(View):
    turns: tuple[TurnView, ...]
    next_token: str | None = None


def accept(call: Call) -> Response:
    asked = call.body(EventsBody)
    if sum(len(message.content.encode()) for message in asked.messages) > MAX_BODY:
        raise TooLarge(f"messages hold at most {MAX_BODY} bytes of text", field="messages")
    who = call.services.scopes.writer(call.who, asked.user_id)
    done = call.services.accept_events(who, asked, call.work)
    view = AcceptedView(job_id=done.job_id, source_id=done.source_id, turns=done.turns, redactions=done.redactions)
    return Response.text(view.json_text(), 202)


def turns(call: Call) -> Response:
    asked = call.query(TurnsQuery)
    reader = call.services.scopes.user(call.who, asked.user_id)
    read = call.services.session_turns
    if asked.last is not None or asked.token_budget is not None:
        if asked.next_token is not None:
            raise Invalid("goes with neither last nor token_budget: they are one window", field="next_token")
        page = read.window(reader, asked.session_id, last=asked.last or MAX_LAST, token_budget=asked.token_budget)
        return Response.text(TurnsView(turns=tuple(map(TurnView.of, page.turns))).json_text())
    bound = {"list": "events", "session": asked.session_id}
    position = call.services.paging.position(asked.next_token, reader, bound)
    page = read(reader, asked.session_id, limit=asked.limit, after=position[0] if position else None)
    token = call.services.paging.token([page.next], reader, bound) if page.next else None
    return Response.text(TurnsView(turns=tuple(map(TurnView.of, page.turns)), next_token=token).json_text())


ROUTES = (
    Route(
        "POST", "/events", "Append turns to a session; memories follow from them", accept, "memory:write",
        body=EventsBody, answer=AcceptedView, status=202, replay="stored", max_body=MAX_BODY + ALLOWANCE,
    ),
    Route(
        "GET", "/events", "A session's turns, oldest first, or its last ones", turns, "memory:read", query=TurnsQuery, answer=TurnsView,
    ),
)  # fmt: skip
