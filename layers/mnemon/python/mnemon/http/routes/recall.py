"""Recall: results, or a block for a prompt."""

from __future__ import annotations

from mnemon.errors import Invalid
from mnemon.http.messages import Response
from mnemon.http.requests import Asked, ContextBody, SearchBody
from mnemon.http.routes.summaries import ProfileView, SummaryView
from mnemon.http.routing import Call, Route
from mnemon.reading.filter_language import compile_filter
from mnemon.reading.recall import Degraded, SearchRequest
from mnemon.reading.view_models import ResultView, SearchView, View

ASSEMBLED = 20
"""Results that a context is made of, at most."""


class ContextView(View):
    """`text` goes into a prompt as it stands, and is empty when nothing is known. What stands in it, in its order: `[p1]` is the first
    sentence of `profile`, `[s1]` the first of all of `summaries`, `[1]` the first of `items`."""

    text: str
    tokens: int
    """Of the text, counted by `tokenizer`: never more than the budget."""
    tokenizer: str
    """`estimate` where none is deployed."""
    profile: ProfileView | None = None
    summaries: tuple[SummaryView, ...] = ()
    items: tuple[ResultView, ...]
    degraded: tuple[Degraded, ...] = ()
    took: dict[str, float]


def search(call: Call) -> Response:
    asked = call.body(SearchBody)
    reader = call.services.scopes.reader(call.who, asked.user_id, asked.scopes)
    result = call.services.recall(reader, _request(call, asked, asked.limit, asked.include_superseded, explain=asked.explain))
    return Response.text(SearchView.of(result).json_text())


def context(call: Call) -> Response:
    asked = call.body(ContextBody)
    reader = call.services.scopes.reader(call.who, asked.user_id, asked.scopes)
    made = call.services.assemble_context(reader, _request(call, asked, ASSEMBLED), asked.token_budget, asked.include)
    view = ContextView.model_construct(
        text=made.text,
        tokens=made.tokens,
        tokenizer=made.tokenizer,
        profile=None if made.profile is None else ProfileView.of(made.profile),
        summaries=tuple(map(SummaryView.of, made.summaries)),
        items=tuple(map(ResultView.of, made.items)),
        degraded=made.degraded,
        took=dict(made.took),
    )
    return Response.text(view.json_text())


def _request(call: Call, asked: Asked, limit: int, include_superseded: bool = False, *, explain: bool = False) -> SearchRequest:
    if asked.rerank and not call.services.recall.reranks:
        raise Invalid("no reranker is deployed", field="rerank")
    return SearchRequest(
        query=asked.query,
        limit=limit,
        types=asked.types or (),
        where=compile_filter(asked.filters),
        as_of=asked.as_of,
        known_at=asked.known_at,
        include_superseded=include_superseded,
        floor=asked.floor,
        explain=explain,
        rerank=asked.rerank,
    )


ROUTES = (
    Route("POST", "/search", "Recall", search, "memory:read", body=SearchBody, answer=SearchView, replay="natural"),
    Route(
        "POST", "/context", "Recall assembled for a prompt, fenced and cited", context, "memory:read",
        body=ContextBody, answer=ContextView, replay="natural",
    ),
)  # fmt: skip
