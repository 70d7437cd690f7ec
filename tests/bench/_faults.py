"""Every function killed before, within and after every call that it makes, and between any two states, then redelivered: what is lost,
there twice, or half done. In this process, on stores in memory, on all cores.

python -m tests.bench._faults [STORY ...]
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.bench._parts import Bench, Figures
from tests.support.faults.lambdas import functions
from tests.support.faults.machine import arrows, names
from tests.support.faults.proof import Point, judge, undisturbed
from tests.support.faults.stories import STORIES
from tests.support.faults.traces import Difference

KINDS = ("lost", "twice", "half")
CHUNK = 8
STUCK = "stuck"
"""It never came to rest."""


def run(bench: Bench) -> Figures:
    del bench
    return figures(list(STORIES))


def figures(stories: Sequence[str]) -> Figures:
    """Of these stories alone."""
    logging.disable(logging.CRITICAL)
    told = {story: undisturbed(story) for story in stories}
    runs = [(point, len(same)) for each in told.values() for point, same in each.runs.items()]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        judged = pool.map(_judged, [point for point, _ in runs], chunksize=CHUNK)
        results = list(_watched(judged, [point for point, _ in runs]))
    wrong = Counter[str]()
    for (_, size), (kinds, _) in zip(runs, results, strict=True):
        wrong.update(dict.fromkeys(kinds, size))
    gone = {passage for each in told.values() for passage in each.passages}
    by_how = Counter[str]()
    for point, size in runs:
        by_how[point.how] += size
    return {
        "faults.points": sum(size for _, size in runs),
        "faults.runs": len(runs),
        **{f"faults.points.{how}": count for how, count in sorted(by_how.items())},
        **{f"faults.{kind}": wrong[kind] for kind in KINDS},
        "faults.stuck": wrong[STUCK],
        "faults.functions": len({call.split()[0] for each in told.values() for call in each.calls}),
        "faults.functions.of": len(functions()),
        "faults.calls": len({call for each in told.values() for call in each.calls}),
        "faults.passages": len(gone),
        "faults.passages.of": sum(len(arrows(name)) for name in names()),
    }


Judged = tuple[tuple[str, ...], tuple[str, ...]]


def _watched(judged: Iterable[Judged], points: Sequence[Point]) -> Iterator[Judged]:
    """Says at once what is wrong, and after each story how far it is."""
    began = time.monotonic()
    for number, (point, (kinds, examples)) in enumerate(zip(points, judged, strict=True), start=1):
        if kinds:
            print(f"  {', '.join(kinds)}: {point}", *(f"    {example}" for example in examples[:4]), sep="\n", flush=True)
        if number == len(points) or points[number].story != point.story:
            print(f"  {number} of {len(points)} runs, {time.monotonic() - began:.0f} s: {point.story}", file=sys.stderr, flush=True)
        yield kinds, examples


def _judged(point: Point) -> Judged:
    logging.disable(logging.CRITICAL)
    try:
        found: Difference = judge(point)
    except Exception as error:
        return (STUCK,), (f"{type(error).__name__}: {error}",)
    return tuple(sorted(found.kinds)), tuple(found.examples)


if __name__ == "__main__":
    print(figures(sys.argv[1:] or list(STORIES)))
