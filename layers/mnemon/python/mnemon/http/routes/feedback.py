"""What a caller thinks of a memory."""

from __future__ import annotations

from mnemon.http.messages import Response
from mnemon.http.routing import Call, Route
from mnemon.model.approvals import FeedbackVerdict
from mnemon.reading.view_models import View
from mnemon.writing.feedback import GivenFeedback


class FeedbackView(View):
    """`approval_id`: what a person has to decide because of it; the memory stays as it is until then."""

    memory_id: str
    verdict: FeedbackVerdict
    salience: float
    rev: int
    approval_id: str | None = None


def give(call: Call) -> Response:
    asked, id = call.body(GivenFeedback), call.path["id"]
    who = call.services.scopes.writer_of(call.who, id, "mem")
    noted = call.services.give_feedback(who, id, asked)
    view = FeedbackView(**{name: getattr(noted, name) for name in FeedbackView.model_fields})
    return Response.text(view.json_text(), headers={"etag": f'"{noted.rev}"'})


ROUTES = (
    Route(
        "POST", "/memories/{id}/feedback", "Say that it is helpful, wrong or outdated; each caller counts once", give, "memory:write",
        body=GivenFeedback, answer=FeedbackView, replay="natural", etag=True,
    ),
)  # fmt: skip
