# ruff: noqa: E501 (patterns)
"""German words of time."""

from __future__ import annotations

import re

from mnemon.language.patterns import Lazy

from . import feasts, numerals
from .readers import Lexicon, Readers, Rule, alternatives, iso, listed, year

_MONTHS = ("januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember")
_WEEKDAYS = ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag")
_UNITS = listed({
    "day": "tag|tage|tagen|tg", "week": "woche|wochen", "weekend": "wochenende|wochenenden", "month": "monat|monate|monaten|monats",
    "quarter": "quartal|quartale|quartalen|quartals", "year": "jahr|jahre|jahren|jahres", "decade": "jahrzehnt|jahrzehnte|jahrzehnten",
})  # fmt: skip
_STEMS = {"letzt": -1, "vergangen": -1, "vorig": -1, "vorletzt": -2, "dies": 0, "nächst": 1, "kommend": 1, "folgend": 1, "übernächst": 2}

WORDS = Lexicon(
    days={
        "heute": 0,
        "heute morgen": 0,
        "heute abend": 0,
        "gestern": -1,
        "gestern abend": -1,
        "vorgestern": -2,
        "morgen": 1,
        "übermorgen": 2,
    },
    which={stem + ending: step for stem, step in _STEMS.items() for ending in ("e", "en", "em", "er", "es")},
    units=_UNITS,
    weekdays={name: i for i, name in enumerate(_WEEKDAYS)} | {"sonnabend": 5},
    months={name: i for i, name in enumerate(_MONTHS, 1)}
    | {name[:3]: i for i, name in enumerate(_MONTHS, 1)}
    | {"jänner": 1, "sept": 9, "maerz": 3},
    numbers=numerals.german(),
    seasons={"frühling": "spring", "frühjahr": "spring", "sommer": "summer", "herbst": "autumn", "winter": "winter"},
    feasts=feasts.GERMAN,
)
_read = Readers(WORDS)

_N = rf"(?P<number>\d{{1,3}}|{alternatives(WORDS.numbers)})"
_U = rf"(?P<unit>{alternatives(_UNITS)})"
_W = rf"(?P<which>{alternatives(WORDS.which)})"
_DAYNAME = rf"(?P<weekday>{alternatives(WORDS.weekdays)})"
_M = rf"(?P<month>{alternatives(WORDS.months)})\.?(?!\w)"
_D = rf"(?P<day>\d{{1,2}}|{alternatives(WORDS.numbers)})\.?"
_FEASTS = alternatives(feasts.GERMAN)
_Y = r"(?P<year>(?:19|20)\d\d)"
_ANY = rf"(?P<what>{alternatives({**_UNITS, **WORDS.seasons, **WORDS.weekdays, **WORDS.months})})"

RULES = tuple(
    Rule(Lazy(pattern, re.IGNORECASE), read, relative)
    for pattern, read, relative in (
        (rf"\b(?:vor|in)\s+{_N}\s+(?:minuten?|stunden?)\b", _read.same_day, True),
        (rf"\bvor\s+{_N}\s+{_U}\b", _read.ago, True),
        (rf"\b{_W}\s+(?P<what>{_FEASTS})\b", _read.feast, True),
        (rf"\b(?P<what>{_FEASTS})\s+(?:im jahr\s+)?{_Y}\b", _read.feast, False),
        (rf"\b(?P<what>{_FEASTS})\s+(?:im\s+)?{_W}\s+jahr(?:es)?\b", _read.feast, True),
        (rf"\b(?:an|zu|am|über|bis|seit|vor|nach|auf|mit dem)\s+(?P<what>{_FEASTS})\b", _read.feast, True),
        (r"\b(?:am|das|dem)\s+wochenende\b", _read.weekend, True),
        (rf"\bin\s+{_N}\s+{_U}\b", _read.from_now, True),
        (rf"\b(?:in |an )?(?:den|der|die)?\s*(?P<which>letzten|vergangenen|nächsten|kommenden)\s+{_N}\s+{_U}\b", _read.several, True),
        (rf"\b(?P<weekday>{alternatives(WORDS.weekdays)})\s+(?:der\s+)?(?P<which>letzter|letzte|dieser|diese|nächster|nächste|kommender)n?\s+woche\b", _read.weekday_of_week, True),
        (rf"\b(?:der\s+)?letzte[nr]?\s+(?P<unit>woche|tag)\s+(?:im|des)\s+(?:jahre?s?\s+)?(?:{_Y}|{_M})", _read.ordinal_of_year, True),
        (rf"\b{_N}\.?\s+(?P<unit>woche|monat|quartal)\s+(?:im\s+jahr\s+|von\s+|des\s+jahres\s+|in\s+|im\s+)?{_Y}\b", _read.ordinal_of_year, False),
        (rf"\b{_M}\s+(?:im\s+)?{_W}\s+jahr(?:es)?\b", _read.month_of, True),
        (rf"\b{_W}\s+{_ANY}\b", _read.which, True),
        (rf"\b(?:von|vom|zwischen)?\s*(?:dem\s+|de[nm]\s+)?{_D}\s*(?:bis|und|-|–)\s*(?:zum\s+|dem\s+)?(?P<until>\d{{1,2}})\.?\s+{_M}(?:\s+{_Y})?", _read.days_of_month, True),
        (rf"\b{_M}\s+(?P<day>\d{{1,2}})\s*[-–]\s*(?P<until>\d{{1,2}})\b", _read.days_of_month, True),
        (rf"\b{_D}[\s/-]*{_M},?[\s/-]*(?:im jahr )?{_Y}\b", _read.day_of_month, False),
        (rf"(?<![\d.,])(?P<day>\d{{1,2}})[.-]\s?{_Y}[\s.-]{_M}", _read.day_of_month, False),
        (rf"\b{_Y}[/-]{_M}[/-](?P<day>\d{{1,2}})\b", _read.day_of_month, False),
        (rf"\b{_D}\s*{_M}", _read.day_of_month, True),
        (rf"\b{_Y}-(?P<month>0?[1-9]|1[0-2])-(?P<day>0?[1-9]|[12]\d|3[01])\b", iso, False),
        (r"(?<![\d.,])(?P<one>\d{1,2})(?P<mark>[./-])\s?(?P<two>\d{1,2})(?P=mark)\s?(?P<year>(?:19|20)\d\d|\d\d(?![\d.%]))", _read.numeric, False),
        (r"(?<![\d.,])(?P<one>\d{1,2})\.(?P<two>0?[1-9]|1[0-2])\.(?![\d%])", _read.numeric, True),
        (r"\b(?:am|den|dem|vom|zum|ab|bis|seit)\s+(?P<one>\d{1,2})[./](?P<two>0?[1-9]|1[0-2])(?:\.|\b)(?![\d%])", _read.numeric, True),
        (rf"\b{_M}\s+{_Y}\b", _read.month_name, False),
        (rf"\b(?P<what>frühling|frühjahr|sommer|herbst|winter)\s+{_Y}\b", _read.season_of, False),
        (rf"\b(?:im|seit|bis|ab|ende|anfang|mitte)\s+{_M}", _read.month_name, True),
        (rf"\b(?:im\s+jahre?|in|seit|bis|ab|ende|anfang|mitte|von|vor|nach|dem jahr)\s+{_Y}\b", year, False),
        (rf"\b(?:am\s+|bis\s+|seit\s+|diesen\s+)?{_DAYNAME}(?:abend|morgen|nachmittag|mittag|nacht|vormittag)?\b", _read.weekday, True),
        (rf"\b(?P<what>{alternatives(WORDS.days)})(?=\s*(?:früh|mittag|abend|nachmittag|vormittag)?\b)", _read.day_word, True),
    )
)  # fmt: skip

AHEAD = Lazy(
    r"\b(?:werde|wirst|wird|werden|morgen|übermorgen|vor(?:haben|habe)|plane|geplant|flieg(?:e|en|st|t)|fahre|fahren|reise[nt]?|besuche[nt]?|komme|kommen|treffe|heirate[nt]?|nächste[nrms]?|kommende[nrms]?|bis|termin|fällig|beginnt)\b",
    re.IGNORECASE,
)
BEHIND = Lazy(
    r"\b(?:war|waren|hatte|hatten|ging|kam|wurde|wurden|bin|sind|habe|haben|hat)\b.*?\b(?:ge\w+(?:t|en)|\w+iert|ver\w+(?:t|en)|be\w+(?:t|en)|ent\w+(?:t|en))\b|\b(?:war|waren|hatte|ging|kam|kaufte|machte)\b",
    re.IGNORECASE,
)
JOINS = Lazy(r"\s*(?:bis(?:\s+(?:zum|zur))?|und|-|–|)\s*(?:dem\s+)?", re.IGNORECASE)
AND = Lazy(r"\bund\b|^\s*$", re.IGNORECASE)
BETWEEN = Lazy(r"\bzwischen(?:\s+dem)?\s*$", re.IGNORECASE)
LEADING = Lazy(r"^(?:am|im|in|bis|seit|ab|von|vom|vor|nach|den|dem|an|zu|ende|anfang|mitte)\s+(?!\d+ )", re.IGNORECASE)
EACH = Lazy(r"\b(?:jede[nrms]?|alle)\s*$", re.IGNORECASE)
