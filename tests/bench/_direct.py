"""A direct write at the API's handler, by part, for one fact and for a hundred; beside mem0 OSS `add(infer=False)` on the same engine.

MEM0_PYTHON names an interpreter that has mem0 and what infra/requirements/bench.in lists; else the environment `bench` is made.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from botocore.client import BaseClient
from botocore.httpsession import URLLib3Session
from opensearchpy import Transport

from infra.local.errors import LocalError
from infra.local.issuer import Caller
from infra.local.layout import ROOT, Cache, State
from infra.local.toolchain.python_envs import PythonEnvs
from mnemon.adapters.codec import Codec
from mnemon.adapters.embedder import OnnxEmbedder
from mnemon.model.rows import Stored
from mnemon.writing import direct
from mnemon.writing.ahead import Batch
from mnemon.writing.candidates import Candidates
from mnemon.writing.commit import Commit
from mnemon.writing.entities import Entities
from tests.bench._cloud import Context, answer, authorizer_context, handler, request
from tests.bench._parts import Bench, Figures
from tests.bench._report import Figure
from tests.bench._stopwatch import Stopwatch, by_surroundings, stopwatch

READS = frozenset({"GetItem", "BatchGetItem", "Query"})
EMULATED = ("table_read", "table_write", "object_store", "queue", "keys")
"""The time that the emulator takes to answer, and the way there: on AWS another."""
SETTLE_SECONDS = 120
WARM = 1_000
WARM_ROUNDS = 10
"""Rounds from number `WARM` on come first and are not counted: an engine that was just started compiles its searches while it answers."""
_FIRST = ("Jana", "Petr", "Lucie", "Tomas", "Eva", "Ivan", "Marta", "Karel", "Alena", "Josef")
_LAST = ("Novak", "Dvorak", "Svoboda", "Cerny", "Kucera", "Vesely", "Horak", "Nemec", "Marek", "Pokorny")


@dataclass(frozen=True)
class Load:
    """`fact(round, number)` is what is written; `outcome` what becomes of it."""

    size: int
    fact: Callable[[int, int], Mapping[str, Any]]
    outcome: str = "created"

    def facts(self, number: int) -> list[Mapping[str, Any]]:
        return [self.fact(number, n) for n in range(self.size)]


def _priced(size: int) -> Callable[[int, int], Mapping[str, Any]]:
    return lambda number, n: {"content": f"Batch {size}, round {number}: item {n} costs {n * 7 + number} crowns."}


def _said_again(number: int, n: int) -> Mapping[str, Any]:
    return {"content": f"Batch 100, round {number}: the price of item {n} is {n * 7 + number} crowns."}


def _named(number: int, n: int) -> Mapping[str, Any]:
    who = f"{_FIRST[n % 10]} {_LAST[n // 10]}{chr(97 + number % 26)}"
    return {"content": f"{who} signed contract {number}-{n}.", "entities": [who]}


LOADS = {
    "one": Load(1, _priced(1)),
    "hundred": Load(100, _priced(100)),
    "named": Load(100, _named),
    "restated": Load(100, _said_again, "confirmed"),
}
"""New facts; new ones with a person each, who becomes an entity; what `hundred` wrote, in other words."""


def run(bench: Bench) -> Figures:
    figures: dict[str, Figure] = {}
    cloud = bench.cloud
    person = cloud.person()
    context = authorizer_context(cloud, Caller(person.tenant, person.user))
    call = handler(cloud, "api")

    def write(load: Load, number: int) -> float:
        event = request("POST", "/memories", {"memories": load.facts(number), "user_id": person.user}, context)
        began = perf_counter()
        reply = call(event, Context())
        taken = (perf_counter() - began) * 1_000
        assert reply["statusCode"] == 200, reply
        told = Counter(result["status"] for result in answer(reply)["results"])
        assert told[load.outcome] >= 0.95 * load.size, told
        return taken

    def settle() -> None:
        """The indexer would take the processor from whoever is measured."""
        person.settle(SETTLE_SECONDS)

    write(LOADS["one"], -1)
    many = max(2, bench.rounds // 4)
    with peer(cloud.endpoints.opensearch_url, os.environ["MNEMON_MODEL_DIR"]) as mem0:
        for number in range(WARM, WARM + WARM_ROUNDS):
            write(LOADS["hundred"], number)
            if mem0:
                mem0(LOADS["hundred"].facts(number))
        for name, load in LOADS.items():
            rounds = bench.rounds if load.size == 1 else many
            figures |= _by_part(Beside(partial(write, load), mem0, settle), load, name, rounds)
    figures["direct.calls_per_fact"] = figures["direct.hundred.calls_per_fact"]
    return figures


@dataclass(frozen=True)
class Beside:
    """Ours and mem0, in turn, so that what else the machine does is the same for both."""

    write: Callable[[int], float]
    mem0: Peer | None
    settle: Callable[[], None]


def _by_part(beside: Beside, load: Load, name: str, rounds: int) -> dict[str, Figure]:
    size = load.size
    beside.write(0)
    if beside.mem0:
        beside.mem0(load.facts(0))
    taken: list[float] = []
    parts: list[Mapping[str, float]] = []
    theirs: list[Mapping[str, float]] = []
    calls = 0
    for number in range(1, rounds + 1):
        beside.settle()
        with stopwatch(_parts()) as watch:
            taken.append(beside.write(number))
        parts.append(_merged(watch.milliseconds))
        calls += _calls(watch)
        beside.settle()
        if beside.mem0:
            theirs.append(beside.mem0(load.facts(number)))
    unit = "ms" if size == 1 else "ms_per_fact"
    told: dict[str, Figure] = {f"direct.{name}.total_{unit}": _each(taken, size)}
    seen = sorted({part for each in parts for part in each})
    for part in seen:
        told[f"direct.{name}.{part}_{unit}"] = _each([each.get(part, 0.0) for each in parts], size)
    rest = [total - sum(each.values()) for total, each in zip(taken, parts, strict=True)]
    own = [total - sum(each.get(part, 0.0) for part in EMULATED) for total, each in zip(taken, parts, strict=True)]
    told[f"direct.{name}.rest_{unit}"] = _each(rest, size)
    told[f"direct.{name}.without_emulator_{unit}"] = _each(own, size)
    told[f"direct.{name}.calls_per_fact"] = round(calls / rounds / size, 3)
    if not theirs:
        return told
    for part, spent in (("total", ""), ("embed", "embed_"), ("engine", "engine_")):
        told[f"mem0.{name}.{spent}{unit}"] = _each([each[part] for each in theirs], size)
    of_mem0 = [(ours / each["total"], without / each["total"]) for ours, without, each in zip(taken, own, theirs, strict=True)]
    told[f"direct.{name}.of_mem0"] = round(median(ratio for ratio, _ in of_mem0), 3)
    told[f"direct.{name}.without_emulator.of_mem0"] = round(median(ratio for _, ratio in of_mem0), 3)
    return told


def _merged(milliseconds: Mapping[str, float]) -> dict[str, float]:
    """The SDK's own time, whatever the service."""
    told: dict[str, float] = {}
    for part, spent in milliseconds.items():
        name = part.split()[0]
        told[name] = told.get(name, 0.0) + spent
    return told


def _each(milliseconds: Sequence[float], size: int) -> float:
    return round(median(milliseconds) / size, 3)


def _calls(watch: Stopwatch) -> int:
    return sum(watch.calls[part] for part in EMULATED)


def _parts() -> dict[tuple[Any, str], Any]:
    """`aws_client` is what the SDK takes to write down, sign and read a call; what it waits for is told by service. `embed` is what the
    request waits for: of many facts most embeddings are made beside it."""
    return {
        (direct, "_through"): "gate",
        (direct, "_fact"): "read",
        (OnnxEmbedder, "embed"): "embed",
        (Batch, "vectors"): "embed",
        (Commit, "_plan"): "decide",
        (Candidates, "__call__"): "candidates",
        (Transport, "perform_request"): "engine",
        (Entities, "of"): "entities",
        (Entities, "changes"): "entities",
        (Stored, "to_row"): "rows",
        (Codec, "seal"): "seal",
        (Codec, "open"): "open",
        (Codec, "digest"): "digest",
        (BaseClient, "_make_api_call"): _client,
        (URLLib3Session, "send"): by_surroundings(lambda within: within.removeprefix("aws_client ") or "other"),
    }


def _client(client: Any, operation: str, *_: Any) -> str:
    return f"aws_client {_service(client.meta.service_model.service_name, operation)}"


def _service(service: str, operation: str) -> str:
    if service == "dynamodb":
        return "table_read" if operation in READS else "table_write"
    return {"s3": "object_store", "sqs": "queue"}.get(service, "keys")


Peer = Callable[[Sequence[Mapping[str, Any]]], Mapping[str, float]]
"""Adds the facts' texts to mem0, and says how long it took."""


@contextmanager
def peer(engine: str, model: str) -> Generator[Peer | None]:
    """None where mem0 is not, or does not start."""
    python = _python()
    if python is None:
        yield None
        return
    script = Path(__file__).with_name("_mem0_peer.py")
    env = {"PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", "/tmp"), "PYTHONPATH": str(ROOT / "layers/mnemon/python")}
    with (
        tempfile.TemporaryFile("w+") as words,
        subprocess.Popen(
            [python, script, engine, model], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=words, text=True
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        asked, answers = process.stdin, process.stdout

        def add(facts: Sequence[Mapping[str, Any]]) -> Mapping[str, float]:
            asked.write(json.dumps([fact["content"] for fact in facts]) + "\n")
            asked.flush()
            return json.loads(answers.readline())

        if answers.readline():
            yield add
        else:
            process.wait()
            words.seek(0)
            print(f"mem0 could not be measured, and is left out:\n{words.read()[-1_500:]}", file=sys.stderr)
            yield None
        asked.close()


def _python() -> str | None:
    if named := os.environ.get("MEM0_PYTHON"):
        return named
    try:
        return str(PythonEnvs(Cache.of_user(), State.named().make().logs).python("bench"))
    except LocalError as error:
        print(
            f"mem0 is not here, and is left out: {error}\n"
            "Install what infra/requirements/bench.in lists into an environment, and name its interpreter with MEM0_PYTHON=.",
            file=sys.stderr,
        )
        return None
