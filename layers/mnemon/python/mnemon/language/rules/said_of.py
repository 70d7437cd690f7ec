# ruff: noqa: E501 (patterns)
"""Clauses that say of a thing which value it has, or was given: "the hearing is on May 4", "there are 34 issues in the tracker", "my landlord
raised the rent to $900"."""

from __future__ import annotations

import re
from collections.abc import Callable

from mnemon.language.changes import given
from mnemon.language.meaning import meaning
from mnemon.language.patterns import Lazy
from mnemon.language.values import Value

_DET = r"(?:[Tt]he|[Mm]y|[Oo]ur|(?!(?:Let|It|That|What|Here|There|He|She|Who|How|Where|When)\b)[A-Z][\w-]*['’]s)"
_STOP = r"(?!(?:which|that|who|so|and|but|because|is|was|are|were|has|have|had|to|can|could|will|would|than|if|not|only|now)\b)"
_HAS = (
    r"(?:(?:is|are|was|were|has been|have been|will be|has|have|had)|(?:(?:will|would|should)\s(?:now\s|only\s|probably\s)?)?"
    r"(?:takes?|took|taken|costs?|lasts?|lasted|runs?|starts?|begins?|began|ends?|opens?|closes?|leaves?|departs?|arrives?|meets?|weighs?|needs?|holds?|contains?|expires?|reach(?:es|ed)?|achieves?d?|averages?d?|scores?d?|includes?d?|covers?|supports?|offers?|seats?|serves?|handles?|allows?|accepts?|employs?|charges?|pays?|earns?|sells?|produces?|generates?|receives?|attracts?|draws?|burns?|uses?))"
)
_HOW = r"(?:\s(?:now|currently|recently|already|still|only|just|about|around|roughly|approximately|nearly|almost|over|under|typically|usually|also|set|due|scheduled|planned|booked|listed|estimated|down|up|back|at|on|for|to|in|as of|a total of|an average of))*"
_IS = Lazy(
    rf".*(?P<np>\b{_DET}(?:\s{_STOP}[\w'’/.&-]+){{1,9}}?)\s(?P<p>(?:(?:now|only|just|currently|usually|typically|still)\s)*{_HAS}{_HOW})\s$",
    re.DOTALL,
)
_THERE = Lazy(
    r"(?:^|.*[,;.]\s)(?:(?:so|and|but|because|since|now|currently)\s)*(?P<p>there(?:['’]s|\s(?:is|are|were|was))(?:\s(?:now|currently|already|still|only|about|around|over))*)\s$",
    re.IGNORECASE | re.DOTALL,
)
_OWNED = Lazy(r"^[^,;?!]*?\b(?:in|on|for|of|at|with|by|to|from)\s(?:my|our|the)\b", re.IGNORECASE)
_BEGINS = Lazy(
    r"(?:^|.*[,;.:]\s)(?:(?:with|after)\s(?:the|my|our)\s(?:[\w-]+\s){1,3})?(?:(?:so|and|but|now|so far|by now|to date|currently|already|because|since|as of (?:now|today)|about|around|roughly|nearly|almost|over|only)\b,?\s)*$",
    re.IGNORECASE | re.DOTALL,
)
_BEFELL = Lazy(
    r"\s(?:(?:have|has|had|are|were|got)\s(?:(?:been|now|already|also)\s)*)?(?:\w+ed|bought|sold|built|done|made|sent|read|left|written|taken|paid|put|set|spent|won|lost|begun|chosen|come|gone|run|shown|sat|attend|use|live|work|join|visit|follow|play|belong|subscribe|pay|study|take|buy|need|support)\s(?:[^,;?!]*\s)?(?:my|our|the)\s\w",
    re.IGNORECASE,
)
"""What happened to so many: "95 commits have been merged into the main branch"."""
_OF_OURS = Lazy(r"\sof\s(?:my|our)\s", re.IGNORECASE)
_DEMANDS = frozenset(("takes", "costs", "lasts"))
"""A sentence that begins with one thing and says what it takes is of a thing that both know."""
_BE = frozenset(["is", "are", "was", "were"])
_POSSESSIVE = re.compile(r"[A-Z][\w-]*['’]s\b")
_POSSESSOR = Lazy(rf".*(?P<np>\b(?:[Tt]he|[Mm]y|[Oo]ur)(?:\s{_STOP}[\w'’/.&-]+){{0,3}})\s$", re.DOTALL)
_OPEN = Lazy(
    r"\b(?:if|whether|unless|suppose|supposing|imagine|assuming|maybe|perhaps|hopefully|should|could|would|might|can|do|does|did|how|what|when|where|which|why|who|say|says? (?:that )?you)\b[^,;.]*$",
    re.IGNORECASE,
)
_END = Lazy(
    r",(?!\d)|[;?!]|\.(?:\s|$)|\s(?:and|but|so|which|considering|because|since|after|when|while|although|though|to (?!\d|the\b|my\b|our\b|an?\b|[A-Z]))\b|\s[-–—]\s"
)
_LONGEST = 120
_HEAD = Lazy(r"\s(?:of|for|in|on|at|with|to|from|by)\s")
_SAYS_WHICH = 2
"""Words that a thing's name holds at least: "the coverage" alone says not of what."""
_OURS = Lazy(r"\b(?:my|our)\b|['’]s\b", re.IGNORECASE)
"""A bare number of what is nobody's is mostly said of the world."""
_BEFORE_NP = Lazy(rf".*(?P<np>\b{_DET}(?:\s{_STOP}[\w'’/.&-]+){{1,6}}?\s(?:of|in|into|for|on|at|from|by|with))\s$", re.DOTALL)


def changed_to(text: str, value: Value, meant: Callable[[str], str | None]) -> str | None:
    """What somebody gave this value, said of the thing itself. `meant`: of the words that end with "it", what "it" is."""
    found = given(text[: value.start])
    if found is None:
        return None
    if found.thing == "it":
        thing = meant(text[: found.start + 2])
        if thing is None:
            return None
        found = found._replace(thing=thing)
    was = "were" if re.search(r"[^su]s$", _HEAD.split(found.thing)[0]) else "was"
    return f"{found.thing} {was} {found.verb} to {text[value.start : value.end]}{_rest(text[value.end :])}"


def has_value(text: str, value: Value) -> str | None:
    """What is said to have this value, where it is named right before; nothing of what is asked or supposed."""
    left, right = text[: value.start], text[value.end :]
    shown = text[value.start : value.end]
    if (m := _THERE.match(left)) and value.kind == "count" and _OWNED.match(right) and not _OPEN.search(left[: m.start("p")]):
        return f"{m['p']} {shown}{_rest(right)}"
    if _BEGINS.match(left) and value.kind == "count" and (_BEFELL.match(right) or _OF_OURS.search(shown)):
        return f"{shown}{_rest(right)}"
    if (m := _IS.match(left)) and not _OPEN.search(left[: m.start("np")]):
        np, before = whole_name(m["np"], left[: m.start("np")], _BEFORE_NP)
        rest = _rest(right)
        made = f"{np} {m['p']} {shown}{rest}"
        whole = made if value.kind in ("money", "percent", "measure", "count") and (rest or m["p"].split()[0] not in _BE) else np
        alone = _OURS.search(np) or (m["p"].split()[-1] in _DEMANDS and _BEGINS.match(before))
        if len(meaning(whole).topic) < (1 if alone else _SAYS_WHICH) or (value.kind in ("ratio", "number") and not _OURS.search(np)):
            return None
        return made
    return None


def whole_name(np: str, before: str, joined: Lazy) -> tuple[str, str]:
    """A thing with what it belongs to, and the text before what was joined to it: `the main branch` behind "the commits merged into ", and `API's response
    time` behind "the dashboard ". `joined`: what may stand before it, with its preposition, as group `np`."""
    while (more := joined.match(before)) is not None:
        np, before = f"{more['np']} {np}", before[: more.start("np")]
    owner = _POSSESSOR.match(before) if _POSSESSIVE.match(np) else None
    return (f"{owner['np']} {np}" if owner is not None else np), before


def _rest(right: str) -> str:
    end = _END.search(right)
    return right[: end.start() if end else len(right)][:_LONGEST].rstrip()
