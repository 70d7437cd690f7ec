# ruff: noqa: E501, SIM905 (word lists)
"""From the first person to the third: who reads a memory later does not know who "I" was."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .patterns import Lazy

_ADVERB = (
    r"(?:no longer|never|always|also|just|still|often|sometimes|now|already|even|once|then|myself|sure|kinda|kind of|sort of|not|\w+ly)\b"
)
_PAST = frozenset(
    """was were had did went got bought sold made came saw took gave found told felt left kept met began started became ran won lost said heard knew
    thought brought taught caught fought built spent sent lent bent meant dealt slept swept wept dreamt learnt burnt led fed bled read held stood
    understood sat spoke broke chose woke wore tore drove rode wrote rose fell flew grew drew threw blew ate drank sang swam rang sank shook hid bit
    lit shot hung dug stuck struck swore forgot forgave froze stole paid laid put cut hit let set hurt quit cost shut split spread bet beat burst
    could should would might must can will shall may cannot can't couldn't won't wouldn't shouldn't didn't wasn't hadn't weren't mustn't ain't""".split()
)
_IRREGULAR = {
    "am": "is",
    "have": "has",
    "do": "does",
    "don't": "doesn't",
    "haven't": "hasn't",
    "go": "goes",
    "be": "be",
    "are": "is",
    "aren't": "isn't",
}
_BASE = (
    "live work love like hate have go play study run own drive want need use eat drink read write teach speak sing dance cook travel swim enjoy"
    " prefer practise practice train volunteer"
).split()
_SECOND_VERB = Lazy(rf"\b(\w+s)( and (?:also )?)({'|'.join(_BASE)})\b")
_TOKEN = Lazy(
    rf"\b(?P<be>I(?:['’]m| am))\b|\b(?P<have>I['’]ve)\b|\b(?P<will>I['’]ll)\b|\b(?P<would>I['’]d)\b"
    rf"|\bI\b(?P<adverbs>(?:\s+{_ADVERB}){{0,4}})\s+(?P<verb>[a-z]+(?:['’]t)?)\b|\b(?P<i>I)\b"
    r"|\b(?P<we>[Ww]e)(?P<wetail>['’](?:re|ve|ll|d))?\b|\b(?P<my>[Mm]y|[Oo]ur)\b|\b(?P<me>[Mm]e|us)\b(?!-\w)|\b(?P<mine>[Mm]ine|[Oo]urs)\b"
    r"|\b(?P<self>myself|ourselves)\b"
)
_GIVEN_TO_SELF = Lazy(
    r"\b(got|bought|treated|ordered|made|cooked|picked|found)\s+(?:myself|ourselves)\s+(?=(?:an?|the|some|another|new)\b)"
)
_YOU = Lazy(r"\b(?:(?P<your>yours?)|(?P<self>yourself)|you(?P<tail>['’](?:re|ve|ll|d)| are| have| were)?)\b", re.IGNORECASE)
_WE_TAILS = {"'re": " are", "'ve": " have", "'ll": " will", "'d": " would"}


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who says "I", and to whom: by name, where one is known."""

    name: str | None = None
    listener: str | None = None

    @property
    def label(self) -> str:
        return self.name or "the user"

    @property
    def key(self) -> str:
        """The subject of what is said of this speaker."""
        return self.name or "user"

    def relative(self, relation: str) -> str:
        """Such as `Maya's sister`."""
        return f"{self.key}'s {relation}"


def third_person(text: str, speaker: Speaker) -> str:
    """A sentence with its speaker named once and `they` from then on."""
    text = _GIVEN_TO_SELF.sub(r"\1 ", text)
    if speaker.listener:
        text = _YOU.sub(lambda m: _addressed(m, str(speaker.listener)), text)
    rewritten = _TOKEN.sub(_Rewrite(speaker.label), text)
    return _SECOND_VERB.sub(lambda m: f"{m[1]}{m[2]}{conjugated(m[3])}" if speaker.label in rewritten[: m.start()] else m[0], rewritten)


def _addressed(m: re.Match[str], listener: str) -> str:
    """ "you" and "your" by the name of who was spoken to."""
    if m["your"]:
        return f"{listener}'s"
    if m["self"]:  # mostly of anybody: "improve yourself"
        return "oneself"
    tail = (m["tail"] or "").replace("’", "'").lower().strip()
    return listener + {"'re": " is", "are": " is", "'ve": " has", "have": " has", "were": " was", "'ll": " will", "'d": " would"}.get(
        tail, ""
    )


def conjugated(verb: str) -> str:
    """The third person of a verb that stood after "I"; a past tense or a modal stays."""
    low = verb.lower().replace("’", "'")
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if (
        low in _PAST
        or (low.startswith(("re", "un")) and low[2:] in _PAST)
        or (low.endswith("ed") and low not in ("need", "feed", "speed", "bleed", "succeed", "proceed", "exceed"))
    ):
        return verb
    if re.search(r"(?:s|x|z|ch|sh)$", low):
        return verb + "es"
    if re.search(r"[^aeiou]y$", low):
        return verb[:-1] + "ies"
    return verb + "s"


def sentence(text: str) -> str:
    """With a capital at its start and a stop at its end."""
    text = " ".join(text.split()).strip(" ,;:-–—")
    if not text:
        return text
    text = text[0].upper() + text[1:]
    return text if text[-1] in '.!?…。！？"”' else text + "."


class _Rewrite:
    def __init__(self, label: str) -> None:
        self._label, self._named = label, False

    def __call__(self, m: re.Match[str]) -> str:
        first, self._named = not self._named, True
        who = self._label if first else "they"
        if m["be"]:
            return f"{who} is" if first else "they are"
        if m["have"]:
            return f"{who} has" if first else "they have"
        if m["will"]:
            return f"{who} will"
        if m["would"]:
            return f"{who} would"
        if m["verb"]:
            verb = m["verb"]
            shown = conjugated(verb) if first else {"am": "are", "was": "were", "wasn't": "weren't"}.get(verb, verb)
            return f"{who}{m['adverbs']} {shown}"
        if m["i"]:
            return who
        if m["we"]:
            tail = _WE_TAILS.get((m["wetail"] or "").replace("’", "'"), "")
            return (f"{self._label} and others" if first else "they") + tail
        if m["my"]:
            return f"{self._label}'s" if first else "their"
        if m["me"]:
            return self._label if first else "them"
        if m["mine"]:
            return f"{self._label}'s" if first else "theirs"
        self._named = self._named and not first
        return "themselves"
