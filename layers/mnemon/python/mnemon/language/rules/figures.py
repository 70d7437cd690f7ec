# ruff: noqa: E501 (patterns)
"""Figures that a sentence takes for granted while it asks or plans: amounts, shares, dates and counts, with what they are values of.

"Can you check that our 1,200 euro budget for travel is enough?" asks one thing and states another: the travel budget is 1,200 euros. What
is stated stands in few forms: `the X of V`, `my V X`, `X, which is now V`, `X was moved to V`, `it is V now`, or a clause of its own that
says something of the speaker.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mnemon.language import dates
from mnemon.language.meaning import meaning
from mnemon.language.patterns import Lazy
from mnemon.language.person import Speaker, sentence, third_person
from mnemon.language.tokens import count
from mnemon.language.values import Value, values
from mnemon.model.instants import Instant

from .said_of import changed_to, has_value, whole_name
from .trifles import is_trifle

_DET = r"(?:[Tt]he|[Mm]y|[Oo]ur|[Tt]heir|[Hh]is|[Hh]er|[Ii]ts|[A-Z][\w-]*['’]s)"
_NP = rf"(?P<np>{_DET}(?:\s(?!(?:which|that|who|so|and|but|is|was|are|were|has|have|had|to|can|could|will)\b)[\w'’/.-]+){{1,9}}?)"
_AUX = r"(?:is|was|are|were|has|have|had|been|be|being|now|recently|currently|already|typically|usually|also|just|still|about|around|roughly|approximately|nearly|almost|over|only|slightly|further|finally|got|takes?|took|costs?|lasts?|reaches|achieves|achieved|averages|scores|scored|contains|includes|holds|covers|up|down|to|at|from|by|set|rated|estimated|due|scheduled|planned|booked)"
_CHANGED = r"(?:improved|increased|decreased|reduced|raised|lowered|extended|shortened|moved|rescheduled|postponed|pushed(?: back)?|shifted|bumped(?: up)?|changed|adjusted|revised|updated|cut|grown|grew|reached|hit|dropped|risen|rose|climbed|fell|expanded|set|surpassed|brought forward|delayed|upgraded|switched|doubled|gone up|went up|gone down|went down)"
_STEPS = rf"(?P<p>(?:(?:{_AUX}|{_CHANGED})\s){{1,7}})(?:(?:a total of|an average of|as much as|as many as|up to)\s)?"
_OF = Lazy(
    rf".*(?P<np>\b(?:{_DET}|an?)(?:\s(?!(?:which|that|who|so|and|but|is|was|are|were|has|have|had|to|can|could|will|take|takes)\b)[A-Za-z][\w'’/.-]*){{1,7}}?)\sof\s(?:about\s|around\s|up to\s|only\s|roughly\s)?$",
    re.DOTALL,
)
_OWNER = Lazy(
    rf".*(?P<np>\b(?:{_DET}|an?)(?:\s(?!(?:which|that|who|so|and|but|is|was|are|were|has|have|had|to|can|could|will|with)\b)[\w'’/.-]+){{1,6}}?)\s(?P<v>(?:(?:now|currently|already|still)\s)?(?:has|have|had)|with)\s$",
    re.DOTALL,
)
"""What has a thing of a value: "my loan has a rate of 4%", "a loan with a rate of 4%"."""
_VERB = Lazy(rf"\b(?:is|was|are|were|has|have|had|been|got|takes?|took|costs?|lasts?|{_CHANGED})\b")
_EMPTY_OF = Lazy(
    r".*\b(?:total|average|number|lot|couple|use|minimum|maximum|sum|set|pair|series|part|end|beginning|middle|rest|top|bottom|amount|range|combination|version|amount)$",
    re.IGNORECASE,
)
_WHICH = Lazy(rf".*\b{_NP},?\s(?:which|that)\s{_STEPS}$", re.DOTALL)
_IT = Lazy(rf".*\b(?:it|they|that)(?:['’](?P<be>s|re|ve))?\s?{_STEPS}$", re.DOTALL)
_MOVED = Lazy(rf".*\b{_NP}\s(?P<p>(?:{_AUX}\s)*{_CHANGED}\s(?:(?:{_AUX})\s)*)(?:(?:a total of|an average of)\s)?$", re.DOTALL)
_OWN = Lazy(
    rf".*(?P<np>\b{_DET}(?:\s(?!(?:which|that|who|so|and|but|is|was|are|were|has|have|had|to|up|down|can|could|will|would|takes?|took|costs?|lasts?|reach(?:es|ed)?|achieves?d?|gets|got|scores?d?|averages?d?|shows?|hits?|only|for|at|by|because|than|now)\b)[\w'’/.-]+){{0,5}}?)\s$",
    re.DOTALL,
)
_NOUN = Lazy(
    r"\s?(?!(?:ago|old|later|long|away|left|off|more|less|each|per|apart|over|under)\b)(?P<n>[a-z][\w-]*(?:\s(?!(?:is|was|are|will|would|does|do|and|or|but|for|on|in|of|to|at|by|with|from|doesn|isn|can|that|which|we|i|as)\b)[a-z][\w-]*){0,3})(?P<pp>\s(?:on|for|in|of|above|below|per)\s(?:[^,;?!]|,(?=\d)){3,60}?)?(?=,(?!\d)|[;?!.]|\s(?:will|would|is|was|are|does|doesn|and|or|but|so|which|that|to|can|considering|since|by)\b|$)"
)
_PP = Lazy(
    r"\s(?:for|on|in|at|per|above|below|with)\s(?:[^,;?!]|,(?=\d)){3,80}?(?=,(?!\d)|[;?!]|\.\s|\.?$|\s(?:which|considering|since|because|so|and I|but I|can you|is|was|are|were|will|would|has|does|should)\b)"
)
_CUT_OFF = Lazy(r"\s(?:an?|the|my|our|his|her|their|of|and)$", re.IGNORECASE)
_PER = Lazy(r"\s(?:an?|per|each|every)\s(?:hour|day|week|month|quarter|year|night|person|head)\b")
_ANTECEDENT = Lazy(rf"{_NP}(?=,|\s(?:and|but|so|to|is|was|can|could|will|for)\b|$)")
_LEAD = Lazy(
    r"^(?:(?:and|but|so|because|since|as|especially|particularly|given|considering|now|the fact|fact|that|where|while|although|even though|though|also|plus|with|then|when|after|however|which is why|for example|like|basically|actually)\b,?\s*)+",
    re.IGNORECASE,
)
_BESIDE = Lazy(
    r"^(?:after|with|by|thanks to|due to|because of|following|since|over|in|during)\s[^,;]{3,70}?,?\s(?=(?:I|we|my|our)(?:['’](?:m|ve|re))?\s)",
    re.IGNORECASE,
)
"""What is told before somebody says something of themselves: "After the trip I have six days left"."""
_SAYS = Lazy(r"^(?:I|we|my|our)(?:['’](?:m|ve|re))?\b", re.IGNORECASE)
_NOT_SAID = Lazy(
    r"\b(?:if|whether|should|could|would|might|maybe|perhaps|what if|suppose|supposing|imagine|say|hypothetically|wish|hope|unless|can|how|what|why|which one|let['’]s|i['’]d|i['’]ll)\b|^(?:i|we) (?:need|want|have to|must) (?:help|you|to)\b",
    re.IGNORECASE,
)
_PARTS = Lazy(r"[,;]\s+(?!\d{4}\b)|\s[-–—]\s|\.\s+|\s(?=(?:and|but|so) (?:I|we|my|our|can|could|what|how|should)\b)")
_ATTACHED = Lazy(
    r"^(?:which|who|whose|where|that|tagged|including|such as|with|hosted|after|using|covering|dedicating|meaning|making|and \d|including|up from|down from|up to|due|thanks|aiming|considering|at|on|by|for|to)\b",
    re.IGNORECASE,
)
_ASKS = Lazy(
    r"^(?:can|could|would|will|do|does|did|is|are|should|what|how|why|when|where|which|who|please|tell|show|help|explain|give|any)\b",
    re.IGNORECASE,
)
_IS_ASKED = Lazy(r"^(?:(?:and|but|so)\s)?(?:can|could|would|will|do|does|did|is|are|was|were|should|what|how|why|please)\b", re.IGNORECASE)
_DELAYED = Lazy(
    rf"(?:(?P<it>\bit)(?:['’]s| is| was| has)|\b{_NP}\s(?:is|was|has|have|got|are|were))(?:\s(?:been|just|recently|now|also))*\s(?P<v>rescheduled|postponed|cancell?ed|called off|moved to another (?:day|date|time)|delayed)\b",
)
_SPLICED = Lazy(r",\s(?:the|my|our)\s[^,]+$", re.IGNORECASE)
_IT_IS = Lazy(r"\b(?:and|but|so) (?:it|they) (?:is|are|has|have)\b|\b(?:it|they)'(?:s|re)\b", re.IGNORECASE)
_OF_IT = Lazy(r"\b(on|of|for|with|about|to|in|at)\sit\b")
_BARE = 80
_LONGEST = 320
_MOST = 12
"""Of one sentence: what holds more figures is a list or a log."""
_KINDS = frozenset(("money", "percent", "date", "time", "measure", "count", "number", "ratio"))


@dataclass(frozen=True, slots=True)
class Figure:
    """`content` stands by itself; `said` are the words of the sentence that it was made of."""

    content: str
    said: str


def figures(text: str, at: Instant, speaker: Speaker, told: Sequence[str]) -> Iterator[Figure]:
    """Of one sentence; `told` is what other rules have read in it: a figure that is told already is not told again."""
    text = text.replace("’", "'")
    found = [v for v in values(text) if v.kind in _KINDS]
    if len(found) > _MOST or len(text) > 1_500:
        return
    seen = " ".join(one for one in told)
    for value in found:
        shown = text[value.start : value.end]
        if shown in seen and not any(shown in one and is_bare(one) for one in told):
            continue
        made = _stated(text, value) or (has_value(text, value) if shown not in seen else None)
        if made is None or not 3 <= count(made) <= 60 or is_trifle(made):
            continue
        content = _written(made, at, speaker)
        seen += " " + made + " " + content
        yield Figure(content, made)
    if not found and (made := _delayed(text)) is not None and not any(made.split()[-1] in one for one in told):
        yield Figure(_written(made, at, speaker), made)


_TOPIC = Lazy(
    r"\b(?:trying to|working on|need to|want to|planning to|going to|looking to|started|building|implementing|updating|managing)\s(?:[a-z]+\s){0,2}?(?P<np>(?:my|the|our)\s[\w' -]+?)(?=\s(?:to|with|by|for|so|and|but|that|which|using|in|on|of)\b|[,.;?!]|$)",
    re.IGNORECASE,
)


def topic(text: str) -> str | None:
    """What a turn is about, as its first sentences say it: what a bare count later in it is a count of."""
    m = _TOPIC.search(text[:400])
    return re.sub(r"^(?:my|the|our)\s", "", m["np"], flags=re.IGNORECASE) if m else None


def about(content: str, topic: str | None) -> str:
    """A count that names nothing but what is counted, with the topic of its turn beside it."""
    if topic is None or len(content) > _BARE or topic.lower() in content.lower():
        return content
    said = meaning(content)
    bare = len(said.values) == 1 and said.values[0].kind == "count" and not said.values[0].about and not said.topic and not said.names
    return f"{content.rstrip('.')} ({topic})." if bare else content


def _written(made: str, at: Instant, speaker: Speaker) -> str:
    dated = dates.annotate(made, tuple(dates.find(made, at)))
    return sentence(third_person(dated, speaker))


def _stated(text: str, value: Value) -> str | None:
    left, right, shown = text[: value.start], text[value.end :], text[value.start : value.end]
    if (changed := changed_to(text, value, _antecedent)) is not None:
        return changed
    named = _named(left, right, shown, value)
    if named is not None and not is_bare(named):
        return named
    clause = _clause(text, value)
    if clause is None or (named is not None and _IT_IS.search(clause)):
        return named
    return (has_value(text, value) if _SPLICED.search(clause) else None) or clause


def is_bare(content: str) -> bool:
    """It has a figure, and hardly says of what: "the budget is $650"."""
    said = meaning(content)
    return len(said.values) > 0 and len(said.topic) + sum(len(v.about) for v in said.values) <= 2 and not said.names


def _named(left: str, right: str, shown: str, value: Value) -> str | None:
    """The forms that name a thing and its value."""
    if (m := _OF.match(left)) and not _EMPTY_OF.match(m["np"]):
        rate = _PER.match(right)
        each = rate[0] if rate else ""
        if m["np"].startswith(("a ", "an ")) and (whose := _OWNER.match(left[: m.start("np")])) is not None:
            if whose["v"] == "with" and whose["np"].startswith(("a ", "an ")):
                return f"{_whole(m['np'])} of {_whole(whose['np'])} is {shown}{each}"
            if whose["v"] != "with":
                return f"{whose['np']} {whose['v']} {m['np']} of {shown}{each or _rest(right)}"
        pp = _PP.match(right, len(each))
        behind = pp[0] if pp and not _CUT_OFF.search(pp[0]) else ""
        return f"{_whole(m['np'])}{behind} is {shown}{each}{_rest(right) if pp and not behind and not each else ''}"
    if (m := _WHICH.match(left)) or (m := _MOVED.match(left)):
        return f"{whole_name(m['np'], left[: m.start('np')], _BEFORE_NP)[0]} {m['p']}{_amount(left)}{shown}{_rest(right)}"
    if (m := _IT.match(left)) and (m["be"] or _VERB.search(m["p"])) and (np := _antecedent(left)) is not None:
        be = {"s": "is ", "re": "are ", "ve": "have "}.get(m["be"] or "", "")
        return f"{np} {be}{m['p']}{shown}{_rest(right)}"
    if value.kind in ("money", "percent", "measure", "ratio") and (m := _OWN.match(left)) and (n := _NOUN.match(right)):
        return f"{_whole(m['np'])} {n['n']}{n['pp'] or ''} is {shown}"
    return None


def _amount(left: str) -> str:
    m = re.search(r"(?:a total of|an average of|as much as|as many as)\s$", left)
    return m[0] if m else ""


def _rest(right: str) -> str:
    """What follows a value up to where the clause ends."""
    end = re.search(r",(?!\d)|[;?!]|\.(?:\s|$)|\s(?:and|but|so|which|considering|because)\b|\s-\s", right)
    return right[: end.start() if end else len(right)][:120]


_BEFORE_NP = Lazy(
    rf".*(?P<np>\b{_DET}(?:\s(?!(?:which|that|who|so|and|but|is|was|are|were|has|have|had|to|can|could|will)\b)[\w'’/.-]+){{1,6}}?\s(?:of|in|into|for|on|at|from|by|with))\s$",
    re.DOTALL,
)


def _whole(np: str) -> str:
    return re.sub(r"^an?\s", "the ", np)


def _antecedent(left: str) -> str | None:
    """What "it" means: the first thing that the sentence names."""
    it = max(left.rfind(" it"), left.rfind(" they"), left.rfind(" that"))
    for m in _ANTECEDENT.finditer(left[: max(it, 0)]):
        return m["np"]
    return None


def _delayed(text: str) -> str | None:
    m = _DELAYED.search(text)
    if m is None:
        return None
    np = _antecedent(text[: m.start() + 3]) if m["it"] else m["np"]
    return f"{np} has been {m['v']}" if np is not None else None


def _clause(text: str, value: Value) -> str | None:
    """The clause around a value, when somebody says it of themselves."""
    borders = [0, *(m.end() for m in _PARTS.finditer(text) if not (m.start() < value.end and value.start < m.end())), len(text)]
    parts = [(text[a:b], a) for a, b in itertools.pairwise(borders)]
    index = next((i for i, (part, a) in enumerate(parts) if a <= value.start < a + len(part)), None)
    if index is None or (index > 0 and _IS_ASKED.match(parts[index][0].strip())):
        return None
    first = index
    while first > 0 and not _SAYS.match(_LEAD.sub("", parts[first][0].strip(), count=1)) and not _ASKS.match(parts[first][0].strip()):
        first -= 1
    end = parts[index][1] + len(parts[index][0])
    said = _LEAD.sub("", _BESIDE.sub("", text[parts[first][1] : end].strip(" ,;-–—"), count=1), count=1)
    while first > 0 and is_bare(said):
        first -= 1
        wider = _LEAD.sub("", text[parts[first][1] : end].strip(" ,;-–—"), count=1)
        if len(wider) > _LONGEST or _NOT_SAID.search(wider):
            break
        if _SAYS.match(wider):
            said = wider
            break
    if _OF_IT.search(said) and (meant := _antecedent(text[: parts[first][1]] + " it")) is not None:
        said = _OF_IT.sub(lambda m: f"{m[1]} {meant}", said, count=1)
    if not _SAYS.match(said) or len(said) > _LONGEST or _NOT_SAID.search(said):
        return None
    return re.sub(r"[?.!]+$", "", said)
