# ruff: noqa: E501, SIM905 (patterns and word lists)
"""What one sentence says, in a form in which two sentences can be laid side by side: of what, which value, yes or no.

No understanding: words without endings, values by type, and a small number of ways in which English says that something has a value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from mnemon.model.text import folded

from . import stems
from .changes import cues_of, given
from .patterns import Lazy
from .stems import CALENDAR, CHANGES, CUES, FUNCTION, VAGUE, stem
from .values import Value, says_which, values

LONGEST = 2_000
"""Characters that are compared."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """`topic`: what is spoken of, without values. `values`: amounts, dates and the like. `value`: what a name or a state stands for,
    where the sentence has the form of one. `form`: of which form. `likes`: an opinion, for or against. `denied`: not so, or not any
    more. `cues`: words that tell of a change. `plain`: the text folded. `whole`: the topic with what is counted."""

    text: str
    topic: frozenset[str]
    values: tuple[Value, ...]
    labels: frozenset[str]
    names: frozenset[str]
    form: str = ""
    slot: frozenset[str] = frozenset()
    value: frozenset[str] = frozenset()
    likes: bool | None = None
    denied: bool = False
    cues: frozenset[str] = frozenset()
    length: int = 0
    plain: str = field(default="", compare=False)
    whole: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def changed(self) -> bool:
        return bool(self.cues)


_WORD = Lazy(r"[^\W_][\w.+#&/'’-]*|[^\W_]")
_TIME_AGO = Lazy(r"last (?:night|weekend|week|month|quarter|season|spring|summer|autumn|fall|winter|year|time|[A-Z])", re.IGNORECASE)
_AWAY = Lazy(r"\b(?:pushed|moved|put|set|brought|shifted|scaled|pulled|bumped) (?P<way>back|forward|ahead|up|down)\b", re.IGNORECASE)
_BESIDE = Lazy(
    r"(?<=\w)\s(?:since|because|after|when|while|although|even though)\s(?=(?:I|we|he|she|they|it|the|my|our|the user)\b)", re.IGNORECASE
)
"""Behind it stands why or when: what is denied there is denied of something else."""
_UNTIL_NOW = Lazy(r"\b(?:so far|to date|as of (?:now|today))\b", re.IGNORECASE)
_BIDDEN = Lazy(
    r"(?:^|(?<=[,;] ))(?:(?:[Tt]he user's|[Mm]y|[Oo]ur|[Tt]he) (?:[\w-]+ ){1,2}?|[A-Z][\w.-]+ (?:[A-Z][\w.-]+ )?)(?:has |have )?(?:told|asked|advised|instructed|ordered|urged|wants|wanted) (?:me|us|them|the user)(?: and others)? to\b"
)
"""Who told somebody to do it is no part of what is done."""
_IDENTIFIER = re.compile(r"\d|_")
_TIMES = frozenset(
    "next today tomorrow yesterday tonight morning afternoon evening night week weeks month months year years daily weekly monthly annual annually yearly recently soon".split()
)
_LIKES = frozenset(
    "like likes liked love loves loved enjoy enjoys enjoyed adore adores adored fond fan favour favors favours appreciate appreciates".split()
)
_DISLIKES = frozenset("hate hates hated dislike dislikes disliked detest detests loathe loathes despise despises".split())
_DENIES = Lazy(
    r"\b(?:not|never|no longer|no more|any ?more|without|neither|nor|stopped|quit|ceased|lacks?|cancell?ed|discontinued|gave up|given up|used to|former(?:ly)?|(?:do|does|did|is|are|was|were|has|have|had|ca|wo|would|could|should)n['’]t|cannot|can't|isn't)\b|\bno\b(?= \w)",
    re.IGNORECASE,
)
_STATES = frozenset(
    """up down open opened closed shut done pending blocked approved rejected active inactive enabled disabled live draft final finalised finalized published unpublished ready broken fixed cancelled canceled
    confirmed unconfirmed on off complete completed incomplete delayed available unavailable full empty online offline healthy unhealthy degraded paused running stopped public private locked unlocked single married divorced engaged
    widowed vacant occupied sold unsold signed unsigned paid unpaid shipped delivered archived deprecated stable unstable failing passing green red yellow blue white black orange purple grey gray brown pink silver
    vegan vegetarian pescatarian open-source proprietary manual automatic automated remote hybrid onsite on-site optional mandatory required free temporary permanent true false yes no valid invalid expired
    hourly daily weekly monthly quarterly yearly annual annually biweekly fortnightly nightly high low medium critical normal urgent minor major finished unfinished started frozen unfrozen overdue early late postponed renewed merged""".split()
)
_PREP = r"(?:in|at|on|to|with|by|from|for|into|onto|near|under)"
_ADV = r"(?:\s(?:now|currently|still|also|just|already|actually|always|recently|officially|been|again|really))*"
_PLACED = r"(?:located|based|situated|housed|hosted|stored|kept|parked|deployed|headquartered|held|placed|stationed|installed)"
_ROLE = r"(?:leads?|led|owns?|owned|manages?|managed|maintains?|maintained|heads?|headed|chairs?|chaired|coordinates?|coordinated|supervises?|supervised|coaches|coached|teaches|taught|directs?|directed|sponsors?|sponsored|edits?|edited|mentors?|mentored|oversees|oversaw|handles?|handled|hosts?|hosted)"
_FORMS: tuple[tuple[str, Lazy], ...] = (
    ("belongs", Lazy(rf"^(?P<s>.+?){_ADV} belongs? to (?P<v>[^,;]+)$")),
    ("named", Lazy(r"^(?P<s>.+? (?:has|owns|have|got) an? [\w -]+?) (?:called|named) (?P<v>[^,;]+)$")),
    ("by", Lazy(rf"^(?P<s>.+?) (?:is|are|was|has been|have been){_ADV} (?P<r>owned|led|managed|maintained|headed|chaired|coordinated|supervised|coached|taught|directed|sponsored|edited|mentored|overseen|handled|hosted|run)(?: now)? by (?P<v>[^,;]+)$", re.IGNORECASE)),
    ("role", Lazy(r"^(?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?) (?:took|takes|has taken) over (?:from [A-Z][\w'-]+(?: [A-Z][\w'-]+)? )?as (?:the )?(?:new )?(?P<r>[\w -]+?) (?:of|for|on) (?P<s>(?:the |our |my )?[^,;]+)$")),
    ("role", Lazy(rf"^(?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?){_ADV} (?:(?P<r>{_ROLE})|is(?: now)? (?:in charge of|responsible for|on call for|on duty for)|took over|takes over|has taken over) (?P<s>(?:the |our |my )?[^,;]+)$")),
    ("role", Lazy(r"^(?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)(?: is| became| was made| was named| has become)(?: now)? the (?:new )?(?P<r>[\w -]+?) (?:of|for|on) (?P<s>(?:the |our |my )?[^,;]+)$")),
    ("employer", Lazy(rf"^(?P<s>.+?){_ADV} (?:works?|worked|working|is working|is employed|was hired|employed|joined|started|took a job|has a job|got a job|changed jobs)(?: a job)?{_ADV}(?: (?:at|for|by|with|to))? (?P<v>[A-Z][^,;]*)$")),
    ("home", Lazy(rf"^(?P<s>.+?){_ADV} (?:lives?|lived|is living|resides?|resided|is based|has settled|settled|has a home|relocated|has relocated|moved|has moved|moved house){_ADV} (?:in|at|to|into|from) (?P<v>[^,;]+)$")),
    ("place", Lazy(rf"^(?P<s>.+?) (?:is|are|was|were|has been|have been){_ADV}(?: (?P<p>{_PLACED}|moved|relocated|transferred))?{_ADV} (?:in|at|on|inside|near|next to|under|to) (?P<v>[^,;]+)$")),
    ("place", Lazy(rf"^(?P<s>.+?){_ADV} (?:lies|sits|stands|hangs|stays|takes place|happens|runs|operates|meets|works|leaves|departs|starts){_ADV} (?:in|at|on|inside|near|next to|under|from|out of) (?P<v>[^,;]+)$")),
    ("reports", Lazy(rf"^(?P<s>.+?){_ADV} (?:reports?|answers?|reported) to (?P<v>[^,;]+)$")),
    ("use", Lazy(rf"^(?P<s>.+?){_ADV} (?:uses?|used|is using|are using|runs? on|relies on|is built (?:with|on|in)|is (?:now )?(?:re)?written in|was rewritten in|is (?:now )?(?:implemented|coded|programmed) in|is powered by|is backed by|upgraded to|adopted)(?: now)? (?P<v>[^,;]+)$")),
    ("switch", Lazy(rf"^(?P<s>.+?)(?: has| have| was| were| is)?{_ADV} (?:switched|migrated|changed|converted)(?: over)?(?: from .+?)? to (?P<v>[^,;]+)$")),
    ("studies", Lazy(rf"^(?P<s>.+?){_ADV} (?:studies|studied|is studying|majors in|attends|goes to|enrolled (?:at|in)) (?P<v>[^,;]+)$")),
    ("drives", Lazy(rf"^(?P<s>.+?){_ADV} (?:drives?|drove|is driving) (?P<v>[^,;]+)$")),
    ("prefers", Lazy(rf"^(?P<s>.+?){_ADV} prefers? (?P<v>[^,;]+)$")),
    ("assigned", Lazy(rf"^(?P<s>.+?) (?:is|are|was|has been){_ADV} (?:re)?assigned{_ADV} to (?P<v>[^,;]+)$")),
    ("is", Lazy(rf"^(?P<s>.+?)(?: (?:is|are|was|were|remains|became|becomes|turned|has become|has been|have been|stays|equals|will be|is called|is named|is set to|was set to|was changed to|has been changed to|changed to|changed from .+? to|is now|was renamed to|was renamed|is known as)|\s?[:=]){_ADV} (?P<v>[^,;]+)$")),
)  # fmt: skip


def words(text: str) -> list[tuple[str, int]]:
    """Words with where they stand, possessives off."""
    return [(_without_possessive(m[0]).rstrip(".-/'’"), m.start()) for m in _WORD.finditer(text)]


def _without_possessive(word: str) -> str:
    return word[:-2] if word.endswith(("'s", "’s")) else word[:-1] if word.endswith(("'", "’")) else word


@lru_cache(maxsize=4_096)
def meaning(text: str) -> Meaning:
    """Raises nothing: what has no form that is known is the words that it holds."""
    said = " ".join(text.replace("’", "'").split())[:LONGEST].rstrip(" .!")
    found = values(said)
    labels, kept = _labels(said, found)
    spans = [(v.start, v.end) for v in kept] + [m.span("way") for m in _AWAY.finditer(said)]
    spans += [(v.start if v.kind == "number" else v.end - len(v.text), v.end) for v in found if v not in kept]
    topic: set[str] = set()
    names: set[str] = set()
    cues: set[str] = set(cues_of(said))
    beside = [(g.told, g.start) for v in kept if (g := given(said[: v.start])) is not None and g.thing != "it"]
    beside += [m.span() for m in _UNTIL_NOW.finditer(said)]
    beside += [m.span() for m in _BIDDEN.finditer(said)]
    likes, count = None, 0
    for word, at in words(said):
        low = word.lower()
        if any(start <= at < end for start, end in spans):
            continue
        count += 1
        if low in _LIKES or low in _DISLIKES:
            likes = low in _LIKES
            continue
        if low in CHANGES and (word.islower() or at == 0):
            if low in CUES:
                cues.add(low)
            continue
        if any(start <= at < end for start, end in beside):
            continue  # who changed it, and how, and until when it is so
        if (low == "due" and said[at + 3 : at + 7] == " to ") or (low == "last" and _TIME_AGO.match(said, at)):
            continue
        if not low or low in FUNCTION or low in _TIMES or (low in VAGUE and (word.islower() or at == 0)):
            continue
        if _IDENTIFIER.search(low) or (word[0].isupper() and low not in CALENDAR and (at > 0 or not low.isalpha() or not _starts(said))):
            names.add(stem(low))
        topic.add(stem(low))
    for value in kept:
        if value.kind == "label" and value.unit:
            topic.add(value.unit)
    form, slot, value = _form(said, labels, bool(kept))
    denies = len(_DENIES.findall(_BESIDE.split(said, maxsplit=1)[0]))
    if likes is not None and denies:
        likes, denies = not likes, 0
    return Meaning(
        text=said,
        topic=frozenset(topic | labels),
        values=tuple(kept),
        labels=labels,
        names=frozenset(names),
        form=form,
        slot=slot | (labels if form else _NOTHING),
        value=value,
        likes=likes,
        denied=denies > 0,
        cues=frozenset(cues),
        length=count,
        plain=folded(said),
        whole=frozenset(topic | labels).union(*((v.unit, *v.about) for v in kept if v.kind in ("count", "label"))),
    )


def other_words(text: str) -> tuple[str, ...]:
    """Words that a text does not hold and that say the same of what it is about: no two texts bear on each other that share neither."""
    said = meaning(text)
    held = {word.lower() for word, _ in words(said.text)}
    return tuple(dict.fromkeys(word for one in sorted(said.whole | said.slot) for word in stems.other_words(one) if word not in held))


def _starts(text: str) -> bool:
    """Whether the first word has its capital only from standing first."""
    first = text.split(" ", 1)[0].lower()
    return first in FUNCTION or first in VAGUE


_VALUE_NOUNS = frozenset(
    stem(word)
    for word in """port version price cost limit quota budget timeout size count temperature speed age weight height balance score rating rate total level capacity threshold interval population salary rent
    length width depth distance duration retention priority page python node java postgres postgresql mysql ubuntu rank""".split()
)
_MANY = frozenset(stem(word) for word in "port page node level".split())
"""Where one of them is what a sentence speaks of, there are others beside it."""
_BEFORE_VERB = Lazy(
    r"\b(?:is|are|was|were|has|have|had|will|costs?|uses?|runs?|listens?|takes?|holds?|needs?|weighs?|contains?|starts?|ends?|closes?|opens?|moved|lies|sits|stands|goes|leaves?|arrives?|belongs?|expires?|lasts?(?! (?:night|week|weekend|month|year)\b)|seats?|keeps?|reports?|lives|works|got|went|rose|fell|hit|reached|jumped|climbed|dropped|grew|serves?|allows?|accepts?|averages?)\b",
    re.IGNORECASE,
)


def _labels(text: str, found: list[Value]) -> tuple[frozenset[str], list[Value]]:
    """Numbers that only say which one ("room 12") are words of the topic; numbers that are said of something are values."""
    verb = _BEFORE_VERB.search(text)
    others = [v for v in found if v.kind != "label" or v.unit in _VALUE_NOUNS]
    labels: set[str] = set()
    kept: list[Value] = []
    last = max((v.start for v in found if v.kind == "label"), default=-1)
    for value in found:
        before = verb is not None and value.end <= verb.start()
        if value.kind == "label" and not value.about and given(text[: value.start]) is not None:
            kept.append(value)  # what something was changed to is what it is, not which one
        elif value.kind == "label" and (
            value.about
            or text[value.end : value.end + 2] == "'s"
            or (value.unit not in _VALUE_NOUNS and value.start <= 4)
            or (before and (value.unit not in _VALUE_NOUNS or value.unit in _MANY))
            or says_which(text, value.start, value.end)
            or (value.unit not in _VALUE_NOUNS and others)
            or (not before and value.start != last and value.unit not in _VALUE_NOUNS)
        ):
            labels.add(f"{value.unit} {value.text}")
        elif value.kind == "number" and before and re.search(r"[A-Za-z]\s#?$", text[: value.start]):
            labels.add(value.text)
        else:
            kept.append(value)
    return frozenset(labels), kept


def _content(text: str) -> frozenset[str]:
    return frozenset(
        stem(low)
        for word, _ in words(text)
        if (low := word.lower())
        and low not in FUNCTION
        and (low not in CHANGES or not word.islower())
        and (low not in VAGUE or not word.islower())
    )


def _form(text: str, labels: frozenset[str], has_values: bool) -> tuple[str, frozenset[str], frozenset[str]]:
    """The form of a sentence that gives something a value which is no number: form, of what, which."""
    if has_values or len(text) > 300:
        return "", frozenset(), frozenset()
    text = _FURTHER.split(text, maxsplit=1)[0]
    for form, pattern in _FORMS:
        m = pattern.match(text)
        if m is None:
            continue
        of = _RELATIVE.sub(r"\1", m["s"])
        subject = (
            frozenset(w for w in _content(of) if not w.isdigit())
            or labels
            or (frozenset({"user"}) if _USER.fullmatch(m["s"]) else _NOTHING)
        )
        value = _content(m["v"]) or (frozenset({m["v"].lower()}) if m["v"].lower() in _STATES else _NOTHING)
        if not subject or not value:
            continue
        if form == "place" and (re.search(r"\bfor\b", m["v"]) or _NO_PLACE.match(m["v"])):
            continue
        if form in ("is", "place") and _INTENT.search(text):
            continue
        if form in ("belongs", "named"):
            return "is", subject | ({"own"} if form == "belongs" else _NOTHING), value
        if form in ("place", "home", "switch") and (kind := _KIND_OF.fullmatch(m["v"])) is not None:
            noun = stem((kind["a"] or kind["b"]).lower())
            if noun not in _REGIONS and value - {noun}:
                return "is", subject | {noun}, value - {noun}
            value = value - {noun} or value
        if form in ("by", "role"):
            role = m["r"]
            return "is", subject | ({stem(role.lower().split()[-1])} if role else {"lead"}), value
        if form == "is" or (form == "place" and len(subject) > 1 and subject & _ATTRIBUTES):
            owned = re.match(r"(?:my|our|the user's)\s", m["s"], re.IGNORECASE) is not None
            if owned and len(subject) == 1 and not subject & _ATTRIBUTES:
                return "is", subject | {"user"}, value
            form = next((name for name, nouns in _NAMED_FORMS.items() if subject & nouns), "is" if len(subject) > 1 else "state")
            return form, subject - _NAMED_FORMS.get(form, _NOTHING), value
        return form, subject, value
    return "", frozenset(), frozenset()


_RELATIVE = Lazy(
    r"^((?:The|My|Our|The user's) [\w' -]+?) (?:that |which )?(?:the user|I|we|they) (?:am|is|are|was|were|has|have|will|want|wants|plan|plans)\b.*$",
    re.IGNORECASE,
)
"""`the talk I am giving` is the talk."""
_FURTHER = Lazy(r",\s(?:and|but|so)\s|\sfrom now on\b|,?\s(?:instead|now|nowadays|these days|at the moment)$")
"""Behind it stands what else is told."""
_KIND_OF = Lazy(
    r"(?:the )?(?:(?P<a>[a-z]{3,}) (?:[A-Z0-9]|[a-z]+(?:[-_][a-z]+)*[-_]?\d)[\w.-]*|(?:[A-Z][\w.-]*|\w*\d\w*)(?: [A-Z][\w.-]*)* (?P<b>[a-z]{3,}))"
)
"""`desk B14`, `the Pro plan`: of which kind it is, and which one."""
_REGIONS = frozenset(stem(word) for word in "region city town area zone country village district".split())
_NO_PLACE = Lazy(r"(?:talks|touch|love|contact|charge|trouble|need|pain|shape|doubt|time|track|hold|good|bad|great)\b", re.IGNORECASE)
"""Behind "in" or "on", a state of somebody."""
_INTENT = Lazy(r"\b(?:is|are|was|were) to (?:(?:further|[a-z]+ly) )?[a-z]+ ")
"""What somebody means to do is one of several such things."""
_USER = Lazy(r"(?:the user|user|I|we)", re.IGNORECASE)
_NOTHING: frozenset[str] = frozenset()
_NAMED_FORMS = {
    form: frozenset(stem(word) for word in nouns.split())
    for form, nouns in {
        "employer": "employer job",
        "home": "home residence",
        "reports": "manager",
        "place": "location",
        "drives": "car",
        "studies": "major subject",
    }.items()
}
"""`Ana's employer is A` is what `Ana works at A` says."""
_ATTRIBUTES = frozenset(noun for nouns in _NAMED_FORMS.values() for noun in nouns)


def is_state(value: frozenset[str]) -> bool:
    return bool(value) and all(word in _STATE_STEMS or word in _STATES for word in value)


_STATE_STEMS = frozenset(stem(word) for word in _STATES)
