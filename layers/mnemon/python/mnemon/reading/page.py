"""The block that goes into a prompt: a fence, and lines in it, each cited, as long as they fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mnemon.language.fence import CLOSING, OPENING, inert
from mnemon.language.render import day
from mnemon.model.memory import MemoryRecord, SourceRef
from mnemon.model.sources import Chunk
from mnemon.model.summaries import Sentence
from mnemon.ports.models import TokenCounter

from .derived import Told
from .winners import Found

_MEMORIES = "Memories:\n"
_CHUNKS = "From conversations and documents:\n"


class Page:
    """What is derived is added before the results. Each text takes one line, in which nothing can end the line or the fence."""

    def __init__(self, counter: TokenCounter, budget: int) -> None:
        self._counter, self._budget, self._limit = counter, budget, budget
        self._spent = counter.count(OPENING) + counter.count(CLOSING)
        self._lines: list[str] = []
        self._cited: dict[str, int] = {}
        self._told: set[tuple[str, str]] = set()
        self._results: list[Found] = []

    def limit(self, share: float) -> None:
        """Of the budget: for what is added from now on, with what was added before."""
        self._limit = int(self._budget * share)

    def derived(self, title: str, letter: str, told: Told) -> Told | None:
        """With the sentences that fit, in their own order, without what stands on the page already; None when none is left."""
        new = [one for one in told.sentences if not self._told.issuperset((told.key.sid, basis.ulid) for basis in one.rests_on)]
        kept = tuple(self._sentences(f"{inert(title)}:\n", letter, new))
        self._told.update((told.key.sid, basis.ulid) for one in kept for basis in one.rests_on)
        return told._replace(sentences=kept) if kept else None

    def tells(self, results: Sequence[Found]) -> bool:
        """Whether the sentences on the page rest on every one of them."""
        return bool(results) and all(map(self._is_told, results))

    def results(self, results: Sequence[Found]) -> None:
        """Best first: those that fit, without the memories that are told already."""
        headers: set[str] = set()
        for result in results:
            header = _header(result)
            line = _line(len(self._results) + 1, result)
            if not self._is_told(result) and self._takes("" if header in headers else header, line):
                headers.add(header)
                self._results.append(result)

    @property
    def items(self) -> tuple[Found, ...]:
        """The results on the page, in the order in which they stand there."""
        return tuple(sorted(self._results, key=_place))

    def text(self) -> tuple[str, int]:
        """And its tokens, counted as a whole; both are empty when nothing fits."""
        while self._lines or self._results:
            text = self._written()
            tokens = self._counter.count(text)
            if tokens <= self._budget:
                return text, tokens
            # A whole may take more tokens than its lines: no tokenizer that is known, but the budget is a promise.
            if not self._results:
                break
            self._results.pop()
        return "", 0

    def _written(self) -> str:
        lines, header = list(self._lines), ""
        for number, result in enumerate(self.items, 1):
            if header != _header(result):
                header = _header(result)
                lines.append(header)
            lines.append(_line(number, result))
        return OPENING + "".join(lines) + CLOSING

    def _is_told(self, result: Found) -> bool:
        record = result.record
        return isinstance(record, MemoryRecord) and (record.sid, record.ulid) in self._told

    def _sentences(self, header: str, letter: str, sentences: Sequence[Sentence]) -> Iterator[Sentence]:
        for sentence in sentences:
            number = self._cited.get(letter, 0) + 1
            line = f"[{letter}{number}] {inert(sentence.text)} ({day(sentence.since)})\n"
            if self._takes(header, line):
                self._cited[letter] = number
                self._lines += [header, line] if header else [line]
                header = ""
                yield sentence

    def _takes(self, header: str, line: str) -> bool:
        cost = self._counter.count(line) + (self._counter.count(header) if header else 0)
        if self._spent + cost > self._limit:
            return False
        self._spent += cost
        return True


def rendered(found: Found) -> str:
    """One line: what is known, since when, and who said so where."""
    record = found.record
    if isinstance(record, Chunk):
        said = f"{record.speaker}: {record.words}" if record.speaker else record.words
        caption = f" [shares {record.caption}]" if record.caption else ""
        return f"{inert(said + caption)} ({_where(found.citations)})"
    until = f" until {day(record.true_to)}" if record.true_to else ""
    return f"{inert(record.content)} ({record.kind}, since {day(record.true_from)}{until}; {_where(found.citations)})"


def _line(number: int, result: Found) -> str:
    return f"[{number}] {rendered(result)}\n"


def _header(result: Found) -> str:
    return _CHUNKS if isinstance(result.record, Chunk) else _MEMORIES


def _place(result: Found) -> tuple[bool, str, str, int]:
    """Of its own, whatever the question: a new record stands behind the older ones of its kind."""
    record = result.record
    if isinstance(record, Chunk):
        return True, record.at, record.source, record.number
    return False, record.true_from, record.ulid, record.version


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
