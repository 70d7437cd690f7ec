"""Words of other languages by what a sentence does with them, one table a language, together by script.

A text need not be in one language and need not say in which: every language that it may be in is looked for.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias

from mnemon.language.patterns import Lazy

from .arabic import ARABIC
from .bengali import BENGALI
from .chinese import CHINESE
from .dutch import DUTCH
from .french import FRENCH
from .german import GERMAN
from .greek import GREEK
from .hebrew import HEBREW
from .hindi import HINDI
from .indonesian import INDONESIAN
from .italian import ITALIAN
from .japanese import JAPANESE
from .korean import KOREAN
from .persian import PERSIAN
from .polish import POLISH
from .portuguese import PORTUGUESE
from .russian import RUSSIAN
from .spanish import SPANISH
from .swedish import SWEDISH
from .tagalog import TAGALOG
from .thai import THAI
from .tongue import Tongue, fold, one_of
from .turkish import TURKISH
from .ukrainian import UKRAINIAN
from .vietnamese import VIETNAMESE

__all__ = ["Kind", "Words", "fold", "spoken"]

Kind: TypeAlias = Literal["asks", "works", "tells", "opens", "closes", "knows", "talk", "plays", "claims", "private", "ciphers"]

_ANCHORED: dict[Kind, tuple[str, str]] = {"opens": (r"(?m:^)[^\w\n]*", ""), "closes": ("", r"[^\w\n]*(?m:$)")}
_NEVER = Lazy(r"(?!)")
_WORD = Lazy(r"[^\W\d_]+")
_AS_MUCH = 0.6
"""A language is looked for that has at least this share of the words that the most likely one has."""


class Words:
    """One language, or some that are told apart by no letter, over folded text. A pattern is compiled when a text first needs it."""

    def __init__(self, *tongues: Tongue, script: str = "a-z", unless: str = "", spaced: bool = True) -> None:
        self._tongues, self._script = tongues, Lazy(f"[{script}]")
        self._unless = Lazy(f"[{unless}]") if unless else _NEVER
        self._compiled: dict[Kind, Lazy] = {}
        self.is_latin = script == "a-z"
        self.spaced = spaced
        self.asks_anywhere = not spaced or VIETNAMESE in tongues or TURKISH in tongues
        """The word that asks need not come first."""
        self.syllable = 2 if "\u4e00" in script or "\u3040" in script else 4
        """Characters that say about as much as a short word, where no space tells words apart."""

    def __getitem__(self, kind: Kind) -> Lazy:
        if kind not in self._compiled:
            before, after = _ANCHORED.get(kind, ("", ""))
            lists = [words for tongue in self._tongues if (words := getattr(tongue, kind))]
            self._compiled[kind] = Lazy(before + one_of(lists, spaced=self.spaced) + after) if lists else _NEVER
        return self._compiled[kind]

    def may_be(self, folded: str) -> bool:
        return self._script.search(folded) is not None and self._unless.search(folded) is None

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        return frozenset(_WORD.findall(fold(" ".join(words for tongue in self._tongues for words in tongue))))


_LATIN = tuple(map(Words, (FRENCH, GERMAN, SPANISH, ITALIAN, PORTUGUESE, DUTCH, SWEDISH, POLISH, INDONESIAN, TAGALOG, VIETNAMESE, TURKISH)))
_OTHERS = (
    Words(RUSSIAN, UKRAINIAN, script="\u0400-\u04ff"),
    Words(GREEK, script="\u0370-\u03ff"),
    Words(HEBREW, script="\u0590-\u05ff", spaced=False),
    Words(ARABIC, script="\u0600-\u06ff", unless="\u067e\u0686\u0698\u06af\u06cc", spaced=False),
    Words(PERSIAN, script="\u067e\u0686\u0698\u06af\u06cc", spaced=False),
    Words(HINDI, script="\u0900-\u097f", spaced=False),
    Words(BENGALI, script="\u0980-\u09ff", spaced=False),
    Words(THAI, script="\u0e00-\u0e7f", spaced=False),
    Words(KOREAN, script="\uac00-\ud7a3", spaced=False),
    Words(JAPANESE, script="\u3040-\u30ff", spaced=False),
    Words(CHINESE, script="\u4e00-\u9fff", unless="\u3040-\u30ff", spaced=False),
)


def spoken(folded: str) -> list[Words]:
    """The languages that a text may be in: by its letters, and for Latin letters by how many of its words a table knows."""
    found = [] if folded.isascii() else [words for words in _OTHERS if words.may_be(folded)]
    said = set(_WORD.findall(folded))
    counts = [(len(said & words.vocabulary), words) for words in _LATIN]
    most = max(count for count, _ in counts)
    return found + [words for count, words in counts if count and count >= most * _AS_MUCH]
