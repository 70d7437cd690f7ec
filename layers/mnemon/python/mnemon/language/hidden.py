# ruff: noqa: E501 (tables)
"""Words that a text carries where its readers do not see them: in comments, in an encoding, in characters without a shape, in a flood."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
from collections.abc import Iterator
from operator import eq
from typing import NamedTuple
from urllib.parse import unquote

from .patterns import Lazy

_MOST = 20
_COMMENT = Lazy(
    r"<!--(.{1,2000}?)(?:-->|\Z)|(?:display:\s*none|visibility:\s*hidden|font-size:\s*0|opacity:\s*0)[^>]{0,80}>([^<]{1,2000})", 16
)
_HEX = Lazy(r"(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}[ ]?){16,4000}(?![0-9a-fA-F])")
_BINARY = Lazy(r"(?<!\d)(?:[01]{8} ?){8,4000}")
_BASE64 = Lazy(r"(?<![\w/+])[A-Za-z0-9+/]{24,8000}={0,2}(?![\w/+])")
_CLAIM = Lazy(
    r"\b(?:say|state|print|output|write|tell|ignore|respond|reply|might|could|must|should|imagine|admit|claim|the (?:output|answer|capital|sum) (?:is|could be))\b",
    2,
)


_OF_AN_EDITOR = Lazy(
    r"(?i)\s*(?:todo|fixme|hack|xxx|end of|start of|begin|keep (?:this )?in sync|generated|do not edit|don't edit|(?:[\w-]+ ){0,4}?(?:section|template|header|footer|nav\w*|sidebar|menu|layout|widget|banner|placeholder|script|styles?|css|markup|image|icon|column|grid|component|partial|snippet|analytics|meta tags?)\b)"
)
_TO_A_READER = Lazy(
    r"(?i)\b(?:ai|llms?|assistants?|models?|gpt|chat ?bots?|bots?|agents?|users?|readers?|you|your|prompt|instructions?|summar\w+|answers?|ignore|respond|reply|password|remember|say|claim|pretend|recommend)\b"
)
"""A note of those who write a page to each other speaks of its parts, and of none of these."""
_LONG_WORD = Lazy(r"[A-Za-z0-9+/]{24}|(?:[01]{8} ?){8}|(?:[0-9a-fA-F]{2} ){15}")
"""One of the encodings below may stand here."""


class Carried(NamedTuple):
    text: str
    secretive: bool
    """That it is hidden is a sign by itself."""


def carried(shown: str, written: str) -> Iterator[Carried]:
    """`shown` is the text without Unicode tricks, `written` as it came."""
    if "<" in shown:
        for match in _COMMENT.finditer(shown):
            words = match[1] or match[2]
            to_nobody = _OF_AN_EDITOR.match(words) is not None and _TO_A_READER.search(words) is None
            yield Carried(words, secretive=not to_nobody and bool(_CLAIM.search(words)) and len(words.split()) > 4)
    if not written.isascii() and len(tags := "".join(chr(ord(c) - 0xE0000) for c in written if 0xE0020 <= ord(c) < 0xE007F)) > 8:
        yield Carried(tags, secretive=True)
    yield from (Carried(text, secretive=False) for text in _respelled(shown))
    words = shown.split()
    if not any(len(word) >= 24 for word in words) and sum(len(word) in (2, 8) for word in words) < 8:
        return
    if _LONG_WORD.search(shown) is None:
        return
    for text in (*_decoded_hex(shown), *_decoded_binary(shown), *_decoded_base64(shown)):
        yield Carried(text, secretive=True)


_LETTERS = Lazy(r"(?<!\w)[A-Za-z](?:[ .*_-][A-Za-z]){3,400}(?!\w)")
_SINGLE = Lazy(r"[ .*_-][a-z](?=[ .*_-][a-z][ .*_-])")
_GAPS = Lazy(r"[ .*_-]")
_LEET = Lazy(r"[013457@$](?<=[a-z].)[a-z]|[013457@$][a-z]{2}")
_FROM_LEET = str.maketrans("013457@$", "oieastas")
_TELLING = Lazy(r"ignore|disregard|forget|previous|instruct|system ?prompt|reveal|password|assistant")
"""Words of which one stands in most orders; written out in a text only after it was read in another way, they were hidden."""
_REVERSED = ("erongi", "dragersid", "snoitcurtsni", "tpmorp metsys", "laever", "drowssap", "tnatsissa")
_ROTATED = ("vtaber", "qvfertneq", "vafgehpgvba", "cebzcg", "erirny", "cnffjbeq", "nffvfgnag", "qryrgr", "sbejneq")


def _respelled(text: str) -> Iterator[str]:
    """A text read in other ways, where that brings words to light that were not there."""
    low = text.lower()
    if (_SINGLE.search(low) is not None) and _LETTERS.search(text) is not None:
        read = _LETTERS.sub(lambda m: _GAPS.sub("", m[0]), text)
        if len(_TELLING.findall(read.lower())) > len(_TELLING.findall(low)):
            yield read
    if _LEET.search(low) is not None:
        read = low.translate(_FROM_LEET)
        if len(_TELLING.findall(read)) > len(_TELLING.findall(low)):
            yield read
    if any(word in low for word in _REVERSED):
        yield text[::-1]
    if any(word in low for word in _ROTATED):
        yield codecs.decode(text, "rot13")
    if low.count("%20") >= 2:
        yield unquote(text)
    if "&#" in low:
        yield html.unescape(text)


def floods(text: str) -> bool:
    """The same few words over and over."""
    words = text.lower().split()
    for period in range(1, 5):
        if sum(map(eq, words[period:], words)) < 9 * period:
            continue
        run = 0
        for i in range(period, len(words)):
            run = run + 1 if words[i] == words[i - period] and any(c.isalpha() for c in words[i]) else 0
            if run >= 9 * period:
                return True
    return False


def _decoded_hex(text: str) -> Iterator[str]:
    for _, match in zip(range(_MOST), _HEX.finditer(text), strict=False):
        digits = match[0].replace(" ", "")
        yield from _prose(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _decoded_binary(text: str) -> Iterator[str]:
    for _, match in zip(range(_MOST), _BINARY.finditer(text), strict=False):
        bits = match[0].replace(" ", "")
        yield from _prose(bytes(int(bits[i : i + 8], re.IGNORECASE) for i in range(0, len(bits) - 7, 8)))


def _decoded_base64(text: str) -> Iterator[str]:
    for _, match in zip(range(_MOST), _BASE64.finditer(text), strict=False):
        try:
            yield from _prose(base64.b64decode(match[0] + "=" * (-len(match[0].rstrip("=")) % 4), validate=False))
        except (binascii.Error, ValueError):
            continue


def _prose(data: bytes) -> Iterator[str]:
    """Only what reads as words."""
    if len(data) >= 10 and all(32 <= b < 127 or b in (9, 10, 13) for b in data):
        text = data.decode("ascii")
        if text.count(" ") >= 2 and sum(c.isalpha() or c == " " for c in text) >= 0.8 * len(text):
            yield text
