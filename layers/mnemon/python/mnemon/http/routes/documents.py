"""Documents: their text handed over, or leave to upload a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Literal

from mnemon.http.body import ALLOWANCE, MAX_BODY
from mnemon.http.messages import Response
from mnemon.http.requests import DocumentBody
from mnemon.http.routing import Call, Route
from mnemon.model.instants import Instant
from mnemon.reading.view_models import View
from mnemon.tenant.callers import Writer
from mnemon.writing.documents import AcceptedDocument

_ESCAPED = 3
"""How many bytes of JSON a byte of text may take: quotes, newlines, letters outside of ASCII."""


class UploadView(View):
    """`PUT` the file to `url` with exactly these headers, before `expires_at`. The URL is a secret."""

    method: Literal["PUT"] = "PUT"
    url: str
    headers: Mapping[str, str]
    expires_at: Instant


class DocumentView(View):
    """`job_id` of a document whose text is here, `upload` for one whose file is awaited; its job has the id of its source, with `job_` in
    the place of `src_`, once the file has come. `redactions` counts the secrets that were replaced so far."""

    source_id: str
    job_id: str | None = None
    upload: UploadView | None = None
    redactions: int


def create(call: Call) -> Response:
    asked = call.body(DocumentBody)
    return _answer(call.services.accept_document(_writer(call, asked), asked, call.work))


def again(call: Call, kept: str) -> Response:
    """New leave for the same source: the first one is not kept, since it is a secret."""
    first = DocumentView.model_validate(json.loads(kept))
    if first.job_id is not None:
        return Response.text(kept, 202)
    return _answer(call.services.accept_document.again(_writer(call, call.body(DocumentBody)), first.source_id))


def _writer(call: Call, asked: DocumentBody) -> Writer:
    return call.services.scopes.writer(call.who, asked.user_id, asked.scope)


def _answer(done: AcceptedDocument) -> Response:
    upload = done.upload and UploadView(url=done.upload.url, headers=done.upload.headers, expires_at=done.upload.expires_at)
    view = DocumentView(source_id=done.source_id, job_id=done.job_id, upload=upload, redactions=done.redactions)
    kept = view.model_copy(update={"upload": None})
    return Response.text(view.json_text(), 202)._replace(kept=kept.json_text())


ROUTES = (
    Route(
        "POST", "/documents", "Hand over a document: its text, or a file that is uploaded next", create, "memory:write",
        body=DocumentBody, answer=DocumentView, status=202, replay="stored", again=again, max_body=_ESCAPED * MAX_BODY + ALLOWANCE,
    ),
)  # fmt: skip
