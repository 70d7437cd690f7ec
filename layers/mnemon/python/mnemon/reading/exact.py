"""What a question asks for letter by letter: an id of ours, a phrase in quotes, a key such as `ERR-4021`, a UUID, a path, a version."""

from __future__ import annotations

import re
from typing import NamedTuple

from mnemon.model.ids import InvalidId, PublicId
from mnemon.model.text import folded

MOST_KEYS = 4
_LONGEST = 200
_QUOTED = re.compile(r"\"([^\"]{2,})\"|“([^”]{2,})”|«([^»]{2,})»|`([^`]{2,})`")
_TOKEN = re.compile(r"[^\s\"“”«»`]+")
_EDGES = "?!.,;:()[]{}<>'’"
_KEY = re.compile(
    r"(?=.*\d)(?=.*[^\W\d_])[\w./\\:@#+-]{4,}"  # letters and digits together: ERR-4021, v2.3.1, a UUID
    r"|\d+(?:\.\d+){2,}"  # 10.0.0.1, 2.3.1
    r"|(?:[~.]{0,2}|[A-Za-z]:)[/\\][\w.-]+(?:[/\\][\w.-]+)*[/\\]?"  # /etc/hosts, C:\temp
    r"|\w+(?:_\w+)+"  # snake_case
)
_NO_KEY = re.compile(
    r"\d+(?:st|nd|rd|th|s|am|pm|k|m|km|kg|cm|mm|min|h|ish)|\d+[-–](?:year|month|week|day|hour|minute|time|page|inch|foot|mile)s?(?:-\w+)?",
    re.IGNORECASE,
)
"""Numbers in words' clothes: 8th, 20s, 5km, 3-day."""


class Exact(NamedTuple):
    """`ids` are read from the table as they stand; `keys` are phrases, folded, that a result holds or does not."""

    ids: tuple[PublicId, ...] = ()
    keys: tuple[str, ...] = ()

    def held_by(self, text: str) -> bool:
        """Whether one of the keys stands in a text, whole: `ERR-402` is not in `ERR-4021`."""
        inside = folded(text) if self.keys else ""
        return any(_stands_in(key, inside) for key in self.keys)


NOTHING = Exact()


def exact(question: str) -> Exact:
    quoted = [next(filter(None, match.groups())).strip() for match in _QUOTED.finditer(question)]
    tokens = [match[0].strip(_EDGES) for match in _TOKEN.finditer(_QUOTED.sub(" ", question))]
    ids = [id for token in (*tokens, *quoted) if (id := _id(token)) is not None]
    keys = [folded(text) for text in quoted if len(text) <= _LONGEST and _id(text) is None]
    keys += [folded(token) for token in tokens if len(token) <= _LONGEST and _is_key(token) and _id(token) is None]
    return Exact(tuple(dict.fromkeys(ids)), tuple(dict.fromkeys(key for key in keys if key))[:MOST_KEYS])


def _id(token: str) -> PublicId | None:
    try:
        return PublicId.parse(token, "mem", "src")
    except InvalidId:
        return None


def _is_key(token: str) -> bool:
    return _KEY.fullmatch(token) is not None and _NO_KEY.fullmatch(token) is None


def _stands_in(key: str, text: str) -> bool:
    start = text.find(key)
    while start >= 0:
        end = start + len(key)
        before, after = text[start - 1 : start], text[end : end + 1]
        if not (_joins(before, key[0]) or _joins(key[-1], after)):
            return True
        start = text.find(key, start + 1)
    return False


def _joins(first: str, second: str) -> bool:
    """Whether two characters are of one word, in a script that has words apart."""
    return bool(first and second) and first.isascii() and second.isascii() and first.isalnum() and second.isalnum()
