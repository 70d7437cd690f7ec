"""What a question says: its words for the lexical lists, whom it names, and how much of it a text holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from mnemon.language.detect import function_words, language
from mnemon.language.tokens import bare, words
from mnemon.model.instants import Instant

from .asking import matter
from .attribute_match import asked_attributes
from .exact import NOTHING, Exact, exact
from .periods import Period, periods
from .scripts import foreign

_LUCENE = (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with"
)
_QUESTION = (
    "what when where who whom which why how did do does done has have had he she his her him i you me my your we our us s t "
    "am been being were would could should can from about than so any some many much more most during"
)
STOP_WORDS = frozenset(f"{_LUCENE} {_QUESTION}".split())
"""Question and function words of English: they say how it is asked, not what about."""

_SHORTENED = re.compile(r"(?:i|you|he|she|it|we|they)['’](?:m|re|ve|ll|d)|\w+n['’]t")
"""`I've`, `don't`."""

ROLES = frozenset({"user", "assistant", "tool", "system"})
MAX_WORDS = 64
"""Of a lexical query: each word is a clause in three fields."""

_BEARERS = (
    "names?|called|titles?|books?|novels?|authors?|writers?|movies?|films?|shows?|series|songs?|albums?|bands?|artists?|musicians?|singers?"
    "|actors?|games?|countr(?:y|ies)|cit(?:y|ies)|towns?|states?|places?|restaurants?|museums?|parks?|compan(?:y|ies)|brands?|teams?|schools?"
    "|universit(?:y|ies)|organi[sz]ations?|clubs?|festivals?|hotels?|shops?|stores?|apps?|websites?|streets?|airlines?|magazines?|podcasts?"
    "|programs?"
)
_ASKS_NAME = re.compile(
    rf"\b(?:where|who|whose|whom|which)\b|\bwhat\b(?: \w+){{0,3}} (?:{_BEARERS})\b",
    re.IGNORECASE,
)
"""Somebody, some place, one of several, or a kind of thing that bears a name: the answer is likely to hold one."""
_ASKS_WHEN = re.compile(r"when|how long|what (date|month|year|day)", re.IGNORECASE)
_SPACELESS = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ied|ies|ing|ed|es|s|e|y)$")


class Question(NamedTuple):
    """`lexical` is what the index is asked by words; `units` what the newest records are compared by."""

    text: str
    lexical: str
    units: frozenset[str]
    owner: str | None
    """The one known speaker whom the question names, case folded."""
    asks_when: bool
    attributes: Mapping[str, float] = MappingProxyType({})
    """Those it asks for, each by how much (`attribute_match`)."""
    asks_name: bool = False
    periods: tuple[Period, ...] = ()
    """The times that it speaks of."""
    exact: Exact = NOTHING
    telling: frozenset[str] = frozenset()
    """Those of `units` that come from names and numbers."""
    names_known: bool = False
    """It names somebody who speaks in the scopes that are asked, whether `owner` or several."""
    foreign: float = 0.0
    """How much of it is in other letters than Latin ones, 0 to 1."""


def understand(text: str, speakers: Iterable[str] = (), now: Instant | None = None) -> Question:
    """`speakers` are the known names of the scopes that are asked: rare in a shared index, so the lexical lists go without them.
    Words of time are read from `now`; without it they are words like others."""
    names = {name.casefold() for name in speakers} - ROLES - {""}
    said = words(text)
    heard = {bare(word) for word in said}
    named = [name for name in names if set(words(name)) <= heard]
    dropped = {word for name in names for word in words(name)}
    empty = STOP_WORDS | function_words(language(text))
    content = _content(words(matter(text)), empty) or _content(said, empty) or said
    content = [word for word in content if bare(word) not in dropped] or content
    kept = list(dict.fromkeys(content))[:MAX_WORDS]
    asked = units(" ".join(kept))
    return Question(
        text=text,
        lexical=" ".join(kept),
        units=asked,
        owner=named[0] if len(named) == 1 else None,
        asks_when=_ASKS_WHEN.match(text.strip()) is not None,
        attributes=asked_attributes(text),
        asks_name=_ASKS_NAME.search(text) is not None,
        periods=periods(text, now) if now else (),
        exact=exact(text),
        telling=_telling(text) & asked,
        names_known=not dropped.isdisjoint(heard),
        foreign=foreign(text),
    )


def _content(said: Iterable[str], empty: frozenset[str]) -> list[str]:
    return [word for word in said if bare(word) not in empty and not _SHORTENED.fullmatch(word)]


def _telling(text: str) -> frozenset[str]:
    """The first word has its capital from where it stands."""
    said = text.split()
    return units(" ".join(word for place, word in enumerate(said) if (place and word[:1].isupper()) or word[:1].isdigit()))


def units(text: str) -> frozenset[str]:
    """Word stems, and pairs of characters where a script has no spaces."""
    found: set[str] = set()
    for word in words(text):
        word = bare(word)
        for run in _SPACELESS.findall(word):
            found.update(run[i : i + 2] for i in range(max(len(run) - 1, 1)))
        if rest := _SPACELESS.sub("", word):
            found.add(_ENDING.sub("", rest))
    return frozenset(found)


def share(asked: frozenset[str], text: str) -> float:
    """How much of what is asked a text holds, 0 to 1."""
    return len(asked & units(text)) / len(asked) if asked else 0.0
