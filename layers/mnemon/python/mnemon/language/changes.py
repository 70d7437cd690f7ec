# ruff: noqa: E501, SIM905 (patterns and word lists)
"""How English tells that something got another value: "pushed the hearing back to May 4", "had to move it", "down to 19".

Who changed it, and by which verb, is no part of what has the value.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .patterns import Lazy

_REGULAR = """
    move push shift reschedule postpone delay extend shorten raise increase bump boost lift hike expand stretch lower reduce
    decrease slash scale change adjust revise update correct improve optimize optimise double round negotiate renegotiate upgrade
    downgrade switch migrate""".split()
_PAST = {base: base.removesuffix("e") + "ed" for base in _REGULAR} | {
    "bring": "brought",
    "up": "upped",
    "grow": "grown",
    "cut": "cut",
    "drop": "dropped",
    "trim": "trimmed",
    "get": "got",
    "take": "taken",
    "set": "set",
    "reset": "reset",
}
_SIMPLE = {"grew": "grown", "took": "taken"}
_DONE = "|".join(sorted({*_PAST.values(), *_SIMPLE}, key=len, reverse=True))
_TO_DO = "|".join(sorted(_PAST, key=len, reverse=True))
_DECIDED = r"(?:had|has had|have had|decided|chose|agreed|managed|called(?: (?:me|us))?|(?:was|were) able|(?:was|were) forced|(?:has|have)(?: \w+)? (?:decided|agreed|managed)) to"
_DET = r"(?:[Tt]he user's|[Tt]he|[Mm]y|[Oo]ur|[Tt]heir|[Hh]is|[Hh]er|[Ii]ts|(?!(?:Let|It|That|What|Here|There|He|She|Who|How|Where|When)\b)[A-Z][\w-]*['’]s)"
_STOP = r"(?!(?:which|that|who|so|and|but|because|is|was|are|were|has|have|had|to(?! [A-Z])|can|could|will|would|from|up|down|back|until|till|by)\b)"
_WHO = r"(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Tt]he user and others|(?:[Tt]he user's|[Tt]he|[Mm]y|[Oo]ur)(?: [\w'-]+){1,3}?|[A-Z][\w.'-]+(?: [A-Z][\w.'-]+)?)"
_GIVEN = Lazy(
    rf"(?:^|[\s(])(?P<who>{_WHO})(?:['’](?:ve|s|d))?(?:\s(?:has|have|had|was|were|just|also|now|recently|finally|already|then|since))*"
    rf"\s(?:(?P<done>{_DONE})|{_DECIDED} (?:\w+ly )?(?P<do>{_TO_DO}))"
    rf"\s(?P<np>it|{_DET}(?:\s{_STOP}[\w'’/.&%-]+){{1,9}}?)"
    r"(?:\s(?:up|down|back|over|forward|out|all the way))*(?:\sfrom\s[^\s,;]+(?:\s[^\s,;]+){0,2}?)?\s(?:to|at|until|till)\s(?:about\s|around\s|only\s|just\s|roughly\s|a total of\s)?$"
)
_NOT_DONE = Lazy(r"\b(?:if|whether|should|could|would|can|may|might|must|do|does|did|unless|when|until|before)\s$", re.IGNORECASE)
_LONGEST = 240


class Given(NamedTuple):
    """`thing` has another value now; `verb` is the participle of what was done to it. `told` is where who did it is named, `start` where
    the thing is."""

    thing: str
    verb: str
    told: int
    start: int


def given(left: str) -> Given | None:
    """What somebody gave the value that follows `left`: "My boss moved the review to "."""
    cut = max(0, len(left) - _LONGEST)
    m = _GIVEN.search(left, cut)
    if m is None or _NOT_DONE.search(left, cut, m.start("who")):
        return None
    verb = _PAST[m["do"]] if m["do"] else _SIMPLE.get(m["done"], m["done"])
    return Given(m["np"], verb, m.start("who"), m.start("np"))


_TURNED = Lazy(
    r"\b(?:am|['’]m|['’]re|is|are|was|were|been|went|gone|got|gotten|came|come|brought|grew|grown|now|shot|crept|inched|fell|fallen|(?:bumped|moved|pushed|cut|scaled|jumped|climbed|dropped|whittled|worked|brought|got|took)(?: [\w'’-]+){0,6}?)\s(?:up|down|back) (?:to|at)\b"
    r"|\b(?:went|gone|goes|shot|crept|inched) (?:up|down|from)\b|\b(?:cut|trimmed|slashed|brought|got|lowered|hiked|upped|lifted)\b[^.;?!]{1,60}?\bto (?=[\W\d])",
    re.IGNORECASE,
)
_HAD_TO = Lazy(rf"\b{_DECIDED} (?:\w+ly )?(?P<do>{_TO_DO})\b", re.IGNORECASE)
_DAYS = frozenset("move push shift reschedule postpone delay extend shorten bring".split())


def cues_of(text: str) -> frozenset[str]:
    """Words that stand for the change that a text tells by more than one word."""
    found = {"moved" if m["do"].lower() in _DAYS else "changed" for m in _HAD_TO.finditer(text)}
    if _TURNED.search(text):
        found.add("changed")
    return frozenset(found)
