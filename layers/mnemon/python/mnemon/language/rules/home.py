# ruff: noqa: E501 (patterns)
"""Where somebody lives and comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import phrase, plain

from .base import ADV, BE, HAVE, NOT, SUBJECT, Said, Talk, owner_of, whom

_LIVES = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:lives?|resides?|lived|been living|settled)(?: (?:alone|together|downtown|now|and work))?|{BE}{ADV} (?:living|based|staying|residing))(?P<with> with [\w ]+?)? (?:in|at|near|on|outside(?: of)?) (?P<v>(?:an? |the )?.+)"
)
_MOVES = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:moved|relocated|move|moves)|{BE}{ADV} (?:moving|relocating))(?: house| back| here| away| out| apartment)?(?: from (?P<from>[A-Z][\w .'-]*?))?(?: down| up| over)? (?:to|into) (?P<v>(?:an? |the |my |our )?.+)"
)
_MOVES_OUT = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} moved (?:out of|away from)|{HAVE} {NOT}{ADV} lives? in|{BE} no longer{ADV} (?:living|based) in) (?P<v>[A-Z].+)"
)
_ORIGIN = Lazy(
    rf"\b{SUBJECT}(?:{BE}{ADV}(?: originally)? from|{HAVE}{ADV} (?:grew up|was born|were born|was raised) in| (?:comes?|hails?) from) (?P<v>[A-Z].+)"
)
_HOUSE = Lazy(
    r"^(?:an?|the|my|our)\s+(?:[\w-]+ ){0,3}(?:apartment|flat|house|studio|condo|home|place|loft|cottage|room|village|town|city|suburb)\b(?: (?:in|near|on|by|outside) (?P<place>.+))?",
    re.IGNORECASE,
)

_MY_HOME = Lazy(
    r"^(?P<o>[Mm]y|[Oo]ur|[Tt]he user's|[A-Z][\w-]+'s) (?:new |current )?(?:home|house|flat|apartment|place) is (?:now )?(?:in|at|near|on) (?P<v>.+)"
)


def home(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare = clause.bare
    if (m := _MOVES_OUT.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, "home", _place(m["v"]), "home", ends=True)
        return
    if (m := _MY_HOME.match(bare)) and (where := _place(m["v"])):
        yield Said(owner_of(m["o"], talk), "home", where, "home")
        return
    for pattern in (_LIVES, _MOVES):
        if (m := pattern.search(bare)) and (who := whom(m["s"], talk)) and (where := _place(m["v"])):
            yield Said(who, "home", where, "home")
            return
    if (m := _ORIGIN.search(bare)) and (who := whom(m["s"], talk)) and (where := _place(m["v"])):
        yield Said(who, "birthplace" if "born" in m[0] else "hometown", where, "home")


def _place(text: str) -> str | None:
    text = re.split(r"\s+(?:with|for|as|from|because|after|to|by myself)\b", text)[0]
    house = _HOUSE.match(text)
    value = phrase(house["place"] if house and house["place"] else text)
    if re.match(r"[A-Z0-9]|the [A-Z]", value) or house:
        more = re.match(rf"{re.escape(value)}, ([A-Z][\w .'-]+)", text)
        return f"{value}, {phrase(more[1])}" if more else plain(value) if house and not house["place"] else value
    return None
