# ruff: noqa: E501, SIM905 (word lists)
"""What a later text does to an earlier one, by rules on both in full: the same, the same in other words, another value, more, or nothing.

How near two texts are decides nothing: two sentences that differ in one number are near and contradict each other, and two that share a
name may have nothing to do with each other.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from .meaning import Meaning, is_state, meaning, words
from .one_thing import are_two, happened, holds, is_open, of_one_thing
from .patterns import Lazy
from .stems import CHANGES, FUNCTION, MOVES, VAGUE, stem
from .values import Value, agree

Relation = Literal["same", "restates", "narrows", "extends", "updates", "unrelated"]
"""`narrows`: the later says a part of what the earlier says. `extends`: the earlier is a part of the later."""


def relation(earlier: str, later: str) -> Relation:
    """Of two texts of one namespace. `earlier` and `later` in the world's time, not in order of arrival."""
    return _relation(earlier, later)


def forget() -> None:
    """Of the texts that were read nothing stays in the process: it may outlive them."""
    for kept in (meaning, _order, _near):
        kept.cache_clear()


def nearness(one: str, other: str) -> float:
    """How much of what they are about two texts share, 0 to 1: which of several that are updated is meant most."""
    a, b = meaning(one).whole, meaning(other).whole
    return len(a & b) / len(a | b) if a and b else 0.0


def share_value(one: str, other: str) -> bool:
    """Whether both give one thing the same value: then what updates one of them updates the other."""
    a, b = meaning(one), meaning(other)
    if len((a.whole & b.whole) - _WEAK) < 2:
        return False
    if a.values or b.values:
        return any(_comparable(x, y) and agree(x, y) for x in a.values for y in b.values)
    return a.value == b.value


def goes_with(other: str, was: str, now: str) -> bool:
    """Whether another text of the turn that told `was` tells nothing but values of it that `now` replaces: then it is true no more either."""
    o, a, b = meaning(other), meaning(was), meaning(now)
    if any(v.kind in ("date", "time") for v in o.values) and any(v.kind not in ("date", "time") for v in a.values):
        return False  # of another figure the day is only when it was so
    return bool(o.values) and len((o.whole & b.whole) - _WEAK) >= _ENOUGH and all(_is_replaced(v, a, b) for v in o.values)


def may_go_with(other: str, now: str) -> bool:
    """Whether `goes_with` can hold, whatever it was told beside."""
    o, b = meaning(other), meaning(now)
    return b.changed and bool(o.values) and len((o.whole & b.whole) - _WEAK) >= _ENOUGH and all(_is_replaced(v, o, b) for v in o.values)


_ENOUGH = 2


def _is_replaced(value: Value, a: Meaning, b: Meaning) -> bool:
    told = any(_comparable(value, x) and agree(value, x) for x in a.values)
    like = [y for y in b.values if _comparable(value, y)]
    return told and bool(like) and not any(agree(value, y) for y in like)


def _relation(earlier: str, later: str) -> Relation:
    if earlier == later:
        return "same"
    a, b = meaning(earlier), meaning(later)
    if a.whole.isdisjoint(b.whole) and a.slot.isdisjoint(b.slot):
        return "unrelated"
    if a.plain == b.plain:
        return "same"
    if (a.likes is None) != (b.likes is None):
        return "unrelated"
    if a.likes is not None:
        return _by_opinion(a, b)
    if a.values or b.values:
        return _by_values(a, b)
    if a.form and b.form:
        return _by_slot(a, b)
    return _by_words(a, b)


# opinions


def _by_opinion(a: Meaning, b: Meaning) -> Relation:
    if a.topic != b.topic or a.values != b.values:
        return "unrelated"
    return "restates" if a.likes == b.likes else "updates"


# amounts, dates, counts

_NEUTRAL = {
    kind: frozenset(stem(word) for word in nouns.split())
    for kind, nouns in {
        "measure": "duration take last finish complete period window need require span length weight height distance size speed long old age temperature",
        "money": "cost price pay amount charge sell save",
        "count": "number count total capacity seat contain have consist employ comprise amount own person allow permit",
        "date": "schedule date happen plan take place set due deadline",
        "time": "schedule time happen plan take place set start",
        "number": "number value set age old year",
        "label": "number value set version run use release",
        "version": "version run use",
        "percent": "rate share percentage",
        "ratio": "score",
    }.items()
}
"""What may be said or left out beside a value of a kind without changing of what it is a value."""
_NOTHING: frozenset[str] = frozenset()
_BARE = frozenset(("number", "label", "version", "ratio"))
_TIME_UNITS = frozenset("ms s min h day week month year".split())


def _by_values(a: Meaning, b: Meaning) -> Relation:
    if a.labels != b.labels and (a.labels - b.labels) and (b.labels - a.labels):
        return "unrelated"
    if _swapped(a, b) or _on_other_days(a, b) or are_two(a, b) or (happened(a) and happened(b) and not b.changed):
        return "unrelated"
    if (not b.values and _put_off(a, b)) or (not a.values and _put_off(b, a)):
        return "updates"
    if not a.values or not b.values:
        found = _by_words(a, b) if a.labels == b.labels else "unrelated"
        return ("narrows" if a.values else "extends") if found == "restates" else found
    one, other = a.whole, b.whole
    if one == other and one <= _ONE_OF_SEVERAL and not b.changed and (_ANY.search(a.text) or _ANY.search(b.text)):
        return "unrelated"
    if a.labels == b.labels and (one == other or _one_thing(one, other) or _alike_but_for_neutral(a, b)):
        return _same_topic(a, b)
    if (found := _nearly(a, b)) == "unrelated" and a.labels == b.labels:
        return "updates" if _by_clause(a, b) else _by_first_part(a, b)
    return found


_DETAILED = Lazy(r"(?P<first>.+?), (?P<detail>[A-Za-z]+(?: number)? #?\w*\d\w*)")


def _by_first_part(a: Meaning, b: Meaning) -> Relation:
    """`kept in Cork, shelf 40`: what stands before the detail decides, where both texts end with one of a kind."""
    one, other = _DETAILED.fullmatch(a.text), _DETAILED.fullmatch(b.text)
    if one is None or other is None or one["detail"].split()[0].lower() != other["detail"].split()[0].lower():
        return "unrelated"
    return "updates" if _relation(one["first"], other["first"]) == "updates" else "unrelated"


_DAY_OF = Lazy(r"(?<!\bas )\b(?:on|of|in|for|during)\s(?:the\s)?$", re.IGNORECASE)
_SETS_DAY = Lazy(
    r"\b(?:is|are|was|were|be|been|due|place|happens?|moved|set|scheduled|planned|booked|fixed|starts?|begins?|ends?|expires?)(?:\snow)?\s\w+\s(?:the\s)?$",
    re.IGNORECASE,
)


def _on_other_days(a: Meaning, b: Meaning) -> bool:
    """Each tells what was counted or measured on a day of its own: neither is what the other has become, unless it says so."""
    if b.changed:
        return False
    ones, others = _days_of(a), _days_of(b)
    return bool(ones and others) and not any(agree(x, y) for x in ones for y in others)


def _days_of(m: Meaning) -> list[Value]:
    """Days that something was on, beside another value; not those that are themselves what is told."""
    if all(v.kind in ("date", "time") for v in m.values):
        return []
    return [v for v in m.values if v.kind == "date" and _DAY_OF.search(m.text, 0, v.start) and not _SETS_DAY.search(m.text, 0, v.start)]


def _swapped(a: Meaning, b: Meaning) -> bool:
    """Who beats whom: the same names around the same word, the other way round."""
    if a.topic != b.topic:
        return False
    first, second = _order(a), _order(b)
    who = {word for word, is_name in first if is_name} & {word for word, is_name in second if is_name}
    for word in {word for word, is_name in first if not is_name} if len(who) > 1 else ():
        (before, after), (ahead, behind) = _around(word, first), _around(word, second)
        if who & before and who & after and who & before == who & behind and who & after == who & ahead:
            return True
    return False


@lru_cache(maxsize=4_096)
def _order(m: Meaning) -> tuple[tuple[str, bool], ...]:
    """What it is about in the order in which it is said, and which of it has a capital."""
    found = ((stem(word.lower()), word[:1].isupper()) for word, _ in words(m.text))
    return tuple((word, is_name) for word, is_name in found if word in m.topic)


def _around(word: str, order: tuple[tuple[str, bool], ...]) -> tuple[frozenset[str], frozenset[str]]:
    said = [each for each, _ in order]
    at = said.index(word) if word in said else 0
    return frozenset(said[:at]), frozenset(said[at + 1 :])


def _alike_but_for_neutral(a: Meaning, b: Meaning) -> bool:
    neutral = _NOTHING.union(*(_NEUTRAL.get(v.kind, _NOTHING) for v in (*a.values, *b.values)))
    rest = a.whole - neutral
    return bool(rest) and rest == b.whole - neutral


_ONE_OF_SEVERAL = frozenset(stem(word) for word in "deadline meeting appointment event call session budget".split())
"""`a deadline`, and nothing else that is named, may be another one than `the deadline`."""
_ANY = Lazy(r"\b(?:an?|another) ", re.IGNORECASE)


def _put_off(a: Meaning, b: Meaning) -> bool:
    """A day is set by the one text; the other says that it was another one, or is none any more, without saying which."""
    shared = (a.whole & b.whole) - _WEAK
    dated = any(v.kind in ("date", "time") for v in a.values)
    return dated and _PUT_OFF.search(b.text) is not None and len(shared) >= 2 and (b.whole - _WEAK) <= a.whole


_PUT_OFF = Lazy(
    r"\b(?:been|was|is|got|were|are) (?:rescheduled|postponed|cancell?ed|called off|delayed|put off|moved to another (?:day|date|time))\b"
)


def _same_topic(a: Meaning, b: Meaning) -> Relation:
    if a.denied != b.denied:
        return "updates"
    pairs = _pairs(a.values, b.values, alone=len(a.values) == len(b.values) == 1)
    other = [(x, y) for x, y in pairs if not agree(x, y)]
    if other:
        # a goal and what was reached are two figures of one thing
        return "updates" if any(x.kind in ("date", "time") or _is_goal(a, x) == _is_goal(b, y) for x, y in other) else "unrelated"
    if len(pairs) == len(a.values) == len(b.values):
        return "restates"
    if not pairs:
        return "unrelated"
    return "extends" if len(pairs) == len(a.values) else "narrows" if len(pairs) == len(b.values) else "unrelated"


def _pairs(ones: tuple[Value, ...], others: tuple[Value, ...], *, alone: bool = False) -> list[tuple[Value, Value]]:
    """Values of one kind and unit, in order; equal ones first."""
    free = list(others)
    found: list[tuple[Value, Value]] = []
    rest: list[Value] = []
    for value in ones:
        match = next((o for o in free if _comparable(value, o) and agree(value, o)), None)
        if match is None:
            rest.append(value)
        else:
            free.remove(match)
            found.append((value, match))
    for value in rest:
        match = next((o for o in free if _comparable(value, o) or (alone and _convertible(value, o))), None)
        if match is not None:
            free.remove(match)
            found.append((value, match))
    return found


def _comparable(one: Value, other: Value) -> bool:
    if one.kind == other.kind and one.kind not in ("label", "number"):
        return one.unit == other.unit and not _other_kind(one, other)
    return one.kind in _BARE and other.kind in _BARE and (not one.unit or not other.unit or one.unit == other.unit)


def _other_kind(one: Value, other: Value) -> bool:
    """Things of one noun that are called differently: coin toss problems and probability problems."""
    return bool(one.about and other.about) and not set(one.about) & set(other.about)


def _convertible(one: Value, other: Value) -> bool:
    """Alone of their topic: an amount in another unit is another value of it."""
    if one.kind == other.kind == "measure":
        return (one.unit in _TIME_UNITS) == (other.unit in _TIME_UNITS)
    kinds = {one.kind, other.kind}
    return one.kind == other.kind or (kinds <= {"number", "money", "label", "count", "measure"} and kinds != {"money", "measure"})


# parts of longer texts

_WEAK = frozenset(
    stem(word)
    for word in """project user team time work thing new help plan make sure part first last next month year week day question problem idea information detail people person
    learn focus stress worri excit motivat confident submit next different specific main important process feature example task goal progress tool system""".split()
)
_WINDOW, _BEHIND_DAY = 6, 2
_PLAIN = 16
_SHORT = 9
"""Words. A short sentence names its topic whole: one that names another is about another."""


def _nearly(a: Meaning, b: Meaning) -> Relation:
    """Long sentences: a value of the same kind and unit, of what is called the same right beside it."""
    if max(a.length, b.length) <= _SHORT or (a.denied != b.denied and not b.changed):
        return "unrelated"
    if a.names and b.names and not a.names & b.names and not (a.whole & b.whole) - _WEAK:
        return "unrelated"
    shared = (a.whole & b.whole) - _WEAK
    if not shared:
        return "unrelated"
    smaller = min(len(a.whole - _WEAK), len(b.whole - _WEAK)) or 1
    if _rivals(a, b) or (max(a.length, b.length) <= _PLAIN and _both_differ(a, b)):
        return "unrelated"
    for x in a.values:
        for y in b.values:
            if agree(x, y) or not _answers(x, y, a, b) or _is_step(a, x) or _is_step(b, y) or _was(b, y) or not _of_one_sort(x, y, a, b):
                continue
            if any(agree(z, y) and _comparable(z, y) for z in a.values) or any(agree(z, x) and _comparable(z, x) for z in b.values):
                continue
            near = (_near(a, x) & _near(b, y)) - _WEAK
            if x.kind == y.kind == "count":
                near |= {x.unit} - _WEAK
            if not near - a.names - b.names:
                continue  # the same people, places or brands are no reason: there is more than one figure about each
            whole = (x.kind in ("measure", "percent") or len(a.whole & b.whole) >= 2) and b.whole - _WEAK <= a.whole
            if x.kind in _BARE and y.kind in _BARE and len(near) < 2:
                continue
            common = len(shared - a.names - b.names)
            if _cued(b, y, near) and (common >= 2 or whole or (common and len(shared) >= 3)):
                return "updates"
            if x.kind not in ("date", "time", *_BARE) and len(near) >= 3 and len(shared) >= 3 and len(shared) / smaller >= 0.6:
                return "updates"
    return "unrelated"


_HOLDS = frozenset(("current", "currently", "total"))
"""They say how it stands, not that its day is another one."""
_DEADLINE = frozenset(stem(word) for word in "deadline date schedule".split())


def _cued(m: Meaning, value: Value, near: frozenset[str]) -> bool:
    """Whether the text says itself that this value is not what it was."""
    if value.kind in ("date", "time"):
        return bool(m.cues & MOVES and len(near) >= 2) or bool(m.cues - _HOLDS and near & _DEADLINE and near - _DEADLINE)
    return bool(m.cues)


def _by_clause(a: Meaning, b: Meaning) -> bool:
    """Whether the later text gives what the earlier one has a value of another one, and one of them says that it does not last."""
    if a.denied != b.denied or not (b.changed or is_open(a) or (holds(a) and holds(b))) or _rivals(a, b):
        return False
    return any(
        _comparable(x, y) and not agree(x, y) and _may_replace(x, y, a, b)
        and of_one_thing(a, x, b, y, _NEUTRAL.get(x.kind, _NOTHING) | _NEUTRAL.get(y.kind, _NOTHING), _WEAK)
        for x in a.values for y in b.values
    )  # fmt: skip


def _may_replace(x: Value, y: Value, a: Meaning, b: Meaning) -> bool:
    if x.kind in ("date", "time") and not b.cues & MOVES and not _is_now(b, y):
        return False
    if _is_step(a, x) or _is_step(b, y) or _was(b, y) or not _of_one_sort(x, y, a, b):
        return False
    return not any(agree(z, y) and _comparable(z, y) for z in a.values) and not any(agree(z, x) and _comparable(z, x) for z in b.values)


def _is_now(m: Meaning, value: Value) -> bool:
    """`ends on May 4 now`."""
    return _NOW_BEHIND.match(m.text, value.end) is not None or _NOW_BEFORE.search(m.text, 0, value.start) is not None


_NOW_BEHIND = Lazy(r",? (?:now|instead)\b", re.IGNORECASE)
_NOW_BEFORE = Lazy(r"\bnow (?:[a-z]+ )?(?:on |at |for )?$", re.IGNORECASE)


def _both_differ(a: Meaning, b: Meaning) -> bool:
    """Each is about something that the other is not about."""
    left = _WEAK.union(*(_NEUTRAL.get(v.kind, frozenset()) for v in (*a.values, *b.values)))
    return bool(a.whole - b.whole - left) and bool(b.whole - a.whole - left)


def _is_step(m: Meaning, value: Value) -> bool:
    """An amount by which something has changed, or is over another, is no value of it."""
    if value.kind in ("date", "time"):
        return False
    by = _BY.search(m.text, 0, value.start)
    return (by is not None and not (by[0].lower().startswith("sav") and _PUT_BY.match(m.text, value.end))) or bool(
        _MORE.match(m.text, value.end)
    )


def _was(m: Meaning, value: Value) -> bool:
    """What the text itself says that it was before: it takes the place of nothing."""
    return bool(_BEFORE.search(m.text, 0, value.start))


def _of_one_sort(x: Value, y: Value, a: Meaning, b: Meaning) -> bool:
    """A goal and what was reached are two figures of one thing, and so are a total and a rate, and what is only part of a name."""
    if x.kind in ("date", "time"):
        return _is_start(a, x) == _is_start(b, y)
    if _is_year(a, x) or _is_year(b, y):
        return False
    return all(of(a, x) == of(b, y) for of in (_is_goal, _is_rate, _is_part_of_name))


def _is_start(m: Meaning, value: Value) -> bool:
    """The day from which on something is so is no day on which it happens."""
    return bool(_STARTING.search(m.text, 0, value.start))


def _is_goal(m: Meaning, value: Value) -> bool:
    return bool(_GOAL.search(m.text, 0, value.start))


def _is_rate(m: Meaning, value: Value) -> bool:
    return bool(_RATE.match(m.text, value.end))


def _is_part_of_name(m: Meaning, value: Value) -> bool:
    """`a 3-mile run`."""
    return _HYPHEN.search(m.text[value.start : value.end + 2]) is not None


def _is_year(m: Meaning, value: Value) -> bool:
    return _YEAR.fullmatch(value.text) is not None and bool(_IN.search(m.text, 0, value.start))


_BEFORE = Lazy(r"\b(?:from|initially|originally|previously|formerly|was once|used to be)(?: (?:about|around))? $", re.IGNORECASE)
_STARTING = Lazy(r"\b(?:start(?:s|ed|ing)|begin(?:s|ning)|began|since)(?: on)? $", re.IGNORECASE)
_GOAL = Lazy(
    r"\b(?:goals?|aim(?:s|ed|ing)?|targets?|hop(?:es|ed|ing)|deadlines?|to be (?:under|below|over|above)|at (?:least|most))\b(?:[^.;,]|,\s(?:\d{4}|to\b),?|,(?=\d))*$",
    re.IGNORECASE,
)
_RATE = Lazy(
    r"(?:\s[a-z]+){0,2}\s?(?:/|\b(?:per|an? (?:day|week|month|year|hour)|each|daily|weekly|monthly|annually|yearly|hourly)\b)",
    re.IGNORECASE,
)
_HYPHEN = re.compile(r"\d-[a-z]")
_YEAR = re.compile(r"(?:19|20)\d\d")
_IN = Lazy(r"\b(?:in|from|since|of|until|by) $", re.IGNORECASE)
_BY = Lazy(
    r"\b(?:by|sav(?:e|es|ed|ing)|gain(?:s|ed|ing)?|lost|los(?:es|ing)|first|next|last|other|another) (?:about |around |up to |only |almost |nearly |an? |me |us |them )?$",
    re.IGNORECASE,
)
"""Before a difference, or a part of all."""
_PUT_BY = Lazy(r"\s(?:in|into|for|toward|towards|so far|up|already)\b", re.IGNORECASE)
"""What was saved for something is a sum of its own."""
_MORE = Lazy(r"\s(?:more|less|over|under|above|below|off|extra|ahead|early|late|cheaper|higher|lower|faster|slower)\b", re.IGNORECASE)


def _rivals(a: Meaning, b: Meaning) -> bool:
    """Both sides name somebody or something that the other does not."""
    return bool(a.names - b.names) and bool(b.names - a.names)


def _answers(x: Value, y: Value, a: Meaning, b: Meaning) -> bool:
    if x.kind == y.kind or {x.kind, y.kind} <= {"number", "label"}:
        return _comparable(x, y)
    for counted, number, text in ((x, y, b), (y, x, a)):
        if counted.kind == "count" and number.kind == "number" and counted.unit in text.topic:
            return True
    return False


@lru_cache(maxsize=4_096)
def _near(m: Meaning, value: Value) -> frozenset[str]:
    """The content words right before and after a value."""
    before: list[str] = []
    after: list[str] = []
    for word, at in words(m.text):
        low = word.lower()
        if value.start <= at < value.end or not low or low in FUNCTION or low in VAGUE or low in CHANGES or low[0].isdigit():
            continue
        (before if at < value.start else after).append(stem(low))
    # what happens on a day is named before it; what stands behind is more likely to be something else
    return frozenset((*before[-_WINDOW:], *after[: _BEHIND_DAY if value.kind == "date" else _WINDOW], *value.about))


# names and states

_SINGLE = frozenset("switch is employer home place reports studies drives prefers assigned use".split())
_MOVED = frozenset(("home", "place"))
_SWITCHED = frozenset(("switch", "is", "use", "studies", "prefers", "drives"))
_CLASSES = frozenset(stem(word) for word in "service project team server app company device program product tool platform customer".split())
"""What may stand beside a name or not: service Apollo is Apollo."""


def _one_slot(a: Meaning, b: Meaning) -> bool:
    return a.slot == b.slot or _one_thing(a.slot, b.slot)


def _one_thing(one: frozenset[str], other: frozenset[str]) -> bool:
    """Alike but for a word of class that only one of them has."""
    extra = one ^ other
    return bool(one & other) and extra <= _CLASSES and (one <= other or other <= one) and len(extra) == 1


def _one_form(one: str, other: str) -> bool:
    return one == other or {one, other} <= _MOVED or ("switch" in (one, other) and {one, other} <= _SWITCHED)


def _by_slot(a: Meaning, b: Meaning) -> Relation:
    if a.labels != b.labels:
        return "unrelated"
    if not _one_slot(a, b) or not _one_form(a.form, b.form):
        if a.topic == b.topic and _forms_agree(a, b):
            return "updates" if a.denied != b.denied else "restates"
        return "unrelated"
    if a.value == b.value:
        return "updates" if a.denied != b.denied else "restates"
    if a.denied or b.denied:
        return "unrelated"  # "it is not A" leaves open what it is
    if a.value < b.value or b.value < a.value:
        return "extends" if a.value < b.value else "narrows"
    if a.form == "state":
        return "updates" if is_state(a.value) and is_state(b.value) else "unrelated"
    if "use" in (a.form, b.form) and "switch" not in (a.form, b.form) and not (b.changed or _runs_on(a) or _runs_on(b)):
        return "unrelated"
    if a.form == b.form == "prefers" and not a.value & b.value and max(len(a.value), len(b.value)) > _CHOICE:
        return "unrelated"
    return "updates" if a.form in _SINGLE else "unrelated"


_CHOICE = 2
"""Words: what is preferred in more of them is one of many things, not the other of two."""


def _forms_agree(a: Meaning, b: Meaning) -> bool:
    """The same words in two forms say the same, unless who and what have changed places."""
    return a.form != b.form or a.slot == b.slot


def _runs_on(m: Meaning) -> bool:
    return any(
        phrase in m.text
        for phrase in (
            " runs on ",
            " run on ",
            " built with ",
            " built on ",
            " written in ",
            " rewritten in ",
            " implemented in ",
            " powered by ",
            " backed by ",
        )
    )


_RECENT = frozenset(("recently", "latest"))
"""What happened lately takes the place of nothing that happened before."""


def _by_change(a: Meaning, b: Meaning) -> Relation:
    """Any other predicate, where the later text says itself that something has changed: alike but for what stands at the end."""
    if not b.cues - _RECENT or "for now" in b.text or a.denied or b.denied or a.labels != b.labels or a.values or b.values:
        return "unrelated"
    was, now, shared = a.topic - b.topic, b.topic - a.topic, a.topic & b.topic
    if not was or not now or not shared - a.names or not (len(was) == len(now) == 1 or (was <= a.names and now <= b.names)):
        return "unrelated"
    first, second = ([stem(w.lower()) for w, _ in words(m.text)] for m in (a, b))
    at_end = all(w in first[-3:] for w in was) and all(w in second[-3:] for w in now)
    return "updates" if at_end and (was <= a.names) == (now <= b.names) else "unrelated"


def _by_words(a: Meaning, b: Meaning) -> Relation:
    if a.labels != b.labels:
        return "unrelated"
    if a.topic == b.topic and len(a.topic) >= 2:
        if a.form and b.form and not _forms_agree(a, b):
            return "unrelated"
        return "updates" if a.denied != b.denied else "restates"
    if a.denied != b.denied:
        return "unrelated"
    if not (a.topic & b.topic) - a.names - b.names:
        return "unrelated"
    if a.topic < b.topic and len(a.topic) >= 3 and not b.changed:
        return "extends"
    if b.topic < a.topic and len(b.topic) >= 3 and len(a.topic) - len(b.topic) <= 2 and len(b.values) <= len(a.values):
        return "narrows"
    return _by_change(a, b)
