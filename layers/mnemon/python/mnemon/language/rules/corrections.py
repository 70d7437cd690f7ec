# ruff: noqa: E501 (patterns)
"""Somebody takes back what was said: "not on the 14th but on the 17th", "no, it's Lisbon"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language import dates
from mnemon.language.clauses import Clause
from mnemon.language.compare import same_value
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import phrase
from mnemon.language.readings import Reading
from mnemon.language.sentences import sentences
from mnemon.language.synonyms import PLANNED
from mnemon.language.tokens import count

from .base import Said, Talk, shown, with_time
from .taken_back import names_both

_TAKES_BACK = Lazy(
    r"^\W*(?:(?:oh|ah|um|well|hey|hi|so|and|but)[,\s]+)*(?:actually|correction|no|nope|wait|sorry|oops|scratch that|strike that|my (?:mistake|bad)|apologies|i (?:was|am|'m) (?:wrong|mistaken|confused)|i (?:made a mistake|misspoke|meant|mean)|i said .{1,60} but|make that|that'?s (?:wrong|not right|incorrect)|to correct myself|i need to correct|on second thought|edit|update)\b",
    re.IGNORECASE,
)
_IT_IS = Lazy(
    r"^(?:(?:actually|no|nope|sorry|wait|oops|well|oh)[,.\s]+)*(?:(?:it|that|this|the (?:right|correct) (?:one|answer|date|number|name|value)(?: \w+)?)(?:'s| is| was| should be| will be| should have been)(?: actually| now| really| supposed to be)?|i meant(?: to (?:say|write))?|i mean|make (?:that|it)) (?P<v>[^,;]+?)(?:,? (?:and )?(?:not|instead of|rather than) (?P<old>[^,;]+))?[.!]*$",
    re.IGNORECASE,
)
_MOST_SENTENCES = 100
_DAY_AT_END = Lazy(r"\s*\d{4}-\d\d-\d\d$")
_OPINIONS = frozenset({"yes", "no", "likes", "dislikes", "no longer"})


def may_correct(text: str) -> bool:
    """Whether a turn may take back what was said before it."""
    return any(names_both(sentence) or _TAKES_BACK.match(sentence) for sentence in sentences(text)[:_MOST_SENTENCES])


def correction(clause: Clause, talk: Talk) -> Iterator[Said]:
    """The value of what this speaker spoke of last; with "not ...", of what was said to have that value."""
    m = _IT_IS.match(clause.bare) or _IT_IS.match(clause.said)
    if m is None or count(m["v"]) > 8 or names_both(clause.sentence):
        return
    old = phrase(m["old"]) if m["old"] else None
    if old is None and not _TAKES_BACK.match(clause.sentence):
        return
    meant = _meant(old, talk.said)
    if meant is None or meant.subject is None or meant.attribute is None:
        return
    value = phrase(re.sub(r"^(?:on|at|in|for) ", "", m["v"]))
    shown_value = value
    if meant.attribute.startswith(PLANNED) and (
        ahead := dates.find(f"it will be {clause.said}", clause.at)
    ):  # another day of the same plan
        day = ahead[0]
        what = _DAY_AT_END.sub("", meant.value or "")
        value, shown_value = f"{what} {day.first.isoformat()}".strip(), f"{what} ({day.shown()})".strip()
    elif clause.mentions and re.match(r"\d{4}-\d\d-\d\d", meant.value or ""):
        value = with_time(clause.mentions[0].first.isoformat(), clause.said)
        shown_value = clause.mentions[0].shown()
    if not value:
        return
    owner = shown(meant.subject, talk)
    yield Said(
        meant.subject,
        meant.attribute,
        value,
        meant.category or "fact",
        meant.kind,
        content=f"{owner}'s {meant.attribute} is {shown_value}.",
    )


def _meant(old: str | None, said: list[Reading]) -> Reading | None:
    stated = [r for r in said if r.attribute is not None and r.value is not None and r.value not in _OPINIONS and not r.ends]
    if old is None:
        return stated[-1] if stated else None
    return next((r for r in reversed(stated) if same_value(old, r.value, old, r.value or "") or old.lower() in r.content.lower()), None)
