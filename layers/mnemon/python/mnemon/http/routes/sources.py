"""Sources: a citation opened, and a source forgotten with all that rests on it alone."""

from __future__ import annotations

from mnemon.http.messages import Response
from mnemon.http.requests import Paged
from mnemon.http.routing import Call, Route
from mnemon.reading.view_models import ChunkView, ErasureView, SourceView, View

from .erasures import erase_source


class ChunksView(View):
    chunks: tuple[ChunkView, ...]
    next_token: str | None = None


def get(call: Call) -> Response:
    id = call.path["id"]
    source = call.services.get_source(call.services.scopes.reader_of(call.who, id, "src"), id)
    return Response.text(SourceView.of(source).json_text())


def chunks(call: Call) -> Response:
    asked, id = call.query(Paged), call.path["id"]
    reader = call.services.scopes.reader_of(call.who, id, "src")
    bound = {"list": "chunks", "source": id}
    position = call.services.paging.position(asked.next_token, reader, bound)
    page = call.services.source_chunks(reader, id, limit=asked.limit, after=position[0] if position else None)
    token = call.services.paging.token([page.next], reader, bound) if page.next else None
    return Response.text(ChunksView(chunks=tuple(map(ChunkView.of, page.chunks)), next_token=token).json_text())


ROUTES = (
    Route("GET", "/sources/{id}", "Open a citation: where it came from", get, "memory:read", answer=SourceView),
    Route("GET", "/sources/{id}/chunks", "Its turns or chunks, in order", chunks, "memory:read", query=Paged, answer=ChunksView),
    Route(
        "DELETE", "/sources/{id}", "Forget it, and what rests on it alone (an erasure)", erase_source, "memory:erase",
        answer=ErasureView, status=202,
    ),
)  # fmt: skip
