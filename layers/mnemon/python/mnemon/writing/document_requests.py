"""What callers hand over as a document: its text, or the promise of a file."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mnemon.errors import Invalid, TooLarge
from mnemon.model.documents import TEXT_TYPES, MediaType, most_bytes

from .requests import MAX_BODY, Infer, Metadata, Name, Request, Text


class NewDocument(Request):
    """Either `content`, or `size` for a file that is uploaded next."""

    media_type: MediaType
    title: Name | None = None
    content: Text | None = None
    size: Annotated[int, Field(strict=True, ge=1)] | None = None
    """Bytes of the file that is uploaded, exactly."""
    session_id: Name | None = None
    agent_id: Name | None = None
    run_id: Name | None = None
    metadata: Metadata = Field(default_factory=dict)
    infer: Infer = "never"
    """Documents are found by their chunks; no memories are made of them yet, whatever it says."""


def check(request: NewDocument) -> None:
    """What no single field says. Raises Invalid, TooLarge."""
    if request.content is None:
        if request.size is None:
            raise Invalid("give the content, or the size of the file that is uploaded", field="content")
        if request.size > (most := most_bytes(request.media_type)):
            raise TooLarge(f"a file of this type has at most {most} bytes", field="size")
        return
    if request.size is not None:
        raise Invalid("goes with no content: it is for a file that is uploaded", field="size")
    if request.media_type not in TEXT_TYPES:
        raise Invalid("a file of this type is uploaded: give its size and no content", field="media_type")
    if not request.content.strip():
        raise Invalid("is blank", field="content")
    if len(request.content.encode()) > MAX_BODY:
        raise TooLarge(f"has at most {MAX_BODY} bytes; a larger file is uploaded", field="content")
