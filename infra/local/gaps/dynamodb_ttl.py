# pyright: basic
"""Expiry by TTL.

On AWS an expired item goes some time later and its stream record says that the service removed it. The emulator's reaper is slow and writes
no record, so nothing that hangs on the record can be tested. Here expired items go within LOCAL_TTL_SECONDS (5 when unset).
"""

import logging
import os
import threading
import time
from typing import Any

from infra.local.gaps.upstream import scope, upstream

VARIABLE = "LOCAL_TTL_SECONDS"
REAPER = "dynamodb-ttl-reaper"
OLDEST_SECONDS = 5 * 365 * 86400
SERVICE = {"type": "Service", "principalId": "dynamodb.amazonaws.com"}
_log = logging.getLogger(__name__)


def close() -> None:
    """Replace the emulator's reaper by one that writes the record."""
    tables = upstream("services.dynamodb")
    remove = tables._remove_item

    def remove_item(*args: Any) -> Any:
        return None if threading.current_thread().name == REAPER else remove(*args)

    tables._remove_item = remove_item
    every = float(os.environ.get(VARIABLE) or 5)
    threading.Thread(target=_sweep_forever, args=(tables, every), daemon=True, name="ttl").start()


def is_expired(item: dict[str, Any], attribute: str, now: float) -> bool:
    """Whether TTL may delete an item: a number in the past, and not one that is years old (AWS takes that for another unit)."""
    value = (item.get(attribute) or {}).get("N")
    return value is not None and now - OLDEST_SECONDS < float(value) <= now


def _sweep_forever(tables: Any, every: float) -> None:
    while True:
        time.sleep(every)
        try:
            _sweep(tables)
        except Exception:
            _log.exception("TTL sweep")


def _sweep(tables: Any) -> None:
    now = time.time()
    for (account, region, name), settings in list(tables._ttl_settings.all_items()):
        if settings.get("TimeToLiveStatus") != "ENABLED":
            continue
        with scope(account, region), tables._lock:
            table = tables._tables.get(name)
            items = [(pk, sk, item) for pk, row in list(table["items"].items()) for sk, item in list(row.items())] if table else []
            for pk, sk, item in items:
                if is_expired(item, settings.get("AttributeName", ""), now):
                    old = tables._remove_item(table, pk, sk)
                    tables._emit_stream_event(name, "REMOVE", old, None)
                    records = tables._stream_records.get(name)
                    if records:
                        records[-1]["userIdentity"] = SERVICE
