# ruff: noqa: E501 (patterns)
"""What happens again and again, and things that are called off."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import phrase, plain
from mnemon.language.tokens import count

from .base import ADV, HAVE, SUBJECT, Said, Talk, owner_of, whom
from .plans import OFTEN

_MEETS = Lazy(
    rf"^(?P<o>[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[A-Z][\w-]+'s)? ?(?P<v>[\w' -]{{3,40}}?) (?:is|are|meets?|takes place|happens?|runs?|starts?|comes?|is held|goes out|gets picked up)(?: now| always| usually)? (?P<w>(?:at \S+ (?:[ap]m )?)?{OFTEN}\b[^,;.]*)",
    re.IGNORECASE,
)
_HOURS = Lazy(
    rf"\b{SUBJECT}{ADV} works? (?P<w>(?:from )?\d{{1,2}}(?::\d\d)?(?: ?[ap]m)? ?(?:to|-|until|till) ?\d{{1,2}}(?::\d\d)?(?: ?[ap]m)?|nights|night shifts|part[- ]time|full[- ]time|from home|remotely|(?:[MTWFS]\w+days?|weekends)(?: (?:to|through|and) [MTWFS]\w+days?)?)\b(?! (?:at|for) [A-Z])"
)
_CALLED_OFF = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:cancell?ed|called off|unsubscribed from|ended) (?P<d>my|our|the|his|her) (?P<v>[\w' -]+?)(?=[,.;!]| (?:for|on|because|with|last|this|in|at|to)\b|$)"
)
_IS_OFF = Lazy(
    r"^(?P<d>[Tt]he|[Mm]y|[Oo]ur) (?P<v>[\w' -]+?) (?:is|was|has been|got|are|were|have been)(?: now)? (?:cancell?ed|called off)\b"
)
_KEPT_UP = re.compile(r"^(?:have|has|go to|goes to|attend|attends|do|does|take|takes|my|our|an?|the) ")


def routine(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare = clause.bare
    if (m := _HOURS.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, "working hours", m["w"], "schedule")
    elif (
        (m := _MEETS.match(clause.said))
        and count(m["v"]) <= 5
        and not re.match(r"(?:I|we|he|she|they|it|this|that|there|you)\b", m["v"], re.IGNORECASE)
    ):
        yield Said(owner_of(m["o"] or "my", talk), f"schedule: {activity(m['v'])}", phrase(m["w"]), "schedule")


def called_off(clause: Clause, talk: Talk) -> Iterator[Said]:
    """What was planned or paid for is no more."""
    m = _CALLED_OFF.search(clause.bare)
    who = whom(m["s"], talk) if m else None
    if m is None and (m := _IS_OFF.match(clause.bare)):
        who = talk.speaker.key
    if m is not None and who is not None and count(m["v"]) <= 5:
        yield Said(who, plain(m["v"]).lower(), None, "event", "episode", ends=True)


def activity(text: str) -> str:
    """`have yoga class` and `my yoga class` are one."""
    text = phrase(text).lower()
    while (shorter := _KEPT_UP.sub("", text)) != text:
        text = shorter
    return text
