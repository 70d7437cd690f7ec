# ruff: noqa: E501 (patterns)
"""A turn as clauses that the rules may read: no questions, no guesses, no small talk, pronouns led back to whom they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mnemon.model.instants import Instant

from . import dates
from .elision import with_subject, without_address, without_asides, without_denied
from .patterns import Lazy
from .sentences import sentences
from .smalltalk import is_small_talk
from .tokens import count

_LEAD = Lazy(
    r"^(?:(?:and|but|so|well|oh|ah|yeah|yes|yep|yup|no|nope|hey|hi|hello|ok|okay|anyway|also|plus|then|actually|basically|honestly|btw|fyi|wow|haha|hmm|um|thanks|thank you|sure|right|great|cool|nice|by the way|"
    r"correction|that(?:'s| is) (?:wrong|not right|incorrect|not true)|scratch that|strike that|wait|oops|my mistake|my bad|apologies|i was (?:wrong|mistaken|confused)(?: about (?:that|this|it))?|i (?:made a mistake|misspoke)(?: (?:about|earlier|before|there))*|to correct myself|i need to correct (?:myself|something|that)|on second thought|i(?:'ve| have)? changed my mind(?: (?:about|on) (?:that|this|it))?|edit|to be honest|you know|i mean|good news|big news|guess what|in fact|just so you know|for the record|quick update|update|note|reminder|fun fact|sadly|luckily|unfortunately|fortunately|finally|of course|absolutely|definitely|exactly|totally|i(?:'m| am) (?:so |really |very |super )?(?:excited|happy|glad|thrilled|pleased|proud) to (?:tell|share|say|announce|report)(?: with)?(?: you)?(?: that)?|(?:i )?(?:just )?wanted to (?:let you know|tell you|share|say)(?: that)?|i (?:have|want|need|wanted) to (?:tell|let) you(?: know)?(?: that)?|i forgot to (?:tell you|mention|say)(?: that)?|as you know|did i (?:tell you|mention)(?: that)?|big update|on another note|speaking of which|in other news|as for me|(?:that'?s|this is|which is) why)"
    r"(?:\s*[,:!.…–—-]+\s*|\s+(?=(?:i|i'm|i've|my|we|our|the|he|she|they|by the way|also|yes|yeah|yup|thanks|then|now|lately|honestly|actually|guess what)\b)))+",
    re.IGNORECASE,
)
_GREETING_NAME = Lazy(
    r"^(?:(?:[Hh]ey|[Hh]i|[Hh]ello|[Tt]hanks|[Ww]ow|[Cc]ongrats|[Ss]orry|[Yy]eah|[Yy]es|[Oo]h),? [A-Z]\w+[,!.]\s+|[A-Z][a-z]+, (?=(?:I|I'm|I've|my|we|our)\b))"
)
_REMEMBER = Lazy(
    r"^(?:please )?(?:remember|note|keep in mind|don'?t forget|for your records|be aware|know)(?: that|:|,)+\s*", re.IGNORECASE
)
_QUESTION = Lazy(r"[?？]\s*[\"'”)]*$")
_ASKS = Lazy(
    r"^(?:can|could|would|will|do|does|did|is|are|was|were|have|has|should|may|what|when(?! (?:i|i'm|i'd|we|my|our|he|she|they|the|it|it's|that)\b)|where|who|whom|whose|why|how|which|any|got any)\b(?! (?:a|an) )(?!.*\bmy name\b)|^(?:tell me|let me know|show me|help me|explain|write|give me|suggest|recommend|list|create|make me|find me|please (?!remember|note|call|always|never)|let's|let us)\b",
    re.IGNORECASE,
)
GUESS = Lazy(
    r"\b(?:maybe|perhaps|might|could|would(?!n't)|wouldn't|if (?:i|we|it|he|she|they|you|only)|i wish|i guess|i suppose|i bet|supposedly|hypothetically|imagine|suppose|supposing|pretend|let's say|say (?:i|we) (?:had|have|were|was|owned|won)|in theory|unless|(?:almost|nearly) (?:\w+ed|bought|sold|got|quit|left|went|became|took|had|lost|won)|what if|should(?:n't)?"
    r"|(?:i'm |am |been |i was )?(?:thinking (?:about|of)|considering|tempted|wondering)|not sure|i doubt|i hope|hopefully|probably|possibly|i'd (?:love|like|rather|want|be|have|prefer)|can't wait|i want to|i'd)\b",
    re.IGNORECASE,
)
_SPLIT = Lazy(
    r"\s*;\s+|\s*[-–—]{1,2}\s+(?=(?:and |but |so |then |also )?(?:I|I['’]m|I['’]ve|my|we|our|he|she|they|it|it['’]s|this|that|there|you)\b)"
    r"|,?\s+(?:and|but|so|then|plus|yet|although|(?:even )?though|while|whereas)\s+(?:then\s+|also\s+|now\s+)?(?=(?:I|I['’]m|I['’]ve|we|he|she|they|there)\b|(?:my|our|his|her|their|the) (?:[\w'-]+ ){1,6}?(?:is|are|was|were|has|have|had|will|can|runs?|costs?|lives?|works?|\w+ed|went|got|came|made|takes?|took|gave|says?|said|loves?|likes?|likes|hates?|needs?|starts?|ends?|meets?|leaves?|opens?|closes?|belongs?|uses?|drives?|owns?)\b)"
    r"|,?\s+(?:so|and now|but now)\s+(?=[A-Z][\w'-]+(?: [A-Z][\w'-]+)? (?:is|was|has|will|takes?|took|leads?|owns?|runs?|\w+ed)\b)"
    r"|:\s+(?=(?:(?:since|from|as of|on|now) (?:\w+ ){0,3}?)?(?:I|I['’]m|I['’]ve|we|my|our)\s)"
    r"|,\s+(?=(?:I|I['’]m|I['’]ve|we|(?:he|she|they)['’](?:s|re))\s|(?:[A-Z]\w+|my \w+) and I\s)"
)
_VERBS = "bought|sold|got|started|moved|joined|quit|left|work|live|have|love|hate|like|prefer|drive|own|adopted|switched|changed|became|don't|can't stand|now (?!I\\b|we\\b|my\\b|our\\b|he\\b|she\\b|they\\b|it\\b|there\\b)\\w+"
_SHARED_SUBJECT = Lazy(rf"(?<!live)(?<!work),?\s+(?:and|but)\s+(?:then\s+|also\s+)?(?=(?:{_VERBS})\b)")
_I_FIRST = Lazy(r"^(?:.{0,60}?\b)?(I(?:['’](?:m|ve))?|[Ww]e)\b")
_LEFT_OF_TIME = Lazy(
    r"(?:\b(?:(?:at|by|until|since|in|from|before|towards?) )?the (?:very )?(?:end|start|beginning|middle) of\s+|\b(?:back in|in|on|by|since|from|until|till|at|around|during|as of|for|starting|back)\s+)?$",
    re.IGNORECASE,
)
_APOSTROPHE = Lazy(r"’|(?<=[A-Za-z])[`´](?=[a-z])")
_HABIT = Lazy(r"\b(?:usually|typically|traditionally|(?:every|each) (?:single )?year)\b", re.IGNORECASE)
_SPACES = Lazy(r"\s+(?=[,.;:!?])|\s{2,}")


_DEPENDS = Lazy(
    r"(?:especially |even |just |only |ever |right |and |but )*(?:since|when|whenever|after|before|as|while|because|'?cause|cuz|although|though|until|once|if|unless|by the time|growing up|now that)\b(?![^,]*,)",
    re.IGNORECASE,
)
"""What has no comma in it yet: the clause that it leans on comes after one."""
_SHORTEST_PART = 3
_HAS_SUBJECT = Lazy(
    r"\b(?:I|we|he|she|they|it|you|my|our|this|that|there|is|are|was|were|has|have|had|\w+n't|\w+ed)\b|'(?:m|s|re|ve|ll)\b", re.IGNORECASE
)
_AND_THING = Lazy(r",?\s+and\s+(?:my|our|his|her|their|the)\b", re.IGNORECASE)
_AND_I = Lazy(r"(?:^|[,:;.!] ?|\bthat |\bwhen )(?:[A-Z]\w+|[Mm]y(?: [\w-]+){1,2})$")
"""Whoever did it with the speaker: "Sam and I"."""

MOST_SENTENCES = 2_000
LONGEST_SENTENCE = 1_000
"""What is longer is a list, a log or code: found as it stands, read by no rule."""


@dataclass(frozen=True, slots=True)
class Clause:
    """`said` is the clause with its words of time, `bare` without them: the rules read that."""

    said: str
    bare: str
    sentence: str
    mentions: tuple[dates.Mention, ...]
    at: Instant
    alone: bool
    """The only clause of its sentence: its content is the whole sentence."""
    urgent: bool = False
    """It was asked to be remembered."""

    @property
    def event_at(self) -> Instant | None:
        return dates.event_time(self.mentions, self.at)

    @property
    def dated(self) -> str:
        return dates.annotate(self.said, self.mentions)


_TOLD_FIRST = Lazy(
    r"^(?P<told>[^?]{12,}?),\s(?:(?:and|but|so|then)\s)?(?=(?:can|could|would|will|do|does|did|is|are|was|were|should|what|which|where|who|whom|whose|when|how|why|any|in which|on which)\b)[^?]*\?[\"'”)]*$",
    re.IGNORECASE,
)


def told_first(text: str, at: Instant, listener: str | None = None) -> Iterator[Clause]:
    """What sentences say before they ask: "My landlord is Mr Brandt, can you write to him?"."""
    for sentence in sentences(text)[:MOST_SENTENCES]:
        m = _TOLD_FIRST.match(sentence) if len(sentence) <= LONGEST_SENTENCE and _QUESTION.search(sentence) else None
        if m is not None and not _SUPPOSED.match(m["told"]):
            for clause in clauses(m["told"], at, listener):
                yield replace(clause, sentence=sentence)


_SUPPOSED = Lazy(
    r"(?:(?:and|but|so)\s)?(?:if|when|whenever|unless|suppose|supposing|assuming|imagine|let's say|say|in case)\b", re.IGNORECASE
)


def clauses(text: str, at: Instant, listener: str | None = None) -> Iterator[Clause]:
    """`listener`: who is spoken to, by name, so that a word of address is not taken for somebody spoken of."""
    for sentence in sentences(text)[:MOST_SENTENCES]:
        if len(sentence) > LONGEST_SENTENCE or is_small_talk(sentence):
            continue
        kept, urgent = lead_off(without_address(sentence, listener))
        if not kept or _QUESTION.search(sentence) or (_ASKS.match(kept) and not urgent):
            continue
        parts = list(_parts(_with_thing(without_denied(with_subject(kept)))))
        for part in parts:
            clause, now_urgent = lead_off(part)
            clause = without_asides(clause)
            if clause and not GUESS.search(clause.replace("’", "'")) and not is_small_talk(clause):
                yield _clause(clause, sentence, at, alone=len(parts) == 1, urgent=urgent or now_urgent)


def lead_off(text: str) -> tuple[str, bool]:
    """Without the words that only begin a sentence; and whether it was asked to be remembered."""
    text = _APOSTROPHE.sub("'", text).strip()
    urgent = False
    for _ in range(3):
        shorter = _GREETING_NAME.sub("", _LEAD.sub("", text, count=1), count=1)
        reminded = _REMEMBER.sub("", shorter, count=1)
        urgent = urgent or reminded != shorter
        if reminded == text:
            break
        text = reminded
    return text, urgent


_THEN_IT = Lazy(
    r"\b(?P<thing>(?:the|my|our|his|her|their)(?:\s(?!(?:to|in|on|at|for|with|of|from|by|and|up|down|out|off|over)\b)[\w'-]+){1,3}?),?\s(?:(?:and|but|so)\s)?it(?=(?:'s|\sis)(?:\snow)?\s(?:held|hosted|located|based|scheduled|due|called|named|set)\b|\s(?:has|takes|costs|lasts)(?:\s(?:now|only|about))?\s[$€£]?\d)"
)


def _with_thing(sentence: str) -> str:
    """`They moved the show, it's held in Graz`: what "it" is stands right before it."""
    m = _THEN_IT.search(sentence)
    if m is None:
        return sentence
    rest = sentence[m.end() :]
    return f"{sentence[: m.end('thing')]} and {m['thing']}{' is' + rest[2:] if rest.startswith(chr(39)) else rest}"


def _parts(sentence: str) -> Iterator[str]:
    for part in _whole(sentence):
        subject = _I_FIRST.match(part)
        pieces = _SHARED_SUBJECT.split(part) if subject else [part]
        yield pieces[0]
        for piece in pieces[1:]:
            yield f"{'we' if subject and subject[1].lower() == 'we' else 'I'} {piece}"


def _whole(sentence: str) -> Iterator[str]:
    """The parts that say something by themselves: "When I was ten" and "Last Thursday -" belong to what follows."""
    start = 0
    for border in _SPLIT.finditer(sentence):
        part = sentence[start : border.start()]
        if not part.strip() or _DEPENDS.match(part.strip()) or count(part) < _SHORTEST_PART:
            continue
        if border[0].strip() == "," and not _HAS_SUBJECT.search(part):  # "Yesterday, for example, I ..."
            continue
        if _AND_THING.match(sentence, border.start()) and not _HAS_SUBJECT.search(part):  # "The movie nights and the walks are ..."
            continue
        if _AND_I.search(part) and re.search(r"\band\s", border[0]) and sentence.startswith("I", border.end()):
            continue
        yield part
        start = border.end()
    if rest := sentence[start:].strip():
        yield rest


def _clause(said: str, sentence: str, at: Instant, *, alone: bool, urgent: bool) -> Clause:
    mentions = tuple(dates.find(said, at))
    if _HABIT.search(said):  # "at Easter we usually ...": of every year, so of no day
        mentions = tuple(mention for mention in mentions if not mention.relative)
    bare = said
    for mention in reversed(mentions):
        left = bare[: mention.start]
        bare = _LEFT_OF_TIME.sub("", left, count=1) + bare[mention.end :]
    bare = _SPACES.sub(lambda m: "" if m[0].isspace() and m.end() < len(bare) and bare[m.end()] in ",.;:!?" else " ", bare)
    return Clause(said, bare.strip(" ,"), sentence, mentions, at, alone, urgent)
