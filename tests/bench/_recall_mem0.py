"""mem0 on the same questions, with the same embedder and the same engine, in a Python of its own: it is no part of this project."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from infra.local.layout import ROOT
from mnemon.language.render import turn_text
from mnemon.model.instants import parse
from tests.bench._recall_measures import SEED, figures, measure
from tests.bench._recall_sets import locomo
from tests.bench._report import Figure
from tests.e2e.world import World

SCRIPT = Path(__file__).with_name("_mem0_search.py")
_SECONDS = 900


def of_mem0(world: World, path: Path) -> dict[str, Figure]:
    """`mem0.locomo.*`; says so where it is not measured."""
    python = os.environ.get("MEM0_PYTHON")
    if not python:
        print("mem0: not measured (MEM0_PYTHON names a Python with infra/requirements/bench.txt installed)")
        return {}
    conversations = locomo(path)
    asked = [
        {
            "user": one.user,
            "turns": [
                {"id": m.id, "text": turn_text(parse(m.timestamp or "1970-01-01"), m.name or m.role, m.content, "; ".join(m.captions))}
                for session in one.log.sessions
                for m in session.messages
            ],
            "questions": [question.text for question in one.answered()],
        }
        for one in conversations
    ]
    deployed = world.aws("lambda").get_function_configuration(FunctionName=world.outputs["FunctionApi"])["Environment"]["Variables"]
    job = {"opensearch": world.endpoints.opensearch_url, "model": deployed["MNEMON_MODEL_DIR"], "conversations": asked, "seed": SEED}
    done = subprocess.run(
        [python, str(SCRIPT)], input=json.dumps(job), cwd=ROOT / "build", stdout=subprocess.PIPE, text=True, timeout=_SECONDS, check=False
    )
    if done.returncode:
        print(f"mem0: not measured (it ended with {done.returncode})")
        return {}
    answered = json.loads(done.stdout.splitlines()[-1])
    measured = [
        (question.group, measure(ranked, question.gold, one.session_of))
        for one, rankings in zip(conversations, answered, strict=True)
        for question, ranked in zip(one.answered(), rankings, strict=True)
    ]
    return dict(figures("mem0.locomo", measured, ("r10", "r5", "mrr")))
