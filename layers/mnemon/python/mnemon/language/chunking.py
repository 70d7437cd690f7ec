"""Where a document is cut: at its headings, else where a sentence ends, in chunks that share some words with the one before.

Pure. What a chunk adds to the one before begins where that one ends, so that the additions, put together, are the whole text.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mnemon.model.documents import Extract, Heading, Passage

from .patterns import Lazy
from .sentences import borders

TARGET = 200
"""Words of a chunk, about."""
OVERLAP = 30
"""Words of whole sentences that are repeated from the chunk before: 15 in a hundred."""
LONGEST_OVERLAP = 2 * OVERLAP
"""A single sentence may be as long as that to be repeated."""
TAIL = 40
"""Fewer words than that at the end of a section belong to the chunk before."""
SMALL = 25
"""A section of fewer words, such as a heading alone, is cut together with the one after it."""
_CHARACTERS = 8
"""Of one word, at most: longer ones, and writing without spaces, count as several."""

_MARKS = r"\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u200d\ufe0e\ufe0f"
_WORD = Lazy(rf"\s*\S{{1,240}}[{_MARKS}]*\s*")
_IDEOGRAPH = Lazy(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
_COMBINING = Lazy(f"[{_MARKS}]")


class _Unit(NamedTuple):
    """What is not cut: a sentence, or a part of one that is too long."""

    start: int
    end: int
    weight: int


class _Section(NamedTuple):
    start: int
    end: int
    path: tuple[str, ...]


class _Part(NamedTuple):
    """Units that go into chunks together."""

    units: list[_Unit]
    path: tuple[str, ...]


def cut(extract: Extract) -> tuple[Passage, ...]:
    """The chunks of a document, in order; none of a blank one."""
    if not extract.text.strip():
        return ()
    return tuple(
        Passage(start=start, end=end, path=part.path, page=_page(extract.pages, own))
        for part in _parts(extract)
        for own, start, end in _chunks(part.units)
    )


def weigh(text: str) -> int:
    """Words of a text, wherever it has its spaces."""
    return max(len(text.split()), len(text.strip()) // _CHARACTERS, len(_IDEOGRAPH.findall(text)))


def _page(pages: Sequence[int], at: int) -> int | None:
    return max(1, bisect_right(pages, at)) if pages else None


def _sections(text: str, headings: Sequence[Heading]) -> Iterator[_Section]:
    above: list[Heading] = []
    start = 0
    for heading in headings:
        at = min(max(heading.start, start), len(text))
        if at > start:
            yield _Section(start, at, tuple(h.title for h in above))
        above = [*(h for h in above if h.level < heading.level), heading]
        start = at
    if start < len(text):
        yield _Section(start, len(text), tuple(h.title for h in above))


def _parts(extract: Extract) -> list[_Part]:
    text = extract.text
    begins = borders(text)
    parts: list[_Part] = []
    waiting: list[tuple[_Section, list[_Unit]]] = []
    for section in _sections(text, extract.headings):
        waiting.append((section, list(_units(text, section, begins))))
        if sum(_total(units) for _, units in waiting) >= SMALL:
            parts.append(_part(waiting))
            waiting = []
    if waiting and parts and not any(_total(units) for _, units in waiting):
        parts[-1].units.extend(unit for _, units in waiting for unit in units)  # blank
    elif waiting:
        parts.append(_part(waiting))
    return parts


def _part(sections: Sequence[tuple[_Section, list[_Unit]]]) -> _Part:
    """It stands under the heading of most of it, else under what its sections have in common."""
    units = [unit for _, each in sections for unit in each]
    most, own = max(sections, key=lambda each: (_total(each[1]), len(each[0].path)))
    if _total(own) * 5 >= _total(units) * 3:
        return _Part(units, most.path)
    common = most.path
    for section, _ in sections:
        same = next((i for i, (a, b) in enumerate(zip(common, section.path, strict=False)) if a != b), min(len(common), len(section.path)))
        common = common[:same]
    return _Part(units, common)


def _total(units: Sequence[_Unit]) -> int:
    return sum(unit.weight for unit in units)


def _units(text: str, section: _Section, begins: Sequence[int]) -> Iterator[_Unit]:
    inner = begins[bisect_right(begins, section.start) : bisect_left(begins, section.end)]
    for start, end in zip((section.start, *inner), (*inner, section.end), strict=True):
        weight = weigh(text[start:end])
        if weight <= TARGET:
            yield _Unit(start, end, weight)
        else:
            yield from _fragments(text, start, end)


def _fragments(text: str, start: int, end: int) -> Iterator[_Unit]:
    """Of a sentence longer than a chunk: cut at spaces, and in a word longer than that between characters."""
    at = start
    for word in _WORD.compiled.finditer(text, start, end):
        if word.start() > at and weigh(text[at : word.end()]) > OVERLAP:
            yield _Unit(at, word.start(), weigh(text[at : word.start()]))
            at = word.start()
        while weigh(text[at : word.end()]) > OVERLAP:
            middle = _between_characters(text, at, word.end())
            yield _Unit(at, middle, weigh(text[at:middle]))
            at = middle
            if middle == word.end():
                break
    if at < end:
        yield _Unit(at, end, weigh(text[at:end]))


def _between_characters(text: str, start: int, end: int) -> int:
    width = OVERLAP if _IDEOGRAPH.search(text, start, min(end, start + OVERLAP)) else OVERLAP * _CHARACTERS
    at = min(end, start + width)
    while start + 1 < at < end and _COMBINING.search(text, at, at + 1):
        at -= 1
    return at


def _chunks(units: Sequence[_Unit]) -> list[tuple[int, int, int]]:
    """(where what it adds begins, where it begins, where it ends) of each chunk."""
    groups: list[list[_Unit]] = [[]]
    for unit in units:
        if groups[-1] and _total(groups[-1]) + unit.weight > TARGET:
            groups.append([])
        groups[-1].append(unit)
    if len(groups) > 1 and _total(groups[-1]) < TAIL:
        tail = groups.pop()
        groups[-1] += tail
    found: list[tuple[int, int, int]] = []
    for number, group in enumerate(groups):
        before = _repeated(groups[number - 1]) if number else []
        own = group[0].start
        found.append((own, before[0].start if before else own, group[-1].end))
    return found


def _repeated(group: Sequence[_Unit]) -> list[_Unit]:
    """Its last sentences, but never all of it."""
    taken: list[_Unit] = []
    for unit in reversed(group[1:]):
        if _total(taken) + unit.weight > (OVERLAP if taken else LONGEST_OVERLAP):
            break
        taken.insert(0, unit)
    return taken
