# ruff: noqa: E501 (word lists)
"""Days that have a name and the same place in every year, or one that follows from Easter's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from dateutil.easter import easter

from .spans import Now

Feast = Callable[[int], date]
"""The day in a year."""


def fixed(month: int, day: int) -> Feast:
    return lambda year: date(year, month, day)


def from_easter(days: int) -> Feast:
    return lambda year: easter(year) + timedelta(days=days)


def nth_weekday(month: int, weekday: int, number: int) -> Feast:
    def found(year: int) -> date:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))

    return found


def near(feast: Feast, now: Now, step: int | None) -> date:
    """The one that `last` (-1), `this` (0) or `next` (1) means; with no such word the nearest in the direction in which the sentence looks."""
    year = now.day.year
    around = [feast(y) for y in range(year - 2, year + 3)]
    if step == 0:
        return feast(year)
    if step is not None:
        ahead = step > 0
        return next(d for d in around if d > now.day) if ahead else [d for d in around if d < now.day][-1]
    return next(d for d in around if d >= now.day) if now.ahead else [d for d in around if d <= now.day][-1]


_CHRISTMAS, _EVE, _NEW_YEAR, _SILVESTER = fixed(12, 25), fixed(12, 24), fixed(1, 1), fixed(12, 31)

ENGLISH: Mapping[str, Feast] = {
    "christmas eve": _EVE, "christmas day": _CHRISTMAS, "christmas": _CHRISTMAS, "xmas": _CHRISTMAS, "boxing day": fixed(12, 26),
    "new year's eve": _SILVESTER, "new years eve": _SILVESTER, "new year's day": _NEW_YEAR, "new year's": _NEW_YEAR, "new year": _NEW_YEAR,
    "halloween": fixed(10, 31), "valentine's day": fixed(2, 14), "valentines day": fixed(2, 14), "thanksgiving": nth_weekday(11, 3, 4),
    "good friday": from_easter(-2), "easter sunday": from_easter(0), "easter monday": from_easter(1), "easter": from_easter(0),
    "independence day": fixed(7, 4), "earth day": fixed(4, 22), "labor day": nth_weekday(9, 0, 1), "mother's day": nth_weekday(5, 6, 2),
}  # fmt: skip
GERMAN: Mapping[str, Feast] = {
    "heiligabend": _EVE, "heiligen abend": _EVE, "weihnachten": _CHRISTMAS, "ersten weihnachtsfeiertag": _CHRISTMAS,
    "zweiten weihnachtsfeiertag": fixed(12, 26), "silvester": _SILVESTER, "neujahr": _NEW_YEAR, "karfreitag": from_easter(-2),
    "karsamstag": from_easter(-1), "ostersonntag": from_easter(0), "ostermontag": from_easter(1), "ostern": from_easter(0),
    "christi himmelfahrt": from_easter(39), "pfingstsonntag": from_easter(49), "pfingstmontag": from_easter(50), "pfingsten": from_easter(49),
    "rosenmontag": from_easter(-48), "aschermittwoch": from_easter(-46), "fronleichnam": from_easter(60), "tag der arbeit": fixed(5, 1),
    "allerheiligen": fixed(11, 1), "nikolaus": fixed(12, 6), "nikolaustag": fixed(12, 6), "heilige drei könige": fixed(1, 6),
    "tag der deutschen einheit": fixed(10, 3), "reformationstag": fixed(10, 31), "valentinstag": fixed(2, 14), "halloween": fixed(10, 31),
}  # fmt: skip
SPANISH: Mapping[str, Feast] = {
    "nochebuena": _EVE, "navidad": _CHRISTMAS, "nochevieja": _SILVESTER, "año nuevo": _NEW_YEAR, "viernes santo": from_easter(-2),
    "domingo de pascua": from_easter(0), "pascua": from_easter(0), "día de reyes": fixed(1, 6), "día de los muertos": fixed(11, 2),
    "día de todos los santos": fixed(11, 1), "día del trabajo": fixed(5, 1), "día de san valentín": fixed(2, 14), "halloween": fixed(10, 31),
}  # fmt: skip
CHINESE: Mapping[str, Feast] = {
    "圣诞节": _CHRISTMAS, "聖誕節": _CHRISTMAS, "平安夜": _EVE, "元旦": _NEW_YEAR, "国庆节": fixed(10, 1), "國慶節": fixed(10, 1),
    "劳动节": fixed(5, 1), "五一": fixed(5, 1), "情人节": fixed(2, 14), "妇女节": fixed(3, 8), "儿童节": fixed(6, 1), "万圣节": fixed(10, 31),
}  # fmt: skip
