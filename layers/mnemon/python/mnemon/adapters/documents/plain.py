"""Text: in whatever encoding it says or shows to be."""

from __future__ import annotations

import codecs
import re

from mnemon.model.documents import Extract
from mnemon.model.text import clean
from mnemon.ports.documents import WrongType

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"))
_BOMS_16 = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_OTHER_FILES = (b"%PDF-", b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"\x7fELF")
_CONTROLS = re.compile(r"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_FEW = 0.001
_NEWLINE = re.compile(r"\r\n?|\x0b|\x0c|\x85|\u2028|\u2029")


def decode(data: bytes) -> str:
    """Raises WrongType for what is no text."""
    if data.startswith(_OTHER_FILES):
        raise WrongType
    text = _decode(data)
    if "\x00" in text or len(_CONTROLS.findall(text)) > len(text) * _FEW:
        raise WrongType
    return clean(_NEWLINE.sub("\n", text))


def _decode(data: bytes) -> str:
    for mark, encoding in (*_BOMS, *_BOMS_16):
        if data.startswith(mark):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                raise WrongType from None
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise WrongType


def read(data: bytes) -> Extract:
    return Extract(decode(data))
