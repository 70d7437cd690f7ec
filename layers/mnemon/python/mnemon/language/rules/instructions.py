# ruff: noqa: E501 (patterns)
"""What the assistant is told to do from now on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.patterns import Lazy

from .base import Said, Talk, capital

_CALL_ME = Lazy(
    r"^(?:[Pp]lease |[Jj]ust |[Yy]ou can |[Ee]veryone |[Pp]eople |[Mm]y friends )*[Cc]alls? me (?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)"
)
_INSTRUCTION = Lazy(
    r"^(?:please )?(?:always|never|from now on|in future|in the future|going forward|whenever|every time|don't ever|do not ever)\b(?P<v>.+)",
    re.IGNORECASE,
)


def instruction(clause: Clause, talk: Talk) -> Iterator[Said]:
    """What the assistant is told to do from now on: a preference of the speaker."""
    if named := _CALL_ME.match(clause.bare):
        yield Said(
            talk.speaker.key,
            "name",
            named["v"],
            "identity",
            salience=0.9,
            content=f"{capital(talk.speaker)} wants to be called {named['v']}.",
        )
    elif _INSTRUCTION.match(clause.bare) and not re.match(r"(?:always|never)\b.*\b(?:was|were|been|had)\b", clause.bare, re.IGNORECASE):
        yield Said(
            talk.speaker.key,
            None,
            None,
            "instruction",
            "preference",
            salience=0.9,
            content=f"{capital(talk.speaker)} asks: {clause.dated.rstrip('.')}.",
        )
