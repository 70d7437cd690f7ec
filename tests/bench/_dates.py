"""Words of time against the resolved values of Recognizers-Text, per language; beside `dateparser` where it is installed.

A gold mention of a date, a span of dates or a moment counts as right when a found one overlaps it and means its days: the first day of
one of its readings, and for a span its last day too. The source closes a span before the day that its words name as the end ("from May to
October" ends with September); the day named is right as well. Times of day, durations and repetitions are left out.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from mnemon.language.dates import find
from tests.bench._parts import Bench, Figures
from tests.bench._report import Figure

LANGUAGES = {"en": "English", "de": "German", "es": "Spanish", "zh": "Chinese"}
_TYPES = frozenset({"datetimeV2.date", "datetimeV2.daterange", "datetimeV2.datetime"})

Found = list[tuple[int, int, date, date]]
"""Start, end, first day, last day."""


@dataclass(frozen=True)
class Gold:
    text: str
    reference: str
    start: int
    end: int
    days: frozenset[tuple[date, date | None]]


def run(bench: Bench) -> Figures:
    """`dates.<language>.right`, a share of `.n`, and the same of `dateparser`."""
    figures: dict[str, Figure] = {}
    if not bench.found(bench.data / "recognizers_text", "github.com/microsoft/Recognizers-Text, Specs"):
        return figures
    peer = _dateparser()
    for code, name in LANGUAGES.items():
        cases = list(_gold(bench.data / "recognizers_text" / "DateTime" / name / "DateTimeModel.json"))
        figures[f"dates.{code}.n"] = len(cases)
        figures[f"dates.{code}.right"] = round(_share(cases, lambda text, at, code=code: _own(text, at, code)), 3)
        if peer is not None:
            figures[f"dates.{code}.dateparser"] = round(_share(cases, lambda text, at, code=code: peer(text, at, code)), 3)
    return figures


def _share(cases: list[Gold], read: Callable[[str, str], Found]) -> float:
    return sum(_is_right(case, read(case.text, case.reference)) for case in cases) / len(cases)


def _own(text: str, at: str, code: str) -> Found:
    return [(m.start, m.end, m.first, m.last) for m in find(text, f"{at}.000Z", code)]


def _dateparser() -> Callable[[str, str, str], Found] | None:
    try:
        search: Any = importlib.import_module("dateparser.search").search_dates
    except ImportError:
        return None

    def read(text: str, at: str, code: str) -> Found:
        found: Found = []
        start = 0
        read: list[tuple[str, datetime]] = search(text, languages=[code], settings={"RELATIVE_BASE": datetime.fromisoformat(at)}) or []
        for words, when in read:
            start = max(0, text.find(words, start))
            found.append((start, start + len(words), when.date(), when.date()))
            start += len(words)
        return found

    return read


def _gold(path: Path) -> Iterator[Gold]:
    cases: list[dict[str, Any]] = json.loads(path.read_text("utf-8-sig"))
    for case in cases:
        reference = str(case.get("Context", {}).get("ReferenceDateTime", ""))[:19]
        for result in case["Results"] if reference else []:
            if result.get("TypeName") in _TYPES and (days := frozenset(_days(result))):
                yield Gold(case["Input"], reference, result["Start"], result["End"] + 1, days)


def _days(result: dict[str, Any]) -> Iterator[tuple[date, date | None]]:
    resolution: dict[str, Any] = result.get("Resolution") or {}
    values: list[dict[str, str]] = resolution.get("values") or []
    for value in values:
        first = _day(value.get("value")) or _day(value.get("start"))
        if first is not None:
            end = _day(value.get("end"))
            yield first, end - timedelta(days=1) if end else (None if "start" in value else first)


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text[:10]) if text else None
    except ValueError:
        return None


def _is_right(gold: Gold, found: Found) -> bool:
    is_span = any(first != last for first, last in gold.days)
    for start, end, first, last in found:
        if start < gold.end and gold.start < end:
            for day, until in gold.days:
                if day == first and (not is_span or until is None or _ends(first, last, until)):
                    return True
    return False


def _ends(first: date, last: date, until: date) -> bool:
    named = until + timedelta(days=1)
    return last in (until, named) or last.replace(day=1) == named or (first.year != last.year == named.year)
