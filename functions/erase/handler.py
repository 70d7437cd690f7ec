"""One step of an erasure, as its state machine asks for it; or a purge of the index's files, which no single erasure waits for."""

from __future__ import annotations

from typing import Any

from aws_lambda_powertools import Logger
from composition import erasure_steps, index

from mnemon.errors import Invalid
from mnemon.forgetting.steps import STEPS

logger = Logger()


def handler(event: dict[str, Any], _: object) -> dict[str, Any]:
    """`{"step", "tid", "job"}`, with `stage` and `error` for the step `fail`. Raises what the state machine retries or catches."""
    step = event.get("step")
    if step == "purge":
        index().purge()
        return {}
    if step not in STEPS:
        raise Invalid("not a step of an erasure", field="step")
    failure = {name: str(event.get(name, "")) for name in ("stage", "error")}
    answer = erasure_steps()(step, str(event["tid"]), str(event["job"]), failure)
    logger.info("step done", extra={"step": step, "job": event["job"], **answer})
    return answer
