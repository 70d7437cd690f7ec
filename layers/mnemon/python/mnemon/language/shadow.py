"""A text with its Unicode tricks undone, and the way back to the original: for matching only, nothing is ever stored in this form."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .patterns import Lazy

_ESCAPE = Lazy(r"\\u([0-9a-fA-F]{4})|&#x([0-9a-fA-F]{2,4});|&#(\d{2,4});|%(2[DdEe]|3[AaDd]|5[Ff])")
"""Of JSON and of HTML; of addresses only what joins the parts of a key."""
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—−﹣－"), "-")
_QUOTES = {ord("“"): '"', ord("”"): '"', ord("„"): '"', ord("‘"): "'", ord("’"): "'", ord("＂"): '"', ord("＇"): "'"}
_PLAIN = _DASHES | _QUOTES
_LOOKALIKES = str.maketrans(
    "АВЕКМНОРСТХаеорсухіјѕԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
    "ABEKMHOPCTXaeopcyxijsdqwABEZHIKMNOPTYXo",
)


@dataclass(frozen=True, slots=True)
class Shadow:
    """`origin[i]` is where character i of `text` stands in the original."""

    text: str
    origin: tuple[int, ...] | None
    """None when the two are the same."""
    escapes: Mapping[int, int] = field(default_factory=dict[int, int])
    """Where an escape such as `\\u00e9` stands in the original for one character, and its length."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original's span of [start, end) of the shadow; `end` must be past `start`."""
        if self.origin is None:
            return start, end
        last = self.origin[end - 1]
        return self.origin[start], last + self.escapes.get(last, 1)


def plain(text: str) -> Shadow:
    """Full width becomes narrow, what has no width goes, dashes and quotes become the plain ones."""
    escaped = ("\\u" in text or "&#" in text or "%" in text) and _ESCAPE.search(text) is not None
    if text.isascii() and not escaped:
        return Shadow(text, None)
    shown: list[str] = []
    origin: list[int] = []
    escapes: dict[int, int] = {}
    mixed = _mixes_scripts(text)
    for index, character in _characters(text, escapes) if escaped else enumerate(text):
        if unicodedata.category(character) in ("Cf", "Mn"):
            continue
        for part in unicodedata.normalize("NFKC", character.translate(_PLAIN)):
            shown.append(part.translate(_LOOKALIKES) if mixed else part)
            origin.append(index)
    return Shadow("".join(shown), tuple(origin), escapes)


def plain_text(text: str) -> str:
    """What `plain` shows, without the way back."""
    mixed = _mixes_scripts(text)
    for character in set(text):
        if character.isascii():
            continue
        if unicodedata.category(character) in ("Cf", "Mn"):
            text = text.replace(character, "")
        elif ord(character) in _PLAIN:
            text = text.replace(character, _PLAIN[ord(character)])
    shown = unicodedata.normalize("NFKC", text)
    return shown.translate(_LOOKALIKES) if mixed and not shown.isascii() else shown


def _characters(text: str, escapes: dict[int, int]) -> Iterator[tuple[int, str]]:
    """With escapes undone; `escapes` learns where they stood."""
    done = 0
    for match in _ESCAPE.finditer(text):
        yield from enumerate(text[done : match.start()], done)
        escapes[match.start()] = len(match[0])
        yield match.start(), chr(int(match[3]) if match[3] else int(match[1] or match[2] or match[4], 16))
        done = match.end()
    yield from enumerate(text[done:], done)


def joined(shadow: Shadow, start: int, end: int) -> Shadow:
    """A part of a shadow without its spaces."""
    kept = [i for i in range(start, end) if not shadow.text[i].isspace()]
    origin = shadow.origin
    return Shadow("".join(shadow.text[i] for i in kept), tuple(kept if origin is None else (origin[i] for i in kept)), shadow.escapes)


def _mixes_scripts(text: str) -> bool:
    """Look-alike letters are only a trick where Latin letters stand beside them."""
    return any("a" <= c <= "z" or "A" <= c <= "Z" or c.isdigit() for c in text)
