"""Word documents (DOCX): their text, headings, lists and tables."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from mnemon.model.documents import Extract
from mnemon.ports.documents import Damaged, Encrypted, TooMuch, WrongType

from .html import read_text

_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
"""What a password makes of a DOCX is wrapped in this container, as are documents of Word before 2007."""
_MAX_PARTS = 5_000
_MAX_XML = 16 * 1024 * 1024
"""Of all parts that are XML, unpacked: as a tree they take many times that."""


def read(data: bytes) -> Extract:
    _check(data)
    import mammoth as untyped

    mammoth: Any = untyped

    def no_image(_: Any) -> dict[str, str]:
        return {}

    done: Any = mammoth.convert_to_html(
        io.BytesIO(data), convert_image=mammoth.images.img_element(no_image), include_embedded_style_map=False, external_file_access=False
    )
    return read_text(str(done.value))


def _check(data: bytes) -> None:
    """Sizes that a zip claims are those that its reader keeps to."""
    if data.startswith(_OLD_OFFICE):
        raise Encrypted if b"E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e" in data else WrongType
    if not data.startswith(b"PK\x03\x04"):
        raise WrongType
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > _MAX_PARTS:
                raise TooMuch
            if any(part.flag_bits & 1 for part in parts):
                raise Encrypted
            if not any(part.filename.startswith("word/") for part in parts):
                raise WrongType
            xml = [part for part in parts if part.filename.lower().endswith((".xml", ".rels"))]
            if sum(part.file_size for part in xml) > _MAX_XML:
                raise TooMuch
            # An office document declares no entities; the parser's own limit stands behind this.
            if any(b"<!DOCTYPE" in archive.read(part) for part in xml):
                raise Damaged
    except zipfile.BadZipFile:
        raise Damaged from None
