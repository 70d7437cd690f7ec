# ruff: noqa: E501 (patterns)
"""Values in a text: amounts, shares, dates, times of day, versions, counts, numbers; with what they are values of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from .patterns import Lazy
from .stems import CHANGES, FUNCTION, VAGUE, stem

ValueKind = Literal["money", "percent", "date", "time", "version", "measure", "count", "label", "number", "ratio"]


@dataclass(frozen=True, slots=True)
class Value:
    """`text` is comparable within (kind, unit). `unit`: currency, measure, or the things counted. `start`, `end`: where it stands,
    with its unit."""

    kind: ValueKind
    unit: str
    text: str
    start: int
    end: int
    about: tuple[str, ...] = ()
    """What the things counted are called beside their noun: `coin toss` of "5 coin toss problems"."""


_MONTH = r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?\b"
_WEEKDAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b"
_NUM = r"\d+(?:,\d{3})*(?:\.\d+)?"
_WORD_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        (
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen",
            "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
        )
    )
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90", "hundred": "100", "dozen": "12"}  # fmt: skip
_MEASURES = {
    form: unit
    for unit, forms in {
        "ms": "ms millisecond milliseconds msec", "s": "s sec secs second seconds", "min": "min mins minute minutes", "h": "h hr hrs hour hours", "day": "day days",
        "week": "week weeks", "month": "month months", "year": "year years yrs", "kg": "kg kilo kilos kilogram kilograms", "g": "gram grams", "lb": "lb lbs pound pounds",
        "km": "km kilometre kilometres kilometer kilometers", "m": "metre metres meter meters", "mile": "mile miles", "cm": "cm", "mm": "mm", "ft": "ft feet foot", "inch": "inch inches",
        "kb": "kb", "mb": "mb megabyte megabytes", "gb": "gb gigabyte gigabytes gib", "tb": "tb terabyte terabytes", "degree": "degree degrees °c °f celsius", "l": "litre litres liter liters",
        "mg": "mg", "ml": "ml", "kwh": "kwh", "mbps": "mbps", "gbps": "gbps", "hz": "hz", "mhz": "mhz", "ghz": "ghz", "rpm": "rpm", "fps": "fps", "acre": "acre acres",
    }.items()
    for form in forms.split()
}  # fmt: skip
_CURRENCIES = {
    "dollar": "$", "dollars": "$", "usd": "$", "euro": "€", "euros": "€", "eur": "€", "gbp": "£", "yen": "¥", "crown": "kr", "crowns": "kr", "franc": "fr",
    "francs": "fr", "rupees": "₹", "pesos": "peso",
}  # fmt: skip
_SCALES = {"k": 1_000, "thousand": 1_000, "m": 1_000_000, "million": 1_000_000, "bn": 1_000_000_000, "billion": 1_000_000_000}

_GLUED = "(?:ms|s|min|hrs?|h|kg|g|lbs?|km|m|cm|mm|ft|kb|mb|gb|tb|l|mg|ml|kwh|mbps|gbps|hz|mhz|ghz|rpm|fps|k|°c|°f)"

_VALUE = Lazy(
    rf"(?P<money>[$€£¥₹]\s?{_NUM}(?:\s?[-–]\s?[$€£¥₹]?{_NUM})?(?:\s?(?:k|m|bn|thousand|million|billion)\b)?|\b{_NUM}\s?(?:{'|'.join(_CURRENCIES)})\b)"
    rf"|(?P<percent>\b{_NUM}(?:\s?[-–]\s?{_NUM})?\s?(?:%|percent\b|per cent\b))"
    rf"|(?P<time>\b\d{{1,2}}(?::\d\d)?\s?(?:[ap]\.?m\b\.?|o'clock\b)|\b(?:[01]?\d|2[0-3]):[0-5]\d\b|\b(?:noon|midnight)\b)"
    rf"|(?P<date>\b\d{{4}}-\d\d-\d\d\b|\b{_MONTH}\s{_DAY}(?:(?:,?\s(?:19|20)\d\d)?\s?(?:[-–]|to|and)\s?(?:{_MONTH}\s)?{_DAY})?(?:,?\s(?:19|20)\d\d\b)?|\b{_DAY}(?:\sof)?\s{_MONTH}(?:,?\s(?:19|20)\d\d\b)?"
    rf"|\b(?:0\d|1[0-2])/(?:[0-2]\d|3[01])\b(?!/)|\b\d{{1,2}}/\d{{1,2}}/(?:19|20)?\d\d\b|\b(?:next |this |last )?{_WEEKDAY}|\b{_MONTH}\s(?:19|20)\d\d\b)"
    r"|(?P<version>\bv\d+(?:\.\d+)*\b|\b\d+\.\d+\.\d+(?:[-.]\w+)*\b)"
    rf"|(?P<ratio>\b\d+/\d+\b|\b\d+ out of \d+\b)"
    rf"|(?P<number>(?<![\w.#-])-?{_NUM}(?:\s?[-–]\s?{_NUM})?\+?(?:(?={_GLUED}\b)|(?![\w]))|\b(?:{'|'.join(_WORD_NUMBERS)})\b)",
    re.IGNORECASE,
)
_UNIT = Lazy(r"[\s-]?(?P<u>[A-Za-z°]+)\b")
_JOINING = "|".join(sorted((FUNCTION - {"user", "users"}) | {"merged", "used"}, key=len, reverse=True)).replace("'", "['’]")
_NOUNS = Lazy(
    r"(?!\s(?:now|currently|already|still|also|just|recently|only|yesterday|today|tomorrow|tonight|instead|again|lately|nowadays|anymore)\b)(?:\s(?:more|new|additional|extra|different|total|unique|separate|full|of the|of my|other))*"
    rf"(?P<n>(?:[\s-](?!(?:{_JOINING})\b)[a-zA-Z][\w'-]*){{1,4}})"
)
_LABELLED = Lazy(r"(?P<l>[A-Za-z][\w.+]*)(?P<no> number| no\.?)?\s(?P<sign>#?)$")
_NO_LABELS = (FUNCTION - {"user"}) | CHANGES | VAGUE
_ACTS = Lazy(r"\s[a-z]+s (?:an?|the|his|her|its|their|my|our|your)\b")
"""`Friend 3 drives a Saab`: a verb with its object, not things that are counted."""
_WHICH = Lazy(r"(?:^|\b(?:the|an?|of|in|for|from|at|on|my|our|his|her|their|this|that)\s)$", re.IGNORECASE)
"""What stands before a noun whose number says which one it is."""
_PLACE_OF = Lazy(r"\b(?:in|at|on|from|to|the|our|my)\s$", re.IGNORECASE)
"""`building 31` after one of these is a noun."""
_GOES_ON = Lazy(
    r"(?:\s(?:now|still|also|currently|always))?\s(?:of\b|[a-z]+s (?:at|in|on|to|from|by|with|near|under|for|up|down|out|off|over|behind|through|into)\b)"
)
_FINITE = Lazy(
    r"(?:runs|lies|listens|costs|has|uses|takes|starts|ends|sits|stands|holds|closes|opens|leaves|arrives|weighs|reports|serves|sends|needs|goes|contains|belongs|keeps|lasts|seats|stores|hosts|owns|leads|allows|supports|accepts|expires|begins|departs|measures|counts|returns|covers|includes|gets|pays|lives|works|reads|writes|shows|connects|points|averages)\b",
    re.IGNORECASE,
)
"""After "room 12" these are verbs, not what is counted."""
_VERBLIKE = re.compile(r".{3,}(?:ed|ing|ly)$|^(?:is|are|was|were|has|have|had|per|total|left|each|long|old|away|tall|wide|ago|later|now)$")


_YEAR = re.compile(r"(?:19|20)\d\d")


def values(text: str) -> list[Value]:
    """In the order in which they stand."""
    found: list[Value] = []
    for m in _VALUE.finditer(text):
        kind = m.lastgroup
        said = m[0].lower().strip()
        if kind == "money":
            found.append(_money(m, said))
        elif kind == "percent":
            found.append(Value("percent", "%", _plain(re.sub(r"\s?(?:%|per ?cent)", "", said)), m.start(), m.end()))
        elif kind == "time":
            found.append(Value("time", "", _clock(said), m.start(), m.end()))
        elif kind == "date":
            if said not in ("may", "march") and (day := _day(said)):
                found.append(Value("date", "", day, m.start(), m.end()))
        elif kind == "version":
            found.append(Value("version", "", said.removeprefix("v"), m.start(), m.end()))
        elif kind == "ratio":
            found.append(Value("ratio", "", said.replace(" out of ", "/"), m.start(), m.end()))
        else:
            if said == "one" or (said in _WORD_NUMBERS and not re.match(r"[\s-][a-zA-Z]", text[m.end() :])):
                continue
            found.append(_number(text, m, said))
    return found


def _money(m: re.Match[str], said: str) -> Value:
    currency = said[0] if said[0] in "$€£¥₹" else _CURRENCIES[re.sub(r"[^a-z]", "", said)]
    number = re.sub(r"[^\d.,–-]", "", said)
    scale = re.search(r"(k|m|bn|thousand|million|billion)$", said)
    plain = _plain(number)
    if scale and said[0] in "$€£¥₹" and "-" not in plain:
        plain = _plain(str(float(plain) * _SCALES[scale[1]]))
    return Value("money", currency, plain, m.start(), m.end())


def _number(text: str, m: re.Match[str], said: str) -> Value:
    number = _plain(_WORD_NUMBERS.get(said, said))
    unit = _UNIT.match(text, m.end())
    if unit is not None and (measure := _MEASURES.get(unit["u"].lower())) is not None:
        return Value("measure", measure, number, m.start(), unit.end())
    nouns = _NOUNS.match(text, m.end())
    label = _LABELLED.search(text, 0, m.start())
    if label is not None and (
        label["l"].lower() in _NO_LABELS
        or (_VERBLIKE.match(label["l"].lower()) and not (label["l"].endswith("ing") and _PLACE_OF.search(text, 0, label.start())))
        or label.end() != m.start()
        or said in _WORD_NUMBERS
    ):
        label = None
    if label is not None and nouns is not None and (_FINITE.match(nouns["n"].strip()) or _says_of(text, label.start(), m.end())):
        nouns = None
    if nouns is not None and not (m.end() < len(text) and text[m.end()] == "-" and said not in _WORD_NUMBERS):
        words = re.split(r"[\s-]", nouns["n"].strip(" -"))
        while words and _VERBLIKE.match(words[-1].lower()) and len(words) > 1:
            words.pop()
        plural = next((i for i, word in enumerate(words) if re.search(r"(?:[^su]s|people|children|men|women)$", word.lower())), None)
        if plural is not None:
            words = words[: plural + 1]
        elif _YEAR.fullmatch(said):  # "the 2024 winter challenge" counts nothing
            words = []
        if words and not _VERBLIKE.match(words[-1].lower()):
            stems = [stem(word.lower()) for word in words]
            return Value(
                "count",
                stems[-1],
                number,
                m.start(),
                m.end() + nouns.start("n") - nouns.start() + len(" ".join(words)) + 1,
                tuple(stems[:-1]),
            )
    if label is not None:
        named = ("number",) if label["no"] or label["sign"] else ()
        return Value("label", stem(label["l"].lower()), number, label.start(), m.end(), named)
    return Value("number", "", number, m.start(), m.end())


def _says_of(text: str, start: int, end: int) -> bool:
    """Whether the words after `room 132` say something of it: "hangs at the gate", "of the cluster is free"."""
    return _ACTS.match(text, end) is not None or says_which(text, start, end)


def says_which(text: str, start: int, end: int) -> bool:
    """Whether the noun and number there only say which one of its kind is spoken of."""
    return _WHICH.search(text, 0, start) is not None and (text[start].islower() or start == 0) and _GOES_ON.match(text, end) is not None


def _plain(number: str) -> str:
    """`1,200.0` and `1200` are one number."""
    number = re.sub(r"\s|,(?=\d{3})|\+$", "", number).replace("–", "-")
    return re.sub(r"(\.\d*?)0+$", r"\1", number).rstrip(".") if "." in number else number


def _clock(said: str) -> str:
    if said in ("noon", "midnight"):
        return "12:00" if said == "noon" else "00:00"
    hour, minute, half = re.match(r"(\d+)(?::(\d\d))?\s?([ap])?", said).groups()  # type: ignore[union-attr]
    number = int(hour) % 12 + (12 if half == "p" else 0) if half else int(hour)
    return f"{number:02d}:{minute or '00'}"


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def _day(said: str) -> str:
    """`5 April 2024`, `April 5th, 2024` and `2024-04-05` are one day. Without a year it is a day of any year."""
    if m := re.match(r"(\d{4})-(\d\d)-(\d\d)", said):
        return f"{int(m[2])}/{int(m[3])}/{m[1]}"
    if m := re.match(r"(\d{1,2})/(\d{1,2})(?:/(\d{2,4}))?", said):
        return f"{int(m[1])}/{int(m[2])}" + (f"/{int(m[3]) + (2000 if len(m[3]) == 2 else 0)}" if m[3] else "")
    month = re.search(r"[a-z]{3,}", re.sub(r"\b(?:next|this|last|of|to|and)\b", "", said))
    if month is None:
        return ""
    if month[0].rstrip("s").endswith("day"):
        return month[0].rstrip("s")
    number = _MONTHS.index(month[0][:3]) + 1
    # A year that was only added to a day, as the rules for dates write it, is a guess: it tells no two days apart.
    year = re.search(r"(?<=, )(?:19|20)\d\d\b", said)
    days = re.findall(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", said)
    return f"{number}/{'-'.join(str(int(d)) for d in days)}" + (f"/{year[0]}" if year else "")


def agree(one: Value, other: Value) -> bool:
    """Whether two values of one kind are the same. A day without a year is that day of any year."""
    if one.text == other.text:
        return True
    if one.kind == other.kind == "date" and "/" in one.text and "/" in other.text:
        first, second = one.text.split("/"), other.text.split("/")
        return first[:2] == second[:2] and (len(first) == 2 or len(second) == 2)
    return False
