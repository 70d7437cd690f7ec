"""Files to text, a module a format. What reads a format is imported when the first file of it comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mnemon.model.documents import MAX_CHARACTERS, Extract, most_bytes
from mnemon.ports.documents import Damaged, NoText, TooMuch, Unparsable, WrongType

Reader = Callable[[bytes], Extract]


def _plain(data: bytes) -> Extract:
    from .plain import read

    return read(data)


def _markdown(data: bytes) -> Extract:
    from .markdown import read

    return read(data)


def _html(data: bytes) -> Extract:
    from .html import read

    return read(data)


def _pdf(data: bytes) -> Extract:
    from .pdf import read

    return read(data)


def _docx(data: bytes) -> Extract:
    from .docx import read

    return read(data)


_READERS: Mapping[str, Reader] = {
    "text/plain": _plain,
    "text/markdown": _markdown,
    "text/html": _html,
    "application/pdf": _pdf,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": _docx,
}


def parse(data: bytes, media_type: str) -> Extract:
    """`ports.documents.DocumentParser`."""
    reader = _READERS.get(media_type)
    if reader is None:
        raise WrongType
    if len(data) > most_bytes(media_type):
        raise TooMuch
    try:
        extract = reader(data)
    except Unparsable:
        raise
    except Exception:  # whatever a library stumbles over: the file is broken, and the message may quote it
        raise Damaged from None
    if len(extract.text) > MAX_CHARACTERS:
        raise TooMuch
    if not extract.text.strip():
        raise NoText
    return extract
