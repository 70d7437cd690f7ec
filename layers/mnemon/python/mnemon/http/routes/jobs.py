"""Jobs: background work and its failures."""

from __future__ import annotations

from mnemon.http.messages import Response
from mnemon.http.requests import EmptyBody, ListJobsQuery
from mnemon.http.routing import Call, Route
from mnemon.reading.view_models import JobView, View
from mnemon.tenant.callers import Reader


class JobsView(View):
    jobs: tuple[JobView, ...]
    next_token: str | None = None


def get(call: Call) -> Response:
    id = call.path["id"]
    job = call.services.get_job(call.services.scopes.reader_of(call.who, id, "job"), id)
    return Response.text(JobView.of(job).json_text())


def listed(call: Call) -> Response:
    asked = call.query(ListJobsQuery)
    visible = call.services.scopes.visible(call.who, asked.user_id)
    tid = call.services.scopes.tid(call.who)
    reader = visible or Reader(tid, (), call.who.subject)
    bound = {"list": "jobs", "status": asked.status, "all": visible is None}
    position = call.services.paging.position(asked.next_token, reader, bound)
    sids = None if visible is None else {key.sid for _, key in visible.scopes}
    page = call.services.list_jobs(tid, sids=sids, status=asked.status, limit=asked.limit, after=position[0] if position else None)
    token = call.services.paging.token([page.next], reader, bound) if page.next else None
    return Response.text(JobsView(jobs=tuple(map(JobView.of, page.jobs)), next_token=token).json_text())


def redrive(call: Call) -> Response:
    call.body(EmptyBody)
    id = call.path["id"]
    who = call.services.scopes.writer_of(call.who, id, "job")
    return Response.text(JobView.of(call.services.redrive_job(who, id)).json_text(), 202)


ROUTES = (
    Route("GET", "/jobs", "Background work, newest first", listed, "memory:read", query=ListJobsQuery, answer=JobsView),
    Route("GET", "/jobs/{id}", "One job: how far it has come, what it made, why it failed", get, "memory:read", answer=JobView),
    Route(
        "POST", "/jobs/{id}/redrive", "Start a failed job again", redrive, "memory:write",
        body=EmptyBody, answer=JobView, status=202, replay="stored",
    ),
)  # fmt: skip
