# ruff: noqa: E501 (patterns)
"""What a text asks of its reader in other languages than English: the same kinds as `injection` weighs, by tables of words.

A person asks a person for ordinary things: a bill, a date, a photo. Work that only a model is asked for in passing (explain this theory,
write a poem, decode that), knowledge of the world, and a frame or a claim around a question are no such things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias

from . import injection_words as w
from .injection_tongues import Kind, Words, fold, spoken
from .patterns import Lazy

_SHORT = 400
"""Characters. What is longer is a document, and a request in it may belong to it."""
_UNBROKEN = 200
"""Characters. A longer sentence is looked at in parts."""
_FRAMED, _FRAMED_IN_DOCUMENT = 6, 2
"""A question that stands this many sentences behind a frame or a claim stands within it."""
_HEAD = 3
"""Characters, such as marks, before the first word."""
_LAST = 200
"""Characters of a question that waits for its answer."""
_CLEAR = 5
"""Letters. Shorter words that ask, such as `como`, also compare."""
_FEW = 3
"""So many requests may be out of place in a document; with more of them it is a list of questions."""

_QUESTION = Lazy(r"[?？؟;՞][\s\"'”»」』)]*$|(?:か|吗|呢|까|나요)[。.]?$")
_QUOTED = Lazy(r"(?<!\w)'[^'\n]{1,200}'(?!\w)|\"[^\"\n]{1,200}\"|[“„«][^”“»\n]{1,200}[”“»]|[「『][^」』\n]{1,200}[」』]")
_LABEL = Lazy(r"(?:^|[\s.?!。？！؟।])([^\W\d_](?:[^\s:：.,;?!]{0,9}))\s?[:：ঃ]\s?(?=\S)")
_TASK_ABOUT = Lazy(r"([^.?!\n。؟।:：]{4,200})(?:[:：]|\bis)\s*(?=[\"'«“„「『{`‘<]|import\b|def\b)")
_CODE_AFTER = Lazy(r"([^\n:：]{4,160})[:：][^\n]{0,60}\n(?:[^\n]{0,200}\n)?\s*(?:def|class|function|import|int|void|public) \w+")
_HYPOTHETICAL = Lazy(
    r"hypoth?et|hipotet|ipotet|гипотет|гіпотет|υποθετικ|काल्पनिक|কাল্পনিক|افتراضي|فرضی|假设性|假想的|仮説|가상의|가설|สมมติฐาน|gia thuyet|gia dinh|varsayimsal|היפותטי"
)
"""What is said to be only supposed is asked for all the same."""
_PART = Lazy(r"(?<![\w'])(?:[A-Za-z]|\w{2,8} ?\d|\d ?\w{0,3})\W{0,3}(?:\w{1,8}[:=]?\W{1,2})?[\"“„«「]")
_MODE = Lazy(
    r"[<\[({][^<>\[\](){}\n]{0,30}?(?:\bmode\b|\bmodus\b|\bmodo\b|modalita|\bmodu\b|режим|模式|モード|모드|โหมด|وضع ال|मोड|মোড|che do|override|オーバーライド|오버라이드|ओवरराइड|ওভাররাইড|تجاوز)|<\w[^<>=/\"'\n]{8,80}[:：] ?(?!\w+>)"
)
_COMMENT = Lazy(r"<!\s?--(.{1,600}?)(?:-->|\Z)", re.DOTALL)
_SECRET = Lazy(fold(w.FOREIGN_SECRETS))
_COLON = Lazy("[:：]")
_SYMBOLS = Lazy(r"[\w\u0900-\u09ff\u0e00-\u0e7f]+")
_OWN = Lazy(r"[^\W\d_]{4,}")


Asked: TypeAlias = Literal["task", "role", "authority", "person", "hidden", "mode"]
"""What a text does to its reader; each weighs enough by itself."""


def weigh(sentences: Sequence[str], *, is_general: Callable[[str], bool]) -> frozenset[Asked]:
    """`is_general` says of a sentence in English whether it asks for work or knowledge, since texts mix languages."""
    whole = [fold(sentence) for sentence in sentences]
    folded = "\n".join(whole)
    if _MODE.search(folded):
        return frozenset({"mode"})
    if _examples(folded):
        return frozenset({"task"})
    parts = [piece for one in whole for piece in _phrases(one)]
    likely = spoken(folded)
    lines, talks = "\n".join(parts), tuple(words["talk"] for words in likely)
    for words in likely:
        language = _Language(words, lines, talks)
        said = [_Sentence(part, language) for part in parts]
        if found := frozenset(_weigh(folded, said, language, is_general)):
            return found
    return frozenset()


def _phrases(part: str) -> Iterator[str]:
    """Of words that no stop ends, as in Thai, about as many as a sentence has."""
    start = 0
    while len(part) - start > _UNBROKEN:
        cut = part.find(" ", start + _UNBROKEN // 2)
        if not start < cut < start + _UNBROKEN * 2:
            break
        yield part[start:cut]
        start = cut + 1
    yield part[start:]


def _weigh(folded: str, said: list[_Sentence], language: _Language, is_general: Callable[[str], bool]) -> Iterator[Asked]:
    if _about(folded, language) or _parts(said):
        yield "task"
        return
    if not any(one.may_ask for one in said):
        return
    short = len(folded) <= _SHORT
    near = _FRAMED if short else _FRAMED_IN_DOCUMENT
    if _whole(said, is_general) or _out_of_place(said, is_short=short):
        yield "task"
    for i, one in enumerate(said):
        if one.is_hypothetical or (one.plays and any(other.demands(short) for other in said[i : i + near])):
            yield "role"
        if one.claims and any(other.wants(short) or other.wants_secret for other in said[i : i + near]):
            yield "authority"
        if one.pries:
            yield "person"
        if one.ciphers:
            yield "hidden"
    if any(_order_in_comment(inside, language) for inside in _COMMENT.finditer(folded)):
        yield "hidden"


class _Language:
    """One language, and which kinds of its words a text holds at all: most texts hold few."""

    def __init__(self, words: Words, lines: str, talks: tuple[Lazy, ...]) -> None:
        self.words, self.talks, self._lines = words, talks, lines
        self._held: dict[Kind, bool] = {}

    def holds(self, kind: Kind) -> bool:
        if kind not in self._held:
            self._held[kind] = self.words[kind].search(self._lines) is not None
        return self._held[kind]


class _Sentence:
    def __init__(self, low: str, language: _Language) -> None:
        self.low, self.language, self.words = low, language, language.words
        self.is_question = _QUESTION.search(low) is not None
        self.asks, self.orders = self.has("asks"), self.has("opens", "closes")
        self.plays, self.claims = self.has("plays"), self.has("claims")

    def has(self, *kinds: Kind) -> bool:
        return any(self.language.holds(kind) and self.words[kind].search(self.low) is not None for kind in kinds)

    @property
    def may_ask(self) -> bool:
        return self.is_question or self.orders or self.asks or self.claims or self.plays

    @property
    def is_talk(self) -> bool:
        """Speaks of what is theirs who talk, beside what stands between quotes and the words of the request itself."""
        rest = self.words["asks"].sub(" ", _QUOTED.sub(" ", self.low))
        return any(talk.search(rest) for talk in self.language.talks)

    @property
    def is_long_enough(self) -> bool:
        return len(_SYMBOLS.findall(self.low)) >= 3 if self.words.spaced else len(self.low) >= 5

    @property
    def is_work(self) -> bool:
        return (self.orders or (self.asks and self.has("works"))) and self.is_long_enough and not self.is_talk

    @property
    def is_general(self) -> bool:
        """Work, or knowledge of the world."""
        if not (self.orders or (self.asks and self.has("works", "tells")) or (self.is_question and self.has("knows"))):
            return False
        return self.is_long_enough and not self.is_talk

    def demands(self, short: bool) -> bool:
        """Anything that is not about those who talk; in a document only work."""
        if not short:
            return self.is_work
        return self.orders or (self.is_question and not self.is_talk) or (self.asks and self.has("works", "tells"))

    def wants(self, short: bool) -> bool:
        """Work, or knowledge; in a document only work."""
        if self.is_work or (short and self.is_general):
            return True
        asks = short and (self.asks or self.is_question or self.claims)
        return asks and (self.has("works") or (not self.is_talk and self.has("tells")))

    @property
    def wants_secret(self) -> bool:
        return _SECRET.search(self.low) is not None and (self.claims or self.is_question or self.asks or self.has("tells"))

    @property
    def is_hypothetical(self) -> bool:
        return self.is_question and _HYPOTHETICAL.search(self.low) is not None

    @property
    def pries(self) -> bool:
        return (self.is_question or self.asks or self.orders) and self.has("private") and not self.is_talk

    @property
    def ciphers(self) -> bool:
        return self.has("ciphers") and (self.orders or (self.asks and self.has("works", "tells")))


def _whole(said: list[_Sentence], is_general: Callable[[str], bool]) -> bool:
    """Nothing but tasks."""
    spoken = [one for one in said if any(map(str.isalpha, one.low))]
    return bool(spoken) and any(one.is_general for one in spoken) and all(one.is_general or is_general(one.low) for one in spoken)


def _out_of_place(said: list[_Sentence], *, is_short: bool) -> bool:
    """Work that is asked for in passing; in a document only when it shares next to nothing with the rest, as does a last question."""
    if is_short and any(one.is_work for one in said):
        return True
    if len(said) < 3:
        return False
    at = [i for i, one in enumerate(said) if one.is_work or (i == len(said) - 1 and one.is_general and not is_short)]
    return 1 <= len(at) <= _FEW and any(_apart(said, i) for i in at)


def _apart(said: list[_Sentence], at: int) -> bool:
    own = set(_stems(said[at]))
    rest = {stem for i, other in enumerate(said) if i != at for stem in _stems(other)}
    return len(own & rest) * 3 <= len(own)


def _stems(one: _Sentence) -> Iterator[str]:
    if one.words.spaced:
        yield from (word[:5] for word in _OWN.findall(one.low))
    else:
        size = one.words.syllable
        yield from (one.low[i : i + size] for i in range(len(one.low) - size + 1) if not one.low[i : i + size].isspace())


def _about(folded: str, language: _Language) -> bool:
    """A task, and then the text or the code that it is about."""
    match = _TASK_ABOUT.match(folded.lstrip()) or _CODE_AFTER.match(folded.lstrip())
    if match is None:
        return False
    head = _Sentence(match[1].strip(), _Language(language.words, match[1].strip(), language.talks))
    if head.orders or (head.asks and head.has("works", "tells")):
        return True
    words = language.words
    asked = words["knows"].search(head.low)
    return asked is not None and (words.asks_anywhere or (len(asked[0]) >= _CLEAR and asked.start() <= _HEAD))


def _examples(folded: str) -> bool:
    """Questions with answers, by labels, and one that waits for its answer."""
    if sum(map(folded.count, ":：ঃ")) < 3 or _QUESTION.search(folded[-_LAST:]) is None:
        return False
    labels = [(match.start(), match.end()) for match in _LABEL.finditer(folded)]
    if len(labels) < 3:
        return False
    ends = [start + 1 for start, _ in labels[1:]] + [len(folded)]
    said = [folded[begin:end].strip() for (_, begin), end in zip(labels, ends, strict=True)]
    is_question = [_QUESTION.search(one) is not None for one in said]
    return is_question[0] and not is_question[1] and is_question[-1] and len(said[-1]) < _LAST


def _parts(said: list[_Sentence]) -> bool:
    """What is said in parts, to be put together."""
    if sum(one.low.count(quote) for one in said for quote in '"“„«「') < 2:
        return False
    return any(len(_PART.findall(one.low)) >= 2 and (one.may_ask or _head(one).orders) for one in said)


def _head(one: _Sentence) -> _Sentence:
    """What stands before a colon."""
    head = _COLON.split(one.low, 1)[0]
    return _Sentence(head, _Language(one.words, head, one.language.talks))


def _order_in_comment(match: re.Match[str], language: _Language) -> bool:
    inside = match[1].strip(" <>-")
    one = _Sentence(inside, _Language(language.words, inside, language.talks))
    return one.orders or one.has("works", "tells", "plays", "claims")
