"""Whether a text that nobody vouches for gives orders to the assistant that reads it, instead of telling something.

What is weighed is what a sentence does, not how one attack was worded: it sets rules aside, speaks to a model, dictates the answer, asks
for what must not be told, asks for later behaviour, moves data or money, plays a role, hides its words, or asks for work that
has nothing to do with the text around it. A text whose signs weigh `ENOUGH` together is kept as a source and makes no
memory until a person has seen it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from . import injection_foreign
from . import injection_ordinary as o
from . import injection_patterns as p
from . import injection_words as w
from .hidden import carried, floods
from .injection_orders import NEEDED, orders
from .injection_orders_foreign import foreign_orders
from .injection_tongues import fold
from .nearby import Held
from .sentences import sentences
from .shadow import plain, plain_text

Sign = Literal[
    "override", "mode", "addressed", "dictated", "exfiltration", "person", "later", "action", "role", "authority", "hidden", "task"
]
ENOUGH = 2
_LONGEST_TALK = 400
"""Characters. What is longer is no turn of a conversation; there a request that shares nothing with the rest stands out more."""
_LONGEST = 1_000
_GAP = 70
"""Characters between an order to forget and what is to be forgotten, and between a secret's name and the question for it."""
_NEAR = 40
"""Characters around a secret's name in which it is said that it is changed or forgotten."""
_OFTEN = 4
"""Of so many words one is a frequent one in an English sentence."""
_OVERLAP = 200
"""Characters of a sentence that are looked at together."""


class Verdict(NamedTuple):
    weight: int
    signs: tuple[Sign, ...]

    @property
    def quarantined(self) -> bool:
        return self.weight >= ENOUGH


NOTHING = Verdict(0, ())


def judge(text: str) -> Verdict:
    """Of a document, a tool's result or a page: text that no user of ours has said."""
    if not text.strip():
        return NOTHING
    shown = _shown(text)
    found: dict[Sign, int] = {}
    parts = sentences(shown)
    if p.LATIN.search(shown) is not None:
        _weigh(shown, parts, found)
    for words in carried(shown, text):
        inside: dict[Sign, int] = {}
        _weigh(words.text, sentences(words.text), inside)
        if words.secretive or sum(inside.values()):
            found["hidden"] = ENOUGH
    if floods(shown):
        found["hidden"] = ENOUGH
    if sum(found.values()) < ENOUGH:
        _elsewhere(parts if shown == text else sentences(text), found)
    return Verdict(sum(found.values()), tuple(found))


def _shown(text: str) -> str:
    """As a reader sees it. `plain` also tells where each character came from, which nobody asks here and which takes long."""
    if text.isascii() or "\\u" in text:
        return plain(text).text
    return text if p.LATIN.search(text) is None else plain_text(text)


def _elsewhere(parts: list[str], found: dict[Sign, int]) -> None:
    """In other languages than English: orders to forget, questions for what must not be told, and the rest by tables of words."""
    lows = [_low(part) for part in parts]
    if not _is_english(" ".join(lows)):
        if any(_switches(low) for low in lows):
            found["task"] = ENOUGH
    else:
        whole = "\n".join(lows)
        hints = [hint for hint in w.FOREIGN_HINTS if hint in whole]
        foreign = [i for i, low in enumerate(lows) if _is_foreign(low, hints)]
        parts, lows = [parts[i] for i in foreign], [lows[i] for i in foreign]
    if not parts:
        return
    low = "\n".join(lows)
    _weigh_foreign(low, found)
    for does in foreign_orders(low) if sum(found.values()) < ENOUGH else ():
        found[does] = ENOUGH
    if sum(found.values()) < ENOUGH:
        for sign in injection_foreign.weigh(parts, is_general=_is_general):
            found[sign] = ENOUGH


def _low(part: str) -> str:
    low = part.lower()
    return low if low.isascii() else p.NO_WIDTH.sub("", unicodedata.normalize("NFKC", low)).replace("’", "'")


def _is_general(low: str) -> bool:
    one = _Sentence.of(low)
    return one.asks and (_general(one) or one.orders)


def _is_foreign(low: str, hints: list[str]) -> bool:
    """A sentence beside English ones that has no word of English; `hints` are those of the whole text."""
    if not low.isascii():
        return not _is_english(low)
    if any(hint in low for hint in hints):
        return len(p.FREQUENT_ENGLISH.findall(low)) * _OFTEN <= low.count(" ") + 1
    return low.count(" ") >= 3 and not p.CODE.search(low) and p.FREQUENT_ENGLISH.search(low) is None


def _switches(part: str) -> bool:
    """Talk that turns to a question which has nothing to do with it."""
    switch = p.FOREIGN_SWITCH.search(part)
    if switch is None or p.FOREIGN_YOU.search(part, switch.end()):
        return False
    return bool(p.FOREIGN_END.search(part) or p.FOREIGN_QUESTION.search(part, switch.end()))


def _weigh_foreign(low: str, found: dict[Sign, int]) -> None:
    """Of sentences, one a line."""
    if p.OTHER_LETTERS.search(low) is None and not _hints(fold(low)):
        return
    for order in p.FOREIGN_OVERRIDE.finditer(low):
        start, end = max(0, order.start() - _GAP), order.end() + _GAP
        if p.NOT_AN_ORDER.search(low, start, order.start()):
            continue
        before = low.rfind("\n", start, order.start()) + 1
        after = low.find("\n", order.end(), end)
        span = max(start, before), end if after < 0 else after
        if any(True for _ in p.FOREIGN_RULES.finditer(low, *span)) and not o.is_about_mail(low, *span):
            found["override"] = ENOUGH
            break
    for secret in p.FOREIGN_SECRET.finditer(low):
        start, end = max(0, secret.start() - _GAP), secret.end() + _GAP
        asks = p.FOREIGN_ASKS.search(low, start, end) or p.FOREIGN_QUESTION.search(low, start, secret.start())
        begins = max(low.rfind(mark, start, secret.start()) for mark in ".?!。？！\n") + 1
        if asks and not p.FOREIGN_OWN_ACCOUNT.search(low, max(begins, secret.start() - _NEAR), secret.end() + _NEAR):
            found["exfiltration"] = ENOUGH


def _hints(bare: str) -> bool:
    return any(hint in bare for hint in w.FOREIGN_HINTS)


def _is_english(low: str) -> bool:
    return (low.isascii() and not low.strip(" 0123456789|-")) or len(p.ENGLISH.findall(low)) * 12 > len(low.split())


def _weigh(text: str, parts: list[str], found: dict[Sign, int]) -> None:
    said = [_Sentence.of(piece) for part in parts for piece in _pieces(part)]
    low = text.lower()
    held = _HELD(low)
    tests: list[tuple[Sign, Callable[[_Sentence], int], list[str]]] = [
        (sign, test, [word for word in words if word in held]) for sign, test, words in _TESTS if not held.isdisjoint(words)
    ]
    for one in said:
        for sign, test, words in tests:
            if any(word in one.whole for word in words) and (weight := test(one)):
                found[sign] = max(found.get(sign, 0), weight)
    if sum(found.values()) < ENOUGH:
        for sign, weight in orders(low, held):
            found[sign] = max(found.get(sign, 0), weight)
    if sum(found.values()) < ENOUGH:
        if any(_asks_for_it(*pair) for pair in pairwise(said)):
            found["exfiltration"] = ENOUGH
        if _prompt(text, said) or _out_of_place(said) or any(_is_work(one) for one in said):
            found["task"] = ENOUGH
        elif ("role" in found or "authority" in found) and any(one.asks and not p.OFFERS.search(one.low) for one in said):
            found["task"] = 1


def _asks_for_it(before: _Sentence, one: _Sentence) -> bool:
    """For the secret that the sentence before has named."""
    return p.SECRET.search(before.low) is not None and p.CONFIRM_IT.search(one.low) is not None


def _is_work(one: _Sentence) -> bool:
    """Asks whether one can do what mostly a model is asked for, whatever stands around it."""
    return p.CAN_WORK.search(one.low) is not None and p.OF_THEIR_LIFE.search(p.CAN_WORK.sub("", one.low, 1)) is None


def _pieces(sentence: str) -> Iterator[str]:
    """Of a sentence without an end, parts that overlap: no order falls between two."""
    if len(sentence) <= _LONGEST + _OVERLAP:
        yield sentence
        return
    for start in range(0, len(sentence), _LONGEST):
        yield sentence[start : start + _LONGEST + _OVERLAP]


class _Sentence(NamedTuple):
    text: str
    whole: str
    """In lower case."""
    low: str
    """In lower case, without the words that lead into it."""

    @classmethod
    def of(cls, part: str) -> _Sentence:
        bare = p.LEAD.sub("", part, 1)
        return cls(part, part.lower().replace("’", "'"), bare.lower().replace("’", "'"))

    @property
    def is_question(self) -> bool:
        return self.text.rstrip("\"')* ").endswith(("?", "？", "؟"))

    @property
    def orders(self) -> bool:
        """Begins with a verb that asks for work, or asks whether one can do it."""
        return bool(p.IMPERATIVE.match(self.low) or ("you" in self.low and p.CAN_YOU.search(self.low)))

    @property
    def asks(self) -> bool:
        return self.is_question or self.orders or bool(p.NEED_YOU.search(self.low))


def _override(one: _Sentence) -> int:
    for match in p.OVERRIDE.finditer(one.low):
        if not p.NOT_AN_ORDER.search(one.low[: match.start()]) and not o.is_ordinary_override(one.low, match):
            return 2
    return 0


def _mode(one: _Sentence) -> int:
    return 2 if p.MODE.search(one.low) or p.TURN_MARK.search(o.without_code(one.text)) else 0


def _addressed(one: _Sentence) -> int:
    texts = (one.whole,) if one.whole.endswith(one.low) else (one.whole, one.low)
    if any(not o.is_told_of_a_model(text, match) for text in texts for match in p.TO_A_MODEL.finditer(text)):
        return 2
    return 1 if p.AS_A_MODEL.search(one.low) else 0


def _dictated(one: _Sentence) -> int:
    low = one.low
    if any(not o.is_ordinary_reply(low, match) for match in p.REPLY_IN.finditer(low)):
        return 2
    if any(not o.is_done_by_others(low, match) for match in p.TELL_USER.finditer(low)):
        return 2
    shapes = bool(p.SHAPES.search(low)) or bool(p.CAN_YOU.search(low))
    if p.YOUR_ANSWER.search(low) and not p.THANKS.search(low):
        return 2 if shapes or p.THE_CODE.search(low) else 0
    if p.THE_CODE.search(low) and p.YOUR_CODE.search(low) and not p.CAN_WE.search(low):
        return 2
    return 1 if shapes and p.QUOTED_CLAIM.search(low) else 0


def _exfiltration(one: _Sentence) -> int:
    low = one.low
    if p.SECRET.search(low) and (
        any(not o.is_forbidden(low, match) for match in p.REVEALS.finditer(low))
        or (one.is_question and p.WHAT_IS.search(low) and not o.asks_what_one_is(low))
    ):
        return 2
    return 2 if p.OF_THE_USER.search(o.without_recipients(low)) and (one.is_question or one.orders) else 0


def _person(one: _Sentence) -> int:
    """Asks for what is private about a person who is named."""
    if not one.asks and not one.orders:
        return 0
    return 2 if p.SOMEBODYS.search(one.text) or p.WHERE_LIVES.search(one.text) else 0


def _later(one: _Sentence) -> int:
    if p.FROM_NOW.search(one.low) or p.WHEN_ASKED.search(one.low) or p.MEMORISE.search(one.low):
        return 2
    return 1 if p.ALWAYS.search(one.low) else 0


def _action(one: _Sentence) -> int:
    if p.FIRST_DO.search(one.low):
        return 2
    if p.ACTION.search(one.low):
        return 2 if p.DESTINATION.search(one.low) or p.OF_ALL.search(one.low) else 1
    return 0


def _role(one: _Sentence) -> int:
    if any(not o.is_done_by_others(one.low, match) and not o.is_scene(one.low, match) for match in p.BE_SOMEBODY.finditer(one.low)):
        return 2
    return 1 if p.SUPPOSE.search(one.low) else 0


def _authority(one: _Sentence) -> int:
    return 1 if p.CLAIMS.search(one.whole) else 0


def _hidden(one: _Sentence) -> int:
    return 2 if (one.orders or one.is_question) and p.CIPHER.search(one.low) else 0


def _prompt(text: str, said: list[_Sentence]) -> bool:
    """The whole text is a task for a model: it asks and tells nothing, or it is a task and then the text that it is about."""
    head = text[:400]
    if p.TASK_ABOUT.match(head) or _parts(text) or _open_question(text):
        return True
    if not said or not any(_general(one) for one in said):
        return False
    return all(_general(one) or (one.asks and not p.OF_YOU.search(one.low)) or not any(map(str.isalpha, one.low)) for one in said)


def _general(one: _Sentence) -> bool:
    """Work or knowledge that one asks a model for, and nothing of the life of those who talk."""
    if len(one.low.split()) < 4:
        return False
    if p.ALONE.match(one.low):
        return p.OF_THEIR_LIFE.search(p.ALONE.sub("", one.low, 1)) is None
    if one.is_question and p.OF_KINDS.match(one.low):
        return p.OF_THEIR_LIFE.search(one.low) is None
    if p.MAKING.match(one.low):
        return not p.OF_YOU.search(p.CAN_YOU.sub("", one.low, 1))
    return not p.OF_THEIR_LIFE.search(one.low) and (one.is_question and bool(p.KNOWLEDGE.match(one.low)))


def _open_question(text: str) -> bool:
    if ": " not in text or "?" not in text:
        return False
    asked = [m[1].lower() for m in p.QA.finditer(text)]
    return asked.count("q") >= 1 and bool(asked) and asked[-1] == "q" and (len(asked) >= 2 or len(text) < 400)


def _parts(text: str) -> bool:
    return bool(p.PARTS.search(text)) or (len(p.STRINGS.findall(text)) >= 3 and bool(p.JOIN.search(text)))


def _out_of_place(said: list[_Sentence]) -> bool:
    """One or two requests that share no word with the rest of a text that is no talk."""
    if len(said) < 3:
        return False
    is_document = sum(len(one.low) for one in said) > _LONGEST_TALK
    found = [i for i, one in enumerate(said) if _request(one, is_document=is_document)]
    if not 1 <= len(found) <= 3:
        return False
    return any(_apart(said, i) for i in found)


def _request(one: _Sentence, *, is_document: bool) -> bool:
    low = p.HOW_ONE_SAYS.sub("how does one say", p.QUOTED.sub("", one.low))
    if len(one.low.split()) < 4 or p.NO_SENTENCE.search(one.text) or (p.OF_YOU if is_document else p.OF_THEIR_LIFE).search(low):
        return False
    if p.MAKING.match(low) or (p.CAN_YOU.match(low) and p.CAN_MAKE.search(low)) or (one.is_question and p.KNOWLEDGE.match(low)):
        return True
    return is_document and bool(p.QUESTION_INSIDE.match(low) or p.SHAPING.match(low))


def _apart(said: list[_Sentence], at: int) -> bool:
    own = _stems(p.QUOTED.sub("", said[at].low))
    if not own:
        return True
    rest: set[str] = set()
    for i, other in enumerate(said):
        if i != at:
            rest |= _stems(other.low)
    return len(own & rest) * 3 <= len(own)


def _stems(low: str) -> set[str]:
    return {word[:5] for word in re.findall(r"[a-z]{4,}", low) if word not in p.EMPTY}


_TESTS: tuple[tuple[Sign, Callable[[_Sentence], int], tuple[str, ...]], ...] = (
    ("override", _override, tuple(w.OVERRIDE.split("|"))),
    ("mode", _mode, w.NEEDS_MODE),
    ("addressed", _addressed, w.NEEDS_ADDRESSED),
    ("dictated", _dictated, w.NEEDS_DICTATED),
    ("exfiltration", _exfiltration, w.NEEDS_EXFILTRATION),
    ("person", _person, w.NEEDS_PERSON),
    ("later", _later, w.NEEDS_LATER),
    ("action", _action, tuple(w.ACTIONS.split("|"))),
    ("role", _role, w.NEEDS_ROLE),
    ("authority", _authority, w.NEEDS_AUTHORITY),
    ("hidden", _hidden, w.NEEDS_HIDDEN),
)  # fmt: skip
"""Each test with the words of which one must stand in the text."""
_HELD = Held((*NEEDED, *(word for _, _, words in _TESTS for word in words)))
