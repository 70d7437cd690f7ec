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
    r"^(?:please )?(?:(?:always|never|don't ever|do not ever|please (?:don't|do not)) (?!(?:an?|the|been|happy|glad|good|great|nice|fun|open|here|there|up|down|too|so|more|had|heard|seen|thought|saw|got|went|came|did|made|took|found|gave|told|met|won|lost|quite|really|enough|a|tried|knew|felt|imagined|wanted|mind|ever|again|before|\w+ed|\w+ing|\w{3,}[^s]s|I|you|my|in|on|at|for|to)\b)\w+"
    r"|(?:from now on|in (?:the )?future|going forward),? (?!(?:I|we|he|she|it|they|there|the|my|our|this|that)(?:'\w+)?\b)\w+"
    r"|(?:whenever|every time|each time|when|if) (?:I|you|we|asked|answering|writing|replying|unsure|in doubt)\b[^,]*, (?:please )?(?:always |never |just |don't |do not )?(?:use|answer|reply|respond|write|give|show|include|add|ask|tell|call|remind|keep|make|start|end|format|put|explain|check|translate|send|be|suggest|list|speak|summari[sz]e|avoid|say|provide|assume|prefer|stop|skip|quote|cite|mention)\b)(?P<v>.*)",
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
    elif _INSTRUCTION.match(clause.said) and not re.match(r"(?:always|never)\b.*\b(?:was|were|been|had)\b", clause.bare, re.IGNORECASE):
        yield Said(
            talk.speaker.key,
            None,
            None,
            "instruction",
            "preference",
            salience=0.9,
            content=f"{capital(talk.speaker)} asks: {clause.dated.rstrip('.')}.",
        )
