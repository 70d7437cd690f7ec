"""The trail of who did what: written in batches, by ids and keyed hashes, into a bucket that nobody can change."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from mnemon.ports.flow import Clock, Ids
from mnemon.ports.objects import Objects

LONGEST = 200
UNFIT = "(unfit)"
_TID = re.compile(r"[a-z2-7]{26}")
_TOKEN = re.compile(rf"[\w.:/#+-]{{0,{LONGEST}}}", re.ASCII)


class RecordAudit:
    """`bucket` gives the audit bucket as one tenant may write it."""

    def __init__(self, bucket: Callable[[str], Objects], clock: Clock, ids: Ids) -> None:
        self._bucket = bucket
        self._clock = clock
        self._ids = ids

    def __call__(self, entries: Sequence[Mapping[str, Any]]) -> None:
        """One object per tenant and call: `t/<tid>/<date>/<ulid>.jsonl`. Raises ValueError on an entry without a tenant, Unavailable."""
        lines: defaultdict[str, list[str]] = defaultdict(list)
        now = self._clock.now()
        for entry in entries:
            tid = entry.get("tid")
            if not isinstance(tid, str) or not _TID.fullmatch(tid):
                raise ValueError("an audit entry names its tenant")
            lines[tid].append(json.dumps({"at": now, **line(entry)}, sort_keys=True, separators=(",", ":")))
        for tid, found in lines.items():
            data = "".join(f"{text}\n" for text in found).encode()
            self._bucket(tid).put(f"t/{tid}/{now[:10]}/{self._ids.ulid()}.jsonl", data, media_type="application/jsonl")


def line(entry: Mapping[str, Any]) -> dict[str, Any]:
    """What the trail may hold of an entry: numbers, booleans, and short words without spaces (ids, hashes, names of ours).

    The bucket keeps what it got for years, so words that a person may have said are replaced here, whoever sent them.
    """
    return {str(name): _fit(value) for name, value in entry.items() if _TOKEN.fullmatch(str(name))}


def _fit(value: object) -> object:
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return value if _TOKEN.fullmatch(value) else UNFIT
        case list() | tuple():
            return [_fit(each) for each in cast("Sequence[object]", value)]
        case dict():
            return line(cast("dict[str, Any]", value))
        case _:
            return UNFIT
