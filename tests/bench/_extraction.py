"""The built-in extractor over long conversations: how much it keeps, from which turns, and how good a fixed sample of it is.

python -m tests.bench._extraction [--data folder] [--sample 100]

Nothing is deployed: the conversations go through the product's windows in-process. The sample is written to `build/bench/` with the words
of its turns; a verdict on each, given by a person, stands in `extraction_verdicts.json` under a hash of the memory's text, so that none of
the text is part of this project. A changed memory has another hash and counts as unknown until somebody judges it.

A memory is **right** when its turn states it, it stands by itself, it is about the right person, its date is right and somebody may ask for
it; **wrong** when it says something that was not said, or of the wrong person or time; **junk** when it is true and nobody would ask.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import NamedTuple

from infra.local import formats
from mnemon.adapters.rules import RuleExtractor
from mnemon.model.records import Fact
from mnemon.model.sources import Turn
from mnemon.model.text import folded
from mnemon.ports.models import Passage
from mnemon.writing.windows import BEFORE, WINDOW
from tests.bench import _gate_texts as sets
from tests.bench._parts import SEED, Bench, Figures
from tests.bench._report import OUT, Figure, report

SAMPLE = 100
FILE = Path("locomo") / "locomo_dev.json"
VERDICTS = Path(__file__).with_name("extraction_verdicts.json")


class Kept(NamedTuple):
    """A memory and the turns of its session, to look up what it rests on."""

    id: str
    fact: Fact
    turns: Sequence[Turn]

    @property
    def cited(self) -> list[Turn]:
        numbers = {number for ref in self.fact.sources for number in ref.turns}
        return [turn for turn in self.turns if turn.number in numbers]

    @property
    def key(self) -> str:
        """Of the memory's text: what its verdict is kept under."""
        return hashlib.sha256(folded(self.fact.content).encode()).hexdigest()[:16]

    def draw(self, seed: int) -> str:
        """Its place in the draw: by its text alone, so that a change of some memories changes only those of the sample."""
        return hashlib.sha256(f"{seed} {folded(self.fact.content)}".encode()).hexdigest()

    @property
    def is_grounded(self) -> bool:
        """Each ground's wording stands in the turn that it cites."""
        by_number = {turn.number: turn for turn in self.turns}
        return bool(self.fact.sources) and all(
            any(_spaced(ref.wording) in _spaced(by_number[number].content) for number in ref.turns if number in by_number)
            for ref in self.fact.sources
        )


def run(bench: Bench) -> Figures:
    """The figures `extraction.*`; none where the conversations are not there."""
    path = bench.data / FILE
    return measured(path, size=SAMPLE, seed=bench.seed) if bench.found(path, sets.FETCH[str(FILE)]) else {}


def measured(path: Path, *, size: int, seed: int) -> dict[str, Figure]:
    """Of one file of conversations in LoCoMo's form."""
    kept, turns, seconds = _extracted(path)
    sample = sorted(sorted(kept, key=lambda one: one.draw(seed))[:size], key=lambda one: one.id)
    _write(sample)
    verdicts: dict[str, str] = json.loads(VERDICTS.read_text()) if VERDICTS.is_file() else {}
    given = Counter(verdicts.get(one.key, "unknown") for one in sample)
    judged = len(sample) - given["unknown"]
    return {
        "extraction.turns": turns,
        "extraction.memories": len(kept),
        "extraction.memories_per_100_turns": round(100 * len(kept) / turns, 2),
        "extraction.with_attribute": _share(sum(one.fact.attribute is not None for one in kept), len(kept)),
        "extraction.right_source": _share(sum(one.is_grounded for one in kept), len(kept)),
        "extraction.ms_per_turn": round(1_000 * seconds / turns, 3),
        "extraction.sample": len(sample),
        **{f"extraction.sample_{verdict}": _share(given[verdict], judged) for verdict in ("right", "wrong", "junk")},
        "extraction.sample_unknown": given["unknown"],
    }


def _extracted(path: Path) -> tuple[list[Kept], int, float]:
    extractor = RuleExtractor()
    kept: list[Kept] = []
    turns = 0
    began = process_time()
    for log in formats.read(path):
        for session in log.sessions:
            said = _turns(session)
            turns += len(said)
            for passage in _windows(session.id, said):
                kept += [Kept(f"{session.id}.{len(kept)}", fact, said) for fact in extractor.extract(passage)]
    return kept, turns, process_time() - began


def _turns(session: formats.Session) -> list[Turn]:
    return [
        Turn(number=number, position=number - 1, role="user", name=said.name, content=said.content, at=said.timestamp or "")
        for number, said in enumerate(session.messages, 1)
    ]


def _windows(session: str, said: Sequence[Turn]) -> Iterator[Passage]:
    """As the extraction step cuts them."""
    for start in range(0, len(said), WINDOW):
        current = tuple(said[start : start + WINDOW])
        before = tuple(said[max(0, start - BEFORE) : start])
        yield Passage(("src_" + "s" * 52,) * len(current), current, before, session_id=session, reference=current[-1].at)


def _write(sample: Sequence[Kept]) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    rows = (
        {
            "id": one.id,
            "key": one.key,
            "memory": one.fact.content,
            "subject": one.fact.subject,
            "attribute": one.fact.attribute,
            "value": one.fact.value,
            "category": one.fact.category,
            "event_at": one.fact.event_at,
            "turns": [f"[{turn.at}] {turn.name}: {turn.content}" for turn in one.cited],
        }
        for one in sample
    )
    (OUT / "extraction_sample.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def _spaced(text: str) -> str:
    return " ".join(text.replace("’", "'").split())


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("DATA") or sets.BESIDE))
    parser.add_argument("--sample", type=int, default=SAMPLE)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    report("extraction", measured(asked.data / FILE, size=asked.sample, seed=asked.seed), seed=asked.seed)


if __name__ == "__main__":
    main()
