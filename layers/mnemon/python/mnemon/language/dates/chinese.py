# ruff: noqa: E501 (patterns)
"""Chinese words of time, simplified and traditional; of the Gregorian calendar only."""

from __future__ import annotations

from datetime import timedelta

from mnemon.language.patterns import Lazy

from . import feasts, numerals, spans
from .readers import Lexicon, Match, Readers, Rule, alternatives, iso
from .spans import Now, Span, Unit

_UNITS: dict[str, Unit] = {
    "天": "day", "日": "day", "周": "week", "週": "week", "星期": "week", "礼拜": "week", "禮拜": "week", "月": "month", "季度": "quarter", "年": "year",
    "周末": "weekend", "週末": "weekend",
}  # fmt: skip
_DAYNAMES = {
    f"{week}{name}": i % 7 if i < 7 else 6 for week in ("星期", "周", "週", "礼拜", "禮拜") for i, name in enumerate("一二三四五六日天")
}

WORDS = Lexicon(
    days={"今天": 0, "今日": 0, "今早": 0, "今晚": 0, "现在": 0, "昨天": -1, "昨日": -1, "昨晚": -1, "前天": -2, "大前天": -3, "明天": 1, "明日": 1, "明早": 1, "明晚": 1, "后天": 2, "後天": 2, "大后天": 3},
    which={"上": -1, "上个": -1, "上個": -1, "上一个": -1, "上上": -2, "上上个": -2, "这": 0, "这个": 0, "這": 0, "這個": 0, "本": 0, "下": 1, "下个": 1, "下個": 1, "下一个": 1, "下下": 2, "下下个": 2,
           "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2, "後年": 2, "过去": -1, "過去": -1, "最近": -1, "未来": 1, "未來": 1, "接下来": 1, "前": -1, "后": 1, "上上個": -2, "下下個": 2, "上一個": -1, "下一個": 1},
    units=_UNITS,
    weekdays=_DAYNAMES,
    months={},
    numbers=numerals.chinese(),
    seasons={"春天": "spring", "春季": "spring", "夏天": "summer", "夏季": "summer", "秋天": "autumn", "秋季": "autumn", "冬天": "winter", "冬季": "winter"},
    feasts=feasts.CHINESE,
)  # fmt: skip
_read = Readers(WORDS)

_NUMBER = r"\d{1,2}|[一二两兩三四五六七八九十廿卅零〇几幾]{1,3}"
_N = rf"(?P<number>{_NUMBER})"
_M = rf"(?P<month>{_NUMBER})月(?:份)?"
_D = rf"(?P<day>{_NUMBER})(?:日|号|號)"
_Y = r"(?P<year>(?:19|20)\d\d|\d\d|[零〇一二三四五六七八九]{4}|[零〇一二三四五六七八九]{2})\s*年(?!代|前|后|後|以前|以后|之前|之后)"
_RELATIVE_YEAR = r"(?P<which>前年|去年|今年|明年|后年|後年)"
_HALF = {"上半年": 1, "上个半年": 1, "前半年": 1, "下半年": 2, "后半年": 2, "後半年": 2}


def _year_number(text: str) -> int:
    digits = "".join(char if char.isdigit() and char.isascii() else str(WORDS.numbers[char]) for char in text)
    return spans.full_year(digits)


def _number(text: str) -> int:
    return WORDS.number(text)


def _date(m: Match, now: Now) -> Span:
    return spans.day_of(_year(m, now), _number(m["month"]), _number(m["day"] or m["day_"]))


def _year(m: Match, now: Now) -> int:
    groups = m.groupdict()
    return _year_number(groups["year"]) if groups.get("year") else now.day.year + WORDS.which[m["which"]]


def _bare_date(m: Match, now: Now) -> Span:
    return spans.bare_day(_number(m["month"]), _number(m["day"]), now)


def _days(m: Match, now: Now) -> Span:
    first = spans.bare_day(_number(m["month"]), _number(m["day"]), now)
    until = first and spans.day_of(first[0].year, first[0].month, _number(m["until"]))
    return spans.days(first[0], until[0]) if first and until else None


def _month(m: Match, now: Now) -> Span:
    return spans.month(_year(m, now), _number(m["month"]))


def _bare_month(m: Match, now: Now) -> Span:
    return spans.bare_month(_number(m["month"]), now)


def _whole_year(m: Match, now: Now) -> Span:
    return spans.year(_year(m, now))


def _half(m: Match, now: Now) -> Span:
    groups = m.groupdict()
    number = _year(m, now) if groups.get("year") or groups.get("which") else now.day.year
    return spans.half(number, _HALF[m["part"]])


def _quarter(m: Match, now: Now) -> Span:
    groups = m.groupdict()
    return spans.quarter(_year(m, now) if groups.get("year") or groups.get("which") else now.day.year, _number(m["number"]))


def _nth(m: Match, now: Now) -> Span:
    unit = _UNITS[m["unit"]]
    return spans.within(spans.year(_year(m, now)), _number(m["number"]) * (-1 if m["part"] in ("最后", "最後") else 1), unit)


def _weekday_of(m: Match, now: Now) -> Span:
    return spans.one(now.monday + timedelta(days=_DAYNAMES["周" + m["weekday"]], weeks=WORDS.which[m["which"]]))


def _weekday(m: Match, now: Now) -> Span:
    return spans.one(spans.bare_weekday(_DAYNAMES[m["weekday"]], now))


def _decade(m: Match, _: Now) -> Span:
    tens = m["tens"]
    number = int(tens) if tens.isdigit() else WORDS.numbers[tens[0]] * 10
    return spans.years(1900 + number if number >= 30 else 2000 + number, 10)


RULES = tuple(
    Rule(Lazy(pattern), read, relative)
    for pattern, read, relative in (
        (rf"{_Y}\s*的?{_M}\s*的?(?:{_D}|(?P<day_>[一二三四五六七八九十]{{2,3}})(?!月|年))", _date, False),
        (rf"{_N}\s*个?(?:分钟|分鐘|小时|小時|钟头)(?:之|以)?[前后後]", _read.same_day, True),
        (rf"(?P<which>去年|今年|明年|前年)的?(?P<what>{alternatives(feasts.CHINESE)})", _read.feast, True),
        (rf"{_Y}的?(?P<what>{alternatives(feasts.CHINESE)})", _read.feast, False),
        (rf"(?P<what>{alternatives(feasts.CHINESE)})", _read.feast, True),
        (rf"{_RELATIVE_YEAR}的?{_M}{_D}", _date, True),
        (r"(?<!\d)(?P<year>(?:19|20)\d\d)[-/.](?P<month>0?[1-9]|1[0-2])[-/.](?P<day>[12]\d|3[01]|0?[1-9])(?!\d)", iso, False),
        (r"(?<!\d)(?P<one>\d{1,2})(?P<mark>[-/])(?P<two>\d{1,2})(?P=mark)(?P<year>(?:19|20)\d\d)(?!\d)", _read.numeric, False),
        (rf"{_M}(?P<day>{_NUMBER})(?:日|号)?(?:到|至|-|–|~)(?P<until>{_NUMBER})(?:日|号|號)", _days, True),
        (rf"{_M}{_D}", _bare_date, True),
        (rf"(?:{_Y}|{_RELATIVE_YEAR})的?(?P<part>上半年|前半年|下半年|后半年|後半年)", _half, False),
        (r"(?P<part>上半年|上个半年|下半年)", _half, True),
        (rf"(?:{_Y}|{_RELATIVE_YEAR})的?第?{_N}季度", _quarter, False),
        (rf"第{_N}季度", _quarter, True),
        (rf"(?:{_Y}|{_RELATIVE_YEAR})的?(?P<part>第|最后|最後)\s?{_N}\s?个?(?P<unit>周|週|星期|月)", _nth, True),
        (rf"{_Y}\s*的?{_M}", _month, False),
        (rf"{_RELATIVE_YEAR}的?{_M}", _month, True),
        (rf"(?<!\d){_N}\s*个?(?P<unit>天|日|周|週|星期|礼拜|禮拜|月|年)(?:之|以)?前", _read.ago, True),
        (rf"(?<!\d){_N}\s*个?(?P<unit>天|日|周|週|星期|礼拜|禮拜|月|年)(?:之|以)?[后後]", _read.from_now, True),
        (rf"(?P<which>过去|過去|最近|未来|未來|接下来|前|后)的?{_N}\s*个?(?P<unit>天|周|週|星期|月|年)", _read.several, True),
        (r"(?P<which>上上个|上上個|上上|上个|上個|上|这个|这|這|本|下下个|下下個|下下|下个|下個|下)(?:周|週|星期|礼拜|禮拜)(?P<weekday>[一二三四五六日天])", _weekday_of, True),
        (r"(?P<which>上上个|上上個|上上|上个|上個|上一个|上一個|上|这个|這個|这|這|本|下下个|下下個|下下|下个|下個|下一个|下一個|下)(?P<what>周末|週末|星期|礼拜|禮拜|周|週|月|季度)", _read.which, True),
        (rf"(?P<weekday>{alternatives(_DAYNAMES)})", _weekday, True),
        (r"(?P<what>周末|週末)", _read.weekend, True),
        (rf"(?P<what>{alternatives(WORDS.days)})", _read.day_word, True),
        (r"(?P<year>(?:19|20)\d\d)(?=\s*(?:-|–|到|至)\s*(?:19|20)\d\d年)", _whole_year, False),
        (r"(?P<tens>[2-9]0|[二三四五六七八九]十)年代", _decade, False),
        (rf"{_D}(?![本线])", _read.day_alone, True),
        (rf"{_Y}", _whole_year, False),
        (rf"{_RELATIVE_YEAR}", _whole_year, True),
        (rf"(?<!\d)(?<!第){_M}(?!份?的?[天日])", _bare_month, True),
    )
)  # fmt: skip

AHEAD = Lazy(r"将|將|会|會|要|打算|计划|計劃|准备|準備|明|后天|後天|下周|下週|下个|下個|预约|截止")
BEHIND = Lazy(r"了|过(?!去)|過|曾|已经|已經|昨|上周|上週|刚")
JOINS = Lazy(r"\s*(?:到|至|-|–|~|和|与|跟)\s*")
AND = Lazy(r"[和与跟]")
BETWEEN = Lazy(r"(?!)")
EACH = Lazy(r"每(?:个|逢|到)?$")
LEADING = Lazy(r"^[从從在]")
