# pyright: basic
"""The metrics that alarms and dashboards stand on.

On AWS the embedded metric format in a function's log becomes metrics, a queue reports its depth, a state machine its outcomes. The emulator
records none of these, so that no alarm can ever fire.
"""

import json
import logging
import os
import threading
import time
from collections.abc import Iterator
from typing import Any

from infra.local.gaps.upstream import scope, upstream

VARIABLE = "LOCAL_METRICS_SECONDS"
OUTCOMES = {
    "RUNNING": "ExecutionsStarted",
    "SUCCEEDED": "ExecutionsSucceeded",
    "FAILED": "ExecutionsFailed",
    "TIMED_OUT": "ExecutionsTimedOut",
    "ABORTED": "ExecutionsAborted",
}
_log = logging.getLogger(__name__)


def close() -> None:
    """Record them."""
    metrics, functions, machines = upstream("services.cloudwatch"), upstream("services.lambda_svc"), upstream("services.stepfunctions")
    emit_logs, emit_status = functions._emit_lambda_logs, machines._emit_execution_status_event

    def logs(func: Any, request_id: str, text: str | None, *args: Any, **named: Any) -> None:
        emit_logs(func, request_id, text, *args, **named)
        for line in (text or "").splitlines():
            for namespace, name, value, unit, dimensions in embedded_metrics(line):
                metrics.record_metric(namespace, name, value, unit, dimensions)

    def outcome(execution: dict[str, Any]) -> None:
        emit_status(execution)
        if name := OUTCOMES.get(execution["status"]):
            metrics.record_metric("AWS/States", name, 1, "Count", {"StateMachineArn": execution["stateMachineArn"]})

    functions._emit_lambda_logs, machines._emit_execution_status_event = logs, outcome
    every = float(os.environ.get(VARIABLE) or 10)
    threading.Thread(target=_depth_forever, args=(metrics, upstream("services.sqs"), every), daemon=True, name="queue-depth").start()


def embedded_metrics(line: str) -> Iterator[tuple[str, str, float, str, dict[str, str]]]:
    """The metrics in one log line: namespace, name, value, unit, dimensions."""
    if not (line.startswith("{") and '"_aws"' in line):
        return
    try:
        document = json.loads(line)
        for block in document["_aws"]["CloudWatchMetrics"]:
            for names in block.get("Dimensions") or [[]]:
                dimensions = {name: str(document[name]) for name in names}
                for metric in block["Metrics"]:
                    found = document[metric["Name"]]
                    for value in found if isinstance(found, list) else [found]:
                        yield block["Namespace"], metric["Name"], float(value), metric.get("Unit", "None"), dimensions
    except (ValueError, KeyError, TypeError):
        _log.warning("a log line looks like embedded metrics and is not")


def _depth_forever(metrics: Any, queues: Any, every: float) -> None:
    while True:
        time.sleep(every)
        try:
            _record_depth(metrics, queues)
        except Exception:
            _log.exception("queue depth")


def _record_depth(metrics: Any, queues: Any) -> None:
    now = time.time()
    for (account, region, _url), queue in list(queues._queues.all_items()):
        with scope(account, region):
            waiting = sum(1 for message in queue["messages"] if message.get("visible_at", 0) <= now)
            name = queue["attributes"]["QueueArn"].rpartition(":")[2]
            metrics.record_metric("AWS/SQS", "ApproximateNumberOfMessagesVisible", waiting, "Count", {"QueueName": name})
            metrics._evaluate_all_alarms()
