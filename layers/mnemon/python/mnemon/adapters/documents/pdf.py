"""PDF: the text of its pages, and the headings of its outline."""

from __future__ import annotations

import io
import logging
import re
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from mnemon.model.documents import MAX_PAGES, Extract
from mnemon.model.text import clean
from mnemon.ports.documents import Encrypted, TooMuch, WrongType

from .building import Building, title

if TYPE_CHECKING:
    from pypdf import PdfReader

_UNPACKED = tuple(f"{kind}_maximum_output_length" for kind in ("array_based_stream", "lzw", "run_length", "zlib"))
_MAX_UNPACKED = 16 * 1024 * 1024
"""Bytes of one stream: a page's words take some thousands."""
_SECONDS = 120.0
"""For the pages of one file."""
_MAX_OUTLINE = 2_000
_HEADER_WITHIN = 1_024
_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-\u00ad]\n(?=[a-zà-ÿ])")
_WRAPPED = re.compile(r"(?<=[^\s.!?:;])[^\S\n]*\n[^\S\n]*(?=[a-zà-ÿ(])")


def read(data: bytes) -> Extract:
    if b"%PDF-" not in data[:_HEADER_WITHIN]:
        raise WrongType
    from pypdf import PdfReader, apply_configuration
    from pypdf.errors import FileNotDecryptedError, LimitReachedError, WrongPasswordError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # its warnings quote the file
    try:
        with apply_configuration(None, **dict.fromkeys(_UNPACKED, _MAX_UNPACKED)):
            return _read(PdfReader(io.BytesIO(data)))
    except (FileNotDecryptedError, WrongPasswordError):
        raise Encrypted from None
    except LimitReachedError:
        raise TooMuch from None


def _read(reader: PdfReader) -> Extract:
    if reader.is_encrypted and not reader.decrypt(""):
        raise Encrypted
    if len(reader.pages) > MAX_PAGES:
        raise TooMuch
    until = time.monotonic() + _SECONDS
    building = Building()
    starts: list[int] = []
    texts: list[str] = []
    for page in reader.pages:
        if time.monotonic() > until:
            raise TooMuch
        starts.append(building.page(text := _unwrapped(page.extract_text())))
        texts.append(text)
    for number, level, words in _outline(reader):
        if 0 <= number < len(starts):
            at = _where(texts[number], words)
            building.heading(starts[number] + at, level, words)
    return building.done(_name(reader))


def _unwrapped(text: str) -> str:
    """Lines that end where the page does, not where a sentence does, are joined."""
    return clean(_WRAPPED.sub(" ", _HYPHENATED.sub("", text))).strip()


def _where(text: str, words: str) -> int:
    """Of a heading on its page: the outline says the page alone."""
    spaced = r"\s+".join(map(re.escape, words.split()))
    found = re.search(spaced, text, re.IGNORECASE) if spaced else None
    return found.start() if found else 0


def _outline(reader: PdfReader) -> Iterator[tuple[int, int, str]]:
    """(page, level, words) of each entry. A broken outline is none: the text counts."""
    try:
        yield from list(_entries(reader, reader.outline, 1))[:_MAX_OUTLINE]
    except Exception:
        return


def _entries(reader: PdfReader, outline: Any, level: int) -> Iterator[tuple[int, int, str]]:
    for entry in outline:
        if isinstance(entry, list):
            yield from _entries(reader, cast("list[Any]", entry), level + 1)
        else:
            number = reader.get_destination_page_number(entry)
            if number is not None and (words := title(str(entry.title or ""))):
                yield number, level, words


def _name(reader: PdfReader) -> str:
    try:
        return str((reader.metadata.title if reader.metadata else "") or "")
    except Exception:
        return ""
