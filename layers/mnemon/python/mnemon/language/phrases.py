# ruff: noqa: E501, SIM905 (patterns and word lists)
"""Noun phrases: where they end, what stands at their head, and which names a text holds."""

from __future__ import annotations

import re

from .lexicon import BRANDS, ITEMS
from .patterns import Lazy

_STOP = Lazy(
    r"\s*[;:!?()\"“”]|\s*,(?!\d{3})|\s+[-–—]|\.(?=\s|$)(?<!\bSt\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)"
    r"|\s+(?:and|but|because|since|which|who|that|when|while|where|so|if|unless|although|though|than|until|whenever)\b",
    re.IGNORECASE,
)
_TAIL = Lazy(
    r"(?:\s+|^)(?:now|today|again|anymore|any more|too|as well|already|lately|these days|nowadays|at the moment|currently|instead|recently|actually|though|these|here|there|please|right now|so far|for now|"
    r"at last|finally|a lot|very much|so much|the most|most|alone|myself)$",
    re.IGNORECASE,
)
_DETERMINER = Lazy(
    r"^(?:a|an|the|my|our|his|her|their|its|some|any|another|this|that|these|those|all|own|new|brand[- ]new|old|first|second|used|second-hand|secondhand|little|big|own)\s+",
    re.IGNORECASE,
)
_PREPOSITION = Lazy(
    r"\s+(?:with|without|in|on|at|for|from|of|to|about|by|as|after|before|during|over|under|near|around|through|into|like|via|per)\b",
    re.IGNORECASE,
)
_NAME = Lazy(
    r"(?<![\w'])(?:St\. )?[A-ZÀ-ÖØ-Þ][\w'&-]*(?:[.-]\w+)*(?:\s+(?:de |la |van |von |der |& )?(?:[A-ZÀ-ÖØ-Þ][\w'&-]*|\d+[A-Za-z]?))*"
)
_NOT_NAMES = frozenset(
    (
        "I I'm I've I'll I'd The A An My Our We He She They It This That These Those There Here And But So Then Also Yes No Yeah Oh Well In On At By For From To "
        "Since After Before When While If As With His Her Their Its Your You Not Just Now Today Yesterday Tomorrow Monday Tuesday Wednesday Thursday Friday Saturday "
        "Sunday January February March April May June July August September October November December Last Next Big Good Great Please Thanks Hey Hi Hello Wow "
        "During Although Because Whenever Sorry Congrats Congratulations Haha Lol One Two Three Every Some All Both Each Most Many What Who How Why Where Recently Currently Always Never Actually Honestly Mom Dad"
    ).split()
)


_PLURALS = {"children": "child", "people": "person", "men": "man", "women": "woman", "kids": "child", "kid": "child"}


def phrase(text: str, *, prepositions: bool = True) -> str:
    """The noun phrase at the start of a text; with `prepositions` what follows "of", "in" and the like belongs to it."""
    text = text.strip()
    end = _STOP.search(text)
    if end is not None:
        text = text[: end.start()]
    if not prepositions and (cut := _PREPOSITION.search(text)):
        text = text[: cut.start()]
    while (shorter := _TAIL.sub("", text)) != text:
        text = shorter
    return text.strip(" .'")


def plain(text: str) -> str:
    """A phrase without what stands before its meaning: articles, possessives, `new`, `old`."""
    while (shorter := _DETERMINER.sub("", text)) != text:
        text = shorter
    return text.strip()


def head(text: str) -> str:
    """The last word before a preposition, in lower case: what the phrase is about."""
    words = re.findall(r"[\w'-]+", _PREPOSITION.split(text, maxsplit=1)[0].lower())
    return words[-1] if words else ""


def item(text: str) -> tuple[str, bool] | None:
    """The kind of thing that a phrase names, such as `car`, and whether it is named by a make or model rather than by its kind."""
    words = re.findall(r"[\w-]+", _PREPOSITION.split(plain(text), maxsplit=1)[0].lower())
    if not words:
        return None
    if (kind := ITEMS.get(words[-1])) and words[-1] not in BRANDS:
        return kind, len(words) > 1 and any(word in BRANDS for word in words)
    for word in words[:4]:
        if word in BRANDS:
            return BRANDS[word], True
    return None


def names(text: str) -> tuple[str, ...]:
    """Names of people, places and things, eight at most. A word that only begins a sentence is none."""
    found: list[str] = []
    for match in _NAME.finditer(text):
        words = match[0].split()
        while words and words[0] in _NOT_NAMES:
            words.pop(0)
        while words and words[-1] in _NOT_NAMES:
            words.pop()
        name = re.sub(r"'s$", "", " ".join(words))
        if len(name) > 1 and name not in found and re.search(r"[^\W\d_]", name):
            found.append(name)
    return tuple(found[:8])


def singular(word: str) -> str:
    """Good enough for a key: `kids` and `kid` are one attribute."""
    if word in _PLURALS:
        return _PLURALS[word]
    for ending, other in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + other
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word
