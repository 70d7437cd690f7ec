# ruff: noqa: E501 (patterns)
"""English words of time."""

from __future__ import annotations

import re

from mnemon.language.patterns import Lazy
from mnemon.language.render import MONTHS

from . import feasts, numerals, spans
from .readers import Lexicon, Match, Reader, Readers, Rule, alternatives, iso, listed, year
from .spans import Now, Span

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT = {"mon": 0, "tue": 1, "tues": 1, "wed": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6}
_UNITS = listed({
    "day": "day|days", "weekend": "weekend|weekends", "week": "week|weeks", "fortnight": "fortnight|fortnights",
    "month": "month|months|calendar month", "quarter": "quarter|quarters", "year": "year|years|calendar year",
    "decade": "decade|decades", "century": "century|centuries",
})  # fmt: skip

WORDS = Lexicon(
    days={"today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "earlier today": 0, "right now": 0,
          "yesterday": -1, "yesterday morning": -1, "yesterday afternoon": -1, "yesterday evening": -1, "yesterday night": -1, "last night": -1,
          "tomorrow": 1, "tomorrow morning": 1, "tomorrow afternoon": 1, "tomorrow evening": 1, "tomorrow night": 1,
          "the day before yesterday": -2, "day before yesterday": -2, "the day after tomorrow": 2, "day after tomorrow": 2},
    which={"last": -1, "past": -1, "previous": -1, "this": 0, "this past": -1, "this coming": 1, "current": 0, "the current": 0, "next": 1, "coming": 1, "following": 1, "upcoming": 1},
    units=_UNITS,
    weekdays={name: i for i, name in enumerate(_WEEKDAYS)} | _SHORT,
    months={name.lower(): i for i, name in enumerate(MONTHS, 1)} | {name[:3].lower(): i for i, name in enumerate(MONTHS, 1)} | {"sept": 9},
    numbers=numerals.english() | {"a": 1, "an": 1, "couple of": 2, "a couple of": 2, "a couple": 2, "few": 3, "a few": 3, "several": 4},
    seasons={"spring": "spring", "summer": "summer", "autumn": "autumn", "fall": "autumn", "winter": "winter"},
    feasts=feasts.ENGLISH,
    day_first=False,
)  # fmt: skip
_read = Readers(WORDS)

_DAY = "|".join(_WEEKDAYS)
_MONTH = rf"(?:{'|'.join(MONTHS)}|(?:{'|'.join(dict.fromkeys(('Sept', *(m[:3] for m in MONTHS))))})\b\.?)"
_M = rf"(?P<month>{_MONTH})"
_NUMBER = rf"(?:\d{{1,3}}|{alternatives(WORDS.numbers)})"
_N = rf"(?P<number>{_NUMBER})"
_ORDINALS = "|".join(
    sorted((word.replace(" ", r"[\s-]") for word in numerals.english() if word.endswith(("st", "nd", "rd", "th"))), key=len, reverse=True)
)
_D = rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)?|{_ORDINALS})"
_Y = r"(?P<year>(?:19|20)\d\d)"
_U = r"(?P<unit>day|week|weekend|fortnight|month|quarter|year|decade)s?"
_FEASTS = alternatives(feasts.ENGLISH).replace("'", "['’]")
_LAST = r"last|past|previous|this past|this coming|this|current|next|coming|following|upcoming"


def _two(m: Match, now: Now) -> Span:
    """`the month before last`."""
    return spans.next_to(now, -2, WORDS.units[m["unit"].lower()])


def _rule(pattern: str, read: Reader, relative: bool = True, *, words: tuple[str, ...] = ()) -> Rule:
    return Rule(Lazy(pattern, re.IGNORECASE), read, relative, words)


_HOLDS_MONTH = tuple(month[:3].lower() for month in MONTHS)
_HOLDS_YEAR = ("19", "20")
_HOLDS_UNIT = ("day", "week", "fortnight", "month", "quarter", "year", "decade")
_HOLDS_LAST = ("last", "past", "previous", "this", "current", "next", "coming", "following")
_HOLDS_FEAST = tuple(sorted({max(re.split(r"[\s'-]+", feast), key=len) for feast in feasts.ENGLISH}))
_HOLDS_PART_OF = tuple(f"{unit} of" for unit in _HOLDS_UNIT)
_HOLDS_SEASON = ("spring", "summer", "autumn", "fall", "winter")
_HOLDS_QUARTER = ("q1", "q2", "q3", "q4")


LASTING = _rule(
    rf"\bfor (?:about |over |almost |nearly |more than |the (?:past|last) )?{_N}\s+(?P<unit>week|month|year)s?(?: now)?\b", _read.ago
)
"""`for five years` of what goes on still, it began then: read only where the sentence says that it does."""

RULES: tuple[Rule, ...] = (
    _rule(rf"\b(?P<what>{alternatives(WORDS.days)})\b", _read.day_word, words=("day", "night", "now", "tomorrow", "morning", "afternoon", "evening")),
    _rule(rf"\b{_N}\s+{_U}\s+(?:ago|earlier|back)\b", _read.ago, words=("ago", "earlier", "back")),
    _rule(rf"\b(?:in )?{_N}\s+(?:minute|min|hour|hr)s?\s+(?:ago|earlier|from now)\b", _read.same_day, words=("ago", "earlier", "from")),
    _rule(rf"\bin\s+{_N}\s+(?:minute|min|hour|hr)s?\b", _read.same_day, words=("min", "hour", "hr")),
    _rule(rf"\b(?:the )?(?P<which>{_LAST})\s+(?P<what>{_FEASTS})(?!\w)", _read.feast, words=_HOLDS_LAST),
    _rule(rf"\b(?:on |at |for |over |by |before |until |since |around )?(?P<what>{_FEASTS}),?\s+(?:of\s+|in\s+)?{_Y}\b", _read.feast, False, words=_HOLDS_YEAR),
    _rule(rf"\b(?:on|at|for|over|by|until|since|around|during|this is) (?P<what>{_FEASTS})(?!\w)", _read.feast, words=_HOLDS_FEAST),
    _rule(r"\b(?:on |over |for |at |during )?(?:the|that) weekend\b(?! of| before| after)", _read.weekend, words=("weekend",)),
    _rule(rf"\b(?:in|within)\s+(?:about\s+)?{_N}\s+{_U}(?:['’]s? time)?\b", _read.from_now, words=_HOLDS_UNIT),
    _rule(rf"\b{_N}\s+{_U}\s+from (?:now|today)\b", _read.from_now, words=("from now", "from today")),
    _rule(rf"\b(?P<weekday>{_DAY}|{'|'.join(_SHORT)})\s+(?:of\s+)?(?P<which>last|this|next)\s+week\b", _read.weekday_of_week, words=("week",)),
    _rule(rf"\b(?P<which>last|this|next)\s+week(?:'s)?,?\s+(?:on\s+)?(?P<weekday>{_DAY}|{'|'.join(_SHORT)})\b", _read.weekday_of_week, words=("week",)),
    _rule(rf"\b(?:the )?(?:last|final) (?P<unit>day|week|month|quarter) of (?:(?:the )?year )?(?:{_Y}|{_M}(?=\W|$))", _read.ordinal_of_year, words=("last", "final")),
    _rule(rf"\b(?:the )?{_N} (?P<unit>day|week|month|quarter) of (?:(?:the )?year )?(?:{_Y}|(?P<which>last|this|next) year|{_M}(?=\W|$))", _read.ordinal_of_year, words=_HOLDS_PART_OF),
    _rule(rf"\b(?:the )?(?P<which>{_LAST})\s+(?P<number>\d{{1,3}}|two|three|four|five|six|seven|eight|nine|ten|twelve|couple of|few)\s+{_U}\b", _read.several, words=_HOLDS_LAST),
    _rule(rf"\b{_M}\s+(?:of\s+)?(?P<which>last|this|next) year\b", _read.month_of, words=("year",)),
    _rule(rf"\b(?:the )?{_D}\s+of\s+(?P<which>last|this|next)\s+month\b", _read.day_of_this, words=("month",)),
    _rule(rf"\b(?:the )?(?P<which>{_LAST})\s+(?P<what>(?:calendar )?(?:month|year)|week(?:end)?|fortnight|quarter|decade|century|spring|summer|autumn|fall|winter|{_DAY}|{'|'.join(_SHORT)}|{_MONTH}(?=\W|$))(?!\w)", _read.which, words=_HOLDS_LAST),
    _rule(r"\b(?:the )?(?P<unit>weekend|week|month|year) before last\b", _two, words=("before last",)),
    _rule(rf"\b{_N}\s+(?P<weekday>{_DAY})s?\s+ago\b", _read.weekdays_ago, words=("ago",)),
    _rule(rf"\b(?:from\s+|between\s+)?(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s*(?:to|until|till|through|and|-|–)\s*(?:the )?(?P<until>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_M}(?:,?\s+{_Y})?\b", _read.days_of_month, words=_HOLDS_MONTH),
    _rule(rf"\b{_M}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s*(?:to|until|till|through|-|–)\s*(?P<until>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+{_Y})?", _read.days_of_month, words=_HOLDS_MONTH),
    _rule(rf"\b(?:the )?{_D}[\s/-]+(?:of\s+|day of\s+)?{_M},?(?:\s+in|\s+of)?[\s/-]+{_Y}\b", _read.day_of_month, False, words=_HOLDS_MONTH),
    _rule(rf"\b{_M}\s*(?:the\s)?[\s/-]*{_D},?[\s/-]+{_Y}\b", _read.day_of_month, False, words=_HOLDS_MONTH),
    _rule(rf"\b{_Y}[/-]{_M}[/-](?P<day>\d{{1,2}})\b", _read.day_of_month, False, words=_HOLDS_MONTH),
    _rule(rf"(?<!\$)(?<!€)(?<!£)\b(?:the )?{_D}[\s-]+(?:of\s+)?{_M}(?=\W|$)", _read.day_of_month, words=_HOLDS_MONTH),
    _rule(rf"\b{_M}[\s/](?:the )?{_D}\b(?!\s*(?:%|:\d))", _read.day_of_month, words=_HOLDS_MONTH),
    _rule(rf"\b{_M}(?:\s+of|\s+in)?,?[\s-]+{_Y}\b", _read.month_name, False, words=_HOLDS_MONTH),
    _rule(rf"\b(?:in|since|by|until|during|from|of|to)(?: early| late| mid)? {_M}(?=\W|$)", _read.month_name, words=_HOLDS_MONTH),
    _rule(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])\b", iso, False, words=_HOLDS_YEAR),
    _rule(r"\b(?P<year>(?:19|20)\d\d)/(?P<month>0?[1-9]|1[0-2])/(?P<day>0?[1-9]|[12]\d|3[01])\b", iso, False, words=_HOLDS_YEAR),
    _rule(r"(?<![\d.])(?P<one>\d{1,2})(?P<mark>[/.-])(?P<two>\d{1,2})(?P=mark)(?P<year>(?:19|20)\d\d)\b", _read.unambiguous, False, words=_HOLDS_YEAR),
    _rule(rf"\b(?P<what>spring|summer|autumn|fall|winter)(?: of)? {_Y}\b", _read.season_of, False, words=_HOLDS_SEASON),
    _rule(rf"\bq(?P<number>[1-4])[\s-]+(?:of\s+)?{_Y}\b", _read.quarter_of, False, words=_HOLDS_QUARTER),
    _rule(rf"\b(?:the )?{_N}\s+quarter of {_Y}\b", _read.quarter_of, False, words=("quarter of",)),
    _rule(rf"\b{_Y}[\s-]+q(?P<number>[1-4])\b", _read.quarter_of, False, words=_HOLDS_QUARTER),
    _rule(r"\b(?P<year>(?:19|20)\d0)['’]?s\b", _read.decade_of, False, words=_HOLDS_YEAR),
    _rule(r"\b(?:in|since|until|till|from|by|during|back in|of|to|between|year|before|after|and) (?P<year>(?:19|20)\d\d)\b(?!\s*-\d|\s*%)", year, False, words=_HOLDS_YEAR),
    _rule(rf"\b(?:on |by |until |since )?(?P<weekday>{_DAY}),? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)\b(?! of| floor)", _read.weekday_and_day, words=("day",)),
    _rule(rf"\b(?:on |by |until |since |every )?(?P<weekday>{_DAY})\b(?!s)", _read.weekday, words=("day",)),
    _rule(r"\b(?:on|by|until|since) the (?P<day>\d{1,2}(?:st|nd|rd|th))\b(?! (?:floor|of|century|grade|time|birthday|anniversary))", _read.day_alone, words=("on the", "by the", "until the", "since the")),
    LASTING,
)  # fmt: skip

AHEAD = Lazy(
    r"\b(?:will|won't|'ll|going to|gonna|plan(?:s|ning)?(?: to| on)?|tomorrow|upcoming|deadline|due|appointment|scheduled|booked|by|until|hope to|want to|intend to"
    rf"|(?:am|'m|is|are|'re)(?: \w+ly)? (?:on|at|in|\w+ing)|(?:my|our|the)(?: [\w']+){{1,6}} (?:is|are)(?: now)? (?:on|at|in|{_MONTH})|starts?|begins?|leaves?|ends?|expires?|flies|next)\b|\A\W*(?:as of|from|effective) (?:the )?(?:\d|{_MONTH})",
    re.IGNORECASE,
)
BEHIND = Lazy(
    r"\b(?:was|were|did|had|went|bought|(?<!'ve )(?<!have )(?<!has )got|came|saw|took|made|moved|started|began|finished|ended|left|quit|met|\w{2,}ed)\b",
    re.IGNORECASE,
)
JOINS = Lazy(r"\s*(?:to|until|till|through|and|-|–)\s*(?:the |in |on |until )?", re.IGNORECASE)
AND = Lazy(r"\band\b", re.IGNORECASE)
BETWEEN = Lazy(r"\bbetween(?:\s+the)?\s*$", re.IGNORECASE)
EACH = Lazy(r"\b(?:every|each)\s*$", re.IGNORECASE)
LASTS = Lazy(r"\b(?:have|has|'ve|'s|had) (?:been|\w+ed|known|had|lived|owned|worked)\b|\bbeen\b", re.IGNORECASE)
ADMITS = Lazy(r"\b(?:was|were) (?:wrong|mistaken|confused|off)\b", re.IGNORECASE)
"""Of what was said before, not of when anything happens."""
MOVED_ON = Lazy(
    rf"\b(?:rescheduled|postponed|pushed(?: back)?|(?:been|was|is|were|got) (?:moved|extended|changed|shifted|delayed)) (?:to|until|for)\b"
    rf"|\b(?:extended|moved|changed|shifted|pushed|delayed|rescheduled|postponed) (?:the|my|our|his|her|their|its)\b[^.;?!]{{1,80}}? (?:to|until) (?:the )?(?:\d|{_MONTH})"
    rf"|\b(?:moved|rescheduled|postponed|pushed(?: back)?) to (?:the )?(?:next |{_DAY}|{_MONTH})"
    rf"|\b(?:have|has|need|needs) to [^.;?!]{{1,80}}? (?:by|before|until) (?:the )?(?:\d|{_MONTH})"
    r"|(?<!was )(?<!were )(?<!been )\b(?:starting|beginning|effective)(?: (?:in|on|from))? (?:[A-Z0-9]|the \d)",
    re.IGNORECASE,
)
"""To another day, or from one on: one that is to come."""
NAMES_MONTH = Lazy(
    rf"^(?:(?:early|late|mid) )?(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?)?{_MONTH}(?: (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)?$",
    re.IGNORECASE,
)
LEADING = Lazy(r"^(?:on|by|until|since|of|from|in|during|to|between|and|at|for|over|around|before|after) (?!the day)", re.IGNORECASE)
