"""Recall where the field measures it: are the turns that answer a question among the first ten?

make bench-recall DATA=../shared/data [LOCOMO=file] [BEAM=file] [MEM0_PYTHON=python] [ARGS="--sets locomo,beam --xquad-questions 300"]

Through the product's own ingest and search, every conversation in one index, one request a question. LoCoMo: categories 1 to 4, five
figures and the same questions without an embedder, by BM25 alone, by k-NN alone and, where MEM0_PYTHON names a Python that has mem0, by
mem0 with the same embedder and engine. BEAM: what the user said. XQuAD: paragraphs as turns.
"""

from __future__ import annotations

import argparse
import os
import sys
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from infra.local.layout import ROOT
from infra.local.meter import Meter
from tests.bench._cloud import world
from tests.bench._recall_asking import Ask, IndexAlone, Known, Product, put_in
from tests.bench._recall_measures import SEED, Measured, figures, measure
from tests.bench._recall_mem0 import of_mem0
from tests.bench._recall_sets import LANGUAGES, Conversation, Question, beam, locomo, xquad
from tests.bench._recall_unanswered import unanswered
from tests.bench._report import Figure, report
from tests.e2e.world import World

_AT_ONCE = 4
SETS = ("locomo", "beam", "xquad", "mem0")
FETCH = """recall is measured on public data, read in place: make bench-recall DATA=<folder>, with
  locomo/locomo_dev.json        github.com/snap-research/locomo, data/locomo10.json or conversations of it (LOCOMO=file)
  beam/beam_100k_dev.jsonl      github.com/mohammadtavakoli78/BEAM, a chat a line: chat, messages, probing_questions (BEAM=file)
  xquad/xquad.<language>.json   github.com/google-deepmind/xquad, for en, de, zh, th"""


@dataclass(frozen=True, slots=True)
class Files:
    """What there is to measure with; None where nothing is named."""

    locomo: Path | None
    beam: Path | None
    xquad: Mapping[str, Path]

    @classmethod
    def of(cls, env: Mapping[str, str]) -> Files:
        """Raises FileNotFoundError with the path that is named and not there."""
        named = env.get("DATA")
        folder = (ROOT / named).resolve() if named else None
        parts = {language: folder / f"xquad/xquad.{language}.json" for language in LANGUAGES} if folder else {}
        return cls(
            _file(env.get("LOCOMO"), folder, "locomo/locomo_dev.json"),
            _file(env.get("BEAM"), folder, "beam/beam_100k_dev.jsonl"),
            {language: path for language, path in parts.items() if path.is_file()},
        )

    def conversations(self, sets: Sequence[str], xquad_questions: int | None) -> dict[str, list[Conversation]]:
        found: dict[str, list[Conversation]] = {}
        if self.locomo and "locomo" in sets:
            found["locomo"] = locomo(self.locomo)
        if self.beam and "beam" in sets:
            found["beam"] = beam(self.beam)
        if "xquad" in sets:
            found |= {f"xquad.{language}": [xquad(path, language, xquad_questions)] for language, path in self.xquad.items()}
        return found


def _file(named: str | None, folder: Path | None, usual: str) -> Path | None:
    if named:
        path = (ROOT / named).resolve()
        if not path.is_file():
            raise FileNotFoundError(path)
        return path
    return folder / usual if folder and (folder / usual).is_file() else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default=",".join(SETS), help=f"of {', '.join(SETS)}")
    parser.add_argument("--xquad-questions", type=int, default=250, help="of each language, evenly spread; it has 1,190")
    asked = parser.parse_args()
    sets = asked.sets.split(",")
    try:
        files = Files.of(os.environ)
    except FileNotFoundError as error:
        print(f"there is no {error}\n{FETCH}", file=sys.stderr)
        return 2
    conversations = files.conversations(sets, asked.xquad_questions)
    if not conversations:
        print(FETCH, file=sys.stderr)
        # `make bench` runs all of them, also where there is no data
        return 2 if os.environ.get("DATA") else 0
    with world() as cloud:
        told: dict[str, Figure] = {}
        for more in run(cloud, conversations):
            told |= more
            # what a run that is broken off has measured is not lost
            report("recall", told, seed=SEED)
        if files.locomo and "mem0" in sets:
            report("recall", told | of_mem0(cloud, files.locomo), seed=SEED)
    return 0


def run(cloud: World, conversations: Mapping[str, Sequence[Conversation]]) -> Iterator[dict[str, Figure]]:
    """All is put in before anything is asked: the statistics are those of one index that holds everybody."""
    tenant = f"recall-{uuid.uuid4().hex[:8]}"
    known = _put_in(cloud, tenant, conversations)
    product = Product(cloud)
    for name, group in known.items():
        told = {f"{name}.turns": sum(one.conversation.log.turns for one in group), f"{name}.memories": sum(one.memories for one in group)}
        yield told | figures(name, _asked(name, group, product.ask))
    if "locomo" in known:
        alone = IndexAlone(cloud, product.embedder)
        others: dict[str, Ask] = {"noembedder": product.without_embedder(), "bm25": alone.bm25, "knn": alone.knn}
        for name, ask in others.items():
            yield dict(figures(f"{name}.locomo", _asked(f"locomo, {name}", known["locomo"], ask)))
    yield unanswered(known, product)


def _put_in(cloud: World, tenant: str, conversations: Mapping[str, Sequence[Conversation]]) -> dict[str, list[Known]]:
    """Several people at once: most of an extraction is waiting for the next step of its workflow."""
    turns = sum(one.log.turns for group in conversations.values() for one in group)
    print(f"{', '.join(conversations)}: {turns} turns", flush=True)
    with Meter(turns, "turns") as meter, ThreadPoolExecutor(_AT_ONCE) as pool:
        # made in this thread, for making a client is not safe in several
        _ = cloud.pepper, cloud.aws("dynamodb"), cloud.aws("lambda")
        made = {name: [pool.submit(put_in, cloud, tenant, one, meter.move) for one in group] for name, group in conversations.items()}
        return {name: [one.result() for one in group] for name, group in made.items()}


def _asked(name: str, group: Sequence[Known], ask: Ask) -> list[tuple[str, Measured]]:
    questions = sum(len(one.conversation.answered()) for one in group)
    measured: list[tuple[str, Measured]] = []
    with Meter(questions, f"questions of {name}") as meter:
        for known in group:
            for question in known.conversation.answered():
                measured.append((question.group, _measured(known, question, partial(ask, known))))
                meter.move(1)
    return measured


def _measured(known: Known, question: Question, ask: Callable[[str], list[str]]) -> Measured:
    return measure(ask(question.text), question.gold, known.conversation.session_of)


if __name__ == "__main__":
    raise SystemExit(main())
