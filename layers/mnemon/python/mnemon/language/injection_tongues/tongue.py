"""What a language's table of words holds, and how words become one pattern."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

_ACCENTS = re.compile("[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u093c\u09bc\u064b-\u0652]+")


class Tongue(NamedTuple):
    """Words of one language, `|` between them; `*` stands for the rest of a word. Each field is one thing that a sentence does."""

    asks: str
    """Can you, could you, please, I need you to."""
    works: str
    """What one asks a model for: to write, explain, translate, list, decode; a poem, a joke."""
    tells: str
    """What one may ask a person as well: to tell, to say, to discuss. With a name or a general question only."""
    opens: str
    """Orders at the start of a sentence."""
    knows: str
    """Questions about the world: what is, who was, how many."""
    talk: str
    """My, your, our, today, to send, a price: what people write to each other about. A request that speaks of it is none to a model."""
    plays: str
    """Imagine, suppose, in a parallel world."""
    claims: str
    """As an expert, I am your developer, you agreed, I pay you if."""
    private: str
    """Of a person: date of birth, where she lives."""
    ciphers: str = ""
    closes: str = ""
    """Orders at the end of a sentence, where verbs come last."""


_Tree: TypeAlias = "dict[str, _Tree]"


def fold(text: str) -> str:
    """Lower case without accents, dots below and characters of no width; the vowel signs of Indic scripts stay."""
    low = text.lower().replace("’", "'")
    return low if low.isascii() else unicodedata.normalize("NFKC", _ACCENTS.sub("", unicodedata.normalize("NFKD", low)))


def one_of(lists: Iterable[str], *, spaced: bool) -> str:
    """One pattern for all words. Shared beginnings are looked at once: a plain alternation tries hundreds at every word."""
    tree: _Tree = {}
    for word in sorted({fold(word) for words in lists for word in words.split("|")} - {""}):
        node = tree
        for character in word:
            node = node.setdefault(character, {})
        node[""] = {}
    inside = _pattern(tree)
    return rf"(?<!\w)(?:{inside})(?!\w)" if spaced else f"(?:{inside})"


def _pattern(tree: _Tree) -> str:
    branches = [_literal(character) + _pattern(below) for character, below in tree.items() if character]
    if not branches:
        return ""
    body = branches[0] if len(branches) == 1 and "" not in tree else f"(?:{'|'.join(branches)})"
    return body + "?" if "" in tree else body


def _literal(character: str) -> str:
    return r"\w*" if character == "*" else r"\s+" if character == " " else re.escape(character)
