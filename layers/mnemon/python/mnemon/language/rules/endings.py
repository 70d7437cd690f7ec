# ruff: noqa: E501 (patterns)
"""What is over: somebody is no longer whose they were, something no longer the favourite, who is known by name is dead or gone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.lexicon import ALONE
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import phrase, singular
from mnemon.language.tokens import count

from .base import NOT_PEOPLE, RELATION, Said, Talk, owner_of, shown

GONE, LIVING = "whereabouts", "living"
_TITLE = r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )"
_NAME = rf"{_TITLE}?[A-Z][\w'-]*?\w(?: [A-Z][\w'-]*?\w){{0,2}}"
_ONE_NAME = r"(?P<n>[A-Z][a-z][\w-]+)"
_LEAD = r"^(?:(?:[Nn]ow|[Tt]hese days|[Nn]owadays|[Cc]urrently|[Bb]y now|[Ss]ince then),? )?"
_MORE = r"(?: any ?more| any longer)"
_MY = r"(?P<o>[Mm]y|[Oo]ur|[Tt]he user's|[A-Z][\w-]+'s)"
_ROLE = rf"(?:(?P<r>{RELATION})|(?:favou?rite|fave) (?P<f>[a-z][a-z -]*?))"
_END = r"(?=\s*(?:[,.;:!–—-]|$|\b(?:and|but|because|since|as|so)\b))"
_NOT_WHOSE = Lazy(
    rf"{_LEAD}(?P<v>\w[\w'. -]{{0,40}}?)(?:(?: is|'s| are) no longer|(?: has)? stopped being|(?P<more> isn't| is not|'s not| aren't)) {_MY} {_ROLE}(?(more){_MORE}){_END}"
)
_NOT_WHO = Lazy(rf"{_LEAD}{_MY} {_ROLE}(?: is no longer|(?P<more> isn't| is not)) (?P<v>\w[\w'. -]{{0,40}}?)(?(more){_MORE}){_END}")
_NEXT = Lazy(
    rf"^\W*(?:(?:and|but|because|since|as|so|instead|now) )*(?:(?:[Ii]t's|[Ii]t is|[Tt]hat's|[Tt]hat is|(?:[Hh]e|[Ss]he|[Tt]hey)(?: was| were|'s been| has been) replaced by)(?P<now> now)? (?P<a>{_TITLE}?[^,.;!?]+?)|(?P<b>{_TITLE}?[\w'-]+(?: [A-Z][\w'-]+){{0,2}}) (?:is(?: now)?|is instead|took over|has taken over|replaced (?:her|him|them)))(?P<now2> now| instead| these days)?[.!]*$"
)
_IS_WHOSE = Lazy(rf"{_LEAD}(?P<v>{_NAME})(?: is|'s)(?: now)? {_MY} (?P<new>(?:new|current) )?(?P<r>{RELATION})(?: now)?[.!]*$")
_ONE_AT_A_TIME = ALONE | {"doctor", "roommate", "flatmate", "coach", "trainer"}
_NO_METAPHOR = ALONE - {"therapist", "girlfriend", "boyfriend", "partner"}
"""Of which nobody says "music is my ..."."""
_DIED = Lazy(
    rf"^{_ONE_NAME}(?: has| had)?(?: just| sadly| finally| recently)? (?:died|passed away|(?:was|had to be) put (?:down|to sleep))\b(?! (?:in (?:the|a|that|this|my) (?:movie|film|book|game|show|series|story|dream|novel|play|opera)|of (?:laughter|boredom|embarrassment|shame)|laughing|down|out|inside|on (?:me|us)|a little|again)\b)"
)
_PUT_DOWN = Lazy(
    r"^(?:I|[Ww]e)(?:'ve| have)?(?: just| sadly| finally)? (?:had to put (?P<n>[A-Z][a-z][\w-]+) down|(?:had to have|had) (?P<n2>[A-Z][a-z][\w-]+) put (?:down|to sleep))\b(?! (?:on|in|for|as|at)\b)"
)
_RAN_AWAY = Lazy(rf"^{_ONE_NAME}(?: has)?(?: just| sadly)? (?:ran|run) away\b(?! (?:from|with|when|every|and came|but came|but is back)\b)")
_GAVE_AWAY = Lazy(
    r"^(?:I|[Ww]e)(?:'ve| have)?(?: just| sadly| finally)? (?:(?:gave|given|had to give) (?P<n>[A-Z][a-z][\w-]+) away|(?:rehomed|re-homed|had to rehome) (?P<n2>[A-Z][a-z][\w-]+))\b"
)
_BACK = Lazy(r"\b(?:back|returned|came home|found (?:her|him|it|them)|as a (?:kid|child)|last time|once)\b", re.IGNORECASE)
_NO_NAMES = NOT_PEOPLE | frozenset("I He She They We You Who Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())  # noqa: SIM905
_NO_VALUE = Lazy(
    r"(?:an?|too|so|just|really|very|quite|not|been|getting|time|over|because|sad|hard|true|fine|ok|okay|good|bad|weird|funny|strange|boring)\b",
    re.IGNORECASE,
)
"""What "it's ..." mostly says of anything else."""
_THINKS = Lazy(r"\b(?:thinks?|thought|says?|said|believes?|claims?|told|that|if|when|why|how)\b", re.IGNORECASE)
_LONGEST = 5


def ending(clause: Clause, talk: Talk) -> Iterator[Said]:
    """The end of a relation or of a liking, and what takes its place where that is told."""
    bare = clause.bare
    if (m := _NOT_WHOSE.match(bare)) or (m := _NOT_WHO.match(bare)):
        yield from _replaced(owner_of(m["o"], talk), m["r"], m["f"], m["v"], bare[m.end() :], talk)
    elif (
        (last := talk.said[-1] if talk.said else None)
        and last.ends
        and last.subject
        and last.attribute
        and (following := _NEXT.match(bare))
    ):
        if last.attribute == "name" and "'s " in last.subject:
            owner, relation = last.subject.rsplit("'s ", 1)
            yield from _successor(owner, relation, None, following, talk)
        elif last.attribute.startswith("favourite ") and (following["now"] or following["now2"]):
            yield from _successor(last.subject, None, last.attribute.removeprefix("favourite "), following, talk)
    elif (m := _IS_WHOSE.match(bare)) and _is_name(m["v"]) and m["r"].lower() in (_ONE_AT_A_TIME if m["new"] else _NO_METAPHOR):
        yield Said(f"{owner_of(m['o'], talk)}'s {m['r'].lower()}", "name", m["v"], "family")


def gone(clause: Clause, talk: Talk) -> Iterator[Said]:
    """That somebody known by name alone is dead or gone: whose they were, only what is known of them tells."""
    bare = clause.bare
    if _BACK.search(bare):
        return
    if (m := _DIED.match(bare)) or (m := _PUT_DOWN.match(bare)):
        attribute, value = LIVING, "no"
    elif (m := _RAN_AWAY.match(bare)) or (m := _GAVE_AWAY.match(bare)):
        attribute, value = GONE, "gone"
    else:
        return
    name = m["n"] or m.groupdict().get("n2") or ""
    if _is_name(name) and name != talk.speaker.name:
        yield Said(name, attribute, value, "family", "episode")


def _replaced(owner: str, relation: str | None, liked: str | None, value: str, rest: str, talk: Talk) -> Iterator[Said]:
    value = value.strip()
    if count(value) > _LONGEST or value.split()[0].capitalize() in _NO_NAMES or _THINKS.search(value) or (relation and not _is_name(value)):
        return
    if relation:
        yield Said(f"{owner}'s {relation.lower()}", "name", value, "family", ends=True)
    elif liked:
        yield Said(owner, f"favourite {singular(liked.lower())}", value, "preference", "preference", ends=True)
    if following := _NEXT.match(rest):
        yield from _successor(owner, relation, liked, following, talk)


def _successor(owner: str, relation: str | None, liked: str | None, m: re.Match[str], talk: Talk) -> Iterator[Said]:
    value = phrase(m["a"] or m["b"] or "")
    if not value or count(value) > _LONGEST or value.split()[0].capitalize() in _NO_NAMES:
        return
    if relation and _is_name(value):
        who = f"{owner}'s {relation.lower()}"
        yield Said(who, "name", value, "family", content=f"{shown(owner, talk)}'s {relation.lower()} is {value}.")
    elif liked and not _NO_VALUE.match(value):
        what = f"favourite {singular(liked.lower())}"
        yield Said(owner, what, value, "preference", "preference", content=f"{shown(owner, talk)}'s {what} is {value}.")


def _is_name(text: str) -> bool:
    return re.fullmatch(_NAME, text) is not None and text.split()[0] not in _NO_NAMES
