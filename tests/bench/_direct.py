"""A direct write at the API's handler, by part, for one fact and for a hundred; beside mem0 OSS `add(infer=False)` on the same engine.

MEM0_PYTHON names an interpreter that has mem0 and what infra/requirements/bench.in lists; else the environment `bench` is made.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any

from botocore.client import BaseClient
from botocore.httpsession import URLLib3Session

from infra.local.errors import LocalError
from infra.local.issuer import Caller
from infra.local.layout import ROOT, Cache, State
from infra.local.toolchain.python_envs import PythonEnvs
from mnemon.adapters.codec import Codec
from mnemon.adapters.embedder import OnnxEmbedder
from mnemon.model.rows import Stored
from mnemon.writing import direct
from mnemon.writing.commit import Commit
from tests.bench._cloud import Context, answer, authorizer_context, handler, request
from tests.bench._parts import Bench, Figures
from tests.bench._report import Figure
from tests.bench._stopwatch import Stopwatch, by_surroundings, stopwatch

SIZES = {1: "one", 100: "hundred"}
READS = frozenset({"GetItem", "BatchGetItem", "Query"})
EMULATED = ("table_read", "table_write", "object_store", "queue", "keys")
"""The time that the emulator takes to answer, and the way there: on AWS another."""


def run(bench: Bench) -> Figures:
    figures: dict[str, Figure] = {}
    cloud = bench.cloud
    person = cloud.person()
    context = authorizer_context(cloud, Caller(person.tenant, person.user))
    call = handler(cloud, "api")

    def write(size: int, number: int) -> float:
        facts = [{"content": f"Batch {size}, round {number}: item {n} costs {n * 7 + number} crowns."} for n in range(size)]
        event = request("POST", "/memories", {"memories": facts, "user_id": person.user}, context)
        began = perf_counter()
        reply = call(event, Context())
        taken = (perf_counter() - began) * 1_000
        assert reply["statusCode"] == 200, reply
        assert all(result["status"] == "created" for result in answer(reply)["results"])
        return taken

    write(1, -1)
    for size, name in SIZES.items():
        figures |= _by_part(write, size, name, bench.rounds if size == 1 else max(2, bench.rounds // 5))
    figures["direct.calls_per_fact"] = figures["direct.hundred.calls_per_fact"]
    figures |= _peer(cloud.endpoints.opensearch_url, os.environ["MNEMON_MODEL_DIR"], bench.rounds)
    if "mem0.ms_per_fact" in figures:
        peer = float(figures["mem0.ms_per_fact"])
        figures["direct.hundred.of_mem0"] = round(float(figures["direct.hundred.total_ms_per_fact"]) / peer, 3)
        figures["direct.hundred.without_emulator.of_mem0"] = round(float(figures["direct.hundred.without_emulator_ms_per_fact"]) / peer, 3)
    return figures


def _by_part(write: Any, size: int, name: str, rounds: int) -> dict[str, Figure]:
    write(size, 0)
    taken: list[float] = []
    parts: list[Mapping[str, float]] = []
    calls = 0
    with stopwatch(_parts()) as watch:
        for number in range(1, rounds + 1):
            watch.clear()
            taken.append(write(size, number))
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
