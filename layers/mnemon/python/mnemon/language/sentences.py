"""Where sentences end, and how a long text is cut without losing a character of meaning."""

from __future__ import annotations

import re
import unicodedata

from .patterns import Lazy

_BORDER = Lazy(
    r"(?<=[.!?…])[\"'”’)\]]*\s+(?=[\"'“‘(\[¿¡]*[^\Wa-z_])"  # a stop, a space, and no lower-case letter after it
    r"|(?<=[!?])\s+"
    r"|(?<=[。！？؟।])\s*"
    r"|\n\s*"
)
_ABBREVIATION = Lazy(
    r"(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|sr|jr|vs|etc|e\.g|i\.e|no|approx|dept|inc|ltd|co|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|[a-z])\.$",
    re.IGNORECASE,
)


_LONGEST_ABBREVIATION = 10
_BEGINS = Lazy(r"(?:I|We|My|Our|He|She|They|It|The|This|That|But|And|Now|Then)\b")


def sentences(text: str) -> list[str]:
    """The sentences of a text, stripped, in order. A stop after an abbreviation or an initial is none."""
    found: list[str] = []
    start = 0
    for border in _BORDER.finditer(text):
        if "\n" not in border[0] and _abbreviates(text, start, border):
            continue
        found.append(text[start : border.start()])
        start = border.end()
    found.append(text[start:])
    return [s for part in found if (s := part.strip())]


def borders(text: str) -> list[int]:
    """Where its sentences begin, but for the first: cut there, the parts are the whole text."""
    found: list[int] = []
    start = 0
    for border in _BORDER.finditer(text):
        if ("\n" not in border[0] and _abbreviates(text, start, border)) or not start < border.end() < len(text):
            continue
        start = border.end()
        found.append(start)
    return found


def _abbreviates(text: str, start: int, border: re.Match[str]) -> bool:
    """A stop after an abbreviation; after a single letter only when no new sentence plainly begins: "I work at A. I moved to B"."""
    return _abbreviated(text, start, border.start()) and not (
        re.search(r"(?:^|[\s(])[A-Za-z]\.$", text[max(start, border.start() - 3) : border.start()]) and _BEGINS.match(text, border.end())
    )


def _abbreviated(text: str, start: int, end: int) -> bool:
    return bool(_ABBREVIATION.search(text[max(start, end - _LONGEST_ABBREVIATION) : end]))


def pieces(text: str, limit: int) -> list[str]:
    """Consecutive pieces of at most `limit` characters, cut at sentence borders, else at spaces, else between characters."""
    text = text.strip()
    found: list[str] = []
    while len(text) > limit:
        cut = _cut(text, limit)
        found.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*found, text] if text else found


def _cut(text: str, limit: int) -> int:
    head = text[: limit + 1]
    ends = [b.end() for b in _BORDER.finditer(head) if b.start() > 0 and b.end() <= limit and not _abbreviated(head, 0, b.start())]
    if ends and ends[-1] >= limit // 4:
        return ends[-1]
    space = max(head.rfind(" "), head.rfind("\n"))
    if space >= limit // 4:
        return space
    cut = limit
    while cut > 1 and unicodedata.combining(text[cut]):
        cut -= 1
    return cut
