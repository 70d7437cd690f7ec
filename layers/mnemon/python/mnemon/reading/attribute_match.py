"""Which attribute a question asks for, so that of several memories of one person the one that holds it comes first. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mnemon.language.lexicon import ITEMS, PETS
from mnemon.language.phrases import singular
from mnemon.language.synonyms import attribute_name
from mnemon.language.tokens import bare, words

LONGEST = 3
"""Words of an attribute that a question may name itself, such as `favourite ice cream`."""
_PARTLY = 0.5
"""What the question's words ask for only by the way: who asks what somebody does may want the employer, and wants the job."""

_WORDS: dict[str, tuple[str, ...]] = {
    word: tuple(attributes.split(","))
    for listed, attributes in (
        ("employer employers employs employ employed company workplace", "employer"),
        ("job jobs profession occupation career living", "job"),
        ("home address reside resides residence lives", "home"),
        ("birthplace", "birthplace"),
        ("hometown", "hometown,birthplace"),
        ("drive drives driving vehicle", "car"),
        ("ride rides riding", "bike,motorcycle"),
        ("birthday birthdate", "birthday"),
        ("old age", "age"),
        ("tall height", "height"),
        ("weigh weighs weight heavy", "weight"),
        ("diet vegetarian vegan eats", "diet"),
        ("married single divorced engaged spouse", "marital status"),
        ("school university college", "school"),
        ("major majoring degree", "field of study"),
        ("name called named", "name"),
        ("pet pets animal animals", ",".join(sorted(PETS))),
    )
    for word in listed.split()
}
_PHRASES: tuple[tuple[re.Pattern[str], Mapping[str, float]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), shares)
    for pattern, shares in (
        (r"\bwork(?:s|ing|ed)? (?:for|at|with)\b|\bwhere\b.*\bwork(?:s|ing)?\b", {"employer": 1.0}),
        (r"\bwork(?:s|ing|ed)? as\b|\bdo(?:es)? .*\bfor (?:work|a living)\b|\bjob title\b", {"job": 1.0, "employer": _PARTLY}),
        (r"^\W*what (?:do|does) [^?]* do\W*$", {"job": 1.0, "employer": _PARTLY}),
        (r"\bjob (?:at|with)\b", {"employer": 1.0, "job": _PARTLY}),
        (r"\bwhere\b.*\b(?:live|living|lived|based|located|stay(?:s|ing)?|move[ds]?)\b|\bmoved? to\b", {"home": 1.0}),
        (r"\b(?:which|what) (?:city|town|country|place)\b.*\b(?:live|in)\b", {"home": 1.0}),
        (r"\bwhere\b.*\bborn\b", {"birthplace": 1.0, "hometown": _PARTLY}),
        (r"\bwhen\b.*\bborn\b|\bbirth date\b|\bdate of birth\b", {"birthday": 1.0}),
        (r"\bwhere\b.*\bfrom\b|\bgr[eo]w up\b", {"hometown": 1.0, "birthplace": 1.0}),
        (r"\bwhere\b.*\bstud(?:y|ies|ying|ied)\b", {"school": 1.0}),
        (r"\bwhat\b.*\b(?:study|studies|studying|major(?:s|ing)?)\b", {"field of study": 1.0, "school": _PARTLY}),
    )
)


def asked_attributes(text: str) -> Mapping[str, float]:
    """Attributes by how much of the question is about them, 0 to 1; empty when it names none."""
    found: dict[str, float] = {}
    for pattern, shares in _PHRASES:
        if pattern.search(text):
            _note(found, shares)
    said = [bare(word) for word in words(text)]
    for word in said:
        _note(found, dict.fromkeys(_WORDS.get(word, ()), 1.0))
        if kind := ITEMS.get(word):
            _note(found, {kind: 1.0})
    for size in range(1, LONGEST + 1):
        for start in range(len(said) - size + 1):
            named = [*said[start : start + size - 1], singular(said[start + size - 1])]
            _note(found, {attribute_name(" ".join(each)): 1.0 for each in (named, said[start : start + size])})
    return found


def attribute_share(asked: Mapping[str, float], attribute: str) -> float:
    """How much of what is asked a memory of that attribute is about."""
    return asked.get(attribute.casefold(), 0.0) if attribute else 0.0


def _note(found: dict[str, float], shares: Mapping[str, float]) -> None:
    for attribute, value in shares.items():
        found[attribute] = max(value, found.get(attribute, 0.0))
