"""English statements, read by rules about the language: who has, works, lives, likes, plans, is called, is set to what.

A rule reads one clause. Where it can it says (subject, attribute, value): that is what makes a later statement an update. What no rule
knows but a person says of themselves is kept as it stands, without an attribute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from mnemon.model.instants import Instant, moment

from .ahead import planned
from .clauses import MOST_SENTENCES, Clause, clauses, told_first
from .lexicon import ITEMS
from .meaning import meaning
from .patterns import Lazy
from .person import Speaker, sentence, third_person
from .phrases import names
from .readings import Reading
from .rules.base import NOT_PEOPLE, RELATION, SUBJECT, Rule, Said, Talk, whom
from .rules.corrections import correction
from .rules.dates_of_life import date_of_life
from .rules.declared import declared
from .rules.endings import ending, gone
from .rules.figures import about, figures, is_bare, topic
from .rules.health import health
from .rules.home import home
from .rules.identity import identity
from .rules.instructions import instruction
from .rules.leftover import leftover
from .rules.pastimes import pastime
from .rules.pets import pets
from .rules.plans import plan, quantity, schedule
from .rules.possession import possession
from .rules.preference import preference
from .rules.relationship import apposition, relationship
from .rules.routine import called_off, routine
from .rules.schooling import schooling
from .rules.settings import is_something, setting
from .rules.taken_back import taken_back
from .rules.tongues import tongues
from .rules.work import study, work
from .sentences import sentences
from .synonyms import attribute_name
from .tokens import words
from .values import values


def read(
    text: str, *, at: Instant, speaker: str | None = None, listener: str | None = None, earlier: Sequence[Reading] = ()
) -> list[Reading]:
    """The statements of a turn, each with content that stands by itself. `at` is when it was said.

    `listener`: whom "you" means. `earlier`: what this speaker's turns before said, newest last, for "no, it's ..." to correct.
    """
    people = {name for reading in earlier for name in reading.entities} | set(_NAMED_INSIDE.findall(text))
    talk = Talk(
        Speaker(speaker, listener), people=frozenset(word for name in people for word in name.split()) - NOT_PEOPLE, said=list(earlier)
    )
    read = [reading for clause in clauses(text, at, listener) for reading in _read(clause, talk)]
    # Of what is only said on the way to a question, that which gives something a value.
    read += [r for clause in told_first(text, at, listener) for r in _read(clause, talk) if _is_value(r)]
    spoken_of = topic(text)
    read = [replace(r, content=about(r.content, spoken_of)) if r.category in ("quantity", "setting") else r for r in read]
    told = list(_figures(text, at, talk, read))
    wider = {(figure.wording, value.text) for figure in told for value in meaning(figure.content).values}
    kept = [r for r in read if r.attribute is not None or not is_bare(r.content) or not _all_told(r, wider)]
    return [*kept, *told]


def _is_value(reading: Reading) -> bool:
    """Whether it says what something is. Who somebody is is mostly said beside it, and figures are read from the sentence as a whole."""
    kinds = {value.kind for value in meaning(reading.content).values}
    if reading.category in ("setting", "quantity", "status") and kinds and kinds.isdisjoint(("label", "version")):
        return False
    if reading.category == "fact" and not kinds.isdisjoint(("label", "version")):
        return " trying to " not in reading.content
    return reading.category == "status" or (reading.attribute is not None and reading.category != "family")


def _all_told(reading: Reading, wider: set[tuple[str, str]]) -> bool:
    return all((reading.wording, value.text) in wider for value in meaning(reading.content).values)


def _figures(text: str, at: Instant, talk: Talk, read: Sequence[Reading]) -> Iterator[Reading]:
    """What sentences take for granted that no rule has read: those that ask, above all."""
    for said in sentences(text)[:MOST_SENTENCES]:
        told = [reading.content for reading in read if reading.wording == said]
        for figure in figures(said, at, talk.speaker, told):
            yield Reading(
                content=figure.content, category="quantity", entities=names(figure.content), confidence=0.8, wording=said,
            )  # fmt: skip


def attribute_of(text: str, *, at: Instant) -> Reading | None:
    """The one statement that a text makes about an attribute, whoever speaks; None when it makes none, or several."""
    found = [r for r in read(text, at=at) if r.attribute is not None]
    if not found or any(r.wording != found[0].wording for r in found):
        return None
    return found[0]


def _read(clause: Clause, talk: Talk) -> Iterator[Reading]:
    if talk.person is None and _POINTS_BACK.match(clause.bare):  # of whom, nobody can tell
        return
    told = over = False
    for rule in _RULES:
        for stated in rule(clause, talk):
            told, over = True, over or (stated.ends and stated.category in ("pet", "family"))
            if (said := planned(clause, stated)) is None:
                continue
            if said.category in _BY_THE_WAY and said.content is None and _POINTS_AWAY.match(clause.bare):
                continue
            if _is_secret(clause, said):
                continue
            yield _kept(clause, talk, said)
        if told:
            break
    known = {(reading.subject, reading.attribute, reading.value) for reading in talk.said}
    for said in () if over else apposition(clause, talk):
        if (said.subject, said.attribute, said.value) not in known:
            yield _kept(clause, talk, said)
    if not told and not _only_secret(clause.said) and (said := leftover(clause, talk)) is not None:
        yield _kept(clause, talk, said)
    _remember(clause, talk)


def _kept(clause: Clause, talk: Talk, said: Said) -> Reading:
    reading = _reading(clause, talk, said)
    talk.said.append(reading)
    return reading


def _reading(clause: Clause, talk: Talk, said: Said) -> Reading:
    content = said.content or sentence(_named(third_person(clause.dated, talk.speaker), talk))
    return Reading(
        content=content,
        kind=said.kind,
        subject=_whole_name(said.subject, clause.said) if said.attribute is not None else None,
        attribute=attribute_name(said.attribute) if said.attribute is not None else None,
        value=_whole_marker(said.value, clause.said),
        category=said.category,
        entities=names(content),
        salience=0.9 if clause.urgent else said.salience,
        event_at=said.event_at or _happened(clause, said),
        ends=said.ends,
        wording=clause.sentence,
    )


def _happened(clause: Clause, said: Said) -> Instant | None:
    """A day that is itself what is said of something ("the meeting is on Monday") is not since when it is so."""
    at = clause.event_at
    if at is None or at >= clause.at:
        return at
    if said.attribute is None:
        return None if said.category in ("quantity", "status") or (values(clause.said) and _is_bound(clause)) else at
    return None if at[:10] in (said.value or "") else at


def _is_bound(clause: Clause) -> bool:
    """The day is one by which something is to be, or its year is a guess that lies far back."""
    first = clause.mentions[0]
    day = clause.said[first.start : first.end]
    far = clause.event_at is not None and moment(clause.at) - moment(clause.event_at) > _FAR and _YEARLESS.fullmatch(day) is not None
    return far or re.search(r"\b(?:by|until|before|from|till)\s+$", clause.said[: first.start], re.IGNORECASE) is not None


def _whole_name(subject: str, text: str) -> str:
    """`Novak` of "Emil Novak's car" is Emil Novak: there may be other Novaks."""
    name, tail = (subject[: subject.index("'s ")], subject[subject.index("'s ") :]) if "'s " in subject else (subject, "")
    if name[:1].isupper() and " " not in name:
        whole = [one for one in names(text) if one.endswith(f" {name}")]
        return whole[0] + tail if len(whole) == 1 else subject
    return subject


def _named(content: str, talk: Talk) -> str:
    """A sentence about "she" names her, when an earlier one said who she is."""
    if talk.person is None:
        return content
    who = f"the {talk.person}" if talk.person.startswith("user's") else talk.person
    content = re.sub(r"^(?:[Hh]e|[Ss]he)(?P<tail>['’]s)?\b", lambda m: who + (" is" if m["tail"] else ""), content)
    return re.sub(r"^(?:[Hh]is|[Hh]er)(?= \w)", f"{who}'s", content)


def _remember(clause: Clause, talk: Talk) -> None:
    subject = re.match(SUBJECT, clause.bare)
    plural = subject is not None and re.match(r"\s+(?:have|are|were|do)\b", clause.bare[subject.end() :])
    if subject is not None and not plural and (who := whom(subject["s"], talk)) is not None and who != talk.speaker.key:
        talk.person = who
    elif mentioned := re.search(rf"\b[Mm]y (?:[a-z-]+ )?(?P<r>{RELATION})\b(?: (?P<n>[A-Z][\w-]+))?", clause.bare):
        talk.person = talk.speaker.relative(" ".join(filter(None, (mentioned["r"], mentioned["n"]))))
    kinds = [kind for word in re.findall(r"[\w-]+", clause.bare.lower()) if (kind := ITEMS.get(word))]
    if kinds:
        talk.item = kinds[-1]


def _whole_marker(value: str | None, text: str) -> str | None:
    """A marker is one value, whatever signs it holds."""
    marker = _MARKER.search(text)
    return marker[0] if value is not None and marker and marker[0].startswith(value) else value


def _is_secret(clause: Clause, said: Said) -> bool:
    """All that is told is a value that nobody may keep."""
    return _only_secret(clause.said) and (said.value is None or "[" in said.value or said.value.lower() in ("secret", "yes"))


def _only_secret(text: str) -> bool:
    """ "my password is [secret:...]": without the marker it says that there is one."""
    if not _MARKER.search(text):
        return False
    return sum(len(word) > 3 for word in words(_HOLDS_SECRET.sub(" ", _MARKER.sub(" ", text)))) <= _SECRETS_OWN_WORDS


_BY_THE_WAY = frozenset({"hobby", "preference", "schedule", "quantity"})
_POINTS_AWAY = Lazy(r"(?:it|it's|this|those|these(?! days)|they|there(?! (?:is|are|was|were|will|has|have)\b)|which|what)\b", re.IGNORECASE)
"""A sentence about something else, which only its neighbours tell: no memory to stand by itself."""
_SECRETS_OWN_WORDS = 2
_MARKER = Lazy(r"\[(?:secret|pii):[\w:.-]*\]")
_HOLDS_SECRET = Lazy(
    r"\b(?:pass(?:word|code|phrase|wd)?|pin|api|key|keys|token|secret|credentials?|login|user(?:'s|name)?|account|card|number|access|connection|string|private|ssn|security|social|iban|code|have|with|this|that|here|mine)\b",
    re.IGNORECASE,
)
_NAMED_INSIDE = Lazy(r"(?<=[a-z,] )[A-Z][a-z][\w-]+")
_FAR = timedelta(days=183)
_YEARLESS = Lazy(r"(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? )?[A-Z][a-z]+\.?(?: \d{1,2}(?:st|nd|rd|th)?)?")
_POINTS_BACK = Lazy(r"(?:he|she|they|his|her|their)\b", re.IGNORECASE)
_RULES: tuple[Rule, ...] = (
    instruction,
    taken_back,
    correction,
    ending,
    date_of_life,
    relationship,
    pets,
    gone,
    health,
    identity,
    work,
    home,
    schooling,
    study,
    tongues,
    possession,
    pastime,
    preference,
    called_off,
    plan,
    routine,
    schedule,
    quantity,
    setting,
    is_something,
    declared,
)
