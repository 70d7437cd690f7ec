# ruff: noqa: E501 (word lists)
"""Numbers up to 31 in words, as dates need them."""

from __future__ import annotations

_ENGLISH_ONES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_ENGLISH_TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_ENGLISH_ORDINALS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth",
    "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
)  # fmt: skip


def english() -> dict[str, int]:
    """Cardinal and ordinal; hyphens are spaces."""
    words = {word: i for i, word in enumerate(_ENGLISH_ONES) if word} | {word: i for i, word in enumerate(_ENGLISH_TEENS, 10)}
    words |= {word: i for i, word in enumerate(_ENGLISH_ORDINALS) if word}
    for tens, name, ordinal in ((20, "twenty", "twentieth"), (30, "thirty", "thirtieth")):
        words |= {name: tens, ordinal: tens}
        words |= {f"{name} {word}": tens + i for i, word in enumerate(_ENGLISH_ONES) if word}
        words |= {f"{name} {word}": tens + i for i, word in enumerate(_ENGLISH_ORDINALS[:10]) if word}
    return words


_GERMAN_ONES = ("", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
_GERMAN_STEMS = (
    "", "erst", "zweit", "dritt", "viert", "fünft", "sechst", "siebt", "acht", "neunt", "zehnt", "elft", "zwölft", "dreizehnt", "vierzehnt",
    "fünfzehnt", "sechzehnt", "siebzehnt", "achtzehnt", "neunzehnt",
)  # fmt: skip


def german() -> dict[str, int]:
    words = {"einem": 1, "einen": 1, "einer": 1, "eine": 1, "ein": 1, "paar": 3, "zehn": 10, "elf": 11, "zwölf": 12, "zwanzig": 20}
    words |= {word: i for i, word in enumerate(_GERMAN_ONES) if i > 1}
    stems = {stem: i for i, stem in enumerate(_GERMAN_STEMS) if stem}
    stems |= {f"{one}und{ten}st" if one else f"{ten}st": tens + i for tens, ten in ((20, "zwanzig"), (30, "dreißig"))
              for i, one in enumerate(_GERMAN_ONES)}  # fmt: skip
    return words | {stem + ending: i for stem, i in stems.items() for ending in ("e", "en", "er", "em", "es")}


_SPANISH = (
    "", "un|uno|una|primero|primer|primera", "dos|segundo|segunda", "tres|tercero|tercer|tercera", "cuatro|cuarto|cuarta", "cinco|quinto|quinta",
    "seis|sexto|sexta", "siete", "ocho", "nueve", "diez", "once", "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho",
    "diecinueve", "veinte", "veintiuno|veintiún", "veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete",
    "veintiocho", "veintinueve", "treinta", "treinta y uno",
)  # fmt: skip


def spanish() -> dict[str, int]:
    return {word: i for i, listed in enumerate(_SPANISH) for word in listed.split("|") if word} | {"par de": 2}


_CHINESE = "零一二三四五六七八九"


def chinese() -> dict[str, int]:
    words = {digit: i for i, digit in enumerate(_CHINESE)} | {"两": 2, "兩": 2, "十": 10, "几": 3, "幾": 3, "〇": 0}
    words |= {f"十{_CHINESE[i]}": 10 + i for i in range(1, 10)}
    for tens, mark in ((20, "二十"), (30, "三十")):
        words |= {mark: tens} | {f"{mark}{_CHINESE[i]}": tens + i for i in range(1, 10)}
    return words | {"廿": 20, "卅": 30}
