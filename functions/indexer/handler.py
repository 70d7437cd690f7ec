"""The stream of table `memory`: each record is a signal to write to the index what the table says now."""

from __future__ import annotations

from typing import Any

from aws_lambda_powertools import Logger
from composition import index_items

from mnemon.maintenance.index_items import Signal
from mnemon.model.rows import Key

logger = Logger()


def handler(event: dict[str, Any], _: object) -> dict[str, Any]:
    """Returns what a retry can mend; raises when a store or the engine is down, so that the stream brings the whole batch again."""
    signals = [signal for record in event["Records"] if (signal := read(record))]
    late = index_items()(signals) if signals else []
    logger.info("served", extra={"records": len(event["Records"]), "signals": len(signals), "late": len(late)})
    return {"batchItemFailures": [{"itemIdentifier": signal.id} for signal in late]}


def read(record: dict[str, Any]) -> Signal | None:
    """None for what the mapping's filter passes over, should it come nevertheless."""
    change = record["dynamodb"]
    key = Key(change["Keys"]["PK"]["S"], change["Keys"]["SK"]["S"])
    is_scope = len(key.pk.split("#")) == 4 and key.pk.startswith("T#")
    match record["eventName"]:
        case "INSERT" if is_scope and key.sk.startswith("NOW#"):
            return Signal("marked", key, change["SequenceNumber"])
        case "REMOVE" if is_scope and key.sk.startswith("MEM#"):
            return Signal("removed", key, change["SequenceNumber"])
        case _:
            return None
