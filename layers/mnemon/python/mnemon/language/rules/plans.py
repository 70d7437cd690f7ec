# ruff: noqa: E501 (patterns)
"""Plans with a date, schedules, counts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.lexicon import PETS
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import head, phrase, plain, singular
from mnemon.language.tokens import count

from .base import ADV, BE, HAVE, SUBJECT, Said, Talk, whom, with_time

_TRIP = Lazy(
    rf"\b{SUBJECT}(?:{BE}{ADV} (?:flying|travelling|traveling|going|driving|heading|leaving|off)|'ll (?:fly|travel|go)| (?:will|plan to|plans to|am going to|is going to|are going to) (?:fly|travel|go|drive|visit)|{BE} (?:visiting)|{HAVE} booked (?:a |the )?(?:trip|flight|flights|train|tickets?)) (?:back )?(?:to |for )?(?P<v>[A-Z].*)"
)
_APPOINTMENT = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:have|has|got|booked|scheduled|made|moved|rescheduled|postponed)? ?(?P<v>(?:an?|my|the) (?:[\w-]+ ){{0,3}}?(?:appointment|meeting|interview|exam|test|flight|surgery|operation|wedding|party|concert|recital|check-?up|call|reservation|session|presentation|deadline|race|match|game|trip|class|visit|delivery)s?)\b"
)
_ACTIVITY = (
    r"(?:go|work|play|run|swim|practi[cs]e|train|do|attend|take|teach|volunteer|visit|meet|call|cook|bake|read|write|study|clean|have|walk|cycle|bike|hike|dance|sing|paint|exercise"
    r"|meditate|jog|watch|eat|drink|wake|get up|sleep|pray|garden|commute|travel|fly|drive|sail|ski|surf|row|climb|shop|order|feed|water|host|stretch|lift|fast|box|skate|journal|update|back up|deploy|review|check|pay)(?:e?s)?"
)
OFTEN = (
    r"(?:(?:every|each) (?:single |other |second )?(?:day|morning|afternoon|evening|night|week|weekend|weekday|month|year|spring|summer|autumn|fall|winter|hour|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d+ \w+|two \w+|few \w+)"
    r"|daily|weekly|monthly|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|on week(?:days|ends)|(?:once|twice|(?:a (?:few|couple(?: of)?) |several )?\w+ times|a few times|a couple times) (?:a|per) \w+)"
)
_SCHEDULE = Lazy(
    rf"\b{SUBJECT}{ADV} (?P<v>{_ACTIVITY}\b[^,;]*?) (?P<w>{OFTEN})\b(?P<x>[^,;.]*)|^(?P<lead>{OFTEN}),? (?P<s2>I|[Ww]e) (?P<v2>{_ACTIVITY}\b[^,;]*)",
    re.IGNORECASE,
)
_COUNTED = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?P<verb>have|has|own|owns|keep|keeps|got|manage|manages|collect|collected|completed|read|finished|earned|written|wrote|fixed|solved|saved|raised|visited|planted|baked|run|ran|scored|reached|hit|hired|sold|resolved|closed|added|reviewed|learned|learnt|attended|submitted|published|made|gained|lost|received) (?:about |around |over |nearly |almost |exactly |a total of |up to )?(?P<n>\d[\d,.]*\d|\d|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|thirty|fifty|a hundred|hundred)(?P<u>%|k\b| percent| ?kg| ?km| dollars| euros)? (?:of (?:the|my|our) \d+ )?(?P<v>(?:[a-z][\w-]* ){{0,2}}?[a-z][\w-]*?s|\w*children|people|men|women)\b(?! (?:ago|later|before|after|old|each))"
)


_DIGITS = {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}


def plan(clause: Clause, talk: Talk) -> Iterator[Said]:
    ahead = [m for m in clause.mentions if m.first.isoformat() >= clause.at[:10]]
    when = ahead[0].first.isoformat() if ahead else None
    if (m := _TRIP.search(clause.bare)) and (who := whom(m["s"], talk)):
        where = phrase(re.split(r"\s+(?:with|for|to)\b", m["v"])[0])
        yield Said(who, f"trip to {where}" if when else None, when, "plan", "episode")
    elif when and (m := _APPOINTMENT.search(clause.bare)) and (who := whom(m["s"], talk)):
        name = singular(plain(m["v"]).lower())
        # "a meeting" is one of several, "a dentist appointment" and "the meeting" are known ones
        known = " " in name or not re.match(r"an? ", m["v"])
        yield Said(who, name if known else None, with_time(when, clause.bare), "plan", "episode")


def schedule(clause: Clause, talk: Talk) -> Iterator[Said]:
    m = _SCHEDULE.search(clause.bare)
    who = whom(m["s"] or m["s2"], talk) if m else None
    if m is None or who is None:
        return
    activity = re.sub(r"\s+(?:on|at|in)$", "", phrase(m["v"] or m["v2"]).lower())
    activity = re.sub(r"^(?:have|go to|attend|take|do)s? (?:an? |my |our |the )?(?=\w)", "", activity)
    if (
        count(activity) <= 6
        and activity not in ("go", "do", "do a", "go a", "meet", "visit")
        and not re.search(r"\b(?:it|them|that|this|there|so)$", activity)
    ):
        yield Said(who, f"schedule: {activity}", m["lead"] or f"{m['w']}{m['x']}".strip(" ."), "schedule")


_PART = Lazy(
    r"\b(?:against|versus|vs)\b|\b(?:in|at|on|from|for|with|during|to)\s(?:the\s|my\s|our\s)?(?:[\w'-]+\s){0,2}?(?:[a-z]+\s(?:number\s)?#?\d|(?-i:[A-Z]))"
)
"""Of one match, one room, one town: there are as many counts of them as there are such parts."""


def quantity(clause: Clause, talk: Talk) -> Iterator[Said]:
    m = _COUNTED.search(clause.bare)
    who = whom(m["s"], talk) if m else None
    if m is None or who is None:
        return
    if clause.mentions and m["verb"] not in ("have", "has", "own", "owns", "keep", "keeps", "got", "manage", "manages"):
        return
    things = singular(plain(m["v"]).lower())
    if re.search(r"\b(?:time|way|thing|hour|minute|day|week|month|year|point|lot|reason|kilo)$", things) and m["verb"] in (
        "have",
        "has",
        "got",
    ):
        return
    if _PART.search(clause.bare, m.end()):
        return
    verb = "" if m["verb"] in ("have", "has", "own", "owns", "keep", "keeps", "got") else f" {m['verb']}"
    if head(things) in PETS and verb == "":
        verb = " kept"
    yield Said(who, f"number of {things}{verb}", f"{_DIGITS.get(m['n'], m['n'])}{(m['u'] or '').strip()}", "quantity", salience=0.6)
