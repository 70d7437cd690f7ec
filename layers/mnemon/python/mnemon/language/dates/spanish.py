# ruff: noqa: E501, SIM905 (patterns, word lists)
"""Spanish words of time."""

from __future__ import annotations

import re

from mnemon.language.patterns import Lazy

from . import feasts, numerals
from .readers import Lexicon, Readers, Rule, alternatives, iso, listed, year

_MONTHS = ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre")
_WEEKDAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
_UNITS = listed({
    "day": "día|días|dia|dias", "week": "semana|semanas", "weekend": "fin de semana|fines de semana", "month": "mes|meses",
    "quarter": "trimestre|trimestres", "year": "año|años", "decade": "década|décadas",
})  # fmt: skip
_BEFORE: dict[str, int] = dict.fromkeys(
    "pasado|pasada|pasados|pasadas|último|última|últimos|últimas|ultimo|ultima|ultimos|ultimas|anterior|anteriores|previo|previa".split(
        "|"
    ),
    -1,
)
_AFTER: dict[str, int] = dict.fromkeys(
    "próximo|próxima|próximos|próximas|proximo|proxima|proximos|proximas|siguiente|siguientes|que viene|entrante".split("|"), 1
)

WORDS = Lexicon(
    days={
        "hoy": 0,
        "esta mañana": 0,
        "esta tarde": 0,
        "esta noche": 0,
        "ayer": -1,
        "anoche": -1,
        "anteayer": -2,
        "antier": -2,
        "mañana": 1,
        "pasado mañana": 2,
        "el día siguiente": 1,
    },
    which={
        **_BEFORE,
        **_AFTER,
        "este": 0,
        "esta": 0,
        "estos": 0,
        "estas": 0,
        "actual": 0,
        "presente": 0,
    },
    units=_UNITS,
    weekdays={name: i for i, name in enumerate(_WEEKDAYS)} | {"miercoles": 2, "sabado": 5},
    months={name: i for i, name in enumerate(_MONTHS, 1)}
    | {name[:3]: i for i, name in enumerate(_MONTHS, 1)}
    | {"setiembre": 9, "sept": 9},
    numbers=numerals.spanish(),
    seasons={"primavera": "spring", "verano": "summer", "otoño": "autumn", "invierno": "winter"},
    feasts=feasts.SPANISH,
)
_read = Readers(WORDS)

_N = rf"(?P<number>\d{{1,3}}|{alternatives(WORDS.numbers)})"
_U = rf"(?P<unit>{alternatives(_UNITS)})"
_W = rf"(?P<which>{alternatives(WORDS.which)})"
_M = rf"(?P<month>{alternatives(WORDS.months)})\.?(?!\w)"
_D = rf"(?P<day>\d{{1,2}}|{alternatives(WORDS.numbers)})(?:\s?\.?[ºo°])?"
_FEASTS = alternatives(feasts.SPANISH)
_Y = r"(?P<year>(?:19|20)\d\d)"
_OF = r"\s*(?:de[l]?(?:\s+año)?\s+|,\s*)?"
_ANY = rf"(?P<what>{alternatives({**_UNITS, **WORDS.seasons, **WORDS.weekdays, **WORDS.months})})"

RULES = tuple(
    Rule(Lazy(pattern, re.IGNORECASE), read, relative)
    for pattern, read, relative in (
        (rf"\b(?:en|hace|dentro de)\s+{_N}\s+(?:minutos?|horas?)\b|\b(?:justo )?ahora mismo\b", _read.same_day, True),
        (rf"\b{_W}\s+(?P<what>{_FEASTS})\b", _read.feast, True),
        (rf"\b(?P<what>{_FEASTS})\s+(?:del?\s+)?(?:año\s+)?{_Y}\b", _read.feast, False),
        (rf"\b(?:en|por|para|antes de|desde|hasta|el|la)\s+(?P<what>{_FEASTS})(?!\w)", _read.feast, True),
        (r"\bel fin de semana\b(?! (?:de|pasado|próximo|que|anterior|siguiente))", _read.weekend, True),
        (rf"\bhace\s+(?:unos\s+|unas\s+)?{_N}\s+{_U}\b", _read.ago, True),
        (rf"\b{_N}\s+{_U}\s+(?:atrás|antes)\b", _read.ago, True),
        (rf"\b(?:en|dentro de)\s+{_N}\s+{_U}\b", _read.from_now, True),
        (rf"\b{_N}\s+{_U}\s+(?:a partir de (?:ahora|hoy)|después|más tarde)\b", _read.from_now, True),
        (rf"\b(?:l[oa]s\s+)?{_W}\s+{_N}\s+{_U}\b", _read.several, True),
        (rf"\b(?:l[oa]s\s+)?{_N}\s+{_U}\s+(?P<which>{alternatives(_BEFORE)}|siguientes|próximos)\b", _read.several, True),
        (rf"\b(?P<weekday>{alternatives(WORDS.weekdays)})\s+de\s+(?:la\s+)?(?P<which>próxima|esta|pasada|última)\s+semana\b", _read.weekday_of_week, True),
        (rf"\b(?:la\s+)?semana\s+(?P<which>pasada|anterior|próxima|siguiente|que viene)\s*[-,]?\s*(?:el\s+)?(?P<weekday>{alternatives(WORDS.weekdays)})\b", _read.weekday_of_week, True),
        (rf"\b(?:la\s+|el\s+)?últim[oa]\s+(?P<unit>semana|día)\s+de\s+(?:{_Y}|{_M})", _read.ordinal_of_year, True),
        (rf"\b(?:la\s+|el\s+)?{_N}ª?\s+(?P<unit>semana|mes|trimestre)\s+de(?:l año)?\s+(?:{_Y}|{_M})", _read.ordinal_of_year, True),
        (rf"\b{_M}\s+del?\s+(?:año\s+)?(?P<which>pasado|próximo|anterior|este)(?:\s+año)?\b", _read.month_of, True),
        (rf"\b(?:el\s+|la\s+)?{_W}\s+{_ANY}\b", _read.which, True),
        (rf"\b(?:el\s+|la\s+)?{_ANY}\s+(?P<which>{alternatives({**_BEFORE, 'que viene': 1, 'próximo': 1, 'próxima': 1, 'siguiente': 1, 'entrante': 1, 'actual': 0})})\b", _read.which, True),
        (rf"\b(?:del|entre el|desde el|de)?\s*{_D}\s*(?:al|y el|hasta el|a|-|–)\s*(?P<until>\d{{1,2}})\s+de\s+{_M}(?:{_OF}{_Y})?", _read.days_of_month, True),
        (rf"\b{_M}\s+(?P<day>\d{{1,2}})\s*[-–]\s*(?P<until>\d{{1,2}})\b", _read.days_of_month, True),
        (rf"\b{_D}[\s/-]*(?:de\s+)?{_M}{_OF}[/-]?{_Y}\b", _read.day_of_month, False),
        (rf"\b{_Y}[/-]{_M}[/-](?P<day>\d{{1,2}})\b", _read.day_of_month, False),
        (rf"\b{_D}\s*(?:de\s+|-)?{_M}", _read.day_of_month, True),
        (rf"\b{_M}\s+(?P<day>\d{{1,2}})\b(?!\s*[%:])", _read.day_of_month, True),
        (rf"\b{_Y}-(?P<month>0?[1-9]|1[0-2])-(?P<day>0?[1-9]|[12]\d|3[01])\b", iso, False),
        (r"(?<![\d.,])(?P<one>\d{1,2})(?P<mark>[./-])(?P<two>\d{1,2})(?P=mark)(?P<year>(?:19|20)\d\d|\d\d(?![\d.%]))", _read.numeric, False),
        (r"\b(?:el|día|del|al)\s+(?P<one>\d{1,2})/(?P<two>0?[1-9]|1[0-2])\b(?![\d%/])", _read.numeric, True),
        (r"\bel\s+día\s+(?P<day>\d{1,2})\b", _read.day_alone, True),
        (rf"\b{_M}{_OF}{_Y}\b", _read.month_name, False),
        (rf"\b(?P<month>{alternatives(WORDS.months)})\s+del\s+['’]?(?P<year>\d\d)\b", _read.month_name, False),
        (rf"\b(?P<what>primavera|verano|otoño|invierno)\s+de(?:l)?\s+{_Y}\b", _read.season_of, False),
        (rf"\b(?:en|desde|hasta|para|durante|de|a (?:finales|principios|mediados) de)\s+{_M}", _read.month_name, True),
        (rf"\b(?:en|desde|hasta|para|durante|del?|año|entre|antes de|después de)\s+(?:el\s+año\s+)?{_Y}\b", year, False),
        (rf"\b(?:el\s+|este\s+|hasta el\s+)?(?P<weekday>{alternatives(WORDS.weekdays)})\b", _read.weekday, True),
        (rf"(?<!la )(?<!por la )(?<!de la )\b(?P<what>{alternatives(WORDS.days)})\b", _read.day_word, True),
    )
)  # fmt: skip

AHEAD = Lazy(
    r"\b(?:voy a|vas a|va a|vamos a|van a|\w+(?:aré|eré|iré|ará|erá|irá|aremos|eremos|iremos|arán|erán|irán)|mañana|próxim[oa]s?|planeo|pienso|cita|vence|tengo que|que viene)\b",
    re.IGNORECASE,
)
BEHIND = Lazy(
    r"\b(?:fui|fue|fuimos|fueron|era|estaba|estuve|tuve|hice|hizo|compré|llegué|\w+(?:é|ó|aron|ieron|amos|imos)|he|ha|hemos|han|pasad[oa])\b",
    re.IGNORECASE,
)
JOINS = Lazy(r"\s*(?:hasta(?:\s+el)?|al?|y|-|–)\s*(?:el\s+)?", re.IGNORECASE)
AND = Lazy(r"\by\b", re.IGNORECASE)
BETWEEN = Lazy(r"\bentre(?:\s+(?:el|la))?\s*$", re.IGNORECASE)
LEADING = Lazy(r"^(?:en|de|del|desde|hasta|para|durante|entre|el|la|al|año|antes de|después de)\s+(?:el\s+)?", re.IGNORECASE)
EACH = Lazy(r"\b(?:cada|todos los|todas las)\s*$", re.IGNORECASE)
