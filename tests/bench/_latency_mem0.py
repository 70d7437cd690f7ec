"""Run by another Python, which has mem0 and not this package: texts in, then how long each search takes.

Standard input: {"opensearch": url, "model": folder, "texts": [...], "questions": [...], "limit": n}. The last line of standard output:
milliseconds of each search.
"""
# pyright: reportMissingImports=false, reportUnknownVariableType=false, reportUnknownMemberType=false

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter

from _mem0_search import connect, model_folder

USER = "ana"
WARM = 20


def main() -> None:
    job = json.load(sys.stdin)
    answers = sys.stdout
    sys.stdout = sys.stderr  # what mem0 prints is no answer
    memory = connect(job["opensearch"], model_folder(Path(job["model"])))
    for text in job["texts"]:
        memory.add([{"role": "user", "content": text}], user_id=USER, infer=False)
    taken: list[float] = []
    for question in [*job["questions"][:WARM], *job["questions"]]:
        began = perf_counter()
        memory.search(question, filters={"user_id": USER}, top_k=job["limit"])
        taken.append((perf_counter() - began) * 1_000)
    print(json.dumps(taken[WARM:]), file=answers)


if __name__ == "__main__":
    main()
