# ruff: noqa: E501 (patterns)
"""A short answer says something only beside its question: "Where do you live?" "Lisbon."

Both are told together, the question in its own words. What a question asks for by name becomes an attribute.
"""

from __future__ import annotations

import re

from mnemon.model.instants import Instant

from . import dates
from .clauses import GUESS, lead_off
from .elision import without_address
from .patterns import Lazy
from .person import Speaker
from .phrases import names, phrase, plain, singular
from .readings import Reading
from .rules.leftover import is_empty
from .sentences import sentences
from .smalltalk import is_small_talk
from .synonyms import attribute_name
from .tokens import count, words

LONGEST_QUESTION = 20
LONGEST_ANSWER = 14
"""Words. What is longer states what it says by itself."""

_ASKS_FOR = Lazy(
    r"^(?:(?:and|so|but|oh|wow|cool|nice|great|just|by the way|out of curiosity|for|in|on|at|since|to),?\s+)*(?:what(?:'s| is| are| kind| kinds| type| types| sort| breed| color| colour| size| time| day| year| month| language| game| book| movie| song| city| country| instrument| sport| do you| did you| does your| have you)?|which|who(?:'s|se)?|where|when|how (?:many|much|long|old|often|far|tall|big|late|early|frequently)|since when)\b.*\b(?:you|your|you're|you've)\b",
    re.IGNORECASE,
)
_ASKS_NOTHING = Lazy(
    r"\b(?:think|thoughts?|feel|feeling|mean|how (?:are|have|was|were|is|did|do)\b|what(?:'s| is) (?:up|new|next|going|happening|wrong)|what about|how about|can i|should i|help you|would you|could you|if you|advice|say|opinion|looking forward|make you|motivat\w+|inspir\w+|next for|up to|happened|going on)\b",
    re.IGNORECASE,
)
_POINTS = Lazy(
    r"\b(?:it|it's|they|they're|them|this|that|that's|these|those|there|he|she|you|your|one|i'm not|not sure|same|thanks|here|what|who|which)\b",
    re.IGNORECASE,
)
_ASKS_OF_IT = Lazy(r"\b(?:it|that|this|them|those|these|there)\b|\bwhich (?:one|ones)\b|\band you\b", re.IGNORECASE)
"""Of what, only the turns before tell: "Where will you drive it first?"."""
_ASKS_PLANS = Lazy(r"\b(?:plans?|ideas?|goals?|reasons?|why|how)\b(?! (?:many|much|long|old|often|far|big))", re.IGNORECASE)
_STATES = Lazy(
    r"^(?:nice|great|cool|good|love|lovely|wow|yes|no|both|all)\b|\b(?:i|i'm|i've|we|we've|my|me|our|us)\b|\b(?:is|was|are|were|has|have|'s been|makes?|made)\b",
    re.IGNORECASE,
)
_NAMED: tuple[tuple[Lazy, str, str], ...] = tuple(
    (Lazy(pattern, re.IGNORECASE), attribute, category)
    for pattern, attribute, category in (
        (
            r"\bwhere (?:do|are) you (?:now |currently )?(?:live|living|based)\b|\bwhat (?:city|town|country) do you live in\b",
            "home",
            "home",
        ),
        (r"\bwhere (?:are|were) you (?:from|born)\b|\bwhere (?:do you come|did you grow up)\b|\bwhere'?s home\b", "hometown", "home"),
        (r"\b(?:where|who|what company) do you work(?: for| at)?\b", "employer", "work"),
        (r"\bwhat do you do for (?:a living|work)\b|\bwhat(?:'s| is) your (?:job|profession|occupation)\b", "job", "work"),
        (r"\bhow old are you\b|\bwhat(?:'s| is) your age\b", "age", "identity"),
        (r"\bwhat(?:'s| is) your name\b|\bwhat should i call you\b", "name", "identity"),
    )
)
_THEIR_X = Lazy(r"\bwhat(?:'s| is| was) your (?P<a>(?:favou?rite [\w ]{2,30}|[\w-]+(?: [\w-]+)?))\?", re.IGNORECASE)
_HOW_MANY = Lazy(r"\bhow many (?P<a>[\w -]{2,30}?) (?:do|have) you(?: have| got| own)?\?", re.IGNORECASE)


def question_of(text: str) -> str | None:
    """What a turn asks at its end, of the other, for something that can be told in a few words."""
    last = (sentences(text) or [""])[-1]
    if (
        not last.rstrip("\"'”’) ").endswith("?")
        or count(last) > LONGEST_QUESTION
        or not _ASKS_FOR.search(last)
        or _ASKS_NOTHING.search(last)
    ):
        return None
    return last


def answer(question: str, text: str, *, at: Instant, speaker: Speaker) -> Reading | None:
    """What a turn's first words answer, when they are no sentence of their own."""
    for sentence in sentences(text)[:2]:
        said, _ = lead_off(without_address(sentence, speaker.listener))
        if not said or is_small_talk(said):
            continue
        said = said.rstrip(" .!")
        if count(said) > LONGEST_ANSWER or "?" in sentence or GUESS.search(said) or _POINTS.search(said) or _STATES.search(said):
            return None
        telling = [w for w in words(said) if not is_empty(w)]
        if (
            not telling
            or (_ASKS_OF_IT.search(question) and not names(said) and not re.search(r"\d", said))
            or not _fits(question, said)
            or re.match(r"(?:\w+ly|\w+ing)$", said)
            or (speaker.listener and said.lower().startswith(speaker.listener[:3].lower()))
        ):
            return None
        return _told(question, said, sentence, at, speaker)
    return None


def _fits(question: str, said: str) -> bool:
    """Whether names alone can be what was asked for: plans are none."""
    return not (_ASKS_PLANS.search(question) and re.fullmatch(r"(?:[A-Z][\w'-]*(?:,? and |, )?)+", said))


def _told(question: str, said: str, sentence: str, at: Instant, speaker: Speaker) -> Reading:
    mentions = tuple(dates.find(said, at))
    who = speaker.label[0].upper() + speaker.label[1:]
    shown = dates.annotate(said, mentions)
    shown = shown[0].upper() + shown[1:]
    content = f'Asked "{question.strip()}", {speaker.label} said: {shown}.'
    value = plain(phrase(said))
    attribute, category = _asked_for(question)
    if attribute is not None and value and count(value) <= 6:
        content = f"{who}'s {attribute} is {value}."
    else:
        attribute = None
    return Reading(
        content=content,
        kind="fact",
        subject=speaker.key if attribute else None,
        attribute=attribute,
        value=value if attribute else None,
        category=category,
        entities=names(shown),
        salience=0.6 if attribute else 0.4,
        confidence=0.8,
        event_at=dates.event_time(mentions, at),
        wording=sentence,
    )


def _asked_for(question: str) -> tuple[str | None, str]:
    for pattern, attribute, category in _NAMED:
        if pattern.search(question):
            return attribute, category
    if m := _HOW_MANY.search(question):
        return f"number of {singular(m['a'].lower())}", "quantity"
    if m := _THEIR_X.search(question):
        name = attribute_name(m["a"].lower(), of_person=True)
        return name, "preference" if name.startswith("favourite") else "fact"
    return None, "fact"
