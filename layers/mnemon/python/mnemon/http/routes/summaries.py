"""What is derived from memories: summaries by category, and the profile of a person."""

from __future__ import annotations

from typing import Self

from mnemon.http.messages import Response
from mnemon.http.requests import ProfileQuery, SummariesQuery
from mnemon.http.routing import Call, Route
from mnemon.model.instants import Instant
from mnemon.reading.derived import Told
from mnemon.reading.memories import Position
from mnemon.reading.view_models import View


class SentenceView(View):
    text: str
    memories: tuple[str, ...]
    """Ids of the memories that it rests on, the latest first."""
    confidence: float
    since: Instant
    """When the latest of these became true, or happened."""


class ProfileView(View):
    """What is stable about a person. It is empty when nothing is known."""

    scope: str
    sentences: tuple[SentenceView, ...]
    written_at: Instant | None = None
    """When it was written anew; none when it never was."""
    seq: int
    """The scope's count of writes up to which it tells all."""
    confidence: float | None = None
    stale: bool
    """A later write touched it, or a sentence has lost its ground and is left out; it is about to be written anew."""

    @classmethod
    def of(cls, told: Told) -> Self:
        return cls.model_construct(None, **_shown(told))


class SummaryView(ProfileView):
    """What is known of one category, in a few sentences."""

    category: str

    @classmethod
    def of(cls, told: Told) -> Self:
        return cls.model_construct(None, **_shown(told), category=told.category)


class SummariesView(View):
    summaries: tuple[SummaryView, ...]
    next_token: str | None = None


def profile(call: Call) -> Response:
    asked = call.query(ProfileQuery)
    told = call.services.read_derived.profile(call.services.scopes.user(call.who, asked.user_id))
    return Response.text(ProfileView.of(told).json_text())


def summaries(call: Call) -> Response:
    asked = call.query(SummariesQuery)
    reader = call.services.scopes.reader(call.who, asked.user_id, asked.scope)
    bound = {"list": "summaries", **asked.model_dump(include={"category"}, exclude_none=True)}
    position = call.services.paging.position(asked.next_token, reader, bound)
    start = Position(int(position[0]), str(position[1])) if position else None
    page = call.services.read_derived.summaries(reader, asked.category, limit=asked.limit, start=start)
    token = call.services.paging.token(page.next, reader, bound) if page.next else None
    return Response.text(SummariesView(summaries=tuple(map(SummaryView.of, page.summaries)), next_token=token).json_text())


def _shown(told: Told) -> dict[str, object]:
    return {
        "scope": str(told.scope),
        "sentences": tuple(
            SentenceView(text=one.text, memories=told.memories(one), confidence=one.confidence, since=one.since) for one in told.sentences
        ),
        "written_at": told.written_at,
        "seq": told.seq,
        "confidence": told.confidence,
        "stale": told.stale,
    }


ROUTES = (
    Route("GET", "/profile", "What is stable about a user, cited", profile, "memory:read", query=ProfileQuery, answer=ProfileView),
    Route(
        "GET", "/summaries", "What is known by category, cited", summaries, "memory:read",
        query=SummariesQuery, answer=SummariesView,
    ),
)  # fmt: skip
