"""Emulators for these tests: started once for each set of open gaps, without OpenSearch, without a deployment."""

from __future__ import annotations

import io
import json
import time
import urllib.request
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import boto3
from botocore.config import Config

from infra.local.gaps import ALL
from infra.local.layout import State
from infra.local.ministack import ACCESS_KEY, ACCOUNT, READY_PATH, REGION, Emulator
from infra.local.ports import Ports
from infra.local.processes import Server, wait_until_answers

T = TypeVar("T")
PLAIN = tuple(ALL)
ROLE = f"arn:aws:iam::{ACCOUNT}:role/any"
QUICK = {"LOCAL_METRICS_SECONDS": "0.3"}


@dataclass(frozen=True)
class Running:
    """One emulator that answers."""

    emulator: Emulator
    server: Server

    @property
    def url(self) -> str:
        return self.emulator.ports.aws_url

    def client(self, service: str, credentials: dict[str, str] | None = None) -> Any:
        keys = credentials or {"aws_access_key_id": ACCESS_KEY, "aws_secret_access_key": ACCESS_KEY}
        config = Config(retries={"max_attempts": 1}, inject_host_prefix=False)
        return boto3.client(service, endpoint_url=self.url, region_name=REGION, config=config, **keys)

    def configure(self, **switches: Any) -> dict[str, Any]:
        body = json.dumps({name.replace("__", "."): value for name, value in switches.items()}).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{self.url}/_ministack/config", data=body, method="POST")) as reply:
            return json.loads(reply.read())["applied"]

    @cached_property
    def functions(self) -> Any:
        return self.client("lambda")

    def function(self, name: str, code: str, layers: Sequence[str] = (), role: str = ROLE) -> str:
        made = self.functions.create_function(
            FunctionName=name, Runtime="python3.13", Role=role, Handler="index.handler", Timeout=20, Layers=list(layers),
            Code={"ZipFile": zipped({"index.py": code})},
        )  # fmt: skip
        return made["FunctionArn"]

    def call(self, name: str, event: Any = None) -> Any:
        reply = self.functions.invoke(FunctionName=name, Payload=json.dumps(event))
        return json.loads(reply["Payload"].read())

    def table(self, name: str, **more: Any) -> dict[str, Any]:
        keys = [("PK", "HASH"), ("SK", "RANGE")]
        made = self.client("dynamodb").create_table(
            TableName=name, BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"} for key, _ in keys],
            KeySchema=[{"AttributeName": key, "KeyType": kind} for key, kind in keys],
            **more,
        )  # fmt: skip
        return made["TableDescription"]

    def put(self, table: str, pk: str, sk: str, **attributes: Any) -> None:
        self.client("dynamodb").put_item(TableName=table, Item={"PK": {"S": pk}, "SK": {"S": sk}, **attributes})


@contextmanager
def started(python: Path, folder: Path, open_gaps: Sequence[str] = (), persist: bool = False) -> Iterator[Running]:
    """An emulator for the time of a `with` block; the folder keeps its state when it persists."""
    state = State(folder).make()
    emulator = Emulator(python, state, Ports.free(), persist=persist, ttl_seconds=0.3, bytecode=folder / "bytecode", open_gaps=open_gaps)
    log = state.logs / "ministack.log"
    server = emulator.server(log)
    server = replace(server, env={**server.env, **QUICK})
    server.start()
    try:
        wait_until_answers("the emulator", emulator.ports.aws_url + READY_PATH, server.pid, log, 60)
        yield Running(emulator, server)
    finally:
        server.stop()


def zipped(files: dict[str, str]) -> bytes:
    """A deployment package."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def eventually(probe: Callable[[], T], seconds: float = 5.0) -> T:
    """What a probe gives once it gives something; its last answer when time is up."""
    end = time.monotonic() + seconds
    while True:
        found = probe()
        if found or time.monotonic() > end:
            return found
        time.sleep(0.05)
