"""What is to begin or to end later is a plan, and no state yet: who is moving to Lisbon next month lives where they live.

A plan stands beside the state under a name of its own ("planned home"), so that it neither ends what is true now nor is told as true. Its
value holds the day: another place, or another day, is another plan in its stead. It becomes the state when somebody says that it has come
about; that a day has passed does not say so.
"""

from __future__ import annotations

import re
from dataclasses import replace

from mnemon.model.instants import moment

from .clauses import Clause
from .patterns import Lazy
from .rules.base import ADV, Said
from .synonyms import PLANNED, attribute_name

_STATES = frozenset({"home", "employer", "job", "school", "field of study", "marital status"})
_IS = r"(?:['’]m|['’]re|['’]s| am| are| is)"
_BEGINS = Lazy(
    rf"{_IS}{ADV} (?:(?:no longer|not) )?(?:moving|relocating|starting|beginning|joining|leaving|quitting"
    r"|transferring|switching|working|living|staying|studying|majoring|attending|teaching|interning|enrolled|based|retiring)\b"
    r"|\b(?:starts?|begins?|joins?|moves?|leaves?|quits?|accepted|signed|got|landed|found)\b"
)
_IS_MOVING = Lazy(rf"{_IS}{ADV} (?:moving|relocating)\b")
_FROM_THEN = Lazy(r"\b(?:from|starting|beginning|effective|as of|as from)(?: (?:in|on|from))?\s+$", re.IGNORECASE)
_LASTS_TILL = Lazy(r"\b(?:until|till|til|through|for|since|to)\s+(?:(?:the )?(?:end|middle|start|beginning) of\s+)?$", re.IGNORECASE)
_SOME_DAY = "some day"
_END_OF = f"{PLANNED}end of "
_DAY = re.compile(r" ?\b\d{4}-\d\d-\d\d$")


def planned(clause: Clause, said: Said) -> Said | None:
    """The plan in place of the state, where what is said lies ahead; None for what only repeats a plan in words of its own ("works as")."""
    if said.attribute not in _STATES or not (day := _begins(clause, said)):
        return said
    if said.content is not None:
        return None
    attribute = f"{_END_OF}{said.attribute}" if said.ends else f"{PLANNED}{said.attribute}"
    value = " ".join(filter(None, (said.value, day if day != _SOME_DAY else "")))
    return replace(said, attribute=attribute, value=value or None, category="plan", kind="episode", ends=False)


def plan_of(attribute: str, *, ends: bool) -> str | None:
    """The attribute of the plans that come about when a state begins, or ends; None where there are none."""
    name = attribute_name(attribute, of_person=True)
    return None if name not in _STATES else f"{_END_OF}{name}" if ends else f"{PLANNED}{name}"


def without_day(planned_value: str) -> str:
    """What a plan will have made so, whenever that is."""
    return _DAY.sub("", planned_value)


def _begins(clause: Clause, said: Said) -> str:
    """The day from which it is to hold, `_SOME_DAY` where none is told; empty for what holds already."""
    today = moment(clause.at).date()
    if any(mention.first <= today and mention.last <= today for mention in clause.mentions):
        return ""
    for mention in clause.mentions:
        before = clause.said[: mention.start]
        if mention.first > today and (_FROM_THEN.search(before) or (_BEGINS.search(clause.said) and not _LASTS_TILL.search(before))):
            return mention.first.isoformat()
    return _SOME_DAY if said.attribute == "home" and not said.ends and _IS_MOVING.search(clause.bare) else ""
