"""Recall assembled for a prompt: within a budget of tokens, cited, fenced, and labelled as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mnemon.language.fence import CLOSING, OPENING, inert
from mnemon.language.render import day
from mnemon.model.memory import SourceRef
from mnemon.model.sources import Chunk
from mnemon.tenant.callers import Reader

from .recall import Degraded, Recall, SearchRequest
from .tokens import estimate
from .winners import Found

WIDTH = 20
"""Results that an assembly starts from."""


class Context(NamedTuple):
    """`text` is empty when nothing is known; `items` are the results that stand in it, in its order."""

    text: str
    tokens: int
    items: tuple[Found, ...]
    degraded: tuple[Degraded, ...]
    took: Mapping[str, float]


class AssembleContext:
    def __init__(self, recall: Recall, count: Callable[[str], int] = estimate) -> None:
        self._recall, self._count = recall, count

    def __call__(self, reader: Reader, request: SearchRequest, token_budget: int) -> Context:
        """The best results that fit. Each takes one line, so that the whole never goes over the budget. Raises TryAgain."""
        found = self._recall(reader, request)
        spent = self._count(OPENING) + self._count(CLOSING)
        lines: list[str] = []
        kept: list[Found] = []
        for result in found.results:
            line = f"[{len(kept) + 1}] {rendered(result)}\n"
            cost = self._count(line)
            if spent + cost <= token_budget:
                lines.append(line)
                kept.append(result)
                spent += cost
        if not kept:
            return Context("", 0, (), found.degraded, found.took)
        return Context(OPENING + "".join(lines) + CLOSING, spent, tuple(kept), found.degraded, found.took)


def rendered(found: Found) -> str:
    """One line: what is known, since when, and who said so where."""
    record = found.record
    if isinstance(record, Chunk):
        said = f"{record.speaker}: {record.words}" if record.speaker else record.words
        caption = f" [shares {record.caption}]" if record.caption else ""
        return f"{inert(said + caption)} ({_where(found.citations)})"
    until = f" until {day(record.true_to)}" if record.true_to else ""
    return f"{inert(record.content)} ({record.kind}, since {day(record.true_from)}{until}; {_where(found.citations)})"


def _where(citations: Sequence[SourceRef]) -> str:
    """The newest ground, shortly; the answer's citations have them all."""
    if not citations:
        return "no source"
    ground = citations[0]
    parts = [f"source {ground.id}"]
    if ground.at:
        parts.append(day(ground.at))
    if ground.turns:
        parts.append("turn " + ", ".join(map(str, ground.turns)))
    return ", ".join(parts)
