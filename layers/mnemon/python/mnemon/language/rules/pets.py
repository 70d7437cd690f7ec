# ruff: noqa: E501 (patterns)
"""Pets: which, what they are called, that one is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.patterns import Lazy

from .base import ADV, HAVE, NOT, SUBJECT, Said, Talk, whom

KINDS: dict[str, str] = {
    word: kind
    for kind, words in {
        "dog": "dog puppy pup doggo pooch", "cat": "cat kitten kitty", "rabbit": "rabbit bunny", "hamster": "hamster", "parrot": "parrot", "horse": "horse pony foal",
        "guinea pig": "guinea-pig", "turtle": "turtle tortoise", "snake": "snake", "lizard": "lizard gecko", "ferret": "ferret", "goldfish": "goldfish", "budgie": "budgie parakeet",
    }.items()
    for word in words.split()
}  # fmt: skip
PET = rf"(?:guinea pig|{'|'.join(KINDS)})"
_GETS = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?P<verb>have|has|got|get|gotten|adopted|adopt|bought|own|owns|rescued|welcomed|took in)(?: (?:myself|ourselves|us|me))? (?:an?|another|this|the sweetest|the cutest|our|my) (?:[\w-]+ ){{0,3}}?(?P<k>{PET})\b(?![\w' -]*\b(?:shelter|bed|food|toy|park|walker|show|owner|costume|sitter)\b)(?:[^.;!?]*?\b(?:named|called|(?:his|her|its) name is|name's) (?P<n>[A-Z][\w'-]+))?"
)
_LOSES = Lazy(
    rf"\b(?:[Mm]y|[Oo]ur|(?P<o>[A-Z]\w+)'s) (?:[a-z-]+ ){{0,2}}?(?P<k>{PET})(?:,? (?P<n>[A-Z][\w'-]+),?)? (?:\w+ )?(?:died|passed away|passed|ran away|was put down|has died|has passed away)\b"
)
_GIVES_AWAY = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:gave away|rehomed|re-homed|{NOT}{ADV} have|had to (?:put down|rehome|give away)|put down|lost) (?:my|our|the|a|his|her|their) (?:[a-z-]+ ){{0,2}}?(?P<k>{PET})(?: (?P<n>[A-Z][\w'-]+))?(?! \w+(?:er|or)\b)"
)


_IS_CALLED = Lazy(rf"^(?:[Tt]he|[Mm]y|[Oo]ur) (?P<k>{PET}) is (?:called |named )?(?P<n>[A-Z][\w'-]+)[.!]?$")


def kind_of(word: str) -> str:
    """`puppy` and `dog` are one kind."""
    return KINDS.get(word.lower(), word.lower())


def pets(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare = clause.bare
    if called := _IS_CALLED.match(bare):
        yield Said(f"{talk.speaker.key}'s {called['k'].lower()}", "name", called["n"], "identity")
    elif lost := _LOSES.search(bare):
        yield _pet(lost["o"] or talk.speaker.key, lost, ends=True)
    elif (given := _GIVES_AWAY.search(bare)) and (who := whom(given["s"], talk)):
        yield _pet(who, given, ends=True)
    elif (
        (got := _GETS.search(bare))
        and (who := whom(got["s"], talk))
        and not re.search(r"\bused to\b|\bas a (?:kid|child)\b|\bwhen (?:I|we) (?:was|were)\b", bare)
    ):
        yield _pet(who, got)


def _pet(who: str, m: re.Match[str], *, ends: bool = False) -> Said:
    """With its name where one is told: somebody may have two dogs."""
    named = f" {m['n']}" if m["n"] else ""
    return Said(who, f"pet {kind_of(m['k'])}{named}", None if ends else "yes", "pet", "episode" if ends else "fact", ends=ends)
