"""The calls of the API, one module a resource."""

from __future__ import annotations

from mnemon.http.routing import Route

from . import (
    approvals,
    config,
    documents,
    entities,
    erasures,
    events,
    feedback,
    jobs,
    memories,
    recall,
    sources,
    summaries,
    task_state,
    users,
)

ROUTES: tuple[Route, ...] = (
    *events.ROUTES,
    *documents.ROUTES,
    *memories.ROUTES,
    *recall.ROUTES,
    *summaries.ROUTES,
    *entities.ROUTES,
    *sources.ROUTES,
    *erasures.ROUTES,
    *jobs.ROUTES,
    *task_state.ROUTES,
    *users.ROUTES,
    *approvals.ROUTES,
    *feedback.ROUTES,
    *config.ROUTES,
)
