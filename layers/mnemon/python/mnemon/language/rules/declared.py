# ruff: noqa: E501 (patterns)
"""Plain statements about things: `the retention of the audit logs is 30 days`, `project Atlas is led by Noor`, `the ticket is closed`.

The forms are those by which two statements are compared (`language.meaning`): what is kept here is what a later statement can update.
"""

from __future__ import annotations

from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.meaning import Meaning, is_state, meaning
from mnemon.language.patterns import Lazy
from mnemon.language.stems import stem
from mnemon.language.tokens import count

from .base import Said, Talk
from .trifles import is_trifle

_LONGEST = 24
"""Words. Longer sentences are told as a whole, if at all."""
_THING = Lazy(
    r"^(?:(?:[Tt]he|[Oo]ur|[Mm]y|[Tt]here (?:are|is)|[Aa]ll) (?:[\w'’/.#-]+ ){0,7}?[\w'’/.#-]+|[A-Z][\w'’.-]+(?: [\w'’.#-]+){0,5}?|[a-z]+[-_.]?\d[\w.-]*(?:['’]s [\w -]+?)?|[a-z]+_\w+(?:['’]s [\w -]+?)?) [a-z]"
)
_SOMEBODY = Lazy(
    r"^[A-Z][\w'-]+ [A-Z][\w'-]+(?:'s [\w -]+?)? (?:\w+ly )?(?!is\b|was\b|are\b|were\b|has\b|had\b|will\b|can\b)[a-z]+(?:s|ed)\b"
)
"""By first name and surname: who is only called by name in a talk is mostly the one who is talked to."""
_POINTED_AT = Lazy(r"(?:[Tt]he|[Mm]y|[Oo]ur)\s")
"""Of a sentence that says more than one thing only what is said of a thing that is pointed at: it stands by itself."""
_TWO_NAMES = Lazy(r"^(?:[A-Z][\w'-]+ [A-Z][\w'-]+|[\w.-]*[\d_][\w.-]*)")
_NOT_THINGS = Lazy(
    r"^(?:I|You|We|They|He|She|It|This|That|These|Those|Here|What|Who|How|Where|When|Which|Why|If|As|So|Such|Yes|No|Not|Please|Thanks|Thank|Let|Sorry|Just|Maybe"
    r"|Everything|Nothing|Something|Anything|Everyone|Someone|Nobody|Sounds|Looks|Seems|Glad|Hope|Last|Next|Yesterday|Today|Tomorrow|Tonight|Recently|Also|And|But|Or|Bet|Must|Wish|Started|Last|Every|Each|Both|Some|Many|Most|Then|Now|Still|Even|Only|After|Before|Since|While|During|In|On|At|For|From|By|With|[A-Z]\w+ing)\b",
)


def declared(clause: Clause, talk: Talk) -> Iterator[Said]:
    said = clause.said
    if (
        not (clause.alone or _POINTED_AT.match(said))
        or count(said) > _LONGEST
        or _NOT_THINGS.match(said)
        or not _THING.match(said)
        or is_trifle(said)
    ):
        return
    meant = meaning(said)
    about = len(meant.topic) + len(meant.labels)
    figures = [value for value in meant.values if value.kind != "ratio"]
    if figures and about >= 1:
        yield Said(talk.speaker.key, None, None, "quantity", salience=0.6)
    elif meant.form and meant.slot and about >= 2 and _is_solid(said, meant):
        yield Said(talk.speaker.key, None, None, "status", salience=0.6)
    elif _SOMEBODY.match(said) and len(meant.names) >= 2 and len(meant.topic - meant.names) >= 1:
        yield Said(talk.speaker.key, None, None, "fact", salience=0.5)


def _is_solid(said: str, meant: Meaning) -> bool:
    """A state, or somebody or something that has a name. The first word's capital makes no name of it."""
    named = meant.names if _TWO_NAMES.match(said) else meant.names - {stem(said.split()[0].lower().removesuffix("'s"))}
    if is_state(meant.value):
        return len(meant.slot) > 1 or bool(named) or said.startswith(("The ", "My ", "Our ", "the ", "my ", "our "))
    if meant.form == "is" and len(meant.slot) >= 3 and stem(said.split()[0].lower()) in meant.value & meant.names:
        return True  # who leads or owns something: that name stands first
    return bool(meant.value & named) or (bool(named) and len(meant.value) <= 2 and _TWO_NAMES.match(said) is not None)
