# ruff: noqa: E501 (patterns)
"""What somebody likes, prefers, eats."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.lexicon import VAGUE
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import head, phrase, plain, singular
from mnemon.language.tokens import count, words

from .base import ADV, BE, HAVE, NOT, SUBJECT, Said, Talk, owner_of, whom
from .leftover import is_empty

_OPINION = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:(?P<no>{NOT}){ADV} (?P<verb>like|likes|love|loves|enjoy|enjoys|care for|care about|want|eat|eats|drink|drinks|mind)|(?P<bad>hates?|dislikes?|detests?|loathes?|despises?|can't stand|cannot stand|can't bear|can't tolerate)|(?P<good>likes?|loves?|adores?|enjoys?|really like|fell in love with|(?<=always )(?:loved|enjoyed|liked)|(?:have|has|had) (?:always had )?a (?:real |huge |deep |great |big )?(?:love|passion|soft spot|thing|weakness) for)|(?P<eats>eats?|drinks?)) (?P<v>[^\s].*)"
)
_OPINION_BE = Lazy(
    rf"\b{SUBJECT}{BE}{ADV} (?:(?P<bad>not (?:an? )?(?:\w+ )?(?:into|fan of|fond of|keen on|crazy about)|tired of|sick of|allergic to|scared of|afraid of|terrified of)|(?P<good>(?:an? )?(?:(?:big|huge|really|totally|super|so|very|more|great|massive|lifelong|long-time) )*(?:fan of|into|fond of|keen on|crazy about|obsessed with|addicted to|passionate about|lover of))) (?P<v>[^\s].*)"
)
_STOPPED = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:stopped|gave up|quit|given up) (?P<how>liking|loving|enjoying|eating|drinking|smoking)? ?| used to (?:like|love|enjoy|eat|drink) )(?P<v>[^\s].*)?"
)
_PREFERS = Lazy(rf"\b{SUBJECT}{ADV} prefers? (?P<v>[^\s].*)")
_FAVOURITE = Lazy(
    r"\b(?P<o>[Mm]y|[Oo]ur|[Tt]he user's|[Hh]is|[Hh]er|[A-Z][\w'-]*'s) (?:new |current |all-time |absolute )?(?:favou?rite|fave) (?P<a>[\w -]+?)(?: (?:now|these days|of all time|ever|by far))? (?:is|are|was|has to be|would be)(?: now| still| definitely| probably)? (?P<v>[^\s].*)"
)
_IS_FAVOURITE = Lazy(
    r"^(?:(?:[Nn]ow|[Tt]hese days|[Nn]owadays|[Cc]urrently|[Bb]y now),? )?(?P<v>[\w' -]+?) (?:is|are)(?: now| still| definitely)? (?P<o>my|[Tt]he user's|[A-Z][\w-]*'s) (?:new |current |all-time |absolute )?(?:favou?rite|fave)(?: (?P<a>[\w -]+?))?(?: now| too| ever| of all time)?[.!]?$"
)
_VAGUE_LIKING = Lazy(
    r"^(?:(?:an? )?(?:great|good|nice|lovely|taste|look|sound|feeling|fact|way|idea|structure|thought|reminder|blast|treat)\b|it|that|this|them|you|him|her|us|these|those|how|what|when|where|why|who|to|the (?:idea|way|fact|sound|thought|feeling)|your|so|one|everything|nothing|all|being|having|seeing|hearing)\b",
    re.IGNORECASE,
)
_LIKING_END = Lazy(
    r"\s+(?:like|such as|when|because|since|so|but|if|for its|as it|especially|ever since|more than anything|over there|with (?:my|you|the|friends)|at (?:home|night|work)|on (?:weekends|Sundays|Saturdays))\b",
    re.IGNORECASE,
)


def preference(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare = clause.bare
    if (m := _FAVOURITE.search(bare)) or (m := _IS_FAVOURITE.search(bare)):
        what = (m["a"] or "thing").strip().lower()
        yield Said(owner_of(m["o"], talk), f"favourite {singular(what)}", phrase(m["v"]), "preference", "preference")
    elif (m := _PREFERS.search(bare)) and (who := whom(m["s"], talk)):
        yield from _preferring(who, m["v"])
    elif (m := _STOPPED.search(bare)) and (who := whom(m["s"], talk)):
        if m["how"] == "smoking":
            yield Said(who, "habit: smoking", "no", "habit")
        elif m["v"] and m["how"] in ("eating", "drinking") and (thing := _thing(m["v"])):
            yield Said(who, f"consumes {thing}", "no", "preference", "preference")
        elif m["v"] and (thing := _thing(m["v"])):
            yield Said(who, f"opinion of {thing}", "dislikes" if "used to" not in m[0] else "not any more", "preference", "preference")
    elif (
        (m := _OPINION.search(bare) or _OPINION_BE.search(bare))
        and not _RELATIVE.search(bare, 0, m.start())
        and (who := whom(m["s"], talk))
    ):
        if thing := _thing(m["v"]):
            yield from _liking(m, who, thing)
        elif _is_told_at_length(m["v"]):
            yield Said(who, None, None, "preference", "preference", salience=0.5)


def _is_told_at_length(text: str) -> bool:
    """Too long for a key, and not only "the way it goes"."""
    if _VAGUE_LIKING.match(text) or re.match(r"(?:this|that|these|those|their|its|his|her)\b", text):
        return False
    return sum(not is_empty(word) for word in words(text)) >= _TOLD and not re.search(r"\b(?:it|them|that|this|there)\b", text)


_TOLD = 3


_RELATIVE = Lazy(
    r"(?<![,;:])(?<!\band)(?<!\bbut)(?<!\bbecause)(?<!\bsince)(?<!\bthat)(?<!\bso)(?<!\bwhen)(?<!\bwhy)(?<!\bwhile)(?<!\bexcept)(?<!\bnow)(?<!\bthen)(?<!\bas)(?<!\bthough)(?<!\bknow)(?<!\bsaid)(?<!\balso)(?<=[a-z]) $"
)
"""Another noun stands right before: "the things I love" is not what is said here."""
_NARROWED = Lazy(r"(?:[\w'-]+ ){1,4}(?:that|who|which|where|with|by|about)\b")
"""Only some of them: it is no opinion of all."""


def _liking(m: re.Match[str], who: str, thing: str) -> Iterator[Said]:
    groups = m.groupdict()
    if groups.get("eats") or groups.get("verb") in ("eat", "eats", "drink", "drinks"):
        if count(thing) <= 3 and "n't" not in thing:
            yield Said(who, f"consumes {thing}", "no" if groups.get("no") else "yes", "preference", "preference", salience=0.6)
    elif "allergic" in m[0]:
        yield Said(who, f"allergy to {thing}", "yes", "health", salience=0.9)
    elif groups.get("verb") not in ("mind", "want"):
        good = bool(groups.get("good")) and not groups.get("bad")
        short = count(thing) <= (4 if not re.match(r"\w+ing\b", thing) else 3) and not _NARROWED.match(m["v"])
        yield Said(who, f"opinion of {thing}" if short else None, "likes" if good else "dislikes", "preference", "preference", salience=0.6)


def _thing(text: str) -> str | None:
    """What is liked, as a key: without articles, "eating" and how much."""
    if _VAGUE_LIKING.match(text):
        return None
    text = re.sub(r"^(?:(?:also|both|mostly|mainly|especially|to (?:eat|drink|watch|play))\s+)+", "", text)
    if re.match(r"(?:this|that|these|those|their|its|his|her)\b", text):
        return None
    if re.match(r"(?:the|and|or|is|are|was|were|has|have|had|of|for|with|in|on|at|being)\b(?! [A-Z])", text) or re.search(
        r"\b(?:him|her|them|me|you|us|it|this|that)$", phrase(text)
    ):
        return None
    value = plain(phrase(_LIKING_END.split(text)[0])).lower()
    value = re.sub(r"^(?:eating|drinking|listening to|watching|drinking|playing with) ", "", value)
    value = re.sub(r"\s+(?:again|any ?more|now|too|a lot|so much|very much|at all|these days|after all)$", "", value)
    value = re.sub(r"^(?:really|all|most|any|only|both) ", "", plain(value))
    return value if value and count(value) <= 6 and value.split()[0] not in VAGUE else None


def _preferring(who: str, text: str) -> Iterator[Said]:
    against = re.match(r"(?P<v>.+?),? (?:to|over|rather than|instead of|more than) (?P<w>[^,.;]+)", text)
    if against:
        one, other = (plain(phrase(against[g])).lower() for g in ("v", "w"))
        if one and other and count(one) <= 6 and count(other) <= 6:
            yield Said(who, f"preference between {' and '.join(sorted((one, other)))}", one, "preference", "preference")
        return
    value = plain(phrase(re.sub(r"^(?:to have|having|to use|using) ", "", text)))
    if not value or _VAGUE_LIKING.match(value) or value.lower().startswith("when"):
        return
    what = singular(head(value))
    is_name = all(word[:1].isupper() for word in value.split())  # of a name the last word says not what it is
    attribute = (
        f"preferred {what}" if what and count(value) > 1 and not is_name and not what.endswith("ing") else f"opinion of {value.lower()}"
    )
    yield Said(who, attribute, value if attribute.startswith("preferred") else "likes", "preference", "preference")
