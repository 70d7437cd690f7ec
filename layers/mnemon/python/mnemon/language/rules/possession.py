# ruff: noqa: E501 (patterns)
"""What somebody has: what one has one of, the next one replaces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import item, phrase, plain

from .base import ADV, HAVE, NOT, SUBJECT, Said, Talk, whom

_GETS = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?P<verb>bought|got|gotten|purchased|picked up|ordered|acquired|leased|owns?|drives?|rides?|drove|upgraded to|switched to|traded up to|inherited|have|has|uses?|using|(?:am|is) driving|was given|been given|given)(?: (?:myself|ourselves|himself|herself|me|us))? (?P<v>(?:an? |another |the |my |our |new |brand[- ]new )*[\w].*)"
)
_REPLACES = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:replaced|traded(?: in)?|swapped|exchanged) (?:my|our|the|his|her|their|an?|it)\b(?P<old>.*?) (?:for|with|by) (?P<v>(?:an? |the |another )?.+)"
)
_LOSES = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:sold|lost|scrapped|gave away|got rid of|donated|traded in|returned|crashed|totaled|totalled|wrecked|{NOT}{ADV} (?:have|own|drive|ride|use))\b (?P<v>(?:an? |my |our |the |his |her |their |any )?.+)"
)
_MODEL = Lazy(r",\s*(?:it's |it is )?(?P<v>(?:an? |the )[^,.;!?]+)")
_ONE = Lazy(r"^(?:an?|the|another|my)?\s*(?:[\w-]+ ){0,3}one\b", re.IGNORECASE)
_NOT_OWNED = Lazy(
    r"^(?:to|been|a lot|lots|no|some|any|so|it|them|that|this|not|never|an? (?:great|good|nice|bad|hard|rough|busy|blast|feeling|chance|look|talk|chat|meeting|call|problem|question|idea|time|day|lot|few|hard time|cold|headache))\b",
    re.IGNORECASE,
)


def possession(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare = clause.bare
    if m := _REPLACES.search(bare):
        yield from _having(m["s"], m["v"], bare[m.end("v") :], talk)
        return
    if (m := _LOSES.search(bare)) and (who := whom(m["s"], talk)):
        text = phrase(m["v"], prepositions=False)
        kind = item(text) or ((talk.item, False) if talk.item and _ONE.match(text) else None)
        if kind is not None:
            yield Said(who, kind[0], plain(text) if kind[1] else None, "possession", ends=True)
        return
    if m := _GETS.search(bare):
        yield from _having(m["s"], m["v"], "", talk)


def _having(subject: str, text: str, rest: str, talk: Talk) -> Iterator[Said]:
    who = whom(subject, talk)
    text = text + rest
    named = phrase(text, prepositions=False)
    if who is None or _NOT_OWNED.match(named) or re.match(r"(?:\d+|two|three|four|five|six|several|many)\b", named):
        return
    model = _MODEL.match(text[len(named) :].lstrip()) if named else None
    whole = plain(model["v"]) if model else plain(named)
    kind = item(named) or (item(model["v"]) if model else None)
    if kind is None and _ONE.match(named) and talk.item:
        kind = (talk.item, False)
    if kind is not None:
        yield Said(who, kind[0], phrase(whole, prepositions=False), "possession")
