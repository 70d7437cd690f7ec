# pyright: basic
"""Delivery of table streams to functions.

On AWS a failed batch is bisected, retried a set number of times and then described in the on-failure queue; a partial batch response moves
the checkpoint to its lowest failed record; another function's trouble holds nothing up. The emulator retries the whole batch until its age
runs out, loses the records that a partial response names, and polls every source from one thread. It also keeps the positions over a
restart but not the records, so that what comes after is passed over.
"""

import contextvars
import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from infra.local.gaps.upstream import scope, upstream

FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0
_KEPT = ("_stream_records", "_stream_trimmed")


def close() -> None:
    """Deliver as AWS does, and keep what was not delivered over a restart."""
    functions, tables = upstream("services.lambda_svc"), upstream("services.dynamodb")
    functions._poll_dynamodb_streams = _Streams(functions, tables).poll
    _keep_records(tables)


@dataclass
class Shard:
    """What is known about one mapping between its passes."""

    attempts: int = 0
    sizes: list[int] = field(default_factory=list[int])
    not_before: float = 0.0
    busy: bool = False


@dataclass(frozen=True)
class Outcome:
    """What one call did with a batch: how many records are done, and why the rest was given up, if it was."""

    done: int
    given_up: str | None = None


def lowest_failed(reply: Any, sequence_numbers: Sequence[str]) -> int | None:
    """The index that a partial batch response makes the checkpoint; None when all is done. An unknown id fails the whole batch."""
    failures = (reply.get("batchItemFailures") if isinstance(reply, dict) else None) or []
    named = [failure.get("itemIdentifier") for failure in failures]
    if not named:
        return None
    return min((sequence_numbers.index(one) if one in sequence_numbers else 0) for one in named)


def after_failure(shard: Shard, size: int, mapping: dict[str, Any], age: float) -> Outcome:
    """Decide what follows a failed call: bisect, try again later, or give up."""
    if mapping.get("BisectBatchOnFunctionError") and size > 1:
        half = size // 2
        shard.sizes = [half, size - half, *shard.sizes[1:]]
        return Outcome(0)
    shard.attempts += 1
    limit, oldest = mapping.get("MaximumRetryAttempts"), mapping.get("MaximumRecordAgeInSeconds")
    if limit is not None and 0 <= int(limit) < shard.attempts:
        return Outcome(size, "RetryAttemptsExhausted")
    if oldest is not None and 0 < int(oldest) < age:
        return Outcome(size, "RecordAgeExceeded")
    shard.not_before = time.monotonic() + min(FIRST_WAIT * math.pow(2, min(shard.attempts, 10)), LONGEST_WAIT)
    return Outcome(0)


class _Streams:
    def __init__(self, functions: Any, tables: Any) -> None:
        self._functions = functions
        self._tables = tables
        self._shards: dict[str, Shard] = {}

    def poll(self) -> bool:
        """One pass over all mappings: each that has something to do is served in a thread of its own. True when one was."""
        started = False
        for account, region, mapping in self._functions._iter_all_esms():
            with scope(account, region):
                shard = self._shards.setdefault(mapping["UUID"], Shard())
                if shard.busy or shard.not_before > time.monotonic():
                    continue
                work = self._next_call(mapping, shard)
                if work is not None:
                    shard.busy = started = True
                    context = contextvars.copy_context()
                    threading.Thread(target=context.run, args=(self._serve, shard, work), daemon=True, name="stream-delivery").start()
        return started

    def _serve(self, shard: Shard, work: Callable[[], None]) -> None:
        try:
            work()
        finally:
            shard.busy = False
            delay = shard.not_before - time.monotonic()
            if delay > 0:
                timer = threading.Timer(delay, self._functions._esm_wake.set)
                timer.daemon = True
                timer.start()
            else:
                self._functions._esm_wake.set()

    def _next_call(self, mapping: dict[str, Any], shard: Shard) -> Callable[[], None] | None:
        table = self._table_of(mapping) if mapping.get("Enabled", True) else None
        function, _config = self._functions._get_func_record_for_qualifier(mapping["FunctionName"], mapping.get("Qualifier"))
        if table is None or function is None:
            return None
        position = self._position(mapping, table)
        limit = shard.sizes[0] if shard.sizes else int(mapping.get("BatchSize", 100))
        batch = self._tables.stream_records_since(table, position, limit)
        if not batch:
            return None
        return lambda: self._deliver(mapping, shard, function, position, batch)

    def _deliver(self, mapping: dict[str, Any], shard: Shard, function: Any, position: int, batch: list[dict[str, Any]]) -> None:
        wanted = [(offset, record) for offset, record in enumerate(batch) if self._functions._apply_filter_criteria([record], mapping)]
        outcome = Outcome(len(batch)) if not wanted else self._call(mapping, shard, function, wanted, len(batch))
        if outcome.done:
            shard.attempts, shard.not_before = 0, 0.0
            shard.sizes = _rest(shard.sizes, outcome.done)
            with self._functions._dynamodb_stream_positions_lock:
                self._functions._dynamodb_stream_positions[mapping["UUID"]] = position + outcome.done

    def _call(self, mapping: dict[str, Any], shard: Shard, function: Any, wanted: list[tuple[int, dict[str, Any]]], size: int) -> Outcome:
        records = [record for _, record in wanted]
        reply = self._functions._execute_function(function, {"Records": records})
        partial = "ReportBatchItemFailures" in (mapping.get("FunctionResponseTypes") or [])
        mapping["LastProcessingResult"] = "FAILED" if reply.get("error") else f"OK - {len(records)} records"
        if not reply.get("error"):
            numbers = [record["dynamodb"]["SequenceNumber"] for record in records]
            first = lowest_failed(reply.get("body"), numbers) if partial else None
            if first is None:
                return Outcome(size)
            checkpoint = wanted[first][0]
            if checkpoint:
                return Outcome(checkpoint)
        age = time.time() - float(records[0]["dynamodb"].get("ApproximateCreationDateTime", time.time()))
        outcome = after_failure(shard, size, mapping, age)
        if outcome.given_up:
            failed = {**reply, "error": True}
            self._functions._send_ddb_stream_failure_record(mapping, function, records, mapping["EventSourceArn"], failed, outcome.given_up)
        return outcome

    def _table_of(self, mapping: dict[str, Any]) -> str | None:
        arn = mapping.get("EventSourceArn", "")
        if ":dynamodb:" not in arn:
            return None
        found = self._functions._dynamodb_stream_table_from_arn_spec(self._functions.parse_arn(arn))
        name = found[0] if found else None
        table = self._tables._tables.get(name) if name else None
        return name if table and table.get("LatestStreamArn") == arn else None

    def _position(self, mapping: dict[str, Any], table: str) -> int:
        start, end = self._tables.stream_start_position(table), self._tables.stream_end_position(table)
        with self._functions._dynamodb_stream_positions_lock:
            positions = self._functions._dynamodb_stream_positions
            if mapping["UUID"] not in positions:
                positions[mapping["UUID"]] = start if mapping.get("StartingPosition", "LATEST") == "TRIM_HORIZON" else end
            position: int = max(positions[mapping["UUID"]], start)
            positions[mapping["UUID"]] = position
        return position


def _rest(sizes: list[int], done: int) -> list[int]:
    """What is left of a bisected batch after its first records are done."""
    left = list(sizes)
    while left and done >= left[0]:
        done -= left.pop(0)
    return [left[0] - done, *left[1:]] if left else []


def _keep_records(tables: Any) -> None:
    get, load = tables.get_state, tables.load_persisted_state

    def get_state() -> dict[str, Any]:
        return {**get(), **{name: getattr(tables, name) for name in _KEPT}}

    def load_persisted_state(data: dict[str, Any]) -> None:
        load(data)
        for name in _KEPT:
            getattr(tables, name).update(data.get(name) or {})

    tables.get_state, tables.load_persisted_state = get_state, load_persisted_state
