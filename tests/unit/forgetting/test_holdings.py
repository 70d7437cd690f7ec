"""The one list of places is complete: what the write path and an erasure put anywhere is in it, and says rightly whether it is sealed."""

from __future__ import annotations

import inspect
import re
from typing import get_args

from mnemon.forgetting.request import ErasureRequest
from mnemon.maintenance.access import Recalled, RecordAccess
from mnemon.model import approvals, entities, keys, memory, records, sources, task_state
from mnemon.model.records import Fact
from mnemon.model.rows import Stored
from mnemon.ports.flow import QueueName, Workflow
from mnemon.ports.index import IndexName
from mnemon.tenant.holdings import ELSEWHERE, HOLDINGS, holding_of
from tests.support.held import World


def test_every_item_of_a_full_scope_and_its_tenant_is_in_the_list() -> None:
    world = World()
    held = world.scope()
    source = held.source(["a", "b"])
    fact = held.memory("a", [source], attribute="x")
    held.update(fact.ulid, "b", [source])
    held.job(source, Fact(content="c", stated_at=world.clock.now()))
    RecordAccess(world.tenancy)([Recalled(held.key, (fact.ulid,), world.clock.now())])
    held.task_state("plan", "step", "3")
    era = world.request(ErasureRequest("source", held.key.sid, source_id=source.id))
    world.erasure_steps("block", held.key.tid, era.ulid)
    seen: set[str] = set()
    for row in world.tenancy.records.all_rows():
        holding = holding_of(row.key)
        assert holding is not None, row.key
        assert holding.sealed or row.sealed is None, row.key
        seen.add(holding.name)
    assert seen >= {
        "state",
        "markers",
        "memories",
        "versions",
        "recalls",
        "fact_keys",
        "edges",
        "sources",
        "chunks",
        "sessions",
        "turns",
        "tasks",
    }


def test_every_kind_of_stored_record_is_in_the_list() -> None:
    """A new kind of record needs a line in it, or this fails."""
    named = "01K" + "0" * 23
    hashed = "a" * 26
    for module in (memory, records, sources, task_state, entities, approvals):
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if not issubclass(kind, Stored) or kind.__module__ != module.__name__ or kind.__name__ in ("MemoryRecord", "InScope"):
                continue
            values = {"kind": "SRC"} if kind is records.ErasurePart else {}
            for name, field in kind.model_fields.items():
                if name in kind.key_fields and name not in values:
                    is_number = field.annotation is int
                    is_hash = name in ("tid", "sid", "digest", "task")
                    values[name] = 1 if is_number else hashed if is_hash else named  # type: ignore[assignment]
            if kind is records.Marker:
                values["target"] = f"MEM#{named}"
            key = kind.model_construct(**values).key()
            holding = holding_of(key)
            assert holding is not None, kind
            assert holding.sealed or not kind.sealed_fields, kind


def test_every_queue_workflow_and_index_is_in_the_list() -> None:
    names = {holding.where for holding in ELSEWHERE}
    assert names >= {*get_args(QueueName), *get_args(Workflow), *get_args(IndexName)}


def test_words_outside_the_reach_of_an_erasure_are_those_before_the_gate_alone() -> None:
    assert {holding.name for holding in HOLDINGS if holding.holds == "words" and holding.reach in ("kept", "expires")} == {"ingest"}
    assert all(re.compile(holding.where.replace("*", "x")) for holding in HOLDINGS)
    assert keys.STATE == "NOW~"
