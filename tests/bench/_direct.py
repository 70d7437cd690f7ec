"""A direct write at the API's handler, by part, for one fact and for a hundred; beside mem0 OSS `add(infer=False)` on the same engine.

MEM0_PYTHON names an interpreter that has mem0 and what infra/requirements/bench.in lists; else the environment `bench` is made.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean, median
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
_FIRST = ("Jana", "Petr", "Lucie", "Tomas", "Eva", "Ivan", "Marta", "Karel", "Alena", "Josef")
_LAST = ("Novak", "Dvorak", "Svoboda", "Cerny", "Kucera", "Vesely", "Horak", "Nemec", "Marek", "Pokorny")


@dataclass(frozen=True)
class Load:
    """`fact(round, number)` is what is written; `outcome` what becomes of it."""

    size: int
    fact: Callable[[int, int], Mapping[str, Any]]
    outcome: str = "created"


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
        event = request(
            "POST", "/memories", {"memories": [load.fact(number, n) for n in range(load.size)], "user_id": person.user}, context
        )
        began = perf_counter()
        reply = call(event, Context())
        taken = (perf_counter() - began) * 1_000
        assert reply["statusCode"] == 200, reply
        told = Counter(result["status"] for result in answer(reply)["results"])
        assert told[load.outcome] >= 0.95 * load.size, told
        return taken

    def settle() -> None:
        """The indexer of the round before would take the processor from the next."""
        person.settle(SETTLE_SECONDS)

    write(LOADS["one"], -1)
    many = max(2, bench.rounds // 5)
    for name, load in LOADS.items():
        rounds = bench.rounds if load.size == 1 else many
        figures |= _by_part(partial(write, load), settle, load.size, name, rounds)
    figures["direct.calls_per_fact"] = figures["direct.hundred.calls_per_fact"]
    settle()
    figures |= _peer(cloud.endpoints.opensearch_url, os.environ["MNEMON_MODEL_DIR"], bench.rounds)
    if "mem0.ms_per_fact" in figures:
        peer = float(figures["mem0.ms_per_fact"])
        for name in (name for name, load in LOADS.items() if load.size > 1):
            figures[f"direct.{name}.of_mem0"] = round(float(figures[f"direct.{name}.total_ms_per_fact"]) / peer, 3)
            own = float(figures[f"direct.{name}.without_emulator_ms_per_fact"])
            figures[f"direct.{name}.without_emulator.of_mem0"] = round(own / peer, 3)
    return figures


def _by_part(write: Callable[[int], float], settle: Callable[[], None], size: int, name: str, rounds: int) -> dict[str, Figure]:
    write(0)
    taken: list[float] = []
    parts: list[Mapping[str, float]] = []
    calls = 0
    with stopwatch(_parts()) as watch:
        for number in range(1, rounds + 1):
            settle()
            watch.clear()
            taken.append(write(number))
            parts.append(_merged(watch.milliseconds))
            calls += _calls(watch)
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
    """`aws_client` is what the SDK takes to write down, sign and read a call; what it waits for is told by service."""
    return {
        (direct, "_through"): "gate",
        (direct, "_fact"): "read",
        (OnnxEmbedder, "embed"): "embed",
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


def _peer(engine: str, model: str, rounds: int) -> dict[str, Figure]:
    python = _python()
    if python is None:
        return {}
    script = Path(__file__).with_name("_mem0_peer.py")
    env = {"PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", "/tmp"), "PYTHONPATH": str(ROOT / "layers/mnemon/python")}
    done = subprocess.run([python, script, engine, model, str(rounds)], env=env, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        print(f"mem0 could not be measured, and is left out:\n{done.stderr[-1_500:]}", file=sys.stderr)
        return {}
    told = json.loads(done.stdout.splitlines()[-1])
    figures: dict[str, Figure] = {"mem0.one.ms": round(median(each["total"] for each in told["1"]), 3)}
    for part, name in (("total", "mem0.ms_per_fact"), ("embed", "mem0.embed_ms_per_fact"), ("engine", "mem0.engine_ms_per_fact")):
        figures[name] = round(median(each[part] for each in told["100"]) / 100, 3)
    figures["mem0.rounds"] = round(mean(len(each) for each in told.values()))
    return figures


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
