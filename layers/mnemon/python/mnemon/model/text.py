"""Text as it is kept and compared."""

from __future__ import annotations

import re
import unicodedata

_SPACES = re.compile(r"\s+")
_SURROGATE = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """NFC, without NULs; a lone surrogate becomes U+FFFD. Nothing that is kept can break a store or an encoder."""
    return unicodedata.normalize("NFC", _SURROGATE.sub("\ufffd", text).replace("\x00", ""))


def folded(text: str) -> str:
    """The form in which two texts are the same text: NFKC, case folded, spaces collapsed (data-model, `KEY#text#`)."""
    return _SPACES.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()
