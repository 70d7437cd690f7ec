# ruff: noqa: E501 (patterns)
"""A turn as clauses that the rules may read: no questions, no guesses, no small talk, pronouns led back to whom they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mnemon.model.instants import Instant

from . import dates
from .patterns import Lazy
from .sentences import sentences
from .smalltalk import is_small_talk

_LEAD = Lazy(
    r"^(?:(?:and|but|so|well|oh|ah|yeah|yes|yep|yup|no|nope|hey|hi|hello|ok|okay|anyway|also|plus|then|actually|basically|honestly|btw|fyi|wow|haha|hmm|um|thanks|thank you|sure|right|great|cool|nice|by the way|"
    r"to be honest|you know|i mean|good news|big news|guess what|in fact|just so you know|for the record|quick update|update|note|reminder|fun fact|sadly|luckily|unfortunately|fortunately|finally|of course|absolutely|definitely|exactly|totally)"
    r"(?:\s*[,:!.…–—-]+\s*|\s+(?=(?:i|i'm|i've|my|we|our|the|he|she|they)\b)))+",
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
    r"^(?:can|could|would|will|do|does|did|is|are|was|were|have|has|should|may|what|when|where|who|whom|whose|why|how|which|any|got any)\b(?! (?:a|an) )(?!.*\bmy name\b)|^(?:tell me|let me know|show me|help me|explain|write|give me|suggest|recommend|list|create|make me|find me|please (?!remember|note|call|always|never)|let's|let us)\b",
    re.IGNORECASE,
)
_GUESS = Lazy(
    r"\b(?:maybe|perhaps|might|could|would(?!n't)|wouldn't|if (?:i|we|it|he|she|they|you|only)|i wish|i guess|i suppose|i bet|supposedly|hypothetically|imagine|suppose|supposing|pretend|let's say|say (?:i|we) (?:had|have|were|was|owned|won)|in theory|unless|(?:almost|nearly) (?:\w+ed|bought|sold|got|quit|left|went|became|took|had|lost|won)|what if|should(?:n't)?"
    r"|(?:i'm |am |been |i was )?(?:thinking (?:about|of)|considering|tempted|wondering)|not sure|i doubt|i hope|hopefully|probably|possibly|i'd (?:love|like|rather|want|be|have|prefer)|can't wait|i want to|i'd)\b",
    re.IGNORECASE,
)
_SPLIT = Lazy(
    r"\s*;\s+|\s+[-–—]{1,2}\s+"
    r"|,?\s+(?:and|but|so|then|plus|yet|although|though|while|whereas)\s+(?:then\s+|also\s+|now\s+)?(?=(?:I|I['’]m|I['’]ve|my|we|our|he|she|they|his|her|the|there)\b)"
    r"|,\s+(?=(?:I|I['’]m|I['’]ve|we)\s)"
)
_VERBS = "bought|sold|got|started|moved|joined|quit|left|work|live|have|love|hate|like|prefer|drive|own|adopted|switched|changed|became|don't|can't stand|now \\w+"
_SHARED_SUBJECT = Lazy(rf"(?<!live)(?<!work),?\s+(?:and|but)\s+(?:then\s+|also\s+)?(?=(?:{_VERBS})\b)")
_I_FIRST = Lazy(r"^(?:.{0,60}?\b)?(I(?:['’](?:m|ve))?|[Ww]e)\b")
_LEFT_OF_TIME = Lazy(r"(?:\b(?:back in|in|on|by|since|from|until|till|at|around|during|as of|for|starting|back)\s+)?$", re.IGNORECASE)
_SPACES = Lazy(r"\s+(?=[,.;:!?])|\s{2,}")


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


def clauses(text: str, at: Instant) -> Iterator[Clause]:
    for sentence in sentences(text)[:MOST_SENTENCES]:
        if len(sentence) > LONGEST_SENTENCE or is_small_talk(sentence):
            continue
        kept, urgent = _lead_off(sentence)
        if not kept or _QUESTION.search(sentence) or (_ASKS.match(kept) and not urgent):
            continue
        parts = list(_parts(kept))
        for part in parts:
            clause, now_urgent = _lead_off(part)
            if clause and not _GUESS.search(clause.replace("’", "'")) and not is_small_talk(clause):
                yield _clause(clause, sentence, at, alone=len(parts) == 1, urgent=urgent or now_urgent)


def _lead_off(text: str) -> tuple[str, bool]:
    text = text.replace("’", "'").strip()
    urgent = False
    for _ in range(3):
        shorter = _GREETING_NAME.sub("", _LEAD.sub("", text, count=1), count=1)
        reminded = _REMEMBER.sub("", shorter, count=1)
        urgent = urgent or reminded != shorter
        if reminded == text:
            break
        text = reminded
    return text, urgent


def _parts(sentence: str) -> Iterator[str]:
    for part in _SPLIT.split(sentence):
        if not part.strip():
            continue
        subject = _I_FIRST.match(part)
        pieces = _SHARED_SUBJECT.split(part) if subject else [part]
        yield pieces[0]
        for piece in pieces[1:]:
            yield f"{'we' if subject and subject[1].lower() == 'we' else 'I'} {piece}"


def _clause(said: str, sentence: str, at: Instant, *, alone: bool, urgent: bool) -> Clause:
    mentions = tuple(dates.find(said, at))
    bare = said
    for mention in reversed(mentions):
        left = bare[: mention.start]
        bare = _LEFT_OF_TIME.sub("", left, count=1) + bare[mention.end :]
    bare = _SPACES.sub(lambda m: "" if m[0].isspace() and m.end() < len(bare) and bare[m.end()] in ",.;:!?" else " ", bare)
    return Clause(said, bare.strip(" ,"), sentence, mentions, at, alone, urgent)
