"""The functions as they are deployed, handler and composition, with what reaches AWS replaced by wires to stores in memory."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any, Protocol, cast
from unittest import mock

from pydantic import BaseModel

from mnemon.settings import Settings
from mnemon.tenant.attempts import Attempts
from tests.support.handlers import FUNCTIONS

from .wires import Fuse, Wire


class Stores(Protocol):
    """What the functions are wired to."""

    fuse: Fuse
    tenancy: Any
    trail: Any
    system: Any
    vault: Any
    index: Any
    clock: Any
    ids: Any
    queues: Any
    workflows: Any
    embedder: Any
    extractor: Any
    adjudicator: Any
    """None: no model is configured."""
    signer: Any
    pepper: Any
    parse: Any


def functions() -> list[str]:
    """Those that reach the product's stores through ports: all that have a composition, but for the deployment's own."""
    return sorted(path.parent.name for path in FUNCTIONS.glob("*/composition.py") if path.parent.name != "index_setup")


def handler(name: str) -> Callable[[Any, Any], Any]:
    """A cold start: module and composition anew. To be called, and used, inside `wired`."""
    with _named("composition", _executed(name, "composition")):
        return _executed(name, "handler").handler


def _executed(name: str, module: str) -> ModuleType:
    made = ModuleType(module)
    with _named(module, made):
        exec(_code(FUNCTIONS / name / f"{module}.py"), made.__dict__)
    return made


@contextmanager
def _named(name: str, module: ModuleType) -> Iterator[None]:
    """Under its name for a while; all that is imported meanwhile stays imported."""
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        yield
    finally:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before


@cache
def _code(path: Path) -> CodeType:
    return compile(path.read_text(), str(path), "exec")


@contextmanager
def wired(stores: Stores) -> Iterator[None]:
    """Within, the adapters that a composition asks for are wires to `stores`."""

    def wire(target: Any, port: str) -> Any:
        return Wire(target, port, stores.fuse)

    def tenancy(_: object, settings: Any, **__: object) -> Any:
        own = stores.trail if getattr(settings, "raw_bucket", "") == "audit_bucket" else stores.tenancy
        return wire(own, "Tenancy")

    def anyhow(make: Callable[[], Any]) -> Callable[..., Any]:
        return lambda *_, **__: make()

    replaced: Mapping[str, Any] = {
        "aws.Aws": anyhow(lambda: SimpleNamespace(client=lambda *_, **__: None, signing=None)),
        "tenancy.AwsTenancy": SimpleNamespace(of=tenancy),
        "dynamodb.DynamoRecords": anyhow(lambda: wire(stores.system, "Records")),
        "vault.KmsVault": anyhow(lambda: wire(stores.vault, "Vault")),
        "opensearch.OpenSearchIndex": anyhow(lambda: wire(stores.index, "SearchIndex")),
        "engine.Engine": anyhow(lambda: None),
        "sqs.SqsQueues": anyhow(lambda: wire(stores.queues, "Queues")),
        "stepfunctions.StateMachines": anyhow(lambda: wire(stores.workflows, "Workflows")),
        "kms_signer.KmsSigner": anyhow(lambda: wire(stores.signer, "Signer")),
        "pepper.PepperSecret": anyhow(lambda: SimpleNamespace(pepper=stores.pepper)),
        "system.SystemClock": anyhow(lambda: wire(stores.clock, "Clock")),
        "system.UlidIds": anyhow(lambda: wire(stores.ids, "Ids")),
        "documents.parse": wire(stores.parse, "DocumentParser"),
        "embedders.embedder_from": anyhow(lambda: wire(stores.embedder, "Embedder")),
        "embedders.extractor_from": anyhow(lambda: wire(stores.extractor, "Extractor")),
        "embedders.adjudicator_from": anyhow(lambda: stores.adjudicator and wire(stores.adjudicator, "Adjudicator")),
    }
    with ExitStack() as stack:
        for name, stand_in in replaced.items():
            stack.enter_context(mock.patch(f"mnemon.adapters.{name}", stand_in))
        stack.enter_context(mock.patch.object(Settings, "load", classmethod(_settings)))
        stack.enter_context(mock.patch.object(Attempts, "__iter__", _at_once))
        stack.enter_context(mock.patch("mnemon.forgetting.unindex.PATIENCE", 1))
        stack.enter_context(mock.patch("mnemon.writing.ahead.ThreadPoolExecutor", _InTurn))
        stack.enter_context(mock.patch.dict(os.environ, {"POWERTOOLS_LOG_LEVEL": "CRITICAL", "POWERTOOLS_SERVICE_NAME": "faults"}))
        yield


def _settings(kind: type[BaseModel], _: object = None) -> BaseModel:
    """Each variable says its own name, but for those with a value of their own."""
    return kind.model_construct(**{name: name for name, field in kind.model_fields.items() if field.is_required()})


class _InTurn:
    """A pool whose work is done where it is handed over, so that the calls of a run come in one order."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def submit(self, do: Callable[..., Any], *given: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(do(*given))
        except Exception as error:
            done.set_exception(error)
        return done

    def shutdown(self, **_: object) -> None:
        pass


def _at_once(attempts: Attempts) -> Iterator[int]:
    """Nobody else is there to wait for."""
    return iter(range(cast("int", attempts.limit)))
