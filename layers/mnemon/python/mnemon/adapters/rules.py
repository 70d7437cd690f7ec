"""The built-in extractor: rules, no model.

It reads what people state of themselves in plain English: what they have, where they work and live, whom they know, what they like, plan,
measure and configure. It does not understand: what is implied, asked, guessed, told by the assistant or spread over several turns it leaves
in the turns, where search finds it. Turns in other languages are kept whole, as episodes in their own words, and so is what came of the
assistant's calls of tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mnemon.language import always, dates
from mnemon.language.answers import answer, question_of
from mnemon.language.detect import language
from mnemon.language.episodes import episodes
from mnemon.language.fence import without_recalled
from mnemon.language.outcomes import outcome
from mnemon.language.person import Speaker
from mnemon.language.readings import Reading
from mnemon.language.relation import forget
from mnemon.language.rules.corrections import may_correct
from mnemon.language.smalltalk import is_small_talk
from mnemon.language.statements import read
from mnemon.language.terms import terms
from mnemon.model.memory import MAX_CONTENT, SourceRef
from mnemon.model.records import Fact
from mnemon.model.sources import Turn
from mnemon.ports.models import Extractor, Passage
from mnemon.tenant.wording import wording_hash

TRUST_USER = 4
_OUTCOME = 0.3
"""Salience of what a tool gave back."""
_OTHERS = 0.8
"""Confidence in what is kept as it was said."""


@dataclass(frozen=True, slots=True)
class RuleExtractor(Extractor):
    """Implements `ports.models.Extractor` with `mnemon.language`."""

    @property
    def name(self) -> str:
        return "rules-1"

    def extract(self, passage: Passage) -> list[Fact]:
        """Facts of the user's turns, in order. Never fails: a text that no rule knows gives nothing."""
        try:
            return self._read(passage)
        finally:
            forget()

    def _read(self, passage: Passage) -> list[Fact]:
        facts: list[Fact] = []
        people = _people(passage)
        said: dict[str | None, list[Reading]] = {}
        before: dict[str | None, list[Reading]] = {}
        previous: tuple[Turn, str | None] | None = (passage.before[-1], None) if passage.before else None
        asked = _asks(passage.before)
        for turn, source in zip(passage.turns, passage.source_ids, strict=True):
            if turn.role == "user" and not is_small_talk(turn.content):
                earlier = said.setdefault(turn.name, [])
                if passage.before and turn.name not in before and may_correct(turn.content):
                    before[turn.name] = _told_before(passage, turn, listener=_listener(turn, people))
                listener = _listener(turn, people)
                facts += _of_answer(turn, source, passage, listener, previous)
                facts += _of_turn(turn, source, passage, listener, earlier, before.get(turn.name, []))
            elif turn.role == "tool" and asked:
                facts += _of_tool(turn, source, passage)
            previous = (turn, source)
            asked = turn.role == "assistant" or (asked and turn.role == "tool")
        return facts


def _asks(before: Sequence[Turn]) -> bool:
    """Whether the assistant's call is the last of these, the answers to it aside."""
    said = [turn.role for turn in before if turn.role != "tool"]
    return said[-1:] == ["assistant"]


def _of_tool(turn: Turn, source: str, passage: Passage) -> list[Fact]:
    """What came of the assistant's call, as it was told: an episode about nobody."""
    told = outcome(turn.content)
    if told is None:
        return []
    content = f"{turn.name or 'A tool'} returned: {told}"
    spoken = language(told)
    episode = Reading(
        content=content, kind="episode", category="tool", salience=_OUTCOME, confidence=_OTHERS, wording=turn.content[:MAX_CONTENT]
    )
    return [_fact(episode, "en" if spoken == "und" else spoken, turn, source, passage)]


def _people(passage: Passage) -> frozenset[str]:
    return frozenset(turn.name for turn in (*passage.before, *passage.turns) if turn.role == "user" and turn.name)


def _listener(turn: Turn, people: frozenset[str]) -> str | None:
    """Whom "you" means where two people talk: the other one."""
    others = people - {turn.name}
    return next(iter(others)) if turn.name and len(others) == 1 else None


def _of_answer(turn: Turn, source: str, passage: Passage, listener: str | None, previous: tuple[Turn, str | None] | None) -> list[Fact]:
    """The short answer to what was asked just before. It rests on both turns, where they are of one source."""
    if previous is None or previous[0].role not in ("user", "assistant") or (previous[0].role == "user" and previous[0].name == turn.name):
        return []
    question = question_of(previous[0].content)
    if question is None or language(turn.content) != "en":
        return []
    reading = answer(question, _own_words(turn.content), at=turn.at, speaker=Speaker(turn.name, listener))
    if reading is None or len(reading.content) > MAX_CONTENT:
        return []
    fact = _fact(reading, "en", turn, source, passage)
    if previous[1] != source:
        return [fact]
    grounds = tuple(ref.model_copy(update={"turns": (previous[0].number, turn.number)}) for ref in fact.sources)
    return [fact.model_copy(update={"sources": grounds})]


def _told_before(passage: Passage, turn: Turn, listener: str | None) -> list[Reading]:
    """What this speaker told in the turns before the passage, which were extracted then: something of it may be taken back now."""
    own = [t for t in passage.before if t.role == "user" and t.name == turn.name and language(t.content) == "en"]
    return [reading for t in own for reading in read(_own_words(t.content), at=t.at, speaker=t.name, listener=listener)]


def _of_turn(
    turn: Turn, source: str, passage: Passage, listener: str | None, earlier: list[Reading], before: Sequence[Reading]
) -> list[Fact]:
    spoken = language(turn.content)
    if spoken in ("en", "und"):
        words, wanted = _own_words(turn.content), terms(tuple(one.phrase for one in passage.domain.always))
        known = [*before, *earlier] if before and may_correct(words) else earlier
        readings = read(words, at=turn.at, speaker=turn.name, listener=listener, earlier=known) if spoken == "en" else []
        earlier += readings
        readings += always.kept(words, readings, wanted, at=turn.at, speaker=turn.name)
        return [_fact(reading, spoken, turn, source, passage) for reading in readings if len(reading.content) <= MAX_CONTENT]
    kept = (
        Reading(
            content=words,
            kind="episode",
            category="conversation",
            confidence=_OTHERS,
            event_at=dates.event_time(dates.find(words, turn.at, spoken), turn.at),
            wording=wording,
        )
        for words, wording in episodes(turn.content, spoken)
    )
    return [_fact(episode, spoken, turn, source, passage) for episode in kept]


def _own_words(text: str) -> str:
    """Without code and quoted blocks: those are not the speaker's statements, and may be what recall gave."""
    lines: list[str] = []
    fenced = False
    for line in without_recalled(text).splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced and not line.lstrip().startswith((">", "|")):
            lines.append(line)
    return "\n".join(lines)


def _fact(reading: Reading, spoken: str, turn: Turn, source: str, passage: Passage) -> Fact:
    wording = reading.wording[:MAX_CONTENT]
    ref = SourceRef(
        type="conversation",
        id=source,
        session=passage.session_id,
        run=passage.run_id,
        turns=(turn.number,),
        wording=wording,
        hash=wording_hash(wording),
        at=turn.at,
    )
    return Fact(
        content=reading.content,
        kind=reading.kind,
        language=spoken,
        subject=reading.subject,
        attribute=reading.attribute,
        value=reading.value,
        category=reading.category,
        entities=reading.entities,
        salience=reading.salience,
        confidence=reading.confidence,
        trust=TRUST_USER,
        event_at=reading.event_at,
        stated_at=turn.at,
        ends=reading.ends,
        sources=(ref,),
    )
