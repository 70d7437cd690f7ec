# ruff: noqa: E501 (patterns)
"""What somebody says of themselves that no rule knows."""

from __future__ import annotations

import re

from mnemon.language.clauses import Clause
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import names
from mnemon.language.tokens import count

from .base import Said, Talk

_FIRST_PERSON = Lazy(r"\b(?:I|[Mm]y|[Ww]e|[Oo]ur|me)\b")
_ABOUT_SELF = Lazy(
    r"\b(?:I|[Ww]e|[Tt]he user)(?:'\w+)? \w|^(?!I\b)[\w', -]{0,60}?\b(?:[Mm]y|[Oo]ur) (?:[\w'-]+ ){1,4}?(?:is|are|was|were|has|have|had|\w+ed|\w+s|went|got|came|gave|took|made|says?)\b"
)
_REACTION = Lazy(
    r"\b(?:I|[Ww]e)(?:'m|'re| am| are| was)?(?: \w+ly| just| so| still| also){0,4} (?:think|guess|hope|agree|know|see|understand|imagine|bet|wish|mean|feel|believe|suppose|wonder|hear|remember|love (?:it|that|your)|like (?:it|that|your)|can't (?:wait|believe|imagine|agree)|can (?:imagine|see|relate|tell)|glad|happy|sorry|proud|excited|thrilled|sure|grateful|thankful|so|amazed|impressed|curious|here|there|interested|touched|honored|inspired|heard|appreciate|thank|promise|will|'ll|won't|can|need|want|gotta|have to|must|looking forward)\b"
    r"|\byou(?:r|'re|'ve|'ll|'d)?\b",
    re.IGNORECASE,
)
_PAST_EVENT = Lazy(
    r"\b(?:I|[Ww]e|[A-Z]\w+|my \w+)(?:'ve| have| has)?(?: \w+ly| just| also| even){0,4} (?:\w+ed|went|got|had|made|saw|took|gave|met|began|ran|won|lost|bought|taught|fought|built|spent|sent|led|held|spoke|broke|chose|wore|drove|rode|wrote|fell|flew|grew|drew|ate|drank|sang|swam|hid|did|found|read|sold|came|left|been|gone|done|seen|given|written|taken|cut|put|caught|brought|slept|kept|told|heard|felt|lit|hung|dug|shot|paid|stood|woke)\b"
)
_SHORTEST = 4


_DOES = Lazy(
    r"\b(?:I|[Ww]e)(?: also| still| even| now| currently| often| usually| regularly)? (?:play|speak|teach|volunteer|collect|practi[cs]e|own|coach|lead|study|learn|train|write|build|paint|sing|run|keep|grow|raise|breed|knit|sew|design|develop|manage|organi[sz]e|host|mentor|rent|commute|wear|suffer|weigh|carry|support|maintain|sell|make|smoke)\b|\b(?:am|'m|been|are|'re) (?:learning|studying|writing|building|training|working on|planning|preparing|saving|renovating|trying to|looking for|developing|organi[sz]ing|designing|practi[cs]ing|teaching|volunteering|reading|growing|raising)\b"
)
_EMPTY_OBJECT = Lazy(r"\b(?:it|them|this|that|these|those|there|some|him|her|everything|something|anything|stuff|things)\b", re.IGNORECASE)
_LONGER = 6


def _has_substance(clause: Clause, talk: Talk) -> bool:
    """A time, a name or a number; else something done, told in words that do not only point at what was said before."""
    text = clause.bare
    if clause.mentions or re.search(r"\d", text):
        return True
    if any(name not in (talk.speaker.name or "") for name in names(text)):
        return bool(_PAST_EVENT.search(text) or _DOES.search(text)) or count(text) >= _LONGER
    if _EMPTY_OBJECT.search(text):
        return False
    return bool(_DOES.search(text)) or (count(text) >= _LONGER and bool(_PAST_EVENT.search(text)))


def leftover(clause: Clause, talk: Talk) -> Said | None:
    """Somebody says something of themselves that no rule knows: kept without an attribute, when it has substance."""
    text = clause.bare
    if count(text) < _SHORTEST or not _ABOUT_SELF.search(text):
        return None
    if re.match(r"(?:it|this|that|they|these|those|there|what)\b", text, re.IGNORECASE):
        return None
    if _REACTION.search(text) and not clause.mentions and not clause.urgent:
        return None
    if not _FIRST_PERSON.search(text) and not clause.urgent:
        return None
    if not clause.urgent and not _has_substance(clause, talk):
        return None
    happened = bool(_PAST_EVENT.search(text)) or bool(clause.mentions)
    return Said(
        talk.speaker.key,
        None,
        None,
        "event" if happened else "fact",
        "episode" if happened else "fact",
        salience=0.5 if clause.mentions else 0.4,
    )
