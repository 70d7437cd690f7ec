"""Who may see what: random callers over fifty tenants with hostile ids, random filters, an index that lies; every answer compared with a
plain model's.

make bench-isolation [ARGS="--queries 100000 --seed 7"]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from tests.bench._report import report
from tests.support.engine import fresh_index, real_engine
from tests.support.isolation import Isolation

EVERY = 5_000
SHOWN = 5


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    began, wrong, found, refused = perf_counter(), list[str](), 0, 0
    with tempfile.TemporaryDirectory() as scratch, real_engine(Path(scratch)) as engine, fresh_index(engine.url, 64) as real:
        built = Isolation(real.index, asked.seed, real.refresh)
        for number, query in enumerate(built.queries(asked.queries), 1):
            if not query.right:
                wrong.append(query.asked)
            found += isinstance(query.found, frozenset) and bool(query.found)
            refused += isinstance(query.found, str)
            if number % EVERY == 0:
                print(f"{number} of {asked.queries} asked, {len(wrong)} wrong", file=sys.stderr)
    for text in wrong[:SHOWN]:
        print(text)
    figures = {
        "isolation.queries": asked.queries, "isolation.differences": len(wrong), "isolation.with_results": found,
        "isolation.refused": refused, "isolation.tenants": len(built.tenants), "isolation.records": sum(len(t.held) for t in built.tenants),
        "isolation.seconds": round(perf_counter() - began, 1),
    }  # fmt: skip
    report("isolation", figures, seed=asked.seed)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
